import { scopesOfRole } from '../../../src/domain/access';
import { poll } from '../../support/process';
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
const shared = (id = '', of = organization) => `/api/0/organizations/${of}/org-auth-tokens/${id && `${id}/`}`;

async function create(path: string, body: object, as = ann): Promise<Created> {
  return (await service.client.post(path, as).send(body).expect(201)).body as Created;
}

async function idsOf(path: string, as = ann): Promise<string[]> {
  return ((await service.client.get(path, as).expect(200)).body as { id: string }[]).map(({ id }) => id);
}

const READING = { name: 'Dashboard', scopes: ['project:read'] };

test('are created, used, renamed, listed without their text, and revoked', async () => {
  const project = await service.fixtures.project({ organization });
  const { id, token } = await create(shared(), READING);
  const unused = await service.client.get(shared(), ann).expect(200);
  expect(unused.body).toMatchObject([{ id, lastUsedAt: null, dateLastUsed: null }]);
  await service.client.get(project.path, token).expect(200);
  const { body } = await service.client.put(shared(id), ann).send({ name: 'Wall' }).expect(200);
  expect(body).toMatchObject({ id, name: 'Wall', scopes: ['project:read'] });
  const readList = () => service.client.get(shared(), ann).expect(200);
  // A use is recorded beside the request.
  await poll(async () => (await readList()).text.includes('"lastUsedAt":"'));
  const list = await readList();
  const [{ lastUsedAt, ...listed }] = list.body as [Record<string, unknown>];
  expect(listed).toMatchObject({ id, name: 'Wall', dateLastUsed: lastUsedAt, tokenLastCharacters: token.slice(-4) });
  expect(list.text).not.toContain(token);
  expect(await idsOf(OWN)).not.toContain(id);
  await service.client.delete(shared(id), ann).expect(204);
  await service.client.get(project.path, token).expect(401);
  for (const method of ['put', 'delete'] as const) await service.client.send(method, shared(id), ann).expect(404);
});

test('never hold org:admin, nor what the token of the request does not hold', async () => {
  const { body } = await service.client
    .post(shared(), ann)
    .send({ ...READING, scopes: ['org:admin'] })
    .expect(400);
  expect(body).toEqual({ scopes: ['A token of an organization cannot hold "org:admin".'] });
  const manager = await service.fixtures.token(organization, { scopes: ['org:write'] });
  await service.client
    .post(shared(), manager)
    .send({ ...READING, scopes: ['member:write'] })
    .expect(400);
  const { token } = await create(shared(), { name: 'Members', scopes: scopesOfRole('manager') });
  const members = `/api/0/organizations/${organization}/members/`;
  await service.client.post(members, token).send({ email: 'king@acme.test', role: 'owner' }).expect(403);
  await service.client.post(members, token).send({ email: 'bob@acme.test', role: 'manager' }).expect(201);
});

test('create no tokens, and have nothing that belongs to a member', async () => {
  const project = await service.fixtures.project({ organization });
  const scopes = ['org:write', 'project:read', 'project:write', 'alerts:read', 'alerts:write', 'member:read'];
  const { token } = await create(shared(), { name: 'Wide', scopes });
  const detail = 'A token of an organization cannot create tokens; use one of a member.';
  for (const path of [OWN, shared()]) await service.client.post(path, token).send(READING).expect(400, { detail });
  const nothing = {
    detail: 'This operation needs a member, but the token of this request belongs to the organization.',
  };
  await service.client.get(OWN, token).expect(400, nothing);
  await service.client.get(`${project.path}alert-settings/`, token).expect(400, nothing);
  await service.client.put(`${project.path}alert-settings/`, token).send({ mail: false }).expect(400, nothing);
  const bookmark = { isBookmarked: true, name: 'Renamed' };
  await service.client.put(project.path, token).send(bookmark).expect(400, nothing);
  const { body } = await service.client.get(project.path, token).expect(200);
  expect(body).toMatchObject({ name: project.slug, isBookmarked: false, isMember: false });
  await service.client.get(`/api/0/organizations/${organization}/members/me/`, token).expect(404);
  const { body: info } = await service.client.get('/api/0/', token).expect(200);
  expect(info).toMatchObject({ user: null, auth: { scopes: expect.arrayContaining(['org:write']) as string[] } });
  await service.client.put(project.path, token).send({ name: 'Shop' }).expect(200);
  const log = await service.client.get(`/api/0/organizations/${organization}/audit-logs/`, token).expect(200);
  expect((log.body as object[])[0]).toMatchObject({ actor: { type: 'token', id: null, email: null, user: null } });
});

test('stay when the member who created them is removed, whose own tokens end', async () => {
  const bob = await service.fixtures.token(organization, { email: 'bob@acme.test' });
  const { token } = await create(shared(), { name: 'Deployment', scopes: ['org:read'] }, bob);
  const own = await create(OWN, { name: 'Own', scopes: ['org:read'] }, bob);
  await service.client.delete(`/api/0/organizations/${organization}/members/me/`, bob).expect(204);
  const path = `/api/0/organizations/${organization}/`;
  await service.client.get(path, token).expect(200);
  for (const ended of [bob, own.token]) await service.client.get(path, ended).expect(401);
  const { body } = await service.client.get(shared(), ann).expect(200);
  expect(body).toMatchObject([{ name: 'Deployment', createdBy: null }]);
});

test('are unknown in another organization', async () => {
  const { id } = await create(shared(), READING);
  const other = (await service.fixtures.organization()).slug;
  const stranger = await service.fixtures.token(other);
  await service.client.delete(shared(id, other), stranger).expect(404, { detail: 'Token not found' });
  await service.client.delete(shared(id), stranger).expect(404);
  expect(await idsOf(shared('', other), stranger)).toEqual([]);
});
