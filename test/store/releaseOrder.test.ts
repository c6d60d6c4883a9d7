import type { ProjectFixture } from '../support/fixtures';
import { useService } from '../support/service';

/* All features that depend on the order of releases use the same order. */

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

async function release(version: string, more: object = {}): Promise<void> {
  const path = `/api/0/organizations/${project.organization}/releases/`;
  await service.client
    .post(path, token)
    .send({ version, projects: [project.slug], ...more })
    .expect(201);
}

function send(name: string, version?: string): Promise<string> {
  return service.fixtures.event(project, {
    message: name,
    exception: undefined,
    fingerprint: [name],
    release: version,
  });
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly statusDetails: Readonly<Record<string, unknown>>;
}

async function listIssues(query: string): Promise<Row[]> {
  return (await service.client.get(`${project.path}issues/?query=${encodeURIComponent(query)}`, token).expect(200))
    .body as Row[];
}

async function resolve(statusDetails: object): Promise<void> {
  await service.client.put(`${project.path}issues/`, token).send({ status: 'resolved', statusDetails }).expect(200);
}

async function statusOf(title: string): Promise<string | undefined> {
  return (await listIssues('')).find((one) => one.title === title)?.status;
}

/** Returns the newest release according to every feature that names it. */
async function newest(): Promise<Record<string, unknown>> {
  const { body } = await service.client.get(project.path, token).expect(200);
  const titles = async (query: string) => (await listIssues(query)).map(({ title }) => title);
  const [ofLatest, firstIn] = [await titles('release:latest'), await titles('firstRelease:latest')];
  const events = await service.client.get(`${project.path}events/?query=release%3Alatest`, token).expect(200);
  await resolve({ inRelease: 'latest' });
  const [{ statusDetails }] = (await listIssues('is:resolved')) as [Row];
  await service.client.put(`${project.path}issues/`, token).send({ status: 'unresolved' }).expect(200);
  return {
    latestRelease: (body as { latestRelease: { version: string } | null }).latestRelease?.version,
    ofLatest,
    firstIn,
    events: (events.body as { title: string }[]).map(({ title }) => title),
    inRelease: statusDetails['inRelease'],
  };
}

const everywhere = (version: string) => ({
  latestRelease: version,
  inRelease: version,
  ofLatest: [version],
  firstIn: [version],
  events: [version],
});

test.each([
  ['a fix of an old branch', ['shop@2.0.0', 'shop@1.9.5'], 'shop@2.0.0'],
  ['a prerelease', ['shop@2.0.0', 'shop@2.0.0-rc.2'], 'shop@2.0.0'],
  ['another package', ['shop@2.0.0', 'api@1.0.0', 'shop@1.9.5'], 'api@1.0.0'],
  ['a version of no numbers', ['shop@2.0.0', 'nightly', 'shop@1.0.0'], 'nightly'],
  ['a version of numbers after such', ['nightly', 'c0ffee', 'shop@1.0.0'], 'shop@1.0.0'],
])('the newest release is the same for all, with %s', async (_, versions, expected) => {
  for (const version of versions) await send(version, version);
  expect(await newest()).toEqual(everywhere(expected));
});

test('the newest release may be older than a hundred others', async () => {
  await send('shop@2.0.0', 'shop@2.0.0');
  for (let patch = 0; patch < 101; patch += 1) await release(`shop@1.0.${patch}`);
  expect(await newest()).toEqual(everywhere('shop@2.0.0'));
  await resolve({ inNextRelease: true });
  await send('shop@2.0.0', 'shop@2.0.0');
  expect(await statusOf('shop@2.0.0')).toBe('resolved');
});

test('the date of a release takes the place of the time when it was created', async () => {
  await send('nightly', 'nightly');
  await release('web-7', { dateReleased: '2020-01-01T00:00:00Z' });
  expect(await newest()).toEqual(everywhere('nightly'));
});

test('a fix of an old branch is older than what is newer than its successor', async () => {
  for (const version of ['shop@2.0.0', 'nightly']) await release(version);
  await send('a', 'shop@1.0.0');
  await resolve({ inRelease: 'nightly' });
  // Created after both, with a known successor that is older.
  for (const version of ['shop@1.9.5', 'shop@2.0.0']) await send('a', version);
  expect(await statusOf('a')).toBe('resolved');
  await resolve({ inNextRelease: true });
  await send('a', 'shop@1.9.6');
  expect(await statusOf('a')).toBe('resolved');
  await send('a', 'shop@2.0.1');
  expect(await statusOf('a')).toBe('unresolved');
  // The release itself stands where its branch ended.
  await resolve({ inRelease: 'shop@1.9.5' });
  await send('a', 'nightly');
  expect(await statusOf('a')).toBe('unresolved');
});
