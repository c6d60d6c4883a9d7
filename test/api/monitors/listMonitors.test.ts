import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor, sendCheckIn } from '../../support/monitors';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let project: ProjectFixture;
let token: string;
let path: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  path = `/api/0/organizations/${project.organization}/monitors/`;
});

const create = (body?: object) => createMonitor(service, project, token, body);

test('lists the monitors of all projects, or of some', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  await create();
  await create({ project: other.id, slug: 'second' });
  const list = async (query = '') => {
    const { body } = await service.client.get(`${path}${query}`, token).expect(200);
    return (body as { slug: string }[]).map(({ slug }) => slug);
  };
  expect(await list()).toEqual(['report', 'second']);
  expect(await list('?project=-1')).toEqual(['report', 'second']);
  expect(await list(`?project=${other.id}`)).toEqual(['second']);
  await service.client.get(`${path}?project=nowhere`, token).expect(404);
});

test('lists the monitors with an environment, and only this one of their environments', async () => {
  await create();
  await create({ slug: 'second' });
  await create({ slug: 'third' });
  await sendCheckIn(service, project, 'report');
  await sendCheckIn(service, project, 'report', 'status=ok&environment=staging');
  await sendCheckIn(service, project, 'second', 'status=ok&environment=qa');
  const list = async (query: string) => {
    const { body } = await service.client.get(`${path}?${query}`, token).expect(200);
    type Listed = { slug: string; environments: { name: string }[] };
    return (body as Listed[]).map(({ slug, environments }) => [slug, ...environments.map(({ name }) => name)]);
  };
  expect(await list('environment=staging')).toEqual([['report', 'staging']]);
  expect(await list('environment=qa&environment=production')).toEqual([
    ['report', 'production'],
    ['second', 'qa'],
  ]);
  expect(await list('environment=nowhere')).toEqual([]);
});

test('lists the monitors of an owner', async () => {
  const team = await service.fixtures.team({ organization: project.organization, slug: 'night' });
  await create({ slug: 'of-member', owner: 'user:ann@acme.test' });
  await create({ slug: 'of-team', owner: 'team:night' });
  await create({ slug: 'of-nobody' });
  const list = async (query: string) => {
    const { body } = await service.client.get(`${path}?${query}`, token).expect(200);
    return (body as { slug: string }[]).map(({ slug }) => slug);
  };
  expect(await list('owner=user:ann@acme.test')).toEqual(['of-member']);
  expect(await list(`owner=user:ann@acme.test&owner=team:${team.id}`)).toEqual(['of-member', 'of-team']);
  expect(await list('owner=unassigned')).toEqual(['of-nobody']);
  expect(await list('owner=unassigned&owner=team:night')).toEqual(['of-team', 'of-nobody']);
  expect(await list('owner=team:unknown')).toEqual([]);
  await service.client.get(`${path}?owner=night`, token).expect(400);
});
