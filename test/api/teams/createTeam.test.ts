import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
});

const pathOf = (of: string) => `/api/0/organizations/${of}/teams/`;
const create = (body: object) => service.client.post(pathOf(organization), token).send(body);

test.each([
  [{ slug: 'backend' }, { slug: 'backend', name: 'backend' }],
  [
    { slug: 'ios', name: ' iOS apps ' },
    { slug: 'ios', name: 'iOS apps' },
  ],
  [{ name: 'Équipe  Données (2)' }, { slug: 'equipe-donnees-2', name: 'Équipe  Données (2)' }],
])('creates %j', async (body, expected) => {
  const { body: team } = await create(body).expect(201);
  expect(team).toMatchObject(expected);
  const { slug } = expected;
  expect((await service.client.get(`/api/0/teams/${organization}/${slug}/`, token).expect(200)).body).toEqual(team);
  const { body: log } = await service.client.get(`/api/0/organizations/${organization}/audit-logs/`, token).expect(200);
  expect((log as object[])[0]).toMatchObject({ event: 'team.create', target: { name: slug } });
});

test.each([
  [{}, { slug: ['Send a slug or a name.'] }],
  [{ name: '!!' }, { slug: ['No slug can be derived from the name "!!"; send a slug.'] }],
  [{ name: '2026' }, { slug: ['No slug can be derived from the name "2026"; send a slug.'] }],
  [
    { name: 'Back end', slug: 'backend' },
    { slug: ['The slug "backend" is already used by another team of this organization; choose a different one.'] },
  ],
])('rejects %j', async (body, expected) => expect((await create(body).expect(400)).body).toEqual(expected));
