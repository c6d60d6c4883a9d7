import type { EventTag } from '../../../src/domain/event';
import type { Issue, IssueStatus, NewIssue } from '../../../src/domain/issue';
import { parseIssueQuery } from '../../../src/domain/issueQuery';
import type { IssueSort } from '../../../src/domain/issueSearch';
import { storedText } from '../../../src/domain/issueText';
import type { PageRequest } from '../../../src/domain/page';
import { EventWriter } from '../../../src/store/events';
import { IssueWriter } from '../../../src/store/issues/issues';
import { IssueStateWriter } from '../../../src/store/issues/issueStates';
import { IssueTagWriter } from '../../../src/store/issues/issueTags';
import { RemovedIssueWriter } from '../../../src/store/issues/removedIssues';
import type { Session } from '../../../src/store/engine/sql';
import type { Writers } from '../../../src/store/stores';
import { itOnSqlite, useTemporaryDatabase } from '../../support/database';
import {
  event,
  everyRow,
  firstPage,
  hex,
  issue,
  listIssues,
  neighbour,
  NOON,
  project,
  reclaim,
  recordTags,
  setStatus,
} from '../../support/rows';
import { explainStatements } from '../../support/sessions';

const temporary = useTemporaryDatabase('all');
const { database } = temporary;
let projectId: string;
beforeAll(async () => {
  ({ id: projectId } = await database.write((stores) => project(stores, { slug: 'shop' })));
  await database.write((stores) => fill(stores));
});

/** Number of issues: more than `MAX_TAGGED_ISSUES`, so that a search for a common tag scans the list. */
const COUNT = 1_300;

interface Made {
  readonly id: string;
  readonly number: number;
  readonly status: IssueStatus;
}

/** Newest first. */
const all: Made[] = [];

/** Inserts issues; some have equal times, and every seventh is resolved. */
async function fill(stores: Writers): Promise<void> {
  const { issues, issueTags } = stores;
  const given: NewIssue[] = Array.from({ length: COUNT }, (_, number) => {
    const seen = NOON + Math.floor(number / 3);
    const title = `Error: ${number}`;
    const culprit = number % 100 === 0 ? 'Cart/sum' : null;
    const shared = { type: 'error', level: 'error', platform: 'node', timesSeen: 1 + (number % 11) } as const;
    return {
      ...shared,
      title,
      culprit,
      words: storedText([title, culprit]),
      firstSeen: seen - (number % 13),
      lastSeen: seen,
      hash: hex(),
      userCount: number % 3,
    };
  });
  const ids = await issues.insert(projectId, given);
  given.forEach(({ hash }, number) =>
    all.unshift({ id: ids.get(hash) ?? '', number, status: number % 7 === 0 ? 'resolved' : 'unresolved' }),
  );
  await setStatus(
    stores,
    projectId,
    all.filter(({ status }) => status === 'resolved').map(({ id }) => id),
    { status: 'resolved' },
  );
  await recordTags(
    { issues, issueTags },
    projectId,
    all.map(({ id, number }) => ({
      issueId: id,
      tags: [
        { key: 'environment', value: number % 5 === 0 ? 'staging' : 'production' },
        { key: 'level', value: 'error' },
        ...(number % 200 === 0 ? [{ key: 'rare', value: 'yes' }] : []),
      ],
    })),
  );
}

const list = (query: string, size: number, of = projectId) =>
  everyRow((page) => database.read((stores) => listIssues(stores, of, query, page)), size);

describe.each([
  ['', () => true],
  ['is:unresolved', ({ status }: Made) => status === 'unresolved'],
  ['level:error', () => true],
  ['environment:production', ({ number }: Made) => number % 5 !== 0],
  ['environment:staging', ({ number }: Made) => number % 5 === 0],
  ['rare:yes', ({ number }: Made) => number % 200 === 0],
  ['rare:yes is:unresolved', ({ number, status }: Made) => number % 200 === 0 && status === 'unresolved'],
  [
    'level:error environment:production is:resolved',
    ({ number, status }: Made) => number % 5 !== 0 && status === 'resolved',
  ],
  ['!environment:production is:unresolved', ({ number, status }: Made) => number % 5 === 0 && status === 'unresolved'],
  ['level:error !rare:yes cart/', ({ number }: Made) => number % 100 === 0 && number % 200 !== 0],
  ['cart/SUM', ({ number }: Made) => number % 100 === 0],
  ['"Error: 7" is:unresolved', ({ number, status }: Made) => String(number).startsWith('7') && status === 'unresolved'],
  ['level:error nowhere', () => false],
  ['rare:no', () => false],
  ['environment:staging OR rare:yes', ({ number }: Made) => number % 5 === 0],
  ['rare:yes OR rare:no', ({ number }: Made) => number % 200 === 0],
  ['rare:[yes,no]', ({ number }: Made) => number % 200 === 0],
  ['rare:y* is:unresolved', ({ number, status }: Made) => number % 200 === 0 && status === 'unresolved'],
  ['rare:*s', ({ number }: Made) => number % 200 === 0],
  ['environment:*ing', ({ number }: Made) => number % 5 === 0],
  ['environment:%', () => false],
  ['environment:stagin?', () => false],
  ['environment:stag_*', () => false],
  ['environment:*[g]', () => false],
  ['has:rare', ({ number }: Made) => number % 200 === 0],
  ['!has:rare is:resolved', ({ number, status }: Made) => number % 200 !== 0 && status === 'resolved'],
  ['!(environment:production OR rare:yes)', ({ number }: Made) => number % 5 === 0 && number % 200 !== 0],
  ['(cart/ OR rare:yes) !is:resolved', ({ number, status }: Made) => number % 100 === 0 && status !== 'resolved'],
  ['!(cart/ OR environment:production)', ({ number }: Made) => number % 100 !== 0 && number % 5 === 0],
  [
    'is:resolved OR (cart/ environment:staging)',
    ({ number, status }: Made) => status === 'resolved' || number % 100 === 0,
  ],
  ['status:[resolved,ignored]', ({ status }: Made) => status === 'resolved'],
  ['status:[unresolved,ignored]', ({ status }: Made) => status === 'unresolved'],
  [
    'environment:staging status:[resolved,ignored]',
    ({ number, status }: Made) => number % 5 === 0 && status === 'resolved',
  ],
  ['!status:[unresolved,ignored]', ({ status }: Made) => status === 'resolved'],
  ['SHOP-1 OR SHOP-z', ({ number }: Made) => number === 0 || number === 30],
  ['SHOP-1 is:unresolved', () => false],
  ['OTHER-1', () => false],
  ['timesSeen:>=10', ({ number }: Made) => number % 11 >= 9],
  ['timesSeen:3 userCount:<2', ({ number }: Made) => number % 11 === 2 && number % 3 < 2],
  ['lastSeen:>2026-01-01T12:00:00.300Z', ({ number }: Made) => Math.floor(number / 3) > 300],
  ['lastSeen:<=2026-01-01T12:00:00.300Z', ({ number }: Made) => Math.floor(number / 3) <= 300],
  ['firstSeen:>2026-01-01T12:00:00.300Z', ({ number }: Made) => Math.floor(number / 3) - (number % 13) > 300],
  ['firstSeen:2026-01-01', () => true],
  ['age:-1h', () => false],
  ['age:+1h platform:node', () => true],
  ['platform:no* !platform:node', () => false],
  ['is:new', () => false],
  ['is:ongoing', ({ status }: Made) => status === 'unresolved'],
  ['!is:ongoing', ({ status }: Made) => status === 'resolved'],
  ['is:regressed', () => false],
  ['is:assigned', () => false],
  ['is:unassigned rare:yes', ({ number }: Made) => number % 200 === 0],
  ['release:latest', () => false],
  ['project:shop rare:yes', ({ number }: Made) => number % 200 === 0],
  ['!project:shop', () => false],
])('a search for %j', (query, isWanted) => {
  const expectedIds = () => all.filter(isWanted).map(({ id }) => id);

  it.each([100, 30])('finds all matching issues in order, in pages of %d', async (size) => {
    expect((await list(query, size)).map(({ id }) => id)).toEqual(expectedIds());
  });

  it('leads back to the previous page', async () => {
    const read = (page: PageRequest) => database.read((stores) => listIssues(stores, projectId, query, page));
    const first = await read(firstPage(40));
    expect(first.previous.exists).toBe(false);
    expect(first.next.exists).toBe(expectedIds().length > 40);
    if (!first.next.exists) return;
    const second = await read(neighbour(first, 'next', 40));
    expect(second.previous.exists).toBe(true);
    expect((await read(neighbour(second, 'previous', 40))).rows).toEqual(first.rows);
  });
});

describe('issues that are new, regressed or escalating', () => {
  const DAY = 24 * 3_600_000;
  const NAMES = ['new', 'regressed', 'escalating'];

  it.each([
    [7 * DAY - 1, { new: ['new'], regressed: ['regressed'], escalating: ['escalating'], ongoing: [] }],
    [7 * DAY, { new: [], regressed: [], escalating: [], ongoing: ['new', 'regressed', 'escalating'] }],
  ])('%d ms later', async (age, expected) => {
    const found = await database.write(async (stores) => {
      const { issues } = stores;
      const of = await project(stores, { slug: 'aging' });
      const ids: string[] = [];
      for (const number of NAMES.keys()) {
        const firstSeen = number === 0 ? NOON : NOON - 30 * DAY;
        ids.push(await issue(stores, of.id, { firstSeen, lastSeen: NOON - number }));
      }
      await setStatus(stores, of.id, ids.slice(1), { status: 'resolved' });
      await issues.reopen(of.id, ids.slice(1, 2), NOON);
      await issues.reopen(of.id, ids.slice(2), NOON, 'escalating');
      const search = async (text: string) => {
        const request = { sort: 'date', filter: null, list: '', now: NOON + age, memberId: null } as const;
        const page = await issues.search([of.id], { ...request, search: parseIssueQuery(text) }, firstPage());
        return page.rows.map(({ id }) => NAMES[ids.indexOf(id)]);
      };
      const entries = Object.keys(expected).map(async (name) => [name, await search(`is:${name}`)] as const);
      return Object.fromEntries(await Promise.all(entries));
    });
    expect(found).toEqual(expected);
  });
});

describe('the category of an issue', () => {
  const TYPES = ['error', 'default', 'feedback', 'cron'] as const;

  it.each([
    ['', ['error', 'default', 'feedback', 'cron'], ['error', 'default', 'cron']],
    ['is:unresolved', ['error', 'default', 'feedback', 'cron'], ['error', 'default', 'cron']],
    ['issue.category:error', ['error', 'default'], ['error', 'default']],
    ['issue.category:feedback', ['feedback'], ['feedback']],
    ['is:unresolved issue.category:[feedback,cron]', ['feedback', 'cron'], ['feedback', 'cron']],
    ['!issue.category:cron', ['error', 'default', 'feedback'], ['error', 'default', 'feedback']],
  ])('finds by "%s"', async (query, before, after) => {
    const found = await database.write(async (stores) => {
      const of = await project(stores, { slug: `categories-${hex()}` });
      const types = new Map<string, string>();
      for (const [at, type] of TYPES.entries())
        types.set(await issue(stores, of.id, { type, lastSeen: NOON - at }), type);
      const list = async () => (await listIssues(stores, of.id, query)).rows.map(({ id }) => types.get(id));
      const withoutFlag = await list();
      await stores.projects.setFlags(of.id, ['hasUserReports']);
      return [withoutFlag, await list()];
    });
    // A project that never received feedback is not asked for it.
    expect(found).toEqual([before, after]);
  });

  it('shows the feedback that a search names by its short id', async () => {
    const found = await database.write(async (stores) => {
      const of = await project(stores, { slug: 'voices' });
      const id = await issue(stores, of.id, { type: 'feedback' });
      await stores.projects.setFlags(of.id, ['hasUserReports']);
      return [id, ...(await listIssues(stores, of.id, 'VOICES-1')).rows.map((row) => row.id)];
    });
    expect(found[1]).toBe(found[0]);
  });
});

describe('the total of a list', () => {
  const totalOf = async (query: string, sort: IssueSort, page = firstPage(10)) => {
    const { hits } = await database.read(({ issues }) =>
      issues.search(
        [projectId],
        { search: parseIssueQuery(query), sort, filter: null, list: '', now: NOON, memberId: null },
        page,
      ),
    );
    return hits;
  };

  it.each(['date', 'new', 'freq', 'user'] as const)('counts up to a thousand issues, in the order %s', async (sort) => {
    expect(await totalOf('', sort)).toBe(1000);
    expect(await totalOf('is:resolved', sort)).toBe(all.filter(({ status }) => status === 'resolved').length);
    expect(await totalOf('rare:yes', sort)).toBe(7);
    expect(await totalOf('rare:yes is:resolved', sort, firstPage(1))).toBe(1);
    expect(await totalOf('is:ignored', sort)).toBe(0);
  });

  it('is the same on each page', async () => {
    const first = await database.read((stores) => listIssues(stores, projectId, 'environment:staging', firstPage(100)));
    expect(await totalOf('environment:staging', 'date', neighbour(first, 'next', 100))).toBe(260);
  });

  it('has the ids of the issues that it counts', async () => {
    const request = { sort: 'date', filter: null, list: '', now: NOON, memberId: null } as const;
    const found = await database.read(({ issues }) =>
      issues.findMatching([projectId], { ...request, search: parseIssueQuery('environment:staging') }),
    );
    const expected = all.filter(({ number }) => number % 5 === 0).map(({ id }) => Number(id));
    expect(found).toEqual(new Map([[projectId, expected]]));
  });

  // PostgreSQL reads up to 16,000 issues with one statement.
  itOnSqlite('is not known if the search goes through too many issues', async () => {
    const { id } = await database.write((stores) => project(stores, { slug: 'large' }));
    for (let batch = 0; batch < 8; batch += 1) {
      await database.write(({ issues }) =>
        issues.insert(
          id,
          Array.from({ length: 1_000 }, (_, number) => ({
            ...({ title: 'Error', culprit: null, type: 'error', level: 'error', platform: 'node' } as const),
            ...{ firstSeen: NOON, lastSeen: NOON + number, timesSeen: 1, hash: hex(), words: ' error ' },
          })),
        ),
      );
    }
    const request = { sort: 'date', filter: null, list: '', now: NOON, memberId: null } as const;
    const sparse = { ...request, search: parseIssueQuery('timesSeen:2') };
    await database.read(async ({ issues }) => {
      const page = await issues.search([id], sparse, firstPage(10));
      expect([page.rows, page.hits, page.next.exists]).toEqual([[], undefined, true]);
      expect(await issues.findMatching([id], sparse)).toBeUndefined();
      expect((await issues.search([id], { ...sparse, search: parseIssueQuery('') }, firstPage(10))).hits).toBe(1000);
    });
  });
});

describe.each(['new', 'freq', 'user'] as const)('in the order %s', (sort) => {
  const valueOf = { new: 'firstSeen', freq: 'timesSeen', user: 'userCount' } as const;
  const searchIn = (query: string, size: number) =>
    everyRow(
      (page) =>
        database.read(({ issues }) =>
          issues.search(
            [projectId],
            { search: parseIssueQuery(query), sort, filter: null, list: 'x', now: NOON, memberId: null },
            page,
          ),
        ),
      size,
    );

  it.each(['', 'is:unresolved environment:production', 'rare:yes', 'cart/'])(
    'finds what %j finds, highest first',
    async (query) => {
      const expected = (await list(query, 100)).sort(
        (a, b) => b[valueOf[sort]] - a[valueOf[sort]] || Number(b.id) - Number(a.id),
      );
      for (const size of [100, 37]) expect(await searchIn(query, size)).toEqual(expected);
    },
  );
});

/** Fields of issues that do not matter to tests. */
const PLAIN = { title: 'Error', culprit: null, words: '', type: 'error', level: 'error', platform: 'node' } as const;

describe.each([
  ['new', 'firstSeen'],
  ['freq', 'timesSeen'],
  ['user', 'userCount'],
] as const)('in the order %s of issues some of which are in its index', (sort, value) => {
  let projects: readonly string[];
  let made: readonly Issue[];
  beforeAll(async () => {
    projects = await database.write(async (stores) => {
      const ids = [await project(stores), await project(stores), await project(stores)].map(({ id }) => id);
      for (const [place, id] of ids.entries()) {
        const given = Array.from({ length: place === 0 ? 6_000 : 700 }, (_, number): NewIssue => {
          const lastSeen = NOON + ((number * 31) % 997);
          const counts = { timesSeen: 1 + ((number * 37) % 120), userCount: Math.max(0, ((number * 11) % 17) - 9) };
          const text = number % 7 === 0 ? { title: 'Basket', words: storedText(['Basket']) } : {};
          const firstSeen = lastSeen - ((number * 13) % 400);
          return { ...PLAIN, ...counts, ...text, hash: hex(), firstSeen, lastSeen };
        });
        await stores.issues.insert(id, given);
      }
      return ids;
    });
    const each = await Promise.all(projects.map((id) => list('', 100, id)));
    made = each.flat().sort((a, b) => b[value] - a[value] || Number(b.id) - Number(a.id));
  });

  const read = (query: string, page: PageRequest) =>
    database.read(({ issues }) =>
      issues.search(
        projects,
        { search: parseIssueQuery(query), sort, filter: null, list: '', now: NOON, memberId: null },
        page,
      ),
    );

  it.each([
    ['', 900, () => true],
    ['timesSeen:<60', 700, ({ timesSeen }: Issue) => timesSeen < 60],
    ['timesSeen:>110', 100, ({ timesSeen }: Issue) => timesSeen > 110],
    ['userCount:<2', 900, ({ userCount }: Issue) => userCount < 2],
    ['timesSeen:118 userCount:7', 2, ({ timesSeen, userCount }: Issue) => timesSeen === 118 && userCount === 7],
    ['basket', 200, ({ title }: Issue) => title === 'Basket'],
    ['basket timesSeen:>40', 90, ({ title, timesSeen }: Issue) => title === 'Basket' && timesSeen > 40],
    ['is:resolved', 5, () => false],
  ])('finds what %j finds, in pages of %d, forwards and backwards', async (query, size, isWanted) => {
    const expected = made.filter(isWanted);
    const forwards: Issue[] = [];
    let page = await read(query, firstPage(size));
    for (;;) {
      forwards.push(...page.rows);
      if (!page.next.exists) break;
      page = await read(query, neighbour(page, 'next', size));
    }
    expect(forwards).toEqual(expected);
    expect(expected.length > size || query === 'is:resolved').toBe(true);
    const backwards = [...page.rows];
    while (page.previous.exists) {
      page = await read(query, neighbour(page, 'previous', size));
      backwards.unshift(...page.rows);
    }
    expect(backwards).toEqual(expected);
  });
});

it('finds the highest of all issues where numbers and ids are in different orders', async () => {
  const made = await database.write(async (stores) => {
    const { id } = await project(stores, { slug: 'mixed' });
    const given = Array.from({ length: 1_100 }, (_, number): NewIssue => {
      return { ...PLAIN, hash: hex(), firstSeen: NOON + (number % 7), lastSeen: NOON, timesSeen: 1 };
    });
    await stores.issues.insert(id, given);
    return id;
  });
  const engine = await temporary.openEngine();
  const statement = 'UPDATE issue SET number = 5000 + (number * 7) % 1103 WHERE project_id = ?';
  await engine.write((session) => session.run(statement, [Number(made)]));
  await engine.close();
  const rows = await everyRow(
    (page) =>
      database.read(({ issues }) =>
        issues.search(
          [made],
          { search: parseIssueQuery(''), sort: 'new', filter: null, list: '', now: NOON, memberId: null },
          page,
        ),
      ),
    400,
  );
  const expected = (await list('', 100, made)).sort((a, b) => b.firstSeen - a.firstSeen || Number(b.id) - Number(a.id));
  expect(rows).toEqual(expected);
});

it('ends a page early after ten thousand issues, and goes on behind them', async () => {
  const { id } = await database.write((stores) => project(stores, { slug: 'large' }));
  const given = Array.from({ length: 15_000 }, (_, number) => {
    const times = { firstSeen: NOON + number, lastSeen: NOON + number, timesSeen: number === 0 ? 900 : 1 };
    return { ...PLAIN, ...times, hash: hex(), userCount: 0 };
  });
  const ids = await database.write(({ issues }) => issues.insert(id, given));
  const read = (page: PageRequest) => database.read((stores) => listIssues(stores, id, 'timesSeen:>100', page));
  const early = await read({ cursor: null, size: 10 });
  expect(early.rows).toEqual([]);
  expect(early.next.exists).toBe(true);
  const rows = await everyRow(read, 10);
  expect(rows.map((one) => one.id)).toEqual([ids.get(given[0]?.hash ?? '')]);
});

it('merges the issues of several projects', async () => {
  const other = await database.write(async (stores) => {
    const made = await project(stores);
    const tags: { issueId: string; tags: EventTag[] }[] = [];
    for (let number = 0; number < 30; number += 1)
      tags.push({
        issueId: await issue(stores, made.id, { lastSeen: NOON + number * 13 }),
        tags: [{ key: 'environment', value: 'staging' }],
      });
    await recordTags(stores, made.id, tags);
    return made.id;
  });
  const empty = await database.write(async (stores) => (await project(stores)).id);
  for (const query of ['', 'environment:staging', 'level:error', 'has:rare'])
    for (const sort of ['date', 'freq'] as const) {
      const merged = await everyRow(
        (page) =>
          database.read(({ issues }) =>
            issues.search(
              [empty, other, projectId],
              { search: parseIssueQuery(query), sort, filter: null, list: '', now: NOON, memberId: null },
              page,
            ),
          ),
        60,
      );
      const each = [...(await list(query, 100)), ...(await list(query, 100, other))];
      const value = sort === 'date' ? 'lastSeen' : 'timesSeen';
      each.sort((a, b) => b[value] - a[value] || Number(b.id) - Number(a.id));
      expect(merged).toEqual(each);
    }
});

it('finds the issue of an event, unless it was removed', async () => {
  const [issueId, other] = [all[3]?.id ?? '', all[4]?.id ?? ''];
  const { eventId } = await database.write((stores) => event(stores, projectId, issueId));
  const uuid = eventId.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  for (const query of [eventId, uuid, `${eventId} OR nowhere`])
    expect((await list(query, 10)).map(({ id }) => id)).toEqual([issueId]);
  expect(await list(`${eventId} is:resolved`, 10)).toEqual([]);
  expect(await list(hex(), 10)).toEqual([]);
  await database.write((stores) => event(stores, projectId, other, { eventId: 'e'.repeat(32) }));
  await database.write(({ issues }) => issues.remove(projectId, [Number(other)], NOON));
  expect(await list('e'.repeat(32), 10)).toEqual([]);
});

it('finds an issue by the former slug of its project', async () => {
  const { organizationId } = (await database.read(({ projects }) => projects.findById('1', projectId))) ?? {};
  await database.write(async ({ projects }) => {
    const made = await projects.findById(organizationId ?? '', projectId);
    if (made !== undefined) await projects.update(made, { slug: 'store' });
  });
  for (const query of ['SHOP-2', 'store-2']) expect(await list(query, 10)).toMatchObject([{ number: 2 }]);
  await database.write((stores) => project(stores, { organizationId: organizationId ?? '', slug: 'shop' }));
  expect(await list('SHOP-2', 10)).toEqual([]);
});

describe('statements', () => {
  async function plansOf(work: (session: Session) => Promise<unknown>): Promise<string[]> {
    const engine = await temporary.openEngine();
    try {
      return await explainStatements(engine, work);
    } finally {
      await engine.close();
    }
  }

  const scans = (steps: readonly string[]) =>
    // The index of text is a virtual table, which finds the rows of its words.
    steps.filter((step) =>
      /^SCAN (?!CONSTANT ROW|json_each|w$|wanted|removed$|stored|n$|d$|f$|x VIRTUAL TABLE INDEX 0:M|[it] VIRTUAL TABLE INDEX 1:$)/.test(
        step,
      ),
    );
  const page = { cursor: { key: [String(NOON), '5'], backwards: false, inclusive: false }, size: 10 };

  itOnSqlite('of searches read ranges of indexes', async () => {
    const search = (query: string) =>
      plansOf((session) => listIssues({ issues: new IssueWriter(session) }, projectId, query, page));
    expect((await search('')).join()).toContain('issue_newest (project_id=? AND (last_seen,id)<(?,?))');
    expect((await search('lastSeen:-24h')).join()).toMatch(/issue_newest \(project_id=\? AND last_seen>\?/);
    expect((await search('is:unresolved')).join()).toContain(
      'issue_by_status (project_id=? AND status=? AND (last_seen,id)<(?,?))',
    );
    for (const query of [
      '',
      'is:unresolved',
      'rare:yes',
      'level:error is:resolved',
      '!level:error',
      'text',
      'rare:y*',
      'has:rare',
      'has:level',
      'firstRelease:1.0',
      'firstRelease:web-* OR rare:yes',
      'STORE-1',
      hex(),
      'rare:yes OR rare:no',
      'level:*r OR text',
    ]) {
      const steps = await search(query);
      expect({ query, scans: scans(steps), sorts: steps.filter((step) => step.includes('TEMP B-TREE')) }).toEqual({
        query,
        scans: [],
        sorts: [],
      });
    }
  });

  itOnSqlite('of other orders read their index, and no row of it', async () => {
    const ranges = { new: 'first_seen (project_id=?', freq: 'times_seen (project_id=? AND times_seen>?' } as const;
    for (const [sort, range] of Object.entries({ ...ranges, user: 'user_count (project_id=? AND user_count>?' })) {
      const request = { sort: sort as IssueSort, filter: null, list: '', now: NOON, memberId: null };
      const steps = await plansOf((session) =>
        new IssueWriter(session).search(
          [projectId],
          { ...request, search: parseIssueQuery('') },
          { cursor: { key: ['90', '5'], backwards: false, inclusive: false }, size: 10 },
        ),
      );
      expect(steps.find((step) => step.includes(' issue_by_'))).toContain(`USING COVERING INDEX issue_by_${range}`);
      expect(scans(steps)).toEqual([]);
    }
  });

  itOnSqlite('of a time range read each issue once', async () => {
    const steps = await plansOf((session) =>
      listIssues({ issues: new IssueWriter(session) }, projectId, 'lastSeen:>2020-01-01 !(nothing)', {
        cursor: null,
        size: 700,
      }),
    );
    const ranges = steps.flatMap((step) => /issue_newest \(project_id=\? AND (.*)\)$/.exec(step)?.[1] ?? []);
    const between = '(last_seen,id)>(?,?) AND (last_seen,id)<(?,?)';
    const toBound = 'last_seen>? AND (last_seen,id)<(?,?)';
    // Candidates; then for each batch its end and its issues. The last batch has no end: it alone reads up to the
    // bound.
    const batches = [toBound, between, toBound, between, toBound, toBound];
    const list = ['last_seen>?', '(last_seen,id)>(?,?)', ...batches];
    // The total reads the same once more.
    expect(ranges).toEqual(['last_seen>?', ...list, ...list]);
  });

  itOnSqlite('that find, change and count issues read keys', async () => {
    const steps = await plansOf(async (session) => {
      const issues = new IssueWriter(session);
      await issues.findInOrganization('1', '5');
      await issues.findByNumber(projectId, 5);
      await issues.lockByHashes(projectId, ['a']);
      await issues.reopen(projectId, ['5'], NOON);
      const states = new IssueStateWriter(session);
      await states.lock(projectId, [5, 6]);
      await states.lockFirst(projectId, ['unresolved'], 1);
      await recordTags({ issues, issueTags: new IssueTagWriter(session) }, projectId, [
        {
          issueId: '5',
          tags: [
            { key: 'user', value: 'x' },
            { key: 'url', value: hex() },
          ],
        },
      ]);
    });
    expect(scans(steps)).toEqual([]);
    expect(steps.join()).toContain('issue_by_status (project_id=? AND status=?)');
  });

  itOnSqlite('of automatic resolution read a range of the issues of a status', async () => {
    await database.write(async ({ projects }) => {
      const made = await projects.findById('1', projectId);
      if (made !== undefined) await projects.update(made, { resolveAge: 1 });
    });
    const steps = await plansOf(async (session) => {
      await new IssueWriter(session).findProjectsToAutoResolve(NOON);
      await new IssueWriter(session).autoResolve(projectId, NOON, 10);
    });
    expect(
      steps.filter((step) => step.includes('issue_by_status (project_id=? AND status=? AND last_seen<?)')),
    ).toHaveLength(2);
    expect(scans(steps)).toEqual(['SCAN project USING INDEX project_by_resolve_age']);
  });

  itOnSqlite("of lists and deletions of an issue's events read ranges", async () => {
    const events = { ...page, cursor: { ...page.cursor, key: [String(NOON), hex()] } };
    const steps = await plansOf((session) => new EventWriter(session).listByIssue({ projectId, id: '5' }, events));
    expect(steps.join()).toContain('event_by_issue (project_id=? AND issue_id=? AND (timestamp,event_id)<(?,?))');
    expect([...scans(steps), ...steps.filter((step) => step.includes('TEMP B-TREE'))]).toEqual([]);
    const reclaimed = await plansOf(async (session) => {
      await new IssueWriter(session).remove(projectId, [Number(all[0]?.id)], NOON);
      await reclaim({ removedIssues: new RemovedIssueWriter(session) }, 10);
    });
    expect(reclaimed.join()).toContain('event_by_issue (project_id=? AND issue_id=?)');
    expect(reclaimed.join()).toContain('SEARCH t USING PRIMARY KEY (project_id=? AND issue_id=?)');
    // `found` are the events of one step, which the statement before the deletion limits.
    expect(scans(reclaimed).filter((step) => !step.includes('removed_issue'))).toEqual(['SCAN found']);
  });
});
