import type { Delivery } from '../../../src/domain/alert';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

/** The present time in whole seconds. */
const NOW = Math.floor(Date.now() / 1000) * 1000;
const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000', '');

const service = useService();
let shop: ProjectFixture;
let blog: ProjectFixture;
let token: string;
beforeAll(async () => {
  const { slug: organization } = await service.fixtures.organization();
  [shop, blog] = [await service.fixtures.project({ organization }), await service.fixtures.project({ organization })];
  token = await service.fixtures.token(organization, { email: 'ann@acme.test' });
  const elsewhere = await service.fixtures.project();
  const { body } = await service.client.get(`/api/0/organizations/${organization}/members/`, token).expect(200);
  const ann = (body as { id: string; email: string }[]).find(({ email }) => email === 'ann@acme.test')?.id ?? '';
  const of = (project: ProjectFixture, digit: string, given: Partial<Delivery>): Delivery => ({
    projectId: project.id,
    organizationId: project.row.organizationId,
    channel: 'mail',
    kind: 'alerts',
    digest: digit.repeat(32),
    queueId: null,
    recipient: ann,
    state: 'waiting',
    alertCount: 1,
    attempts: 0,
    dueAt: NOW + 1_800_000,
    dateCreated: NOW,
    dateSettled: null,
    error: null,
    ...given,
  });
  await service.app.database.write(({ alerts }) =>
    alerts.insertDeliveries([
      of(shop, 'a', { dateCreated: NOW - 1000, attempts: 2, error: 'The mail server hung up.' }),
      of(shop, 'b', { state: 'sent', attempts: 1, dateSettled: NOW + 5000 }),
      of(blog, 'c', { channel: 'webhook', recipient: '0' }),
      of(elsewhere, 'd', {}),
    ]),
  );
});

interface Row {
  readonly id: string;
  readonly project: { readonly slug: string };
}

const pathOf = (organization: string) => `/api/0/organizations/${organization}/alert-deliveries/`;
const get = (query = '') => service.client.get(`${pathOf(shop.organization)}${query}`, token);
const digests = async (query = '') =>
  ((await get(query).expect(200)).body as Row[]).map(({ id }) => id.slice(0, 1)).join('');

test('lists deliveries with their state, newest first', async () => {
  const { body } = await get().expect(200);
  expect(body).toMatchObject([
    { project: { slug: blog.slug }, channel: 'webhook', recipient: null, rule: null, state: 'waiting' },
    {
      project: { slug: shop.slug },
      state: 'sent',
      nextAttempt: null,
      dateSettled: timeOf(NOW + 5000),
      error: null,
    },
    {
      channel: 'mail',
      recipient: 'ann@acme.test',
      state: 'failing',
      attempts: 2,
      alertCount: 1,
      nextAttempt: timeOf(NOW + 1_800_000),
      error: 'The mail server hung up.',
    },
  ]);
});

test.each(['slug', 'id'] as const)('lists those of one project by its %s', async (property) => {
  expect(await digests(`?project=${shop[property]}`)).toBe('ba');
  expect(await digests(`?project=${blog[property]}`)).toBe('c');
});

test('pages lead forwards and back, also between deliveries of one time', async () => {
  const cursorOf = async (query: string, rel: string) => {
    const { headers } = await get(query).expect(200);
    return encodeURIComponent(
      new RegExp(`rel="${rel}"; results="true"; cursor="([^"]+)"`).exec(headers['link'] ?? '')?.[1] ?? '',
    );
  };
  expect(await digests('?per_page=1')).toBe('c');
  const second = `?per_page=1&cursor=${await cursorOf('?per_page=1', 'next')}`;
  expect(await digests(second)).toBe('b');
  expect(await digests(`?per_page=1&cursor=${await cursorOf(second, 'next')}`)).toBe('a');
  expect(await digests(`?per_page=1&cursor=${await cursorOf(second, 'previous')}`)).toBe('c');
});

test('an unknown project is 404', async () => {
  await get('?project=nowhere').expect(404);
});
