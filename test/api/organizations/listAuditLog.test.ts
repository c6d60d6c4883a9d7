import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor } from '../../support/monitors';
import { useService } from '../../support/service';

interface Entry {
  readonly event: string;
  readonly actor: { readonly type: string; readonly email: string | null };
  readonly target: { readonly id: string };
  readonly details: Readonly<Record<string, unknown>>;
}

const service = useService();
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const pathOf = (organization: string) => `/api/0/organizations/${organization}/audit-logs/`;

async function list(query = '', organization = project.organization, bearer = token): Promise<Entry[]> {
  return (await service.client.get(`${pathOf(organization)}?${query}`, bearer).expect(200)).body as Entry[];
}

test('says who changed what, when and from where', async () => {
  const before = Date.now();
  await service.client.put(project.path, token).send({ name: 'Shop', slug: 'renamed' }).expect(200);
  const [entry] = await list();
  expect(entry).toMatchObject({
    event: 'project.update',
    actor: { type: 'member', email: 'ann@acme.test', user: null },
    ipAddress: '127.0.0.1',
    target: { type: 'project', id: project.id, name: 'renamed' },
    project: { id: project.id, slug: 'renamed' },
    details: { fields: ['name', 'slug'], previousSlug: project.slug },
  });
  expect(Date.parse((entry as unknown as { dateCreated: string }).dateCreated)).toBeGreaterThanOrEqual(before);
  await service.client
    .put(`/api/0/projects/${project.organization}/renamed/`, token)
    .send({ slug: project.slug })
    .expect(200);
});

test('has no entry for requests that change nothing', async () => {
  const organization = `/api/0/organizations/${project.organization}/`;
  await createMonitor(service, project, token);
  const count = (await list()).length;
  await service.client.put(project.path, token).send({}).expect(200);
  await service.client.put(project.path, token).send({ name: '' }).expect(400);
  await service.client.delete(`${project.path}issues/?id=999999`, token).expect(200);
  await service.client.delete(`${project.path}files/source-maps/?name=unknown`, token).expect(204);
  await service.client.delete(`${organization}chunk-upload/`, token).expect(200);
  await service.client.delete(`${organization}monitors/report/?environment=unknown`, token).expect(202);
  await service.client.get(project.path, token).expect(200);
  expect(await list()).toHaveLength(count);
});

describe('an entry', () => {
  let at: ProjectFixture;
  let shop: string;
  beforeAll(async () => {
    at = await service.fixtures.project({ organization: project.organization });
    shop = `/api/0/organizations/${at.organization}/`;
    await service.fixtures.event(at);
    await service.fixtures.team({ organization: at.organization, slug: 'backend' });
    await service.client
      .post(`${shop}releases/`, token)
      .send({ version: 'shop@1', projects: [at.slug] })
      .expect(201);
    const plugin = { enabled: false, url: 'https://hooks.acme.test/a' };
    await service.client.put(`${at.path}plugins/webhooks/`, token).send(plugin).expect(200);
  });

  const issue = async () => {
    const { body } = await service.client.get(`${at.path}issues/?query=`, token).expect(200);
    return (body as [{ id: string }])[0].id;
  };

  // Each request contains values that are set already beside new ones.
  test.each<[string, () => string | Promise<string>, object, object | null]>([
    ['project.update', () => at.path, { isBookmarked: true, name: 'A' }, { fields: ['name', 'isBookmarked'] }],
    ['project.update', () => at.path, { isBookmarked: true, name: 'A' }, null],
    ['project.update', () => at.path, { name: 'A', resolveAge: 3 }, { fields: ['resolveAge'] }],
    ['project.update', () => at.path, { isBookmarked: false, resolveAge: 3 }, { fields: ['isBookmarked'] }],
    ['project.update', () => at.path, { name: 'A', options: { 'filters:releases': 'x' } }, { fields: ['options'] }],
    ['organization.update', () => shop, { name: 'Acme', retentionDays: 40 }, { fields: ['name', 'retentionDays'] }],
    ['organization.update', () => shop, { name: 'Acme', retentionDays: 50 }, { fields: ['retentionDays'] }],
    ['key.update', () => `${at.path}keys/${at.publicKey}/`, { name: 'Web', isActive: true }, { name: 'Web' }],
    ['key.update', () => `${at.path}keys/${at.publicKey}/`, { name: 'Web', isActive: true }, null],
    [
      'plugin.update',
      () => `${at.path}plugins/webhooks/`,
      { enabled: true, url: 'https://hooks.acme.test/a' },
      { fields: ['enabled'] },
    ],
    [
      'release.update',
      () => `${shop}releases/shop%401/`,
      { ref: 'f00', commits: [{ id: 'abc' }] },
      { fields: ['ref', 'commits'] },
    ],
    ['release.update', () => `${shop}releases/shop%401/`, { ref: 'f00', commits: [{ id: 'abc' }] }, null],
    [
      'release.update',
      () => `${shop}releases/shop%401/`,
      { ref: 'f01', commits: [{ id: 'abc' }] },
      { fields: ['ref'] },
    ],
    ['issue.update', async () => `${shop}issues/${await issue()}/`, { isBookmarked: true }, { isBookmarked: true }],
    ['issue.update', async () => `${shop}issues/${await issue()}/`, { isBookmarked: true, hasSeen: true }, null],
    [
      'issue.update',
      async () => `${shop}issues/${await issue()}/`,
      { isBookmarked: true, status: 'resolved', assignedTo: '#backend' },
      { status: 'resolved', assignedTo: '#backend' },
    ],
    [
      'issue.update',
      () => `${at.path}issues/`,
      { isBookmarked: false, status: 'resolved', assignedTo: '#backend' },
      { isBookmarked: false },
    ],
    ['issue.update', () => `${at.path}issues/`, { status: 'resolved', assignedTo: '' }, { assignedTo: '' }],
  ])('of %s names what changed and nothing else', async (event, path, body, details) => {
    const before = await list(`event=${event}`);
    await service.client
      .put(await path(), token)
      .send(body)
      .expect(200);
    const [entry, ...others] = await list(`event=${event}`);
    if (details === null) expect([entry, ...others]).toEqual(before);
    else {
      expect(others).toEqual(before);
      const { count: _, ids: __, ...named } = entry?.details ?? {};
      expect(named).toEqual(details);
    }
  });

  test('of a team has it once', async () => {
    const path = `${at.path}teams/backend/`;
    await service.client.post(path, token).expect(201);
    await service.client.post(path, token).expect(201);
    await service.client.delete(path, token).expect(200);
    const events = (await list(`project=${at.slug}`)).map(({ event }) => event);
    expect(events.filter((event) => event.endsWith('_team'))).toEqual(['project.remove_team', 'project.add_team']);
  });
});

test('says which issues were removed', async () => {
  await service.fixtures.event(project);
  const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
  const [{ id }] = body as [{ id: string }];
  await service.client.delete(`${project.path}issues/?id=${id}`, token).expect(200);
  expect((await list('event=issue.remove'))[0]).toMatchObject({ details: { count: 1, ids: [id] } });
});

test('selects entries by event, member and project', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  const bob = await service.fixtures.token(project.organization, { email: 'bob@acme.test' });
  await service.client.put(other.path, bob).send({ resolveAge: 5 }).expect(200);
  expect((await list('actor=bob@acme.test')).map(({ event }) => event)).toEqual(['project.update']);
  expect((await list('event=project.create')).every(({ actor }) => actor.type === 'command')).toBe(true);
  for (const named of [other.id, other.slug]) {
    expect((await list(`project=${named}`)).map(({ event }) => event)).toEqual(['project.update', 'project.create']);
  }
  expect(await list('event=project.update&actor=nobody@acme.test')).toEqual([]);
  await service.client.get(`${pathOf(project.organization)}?event=delete`, token).expect(400);
});

test('has pages, and keeps the filter in their links', async () => {
  const all = await list('event=member.add');
  const seen: Entry[] = [];
  for (let path = `${pathOf(project.organization)}?event=member.add&per_page=1`, isLast = false; !isLast;) {
    const response = await service.client.get(path, token).expect(200);
    seen.push(...(response.body as Entry[]));
    const { next } = readLink(response);
    [path, isLast] = [next.path, !next.results];
  }
  expect(seen).toEqual(all);
  expect(seen.length).toBeGreaterThan(1);
});

test('shows keys by their first digits only', async () => {
  const { body } = await service.client.post(`${project.path}keys/`, token).send({ name: 'Phones' }).expect(201);
  const { id } = body as { id: string };
  await service.client.delete(`${project.path}keys/${id}/`, token).expect(204);
  const text = JSON.stringify(await list(`project=${project.slug}`));
  expect(text).toContain(id.slice(0, 8));
  expect(text).not.toContain(id);
});

test('shows nothing of another organization', async () => {
  const other = await service.fixtures.organization();
  const stranger = await service.fixtures.token(other.slug, { email: 'eve@evil.test' });
  const entries = await list('', other.slug, stranger);
  expect(entries.map(({ event }) => event)).toEqual(['token.create', 'member.add', 'organization.create']);
});
