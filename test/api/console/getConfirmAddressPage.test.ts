import { requireConsole } from '../../support/consoleFiles';
import { useService } from '../../support/service';

const service = useService();

beforeAll(async () => {
  requireConsole();
}, 60_000);

test('returns the page of the console without a credential, also with parameters that mail programs add', async () => {
  for (const query of ['', '?utm_source=mail']) {
    const { text } = await service.client.get(`/confirm-address${query}`).expect(200);
    expect(text).toContain('<div id="root">');
    // The page reads no session: browsers would warn of a preload that nothing uses.
    expect(text).not.toContain('auth/options');
  }
});
