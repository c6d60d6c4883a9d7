import { Script } from 'node:vm';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';
const PATH = '/api/embed/error-page/';

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

/** Requests the script as a page does: SDKs do not encode the DSN. */
const get = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  service.client
    .get(`${PATH}?dsn=${project.dsn}&${new URLSearchParams(query).toString()}`)
    .set(headers)
    .buffer(true);

test('returns a script that pages of any origin may load', async () => {
  const { headers, text } = await get({ eventId: ID }, { Origin: 'https://shop.example' }).expect(200);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(text).toContain('What happened?');
  // It is a script; running it needs a document.
  expect(() => new Script(text)).not.toThrow();
});

test('has the texts and values of the query, escaped for scripts and pages', async () => {
  const title = `</script><script>alert("1")</script>'\u2028`;
  const { text } = await get({ eventId: '', title, name: 'Ada & Co', lang: 'de' }).expect(200);
  expect(text).not.toContain('</script>');
  expect(text).not.toContain('\u2028');
  const [, values = ''] = /var texts = (.*), values = /.exec(text) ?? [];
  expect(JSON.parse(values)).toMatchObject({ title, labelName: 'Name' });
  expect(text).toContain('"Ada \\u0026 Co"');
});

test('needs an event, a known DSN, and a page that may send events', async () => {
  await get({}).expect(400, { eventId: ['This parameter is required.'] });
  await get({ eventId: 'x' }).expect(400, { eventId: ['It is no id of an event.'] });
  await service.client.get(`${PATH}?eventId=${ID}`).expect(404);
  await service.client.get(`${PATH}?eventId=${ID}&dsn=${project.dsn.replace(/\/\d+$/, '/999999')}`).expect(404);
  await service.client
    .put(project.path, token)
    .send({ allowedDomains: ['shop.example'] })
    .expect(200);
  const { headers } = await get({ eventId: ID }, { Origin: 'https://other.example' }).expect(403);
  expect(headers['access-control-allow-origin']).toBe('*');
  await get({ eventId: ID }, { Origin: 'https://shop.example' }).expect(200);
});

test('answers a preflight request', async () => {
  const { status, headers } = await fetch(service.url + PATH, { method: 'OPTIONS' });
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS');
  expect(headers.get('access-control-allow-headers')).toContain('content-type');
});
