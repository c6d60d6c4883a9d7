import { decodeCursor } from '../../src/domain/page';
import type { Project } from '../../src/domain/project';
import { adoptionOf, type Commit, type Release } from '../../src/domain/release';
import { IssueReleaseReader } from '../../src/store/issues/issueReleases';
import { ReleaseComparisonReader } from '../../src/store/issues/releaseComparison';
import { ReleaseWriter } from '../../src/store/releases';
import { itOnSqlite, useTemporaryDatabase } from '../support/database';
import { deploy, everyRow, firstPage, NOON, organization, project, recordEvents, release } from '../support/rows';
import { countStatements, explainStatements } from '../support/sessions';

const temporary = useTemporaryDatabase();
const { database } = temporary;
let organizationId: string;
let shop: Project;
let blog: Project;

beforeEach(async () => {
  await database.write(async (stores) => {
    organizationId = (await organization(stores)).id;
    shop = await project(stores, { organizationId, slug: 'shop' });
    blog = await project(stores, { organizationId, slug: 'blog' });
  });
});

const make = async (
  version: string,
  { dateCreated, ...changes }: Partial<Release> = {},
  projects: readonly Project[] = [],
): Promise<Release> =>
  database.write(async (stores) => {
    const inserted = await release(stores, organizationId, version, { dateCreated });
    const updated = await stores.releases.update(inserted, changes);
    for (const { id } of projects) await stores.releases.bind(id, updated);
    return updated;
  });
const find = (version: string) => database.read(({ releases }) => releases.findByVersion(organizationId, version));
const relationsOf = async (release: Release) =>
  (await database.read(({ releases }) => releases.findRelations(organizationId, [release]))).get(release.id);
const projectRelationsOf = async (of: Project) =>
  (await database.read(({ projects }) => projects.findRelations([of], { organizationId, memberId: '1' }))).get(of.id);
const record = (of: Project, release: string, received = NOON, opensIssue = false) =>
  database.write((stores) =>
    recordEvents(
      stores,
      of,
      [{ platform: 'node', environment: null, release, received }],
      opensIssue ? [{ platform: 'node', environment: null, release, received }] : [],
    ),
  );
const commit = (id: string, given: Partial<Commit> = {}): Commit => ({
  id,
  repository: null,
  message: null,
  authorName: null,
  authorEmail: null,
  timestamp: null,
  patchSet: [],
  ...given,
});
const setCommits = (release: Release, ...ids: string[]) =>
  database.write(({ releases }) =>
    releases.setCommits(
      release,
      ids.map((id) => commit(id)),
    ),
  );

describe('a release', () => {
  it('is inserted once for a version and an organization', async () => {
    const made = await database.write(({ releases }) =>
      releases.findOrInsert({ organizationId, version: 'a', dateCreated: NOON }),
    );
    const again = await database.write(({ releases }) =>
      releases.findOrInsert({ organizationId, version: 'a', dateCreated: NOON + 1 }),
    );
    expect([made.isNew, again.isNew]).toEqual([true, false]);
    expect(again.release).toEqual(made.release);
    const other = await database.write(async (stores) => {
      const { id } = await organization(stores);
      return stores.releases.findOrInsert({ organizationId: id, version: 'a', dateCreated: NOON });
    });
    expect(other).toMatchObject({ isNew: true });
    expect(other.release.id).not.toBe(made.release.id);
  });

  it('changes only the given members: null is a value, undefined is none', async () => {
    const made = await make('a', { status: 'archived', ref: 'main', url: 'u', dateStarted: 1, dateReleased: 2 });
    expect(made).toMatchObject({ status: 'archived', ref: 'main', url: 'u', dateStarted: 1, dateReleased: 2 });
    const update = (changes: Partial<Release>) => database.write(({ releases }) => releases.update(made, changes));
    expect(await update({})).toBe(made);
    expect(await update({ url: null, dateReleased: null })).toEqual({ ...made, url: null, dateReleased: null });
    expect(await update({ status: 'open', ref: '' })).toMatchObject({
      status: 'open',
      ref: '',
      dateStarted: 1,
      url: null,
    });
  });

  it('has an id that is never issued again, and finding it uses up no id', async () => {
    const first = await make('a');
    for (let times = 0; times < 5; times += 1) await make('a');
    for (let times = 0; times < 5; times += 1) await record(shop, 'a');
    const second = await make('b');
    expect(Number(second.id)).toBe(Number(first.id) + 1);
    await database.write(({ releases }) => releases.remove(organizationId, second.id));
    expect(Number((await make('b')).id)).toBeGreaterThan(Number(second.id));
  });
});

describe('lists of releases', () => {
  it('begin with the newest date, then the highest id, in both directions and all page sizes', async () => {
    const dates: Record<string, Partial<Release>> = {
      a: { dateCreated: NOON },
      b: { dateCreated: NOON },
      c: { dateCreated: NOON - 1, dateReleased: NOON + 5 },
      d: { dateCreated: NOON + 9, dateReleased: -5 },
      e: { dateCreated: NOON + 1 },
    };
    for (const [version, given] of Object.entries(dates)) await make(version, given, [shop]);
    await make('z', { dateReleased: NOON + 99 }, [blog]);
    const list = (page: ReturnType<typeof firstPage>) =>
      database.read(({ releases }) => releases.listByProject(shop.id, page));
    const all = (page: ReturnType<typeof firstPage>) =>
      database.read(({ releases }) => releases.listByOrganization(organizationId, page));
    for (const size of [1, 2, 4, 5, 100]) {
      expect((await everyRow(list, size)).map(({ version }) => version)).toEqual(['c', 'e', 'b', 'a', 'd']);
      expect((await everyRow(all, size)).map(({ version }) => version)).toEqual(['z', 'c', 'e', 'b', 'a', 'd']);
    }
    const last = await list(firstPage(2));
    const cursor = decodeCursor(last.next.cursor);
    expect((await list({ cursor, size: 2 })).rows.map(({ version }) => version)).toEqual(['b', 'a']);
  });

  it('follow a change of the release date, for every project of the release', async () => {
    const first = await make('a', {}, [shop, blog]);
    await make('b', {}, [shop, blog]);
    expect((await projectRelationsOf(shop))?.latestRelease).toBe('b');
    const update = (dateReleased: number | null) =>
      database.write(({ releases }) => releases.update(first, { dateReleased }));
    await update(NOON + 5);
    for (const of of [shop, blog]) {
      expect((await projectRelationsOf(of))?.latestRelease).toBe('a');
      const { rows } = await database.read(({ releases }) => releases.listByProject(of.id, firstPage()));
      expect(rows.map(({ version }) => version)).toEqual(['a', 'b']);
    }
    await update(null);
    expect((await projectRelationsOf(blog))?.latestRelease).toBe('b');
  });
});

describe('recordEvents', () => {
  it('stores the times of the first and the last event and the number of new issues, over all projects', async () => {
    await record(shop, 'a', NOON, true);
    await record(shop, 'a', NOON + 200_000);
    await record(blog, 'a', NOON - 50, true);
    const release = await find('a');
    expect(release && (await relationsOf(release))).toMatchObject({
      projects: [{ slug: 'blog' }, { slug: 'shop' }],
      firstEvent: NOON - 50,
      lastEvent: NOON + 200_000,
      newGroups: 2,
    });
  });

  it('writes once a minute, unless there is a new issue', async () => {
    const release = await make('a', {}, [shop]);
    const last = async () => (await relationsOf(release))?.lastEvent;
    expect(await last()).toBeNull();
    await record(shop, 'a', NOON);
    await record(shop, 'a', NOON + 59_999);
    expect(await last()).toBe(NOON);
    await record(shop, 'a', NOON + 60_000);
    expect(await last()).toBe(NOON + 60_000);
    await record(shop, 'a', NOON + 60_001, true);
    expect(await last()).toBe(NOON + 60_001);
    await record(shop, 'a', NOON, true);
    expect(await relationsOf(release)).toMatchObject({ firstEvent: NOON, lastEvent: NOON + 60_001, newGroups: 2 });
  });
});

describe('feedback', () => {
  it('creates its release and has its times, and counts neither as an event nor as a new issue', async () => {
    const feedback = { platform: 'node', environment: null, release: 'a', received: NOON, type: 'feedback' } as const;
    await database.write((stores) => recordEvents(stores, shop, [feedback], [feedback]));
    const release = await find('a');
    expect(release && (await relationsOf(release))).toMatchObject({
      projects: [{ slug: 'shop' }],
      firstEvent: NOON,
      newGroups: 0,
    });
    const error = { ...feedback, type: 'error' } as const;
    await database.write((stores) => recordEvents(stores, shop, [feedback, error], [feedback, error]));
    expect(release && (await relationsOf(release))).toMatchObject({ newGroups: 1 });
    const recent = await database.read(({ releaseHours }) =>
      releaseHours.countRecent(organizationId, release ? [release] : [], { projectId: null, now: NOON }),
    );
    expect(recent).toEqual({ ofReleases: new Map([[release?.id, 1]]), total: 1 });
  });
});

describe('events of the last 24 hours', () => {
  const HOUR = 3_600_000;
  const recentOf = async (release: Release, now: number, projectId: string | null = null) =>
    database.read(({ releaseHours }) => releaseHours.countRecent(organizationId, [release], { projectId, now }));

  it('are those of the present hour and the 23 before, of all projects or of one', async () => {
    const release = await make('a', {}, [shop]);
    for (const at of [NOON, NOON + 1, NOON - HOUR]) await record(shop, 'a', at);
    await record(blog, 'a', NOON);
    await record(shop, 'b', NOON);
    const counts = (now: number, of?: string) =>
      recentOf(release, now, of).then(({ ofReleases }) => ofReleases.get(release.id));
    expect(await counts(NOON + 2)).toBe(4);
    expect(await counts(NOON + 2, shop.id)).toBe(3);
    expect(await counts(NOON + 23 * HOUR)).toBe(3);
    expect(await counts(NOON + 24 * HOUR)).toBeUndefined();
    // The hour of the next day takes the place of this one, and an event that comes too late does not bring it back.
    await record(shop, 'a', NOON + 24 * HOUR);
    await record(shop, 'a', NOON);
    expect(await counts(NOON + 24 * HOUR)).toBe(1);
  });

  it('are compared with all events of the organization, or of the project', async () => {
    const release = await make('a', {}, [shop]);
    for (const [of, version, at] of [
      [shop, 'a', NOON],
      [shop, 'b', NOON],
      [blog, '', NOON - HOUR],
      [blog, 'a', NOON - 24 * HOUR],
    ] as const)
      await record(of, version, at);
    const recent = await recentOf(release, NOON);
    expect([recent.total, adoptionOf(recent, release.id)]).toEqual([3, 0.3333]);
    expect((await recentOf(release, NOON, shop.id)).total).toBe(2);
    expect(adoptionOf(await recentOf(release, NOON + 24 * HOUR), release.id)).toBeNull();
  });

  it('are counted for 14 days, with the release before and all events', async () => {
    const [before, release] = [await make('a', {}, [shop]), await make('b', {}, [shop])];
    const DAY = 24 * HOUR;
    for (const [of, version, at] of [
      [shop, 'b', NOON],
      [shop, 'b', NOON - HOUR],
      [shop, 'a', NOON - 2 * DAY],
      [shop, 'b', NOON - 13 * DAY],
      [shop, '', NOON - 13 * DAY],
      [shop, 'c', NOON],
      [blog, 'b', NOON],
    ] as const)
      await record(of, version, at);
    const seriesOf = (from: number, to: number, step: number, previous: number | null = Number(before.id)) =>
      database.read(({ releaseHours }) =>
        releaseHours.series([{ project: Number(shop.id), release: Number(release.id), previous }], { from, to, step }),
      );
    expect(await seriesOf(NOON - 2 * HOUR, NOON + HOUR, HOUR)).toEqual({
      ...{ release: [0, 1, 1], previous: [0, 0, 0], all: [0, 1, 2] },
    });
    const day = NOON - (NOON % DAY);
    const days = await seriesOf(day - 13 * DAY, day + DAY, DAY);
    expect(days.release).toEqual([1, ...Array<number>(12).fill(0), 2]);
    expect(days.previous.flatMap((count, index) => (count > 0 ? [index, count] : []))).toEqual([11, 1]);
    expect(days.all.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect((await seriesOf(day - 13 * DAY, day + DAY, DAY, null)).previous).toEqual(Array(14).fill(0));
    // Events of other days of these weeks are not of the last 24 hours.
    const recent = await recentOf(release, NOON, shop.id);
    expect([recent.ofReleases.get(release.id), recent.total]).toEqual([2, 3]);
  });

  it('are deleted with the release, but for those of all releases', async () => {
    const release = await make('a', {}, [shop]);
    await record(shop, 'a', NOON);
    await database.write(({ releases }) => releases.remove(organizationId, release.id));
    const engine = await temporary.openEngine();
    const rows = await engine.read((session) => session.all('SELECT 1 AS "one" FROM release_hour', []));
    await engine.close();
    expect(rows).toHaveLength(1);
  });
});

describe('commits', () => {
  it('are replaced as a whole, and summarized on the release', async () => {
    const release = await make('a', {}, [shop]);
    const ann = { authorName: 'Ann', authorEmail: 'ann@acme.test', timestamp: NOON };
    const commits = [
      commit('x', { ...ann, patchSet: [{ path: 'a.js', type: 'M' }] }),
      commit('x'),
      commit('y', ann),
      commit('z', { authorName: 'Bob' }),
    ];
    const updated = await database.write(({ releases }) => releases.setCommits(release, commits));
    expect(updated).toEqual({
      ...release,
      commitCount: 4,
      authors: [
        { name: 'Ann', email: 'ann@acme.test' },
        { name: 'Bob', email: null },
      ],
    });
    const list = () => database.read(({ releases }) => releases.listCommits(organizationId, release.id));
    expect(await list()).toEqual(commits);
    const { patchSet: _, ...first } = commits[0] ?? commit('');
    expect((await relationsOf(release))?.lastCommit).toEqual(first);
    await setCommits(release);
    expect(await list()).toEqual([]);
    expect(await find('a')).toEqual(release);
  });

  it('make a release the previous one of later releases of its projects', async () => {
    const before = (release: Release) =>
      database.read(async ({ releases }) => (await releases.findPrevious(release))?.version);
    const [a, b, c, other] = [
      await make('a', {}, [shop]),
      await make('b', {}, [shop]),
      await make('c', {}, [shop, blog]),
      await make('d', {}, [blog]),
    ];
    for (const release of [a, b, c]) await setCommits(release, 'x');
    expect([await before(a), await before(b), await before(c), await before(other)]).toEqual([
      undefined,
      'a',
      'b',
      'c',
    ]);
    await setCommits(b);
    expect(await before(c)).toBe('a');
    const early = await make('early', { dateCreated: NOON - 1 }, [shop]);
    expect(await before(early)).toBeUndefined();
  });
});

describe('removal', () => {
  it('leaves no row of the release, and all of others', async () => {
    const [gone, kept] = [await make('gone', {}, [shop, blog]), await make('kept', {}, [shop, blog])];
    for (const each of [gone, kept]) {
      await setCommits(each, 'x', 'y');
      await database.write(async (stores) => {
        await deploy(stores, each, { dateFinished: each === gone ? NOON + 5 : NOON });
        await deploy(stores, each, { projectIds: [blog.id] });
      });
    }
    expect((await projectRelationsOf(shop))?.latestDeploys).toEqual({
      qa: { version: 'gone', dateFinished: NOON + 5 },
    });
    await database.write(({ releases }) => releases.remove(organizationId, gone.id));
    expect((await projectRelationsOf(shop))?.latestDeploys).toEqual({ qa: { version: 'kept', dateFinished: NOON } });
    const engine = await temporary.openEngine();
    const count = (table: string) =>
      engine.read((session) => session.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, []));
    const counts = {
      release: 1,
      release_project: 2,
      release_binding: 2,
      release_commit: 2,
      deploy: 2,
      deploy_project: 3,
    };
    for (const [table, n] of Object.entries(counts)) expect([table, await count(table)]).toEqual([table, { n }]);
    await engine.close();
  });

  it('of another organization removes nothing', async () => {
    const release = await make('a', {}, [shop]);
    await setCommits(release, 'x');
    const other = await database.write((stores) => organization(stores));
    await database.write(({ releases }) => releases.remove(other.id, release.id));
    expect(await find('a')).toMatchObject({ commitCount: 1 });
    expect(await database.read(({ releases }) => releases.isBound(shop.id, release.id))).toBe(true);
  });
});

describe('findRelations', () => {
  it('runs as many statements for many releases as for one', async () => {
    const many: Release[] = [];
    for (let number = 0; number < 100; number += 1) many.push(await make(`v${number}`, {}, [shop]));
    const engine = await temporary.openEngine();
    const statements = (count: number) =>
      countStatements(engine, async (session) => {
        const relations = await new ReleaseWriter(session).findRelations(organizationId, many.slice(0, count));
        expect(relations.size).toBe(count);
      });
    expect(await statements(100)).toBe(await statements(1));
    await engine.close();
  });

  itOnSqlite('reads indexes', async () => {
    await make('a', {}, [shop]);
    const engine = await temporary.openEngine();
    const release = await find('a');
    const plans = await explainStatements(engine, (session) =>
      new ReleaseWriter(session).findRelations(organizationId, release === undefined ? [] : [release]),
    );
    await engine.close();
    expect(plans.join('; ')).toMatch(/release_commit.*deploy_newest/);
    expect(plans.filter((step) => /^SCAN (?!json_each|wanted)/.test(step))).toEqual([]);
  });
});

describe('the comparison of a release with the one before', () => {
  const compare = (release: Release) =>
    database.read(({ releaseComparison }) => releaseComparison.compare(shop.id, release, { now: NOON }));
  const recordIssues = (release: string, count: number) =>
    database.write(({ issueReleases }) =>
      issueReleases.record(
        shop.id,
        Array.from({ length: count }, (_, index) => ({ issueId: String(index + 1), release, timestamp: NOON })),
      ),
    );

  it('says whether it has all issues of the release', async () => {
    const [few, many] = [await make('few', {}, [shop]), await make('many', {}, [shop])];
    await recordIssues('few', 4_999);
    await recordIssues('many', 5_001);
    expect([(await compare(few)).isSample, (await compare(many)).isSample]).toEqual([false, true]);
  });

  it('knows for how long a release is in use: until a later one of its package begins', async () => {
    await record(shop, 'a@1.0.0', NOON);
    await record(shop, 'b@9.0.0', NOON + 1);
    await record(shop, 'a@1.2.0', NOON + 30);
    await record(shop, 'a@1.1.0', NOON + 20);
    // Began before the release that it follows: it replaced nothing.
    await record(shop, 'a@1.1.1', NOON + 10);
    await record(blog, 'a@1.0.1', NOON + 5);
    const useOf = async (version: string, from: number) => {
      const { id = '' } = (await find(version)) ?? {};
      return database.read(({ releaseComparison }) =>
        releaseComparison.findUse(shop.id, Number(id), { from, now: NOON + 100 }),
      );
    };
    expect(await useOf('a@1.0.0', NOON)).toEqual({ from: NOON, to: NOON + 10 });
    expect(await useOf('a@1.1.0', NOON + 20)).toEqual({ from: NOON + 20, to: NOON + 30 });
    expect(await useOf('a@1.2.0', NOON + 30)).toEqual({ from: NOON + 30, to: NOON + 100 });
    expect(await useOf('b@9.0.0', NOON + 200)).toEqual({ from: NOON + 100, to: NOON + 100 });
  });

  // PostgreSQL scans a table of few rows whatever indexes it has.
  itOnSqlite('reads indexes', async () => {
    await make('a@1.0.0', {}, [shop]);
    const release = await make('a@1.1.0', {}, [shop]);
    await recordIssues('a@1.1.0', 3);
    const engine = await temporary.openEngine();
    const plans = await explainStatements(engine, (session) =>
      new ReleaseComparisonReader(session).compare(shop.id, release, { now: NOON, environments: ['production'] }),
    );
    await engine.close();
    const searches = plans.filter((step) => /^(?:SCAN (?!json_each|r$)|SEARCH )/.test(step));
    // Each table by an issue, a release or a list of ids: a key of the project alone would read all of its rows.
    expect(searches.filter((step) => !/ AND |r USING INTEGER PRIMARY KEY/.test(step))).toEqual([]);
    expect(plans.join()).toMatch(/f USING INDEX issue_release_by_issue \(project_id=\? AND issue_id=\?\)/);
  });
});

itOnSqlite('the releases of an issue are found by the issue, not among those of the whole project', async () => {
  const engine = await temporary.openEngine();
  const plans = await explainStatements(engine, async (session) => {
    const issueReleases = new IssueReleaseReader(session);
    await issueReleases.list({ projectId: '1', id: '1' }, { cursor: null, size: 1 });
    await issueReleases.findBounds({ projectId: '1', id: '1' });
    await issueReleases.countFirst('1', ['a'], 1);
  });
  await engine.close();
  expect(plans.filter((step) => / [rf] USING /.test(step))).toEqual([
    ...Array<string>(3).fill('SEARCH r USING INDEX issue_release_by_issue (project_id=? AND issue_id=?)'),
    'SEARCH r USING PRIMARY KEY (project_id=? AND release=?)',
    'SEARCH f USING INDEX issue_release_by_issue (project_id=? AND issue_id=?)',
  ]);
});
