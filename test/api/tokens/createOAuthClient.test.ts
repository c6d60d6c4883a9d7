import { useExampleTime } from '../../support/exampleTime';
import { useOwnService } from '../../support/service';

/** Registrations are counted by the hour of the clock, which must not end meanwhile. */
useExampleTime();

/** Registrations are counted by address: those of other files would count, too. */
const service = useOwnService();

const register = (body: object) => service.client.post('/oauth/register').send(body);

test('registers a public client, whatever it asks for, and ignores what it does not know', async () => {
  const { body } = await register({
    ...{ client_name: ' Assi\u202estant\u200b ', redirect_uris: ['http://localhost:1/x', 'https://a.test/y?z=1'] },
    ...{ token_endpoint_auth_method: 'client_secret_basic', grant_types: ['password'], logo_uri: 'https://a.test/' },
  }).expect(201);
  expect(body).toMatchObject({ client_name: 'Assistant', token_endpoint_auth_method: 'none' });
  expect(body).not.toHaveProperty('client_secret');
});

test('names a program without a name by the host of its first address', async () => {
  const { body } = await register({ client_name: ' \u2066 ', redirect_uris: ['https://a.test:8443/y'] }).expect(201);
  expect(body).toMatchObject({ client_name: 'a.test:8443' });
});

test.each([
  'http://a.test/',
  'http://127.0.0.1.a.test/',
  'http://localhost@a.test/',
  'https://ann@a.test/',
  'https://a.test/#x',
  'https:\\\\a.test',
  'javascript:alert(1)',
  'cursor://callback',
  '/callback',
])('refuses the address %s', async (uri) => {
  const { body } = await register({ redirect_uris: ['https://a.test/', uri] }).expect(400);
  expect(body).toMatchObject({ error: 'invalid_redirect_uri' });
});

test.each([
  [{}, 'redirect_uris: This field is required.'],
  [{ redirect_uris: [] }, expect.stringContaining('redirect_uris')],
  [{ redirect_uris: ['https://a.test/'], client_name: 'x'.repeat(101) }, expect.stringContaining('client_name')],
])('refuses %j in the form of OAuth', async (sent, description) => {
  const { body } = await register(sent).expect(400);
  expect(body).toEqual({ error: 'invalid_client_metadata', error_description: description as string });
});

test('refuses a flood from one network', async () => {
  const send = async () => (await register({ redirect_uris: ['https://a.test/'] })).status;
  const statuses: number[] = [];
  for (let count = 0; count < 21; count++) statuses.push(await send());
  expect(statuses.at(-1)).toBe(429);
});
