import { useService } from '../../support/service';

const service = useService();
let team: { slug: string; organization: string };
let token: string;
beforeAll(async () => {
  team = await service.fixtures.team();
  token = await service.fixtures.token(team.organization, { teams: [team.slug] });
});

const pathOf = (of: string, slug = team.slug) => `/api/0/teams/${of}/${slug}/projects/`;
const create = (body: object) => service.client.post(pathOf(team.organization), token).send(body);

test('creates a project of the team, whose key accepts events at once', async () => {
  const { body } = await create({ name: 'Web Shop', platform: 'node' }).expect(201);
  const record = { slug: 'web-shop', name: 'Web Shop', platform: 'node', isMember: true, teams: [{ slug: team.slug }] };
  expect(body).toMatchObject(record);
  const path = `/api/0/projects/${team.organization}/web-shop/`;
  const { body: keys } = await service.client.get(`${path}keys/`, token).expect(200);
  const [{ dsn, name }] = keys as [{ dsn: { public: string }; name: string }];
  expect(name).toBe('Default');
  const { username, pathname } = new URL(dsn.public);
  const url = `${service.fixtures.url}/api${pathname}/store/?sentry_key=${username}`;
  expect((await fetch(url, { method: 'POST', body: '{"message":"hello"}' })).status).toBe(200);
  expect((await service.client.get(`${path}events/`, token).expect(200)).body).toHaveLength(1);
  const { body: log } = await service.client
    .get(`/api/0/organizations/${team.organization}/audit-logs/?event=project.create`, token)
    .expect(200);
  expect(log).toMatchObject([{ target: { name: 'web-shop' }, details: { team: team.slug } }]);
});

test.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: '...' }, { slug: ['No slug can be derived from the name "..."; send a slug.'] }],
  [{ name: 'Teams' }, { slug: ['The slug "teams", which is derived from the name, is reserved; send another slug.'] }],
  [{ name: 'Shop', platform: 'amiga' }, { platform: expect.anything() as unknown }],
  [{ name: 'Shop', isBookmarked: true }, { isBookmarked: expect.anything() as unknown }],
])('rejects %j', async (body, expected) => expect((await create(body).expect(400)).body).toEqual(expected));

test('rejects the slug of another project of the organization', async () => {
  await create({ name: 'Twice' }).expect(201);
  const { body } = await create({ name: 'Twice' }).expect(400);
  expect(body).toEqual({
    slug: ['The slug "twice" is already used by another project of this organization; choose a different one.'],
  });
});

test('does not find an unknown team', async () => {
  await service.client.post(pathOf(team.organization, 'nobody'), token).send({ name: 'Shop' }).expect(404);
});
