import { requireConsole } from '../../support/consoleFiles';
import { useService } from '../../support/service';

const service = useService();

beforeAll(async () => {
  requireConsole();
}, 60_000);

test('returns the page of the console without a credential, whatever a program asks for, and no page may frame it', async () => {
  const { text, headers } = await service.client.get('/oauth/authorize?client_id=x&nonce=y').expect(200);
  expect(text).toContain('<div id="root">');
  expect((headers as Record<string, string>)['content-security-policy']).toContain("frame-ancestors 'none'");
});
