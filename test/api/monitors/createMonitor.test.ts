import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor } from '../../support/monitors';
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

test('creates a monitor with defaults, and a slug of its name', async () => {
  const monitor = await create({ name: ' Nightly Report ' });
  expect(monitor).toMatchObject({
    ...{ name: 'Nightly Report', slug: 'nightly-report', status: 'active', isMuted: false, isUpserting: false },
    config: {
      ...{ schedule_type: 'crontab', schedule: '0 * * * *', checkin_margin: 1, max_runtime: 30, timezone: 'UTC' },
      ...{ failure_issue_threshold: 1, recovery_threshold: 1 },
    },
    ...{ environments: [], owner: null, project: { id: project.id } },
  });
  expect((await service.client.get(`${path}${monitor.id}/`, token).expect(200)).body).toEqual(monitor);
});

test.each([
  [{ schedule_type: 'interval', schedule: [2, 'hour'] }, [2, 'hour']],
  [{ schedule: { type: 'interval', value: 1, unit: 'week' } }, [1, 'week']],
  [{ schedule: { type: 'crontab', value: '@daily' } }, '@daily'],
])('accepts the schedule %j', async (config, schedule) => {
  expect(await create({ config })).toMatchObject({ config: { schedule } });
});

test('assigns a member or a team as the owner', async () => {
  const team = await service.fixtures.team({ organization: project.organization, slug: 'jobs' });
  expect(await create({ owner: 'team:jobs' })).toMatchObject({ owner: { type: 'team', id: team.id } });
  expect(await create({ slug: 'other', owner: 'user:ann@acme.test' })).toMatchObject({
    owner: { type: 'user', email: 'ann@acme.test' },
  });
});

test('refuses what is wrong, and a slug that another monitor has', async () => {
  await create();
  const post = (body: object) =>
    service.client
      .post(path, token)
      .send({ project: project.id, name: 'Report', config: { schedule: '@daily' }, ...body });
  const other = await service.fixtures.project({ organization: project.organization });
  await post({ project: other.id }).expect(400, {
    slug: ['The slug "report" is in use by another monitor of the organization.'],
  });
  await post({ slug: 'other', project: 'nowhere', owner: 'user:kim@acme.test', config: {} }).expect(400, {
    project: ['There is no project "nowhere" in this organization.'],
    owner: ['There is no owner "user:kim@acme.test" in this organization.'],
    config: ['schedule: A crontab or an interval is required.'],
  });
  for (const name of ['!!!', '123'])
    await post({ name }).expect(400, { slug: ['No slug can be made of this name; send one.'] });
  await post({ slug: 'other', config: { schedule: [1, 'hour', 3] } }).expect(400, {
    config: ['schedule: An interval has a number from 1 and a unit: minute, hour, day, week, month, year.'],
  });
});
