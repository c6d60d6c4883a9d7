import { callTools, registerProgram } from '../../support/oauth';
import { useService } from '../../support/service';

const service = useService();

const revoke = (form: object) => service.client.post('/oauth/revoke').type('form').send(form);

test.each(['access_token', 'refresh_token'] as const)('ends both tokens by the %s, with an entry', async (kind) => {
  const { slug } = await service.fixtures.organization();
  const session = await service.fixtures.session(slug);
  const program = await registerProgram(service);
  const tokens = await program.obtain(session);
  expect(await callTools(service, tokens.access_token)).toBe(200);
  await revoke({ token: tokens[kind], client_id: program.id, token_type_hint: kind }).expect(200);
  expect(await callTools(service, tokens.access_token)).toBe(401);
  const refreshed = await program.exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  expect([refreshed.status, refreshed.body]).toMatchObject([400, { error: 'invalid_grant' }]);
  const { body } = await service.client.get(`/api/0/organizations/${slug}/audit-logs/`).set(session.headers);
  const [entry] = body as object[];
  expect(entry).toMatchObject({ event: 'token.revoke', details: { reason: 'by the program' } });
});

test('leaves the tokens of other programs and of people alone, without saying so', async () => {
  const { slug } = await service.fixtures.organization();
  const session = await service.fixtures.session(slug);
  const [program, other] = [await registerProgram(service), await registerProgram(service)];
  const { access_token: token } = await program.obtain(session);
  const own = await service.fixtures.token(slug);
  for (const sent of [token, own, 'unknown']) await revoke({ token: sent, client_id: other.id }).expect(200);
  for (const kept of [token, own]) expect(await callTools(service, kept)).toBe(200);
});
