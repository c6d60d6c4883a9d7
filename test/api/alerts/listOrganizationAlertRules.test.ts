import type { components } from '../../../generated/api';
import { rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Row = components['schemas']['OrganizationAlertRule'];

const service = useService();
let shop: ProjectFixture;
let blog: ProjectFixture;
let token: string;
beforeAll(async () => {
  shop = await service.fixtures.project({ name: 'Shop' });
  const { organization } = shop;
  blog = await service.fixtures.project({ organization, name: 'Blog' });
  token = await service.fixtures.token(organization);
  await rulesOf(service, blog, token).create({ name: 'blog' });
  await rulesOf(service, shop, token).create({ name: 'shop', isActive: false });
  const recipients = [
    { type: 'webhook', url: 'https://hooks.acme.test/secret' },
    { type: 'email', address: 'oncall@acme.test' },
  ];
  await rulesOf(service, shop, token).create({ name: 'later', recipients });
  const elsewhere = await service.fixtures.project();
  await rulesOf(service, elsewhere, await service.fixtures.token(elsewhere.organization)).create();
});

const get = (query = '', caller = token) =>
  service.client.get(`/api/0/organizations/${shop.organization}/alert-rules/${query}`, caller);

test('lists the rules of all projects as the lists of the projects have them, the oldest project first', async () => {
  const { body } = await get().expect(200);
  const expected = [];
  for (const [project, name] of [
    [shop, 'Shop'],
    [blog, 'Blog'],
  ] as const) {
    const { id, slug } = project;
    const rules = await rulesOf(service, project, token).list();
    expected.push(...rules.map((rule) => ({ project: { id, slug, name }, rule })));
  }
  expect(expected.map(({ rule }) => rule.name)).toEqual(['shop', 'later', 'blog']);
  expect(body).toEqual(expected);
});

test('returns pages across projects, forwards and backwards', async () => {
  const namesOf = ({ body }: { body: unknown }) => (body as Row[]).map(({ rule }) => rule.name);
  const cursorOf = ({ headers }: { headers: Record<string, string> }, rel: string) =>
    new RegExp(`rel="${rel}"; results="true"; cursor="([^"]+)"`).exec(headers['link'] ?? '')?.[1] ?? '';
  const first = await get('?per_page=2').expect(200);
  expect(namesOf(first)).toEqual(['shop', 'later']);
  const second = await get(`?per_page=2&cursor=${cursorOf(first, 'next')}`).expect(200);
  expect(namesOf(second)).toEqual(['blog']);
  expect(cursorOf(second, 'next')).toBe('');
  const before = await get(`?per_page=2&cursor=${cursorOf(second, 'previous')}`).expect(200);
  expect(namesOf(before)).toEqual(['shop', 'later']);
  await get('?cursor=q0:1:2').expect(400);
});

test('shows URLs and secrets of webhooks to callers that may write only', async () => {
  const reader = await service.fixtures.token(shop.organization, { scopes: ['alerts:read'] });
  const { body } = await get('', reader).expect(200);
  expect(JSON.stringify(body)).not.toMatch(/secret"?:"whsec|hooks/);
  expect((await get().expect(200)).text).toMatch(/hooks\.acme\.test.*whsec/);
});
