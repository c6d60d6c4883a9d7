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
const checkIn = (slug: string, query?: string) => sendCheckIn(service, project, slug, query);

const put = (body: object) => service.client.put(`${path}report/`, token).send(body);

test('changes only what is sent, and moves the next expected run', async () => {
  await create({ config: { schedule: '0 * * * *', checkin_margin: 7 } });
  await checkIn('report');
  const { body } = await put({ name: 'Other', config: { schedule: '30 * * * *' } }).expect(200);
  const changed = body as { environments: { nextCheckIn: string; nextCheckInLatest: string }[] };
  expect(body).toMatchObject({ name: 'Other', slug: 'report', config: { schedule: '30 * * * *', checkin_margin: 7 } });
  expect(changed.environments[0]?.nextCheckIn).toMatch(/:30:00/);
  expect(changed.environments[0]?.nextCheckInLatest).toMatch(/:37:00/);
});

test('a disabled monitor neither accepts nor expects check-ins, until it is active again', async () => {
  await create();
  await checkIn('report');
  const { body } = await put({ status: 'disabled' }).expect(200);
  expect(body).toMatchObject({ status: 'disabled', environments: [{ status: 'disabled', nextCheckIn: null }] });
  await checkIn('report');
  const { body: list } = await service.client.get(`${path}report/checkins/`, token).expect(200);
  expect(list).toHaveLength(1);
  const { body: active } = await put({ status: 'active' }).expect(200);
  expect(active).toMatchObject({ environments: [{ status: 'ok', nextCheckIn: expect.stringMatching(/:00:00/) }] });
});

test('mutes a monitor, and takes its owner away', async () => {
  await create({ owner: 'user:ann@acme.test' });
  expect((await put({ is_muted: true, owner: null }).expect(200)).body).toMatchObject({ isMuted: true, owner: null });
});

test('refuses a wrong configuration and a slug that is in use', async () => {
  await create();
  await create({ slug: 'second' });
  await put({ slug: 'second', config: { timezone: 'Europe/Nowhere' } }).expect(400, {
    slug: ['The slug "second" is in use by another monitor of the organization.'],
    config: ['timezone: Not the name of a time zone, such as Europe/Berlin.'],
  });
  await put({ slug: 'report' }).expect(200);
});
