import { describeAccess } from '../../support/protectedOperation';
import { type Service, startService } from '../../support/service';

let service: Service;
let organization: string;
let token: string;
let id: string;
beforeAll(async () => {
  service = await startService();
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
  const { body } = await service.client.get(pathOf(organization, ''), token).expect(200);
  ({ id } = (body as [{ id: string }])[0]);
});
afterAll(() => service.close());

const pathOf = (of: string, member = `${id}/`) => `/api/0/organizations/${of}/members/${member}`;

describeAccess(
  () => ({ service, method: 'put', organization, path: (of) => pathOf(of), body: { email: 'ann@acme.test' } }),
  ['member:admin', 'member:write'],
);

test('changes the address; tokens stay', async () => {
  const { body } = await service.client.put(pathOf(organization), token).send({ email: ' ann@new.test ' }).expect(200);
  expect(body).toMatchObject({ id, email: 'ann@new.test' });
  await service.client.get(pathOf(organization, ''), token).expect(200);
});

test('rejects what is no address, and that of another member', async () => {
  await service.fixtures.token(organization, { email: 'bob@acme.test' });
  const rejected = async (email: unknown) =>
    (await service.client.put(pathOf(organization), token).send({ email }).expect(400)).body as unknown;
  expect(await rejected('ann')).toEqual({ email: ['Not an e-mail address such as ann@acme.test.'] });
  expect(await rejected('bob@acme.test')).toEqual({
    email: ['The address "bob@acme.test" is that of another member of this organization.'],
  });
});

test('does not find a member of another organization', async () => {
  const other = (await service.fixtures.organization()).slug;
  const stranger = await service.fixtures.token(other);
  const { body } = await service.client.put(pathOf(other), stranger).send({ email: 'a@b.test' }).expect(404);
  expect(body).toEqual({ detail: 'Member not found' });
});
