import { SCOPES } from '../../../src/domain/access';
import { useService } from '../../support/service';

interface Created {
  readonly id: string;
  readonly token: string;
  readonly scopes: string[];
  readonly expiresAt: string | null;
}

const service = useService();
let organization: string;
let ann: string;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  ann = await service.fixtures.token(organization);
});

const OWN = '/api/0/api-tokens/';

async function create(path: string, body: object, as = ann): Promise<Created> {
  return (await service.client.post(path, as).send(body).expect(201)).body as Created;
}

async function idsOf(path: string, as = ann): Promise<string[]> {
  return ((await service.client.get(path, as).expect(200)).body as { id: string }[]).map(({ id }) => id);
}

const READING = { name: 'Dashboard', scopes: ['project:read'] };

test('are created, used, listed without their text, and revoked', async () => {
  const project = await service.fixtures.project({ organization });
  const { id, token, ...record } = await create(OWN, READING);
  expect(record).toMatchObject({ name: 'Dashboard', scopes: ['project:read'], expiresAt: null });
  await service.client.get(project.path, token).expect(200);
  const { text } = await service.client.get(OWN, ann).expect(200);
  expect(text).not.toContain(token);
  expect(await idsOf(OWN)).toContain(id);
  await service.client.delete(`${OWN}${id}/`, ann).expect(204);
  await service.client.get(project.path, token).expect(401);
  await service.client.delete(`${OWN}${id}/`, ann).expect(404, { detail: 'Token not found' });
  expect(await idsOf(OWN)).not.toContain(id);
  const log = await service.client.get(`/api/0/organizations/${organization}/audit-logs/`, ann).expect(200);
  expect(log.text).not.toContain(token);
  expect((log.body as { event: string }[]).slice(0, 2).map(({ event }) => event)).toEqual([
    'token.revoke',
    'token.create',
  ]);
});

test('never get a scope that the token of the request does not hold', async () => {
  const weak = await service.fixtures.token(organization, { scopes: ['project:read', 'org:read'] });
  for (const scope of SCOPES) {
    const isHeld = ['project:read', 'org:read'].includes(scope);
    await service.client
      .post(OWN, weak)
      .send({ name: 'More', scopes: [scope] })
      .expect(isHeld ? 201 : 400);
  }
  const { body } = await service.client.post(OWN, weak).send({ name: 'More', scopes: SCOPES }).expect(400);
  expect(Object.keys(body as object)).toEqual(['scopes']);
});

test('never get a scope that the role of their member does not allow', async () => {
  const bob = await service.fixtures.token(organization, { email: 'bob@acme.test' });
  await service.client
    .put(`/api/0/organizations/${organization}/members/me/`, bob)
    .send({ role: 'member' })
    .expect(200);
  await service.client
    .post(OWN, bob)
    .send({ name: 'More', scopes: ['project:write'] })
    .expect(400);
});

test('expire no later than the token that creates them, and are revoked with it', async () => {
  const parent = await create(OWN, { ...READING, expiresAt: '2100-01-01T00:00:00Z' });
  const child = await create(OWN, READING, parent.token);
  expect(child.expiresAt).toBe('2100-01-01T00:00:00Z');
  for (const expiresAt of [null, '2100-01-01T00:00:01Z']) {
    const { body } = await service.client
      .post(OWN, parent.token)
      .send({ ...READING, expiresAt })
      .expect(400);
    expect(body).toEqual({
      expiresAt: ['The token of this request expires at 2100-01-01T00:00:00.000Z; choose no later time.'],
    });
  }
  const grandchild = await create(OWN, { ...READING, expiresAt: '2099-01-01T00:00:00Z' }, child.token);
  await service.client.get(OWN, grandchild.token).expect(200);
  await service.client.delete(`${OWN}${parent.id}/`, ann).expect(204);
  for (const { token } of [parent, child, grandchild]) await service.client.get(OWN, token).expect(401);
});

test.each([
  [{ name: 'x', scopes: [] }, { scopes: ['A token needs at least one scope.'] }],
  [{ name: 'x', scopes: ['all'] }, { scopes: expect.anything() as unknown }],
  [{ scopes: ['org:read'] }, { name: expect.anything() as unknown }],
  [{ ...READING, expiresAt: '2026-02-30T00:00:00Z' }, { expiresAt: expect.anything() as unknown }],
  [{ ...READING, expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: ['This time is not in the future.'] }],
  [{ ...READING, isActive: true }, { isActive: expect.anything() as unknown }],
])('are rejected: %j', async (body, expected) => {
  const response = await service.client.post(OWN, ann).send(body).expect(400);
  expect(Object.keys(response.body as object).map((field) => field.replace(/[.[].*$/, ''))).toEqual(
    Object.keys(expected),
  );
  expect(response.body).toMatchObject(expected);
});

test('are revoked only by tokens with all of their scopes, and by themselves', async () => {
  const strong = await create(OWN, { name: 'Strong', scopes: ['org:admin', 'org:read'] });
  const weak = await create(OWN, { name: 'Weak', scopes: ['org:read'] });
  await service.client.delete(`${OWN}${strong.id}/`, weak.token).expect(400);
  await service.client.delete(`${OWN}${weak.id}/`, strong.token).expect(204);
  await service.client.delete(`${OWN}${strong.id}/`, strong.token).expect(204);
});

test('of other members and organizations are unknown', async () => {
  const bob = await service.fixtures.token(organization, { email: 'bob@acme.test' });
  const { id } = await create(OWN, READING);
  await service.client.delete(`${OWN}${id}/`, bob).expect(404);
  const other = await service.fixtures.token((await service.fixtures.organization()).slug);
  await service.client.delete(`${OWN}${id}/`, other).expect(404);
  expect(await idsOf(OWN, bob)).not.toContain(id);
  await service.client.get(OWN).expect(401);
});

test('are at most 100', async () => {
  for (let count = (await idsOf(OWN)).length; count < 100; count += 1) await create(OWN, READING);
  const { body } = await service.client.post(OWN, ann).send(READING).expect(400);
  expect(body).toEqual({
    detail: 'The member has 100 tokens, which is the limit; revoke one that is not used any more.',
  });
});
