import { requireConsole } from '../../support/consoleFiles';
import { useService } from '../../support/service';

const service = useService();
let page: string;

beforeAll(async () => {
  requireConsole();
  ({ text: page } = await service.client.get('/').expect(200));
});

test.each([
  '/organizations/acme',
  '/organizations/acme/issues/',
  '/organizations/acme/issues/12/events/8f3a1c5e7b9d4026a1b2c3d4e5f60718/?project=shop',
  '/organizations/acme/releases/shop%402.4.1%2Fweb/',
  '/organizations/%zz/issues/',
])('%s is the page of the console', async (path) => {
  const { text } = await service.client.get(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
  expect(text).toBe(page);
});

test('/organizations alone is none', () => service.client.get('/organizations/').expect(404));

test('the page allows scripts, styles and requests of its own service only', async () => {
  const { headers } = await service.client.get('/organizations/acme/').expect(200);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
});

test('the page is 304 for the browser that has it', async () => {
  const { headers } = await service.client.get('/organizations/acme/').expect(200);
  await service.client
    .get('/organizations/acme/')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
});

test('the page has no script, style or handler of its own: the policy would refuse it', () => {
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son[a-z]+=|style=/i);
  expect(page).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+\.js">/);
});

test('the page is the same in a compressed form', async () => {
  const { headers, text } = await service.client.get('/organizations/acme/').set('Accept-Encoding', 'br').expect(200);
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(text).toBe(page);
});
