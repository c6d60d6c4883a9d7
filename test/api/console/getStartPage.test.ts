import { requireConsole } from '../../support/consoleFiles';
import { useService } from '../../support/service';

const service = useService();

beforeAll(async () => {
  requireConsole();
});

test('returns the page of the console without a credential', async () => {
  const { text } = await service.client.get('/').expect(200).expect('Content-Type', 'text/html; charset=utf-8');
  expect(text).toContain('<div id="root">');
});

test('ignores parameters: what leads back from a provider, and what browsers add', async () => {
  await service.client.get('/?code=4f2a&state=91c0').expect(200);
});
