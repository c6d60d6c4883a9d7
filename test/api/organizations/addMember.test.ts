import { scopesOfRole } from '../../../src/domain/access';
import { useService } from '../../support/service';

const service = useService();
let organization: string;
let owner: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  await service.fixtures.team({ organization, slug: 'backend' });
  owner = await service.fixtures.token(organization);
});

const pathOf = (of: string) => `/api/0/organizations/${of}/members/`;
const add = (body: object, token = owner) => service.client.post(pathOf(organization), token).send(body);

test('adds a member to teams, as a member unless the body has a role', async () => {
  const { body } = await add({ email: ' bob@acme.test ', teams: ['backend'] }).expect(201);
  expect(body).toMatchObject({ email: 'bob@acme.test', role: 'member', teams: ['backend'] });
  const { id } = body as { id: string };
  const { body: member } = await service.client.get(`${pathOf(organization)}${id}/`, owner).expect(200);
  expect(member).toEqual(body);
  const { body: log } = await service.client.get(`/api/0/organizations/${organization}/audit-logs/`, owner).expect(200);
  const details = { role: 'member', teams: ['backend'] };
  expect((log as object[])[0]).toMatchObject({ event: 'member.add', target: { name: 'bob@acme.test' }, details });
});

test.each([
  ['ann@acme.test', 'an address in use'],
  ['ANN@Acme.Test', 'the same address in other letters'],
])('rejects %s: %s', async (email) => {
  const { body } = await add({ email }).expect(400);
  expect(body).toEqual({ email: [`The address "${email}" belongs to another member of this organization.`] });
});

test('rejects unknown teams and roles, all at once, and adds nobody', async () => {
  const before = (await service.client.get(pathOf(organization), owner).expect(200)).body as object[];
  const other = await service.fixtures.team();
  const { body } = await add({ email: 'eve@acme.test', role: 'king', teams: ['backend', other.id] }).expect(400);
  expect(body).toEqual({
    role: ['Not a role; there are member, admin, manager and owner.'],
    teams: [`teams[1]: There is no team "${other.id}" in this organization.`],
  });
  expect((await service.client.get(pathOf(organization), owner).expect(200)).body).toEqual(before);
});

test('only a token with org:admin makes owners', async () => {
  const manager = await service.fixtures.token(organization, { scopes: scopesOfRole('manager') });
  const { body } = await add({ email: 'king@acme.test', role: 'owner' }, manager).expect(403);
  expect(body).toEqual({
    detail: 'Only a token with org:admin can add, change or remove an owner.',
    requiredScopes: ['org:admin'],
  });
  await add({ email: 'manager@acme.test', role: 'manager' }, manager).expect(201);
  await add({ email: 'king@acme.test', role: 'owner' }).expect(201);
});
