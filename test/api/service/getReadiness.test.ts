import { type Service, startService } from '../../support/service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

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
