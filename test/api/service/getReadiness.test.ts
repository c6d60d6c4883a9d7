import { makeEmptyPlace } from '../../support/database';
import { poll } from '../../support/process';
import { startService, useOwnService } from '../../support/service';

const service = useOwnService();

test('replies ok without a token', async () => {
  expect((await service.client.get('/readyz').expect(200)).body).toEqual({ status: 'ok' });
});

test('replies 503 if the database is closed', async () => {
  const broken = await startService();
  try {
    await broken.app.database.close();
    const { body } = await broken.client.get('/readyz').expect(503);
    expect(body).toEqual({ detail: 'The database is closed.' });
  } finally {
    await broken.close();
  }
});

test('replies 503 while a table is missing', async () => {
  const place = await makeEmptyPlace();
  const broken = await startService({ DATABASE_URL: place.url });
  const engine = await place.openEngine();
  const rename = (from: string, to: string) =>
    engine.changeSchema((session) => session.run(`ALTER TABLE ${from} RENAME TO ${to}`, []));
  try {
    await broken.client.get('/readyz').expect(200);
    await rename('deploy_project', 'lost');
    await poll(async () => (await broken.client.get('/readyz')).status === 503);
    const { body } = await broken.client.get('/readyz').expect(503);
    expect(body).toEqual({ detail: 'The database is damaged: it has to be restored from a backup.' });
    await rename('lost', 'deploy_project');
    await broken.client.get('/readyz').expect(200);
  } finally {
    await engine.close();
    await broken.close();
    await place.dispose();
  }
});
