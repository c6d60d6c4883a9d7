import { type Role, ROLES, SCOPES } from '../../../src/domain/access';
import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
let id: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
  const eve = await service.fixtures.token(organization, {
    email: 'eve@acme.test',
    role: 'member',
    scopes: ['member:read'],
  });
  const { body } = await service.client.get(pathOf(organization, 'me/'), eve).expect(200);
  ({ id } = body as { id: string });
});

const pathOf = (of: string, member = `${id}/`) => `/api/0/organizations/${of}/members/${member}`;

test('changes the address; tokens stay', async () => {
  const scopes = ['member:read'];
  const eve = await service.fixtures.token(organization, { email: 'eve@acme.test', scopes });
  const { body } = await service.client.put(pathOf(organization), token).send({ email: ' eve@new.test ' }).expect(200);
  expect(body).toMatchObject({ id, email: 'eve@new.test' });
  await service.client.get(pathOf(organization, ''), eve).expect(200);
});

test('rejects what is no address, and that of another member', async () => {
  await service.fixtures.token(organization, { email: 'bob@acme.test' });
  const rejected = async (email: unknown) =>
    (await service.client.put(pathOf(organization), token).send({ email }).expect(400)).body as unknown;
  expect(await rejected('ann')).toEqual({ email: ['Not an e-mail address such as ann@acme.test.'] });
  expect(await rejected('bob@acme.test')).toEqual({
    email: ['The address "bob@acme.test" belongs to another member of this organization.'],
  });
});

test('does not find a member of another organization', async () => {
  const other = (await service.fixtures.organization()).slug;
  const stranger = await service.fixtures.token(other);
  const { body } = await service.client.put(pathOf(other), stranger).send({ email: 'a@b.test' }).expect(404);
  expect(body).toEqual({ detail: 'Member not found' });
});

describe('roles', () => {
  let of: string;
  let owner: string;
  beforeEach(async () => {
    of = (await service.fixtures.organization()).slug;
    owner = await service.fixtures.token(of);
  });

  const members = (id = '') => `/api/0/organizations/${of}/members/${id && `${id}/`}`;

  /** Adds a member with this role and a token with every scope. */
  async function memberOf(role: Role): Promise<{ id: string; token: string }> {
    const email = `${role}@acme.test`;
    const token = await service.fixtures.token(of, { email });
    const { body } = await service.client.get(members('me'), token).expect(200);
    const { id } = body as { id: string };
    await service.client.put(members(id), owner).send({ role }).expect(200);
    return { id, token };
  }

  async function scopesOf(token: string): Promise<string[]> {
    const { body } = await service.client.get('/api/0/', token).expect(200);
    return (body as { auth: { scopes: string[] } }).auth.scopes;
  }

  test('a role bounds the scopes of the tokens at once, and gives them back', async () => {
    const { id, token } = await memberOf('member');
    const scopes = await scopesOf(token);
    expect(scopes).toEqual(
      SCOPES.filter(
        (scope) =>
          !/^(project:(write|admin)|team:(write|admin)|org:(integrations|write|admin)|member:(write|admin))$/.test(
            scope,
          ),
      ),
    );
    const sizes = [];
    for (const role of ROLES) {
      await service.client.put(members(id), owner).send({ role }).expect(200);
      sizes.push((await scopesOf(token)).length);
    }
    expect(sizes).toEqual([10, 15, 18, 19]);
    await service.client.put(members(id), owner).send({ role: 'member' }).expect(200);
    await service.client.put(members(id), token).send({ role: 'owner' }).expect(403);
  });

  test('a manager neither makes nor changes nor removes owners, also not in the own person', async () => {
    const manager = await memberOf('manager');
    const { body } = await service.client.get(members('me'), owner).expect(200);
    const { id } = body as { id: string };
    for (const change of [{ role: 'member' }, { email: 'gone@acme.test' }, { teams: [] }])
      await service.client.put(members(id), manager.token).send(change).expect(403);
    await service.client.delete(members(id), manager.token).expect(403);
    await service.client.put(members('me'), manager.token).send({ role: 'owner' }).expect(403);
    await service.client.put(members('me'), manager.token).send({ role: 'member' }).expect(200);
    await service.client.put(members('me'), manager.token).send({ role: 'manager' }).expect(403);
  });

  test('the last owner keeps the role and stays', async () => {
    await memberOf('manager');
    const detail = 'The organization has no other owner; make another member owner first.';
    const { body } = await service.client.put(members('me'), owner).send({ role: 'manager' }).expect(400);
    expect(body).toEqual({ detail });
    await service.client.delete(members('me'), owner).expect(400, { detail });
    await memberOf('owner');
    await service.client.put(members('me'), owner).send({ role: 'manager' }).expect(200);
  });

  test('an update replaces the teams; repeated, it changes nothing and is not in the audit log', async () => {
    for (const slug of ['backend', 'frontend']) await service.fixtures.team({ organization: of, slug });
    const { id } = await memberOf('admin');
    const change = { role: 'admin', email: 'admin@acme.test', teams: ['frontend', 'backend'] };
    const { body: first } = await service.client.put(members(id), owner).send(change).expect(200);
    expect(first).toMatchObject({ role: 'admin', teams: ['backend', 'frontend'] });
    const log = async () =>
      (await service.client.get(`/api/0/organizations/${of}/audit-logs/`, owner).expect(200)).body as object[];
    const before = await log();
    expect(before[0]).toMatchObject({ event: 'member.update', details: { fields: ['teams'] } });
    expect((await service.client.put(members(id), owner).send(change).expect(200)).body).toEqual(first);
    expect(await log()).toEqual(before);
    const { body } = await service.client
      .put(members(id), owner)
      .send({ teams: ['backend'] })
      .expect(200);
    expect(body).toMatchObject({ teams: ['backend'] });
  });
});
