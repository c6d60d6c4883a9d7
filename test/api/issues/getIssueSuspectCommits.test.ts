import { envelope, type ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

/** An hour ago, in seconds since 1970. */
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const organizationPath = (rest: string) => `/api/0/organizations/${project.organization}/${rest}`;

async function release(version: string, commits: Record<string, readonly string[]> = {}): Promise<void> {
  const sent = Object.entries(commits).map(([id, paths]) => {
    return { id, message: `Change ${id}`, author_name: 'Kim', patch_set: paths.map((path) => ({ path, type: 'M' })) };
  });
  const body = { version, projects: [project.slug], commits: sent };
  const { status } = await service.client.post(organizationPath('releases/'), token).send(body);
  expect([201, 208]).toContain(status);
}

/** Sends an event with a frame of the file, `second` seconds after the first one. */
const send = (second: number, version?: string, filename = 'src/cart.js', name = 'late') => {
  const frames = [{ filename, function: 'sum', lineno: 4, in_app: true }];
  return service.fixtures.event(project, {
    ...{ fingerprint: [name], timestamp: HOUR_AGO + second, release: version },
    exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] },
  });
};
/** Sends an event of another issue, so that the release is in use. */
const use = (second: number, version: string) => send(second, version, 'src/other.js', 'other');

interface Found {
  readonly lastReleaseWithout: { readonly version: string } | null;
  readonly firstRelease: { readonly version: string } | null;
  readonly commits: readonly {
    readonly release: string;
    readonly commit: { readonly id: string };
    readonly frames: readonly { readonly path: string; readonly type: string; readonly lineNo: number }[];
  }[];
  readonly reason: string | null;
  readonly text: string;
}

async function find(issue = 1, query = '') {
  const path = organizationPath(`issues/${project.slug.toUpperCase()}-${issue}/suspect-commits/${query}`);
  const { body } = await service.client.get(path, token).expect(200);
  const { lastReleaseWithout, firstRelease, commits, ...rest } = body as Found;
  return {
    ...rest,
    releases: [lastReleaseWithout?.version ?? null, firstRelease?.version ?? null],
    commits: commits.map((one) => `${one.release} ${one.commit.id}`),
    frames: commits.flatMap(({ frames }) => frames),
  };
}

test('returns the commits since the last release in use without the issue that changed its files', async () => {
  await release('shop@1.0.0', { before: ['src/cart.js'] });
  await release('shop@1.1.0', { skipped: ['src/cart.js', 'src/pay.js'] });
  await release('shop@1.2.0', { other: ['src/pay.js'], newest: ['app/src/cart.js'] });
  await use(1, 'shop@1.0.0');
  await send(2, 'shop@1.2.0');
  const found = await find(2);
  expect(found).toMatchObject({
    releases: ['shop@1.0.0', 'shop@1.2.0'],
    commits: ['shop@1.2.0 newest', 'shop@1.1.0 skipped'],
    ...{ commitCount: 3, isSample: false, reason: null },
    text:
      'The issue began in shop@1.2.0; the last release in use without it is shop@1.0.0. ' +
      '2 of 3 commits since changed a file of the stack trace.',
  });
  expect(found.frames[0]).toEqual({
    ...{ function: 'sum', filename: 'src/cart.js', absPath: 'src/cart.js', lineNo: 4 },
    ...{ path: 'app/src/cart.js', type: 'M' },
  });
});

test('an earlier release counts as the first one even if its event came later', async () => {
  await use(1, 'shop@1.0.0');
  await use(2, 'shop@1.1.0');
  await send(3, 'shop@1.2.0');
  await send(4, 'shop@1.1.0');
  expect((await find(2)).releases).toEqual(['shop@1.0.0', 'shop@1.1.0']);
});

test('a release with a deploy or with sessions was in use', async () => {
  await release('shop@1.0.0');
  await release('shop@1.1.0');
  await send(1, 'shop@1.2.0');
  expect(await find()).toMatchObject({ releases: [null, 'shop@1.2.0'], reason: 'noEarlierRelease' });
  const deploys = organizationPath('releases/shop@1.0.0/deploys/');
  await service.client.post(deploys, token).send({ environment: 'production' }).expect(201);
  expect((await find()).releases).toEqual(['shop@1.0.0', 'shop@1.2.0']);
  const started = new Date((HOUR_AGO - 60) * 1000).toISOString();
  const attrs = { release: 'shop@1.1.0', environment: 'production' };
  const sessions = envelope({}, [{ type: 'sessions' }, { aggregates: [{ started, exited: 2 }], attrs }]);
  await service.client
    .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
    .set('Content-Type', 'application/x-sentry-envelope')
    .send(sessions)
    .expect(200);
  expect((await find()).releases).toEqual(['shop@1.1.0', 'shop@1.2.0']);
});

test('versions that are no semantic ones are ordered by time', async () => {
  await use(1, 'a1b2c3');
  await send(2, '0d9e8f');
  expect((await find(2)).releases).toEqual(['a1b2c3', '0d9e8f']);
});

test('the frames are those of the event that the request names', async () => {
  await release('shop@1.1.0', { cart: ['src/cart.js'], pay: ['src/pay.js'] });
  await use(1, 'shop@1.0.0');
  const oldest = await send(2, 'shop@1.1.0');
  await send(3, 'shop@1.1.0', 'src/pay.js');
  expect((await find(2)).commits).toEqual(['shop@1.1.0 pay']);
  expect((await find(2, '?event=oldest')).commits).toEqual(['shop@1.1.0 cart']);
  expect((await find(2, `?event=${oldest}`)).commits).toEqual(['shop@1.1.0 cart']);
});

describe('says why the commits are not known', () => {
  test('if no event names a release, or not the first one', async () => {
    await send(2);
    expect(await find()).toMatchObject({ reason: 'noRelease', releases: [null, null], commits: [] });
    await send(3, 'shop@1');
    expect(await find()).toMatchObject({ reason: 'firstEventWithoutRelease', releases: [null, null] });
  });

  test('if the release was removed', async () => {
    await send(1, 'shop@1.1.0');
    await service.app.database.write(async ({ releases }) => {
      const stored = await releases.findByVersion(project.row.organizationId, 'shop@1.1.0');
      await releases.remove(project.row.organizationId, stored?.id ?? '');
    });
    expect(await find()).toMatchObject({ reason: 'unknownRelease', releases: [null, null] });
  });

  test('if the releases have no commits, these no files, or none of the stack trace', async () => {
    await use(1, 'shop@1.0.0');
    await send(2, 'shop@1.1.0');
    expect((await find(2)).reason).toBe('noCommits');
    await release('shop@1.1.0', { one: [] });
    expect((await find(2)).reason).toBe('noFiles');
    await release('shop@1.1.0', { one: ['src/pay.js'] });
    expect(await find(2)).toMatchObject({ reason: 'noMatch', commitCount: 1, commits: [] });
  });

  test('if the event has no frames', async () => {
    await release('shop@1.1.0', { one: ['src/pay.js'] });
    await use(1, 'shop@1.0.0');
    await service.fixtures.event(project, { message: 'late', timestamp: HOUR_AGO + 2, release: 'shop@1.1.0' });
    expect((await find(2)).reason).toBe('noFrames');
  });
});
