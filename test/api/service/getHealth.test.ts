import { sendRaw } from '../../support/client';
import { startService, useOwnService } from '../../support/service';

const service = useOwnService();

test('replies ok without a token', async () => {
  expect((await service.client.get('/healthz').expect(200)).body).toEqual({ status: 'ok' });
});

test('ignores tokens', async () => {
  await service.client.get('/healthz', 'no-token-of-ours').expect(200);
});

test('replies to HEAD like to GET, without the body', async () => {
  const get = await sendRaw(service.url, { method: 'GET', path: '/healthz' });
  const head = await sendRaw(service.url, { method: 'HEAD', path: '/healthz' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(String(get.text.length));
});

test('fails if the database cannot be read', async () => {
  const broken = await startService();
  try {
    await broken.app.database.close();
    const { status } = await broken.client.get('/healthz');
    expect([500, 503]).toContain(status);
  } finally {
    await broken.close();
  }
});
