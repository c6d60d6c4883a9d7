import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const HOUR_MS = 3_600_000;
const PRESENT_HOUR = Math.floor(Date.now() / HOUR_MS);
const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization, { scopes: ['event:admin'] });
});

interface Row {
  readonly id: string;
  readonly title: string;
  readonly count: string;
  readonly userCount: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly filtered?: {
    readonly count: string;
    readonly userCount: number;
    readonly firstSeen: string | null;
    readonly lastSeen: string | null;
  };
  readonly stats?: Record<string, [number, number][]>;
}

interface Sent {
  readonly issue: string;
  readonly environment: string | null;
  readonly user: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Returns the middle of an hour before the present one. */
const hoursAgo = (hours: number) => (PRESENT_HOUR - hours) * HOUR_MS + HOUR_MS / 2;

async function send({ issue, environment, user, time }: Sent, more: Record<string, unknown> = {}): Promise<void> {
  await service.fixtures.event(project, {
    ...{ fingerprint: [issue], timestamp: time / 1000, exception: { values: [{ type: 'Error', value: issue }] } },
    ...(environment !== null && { environment }),
    ...(user !== null && { user: { id: user } }),
    ...more,
  });
}

const event = (issue: string, environment: string | null, user: string | null, hours: number): Sent => {
  return { issue, environment, user, time: hoursAgo(hours) };
};

async function list(query: string): Promise<Row[]> {
  return (await service.client.get(`${project.path}issues/?${query}`, token).expect(200)).body as Row[];
}

const nameOf = ({ title }: Row) => title.replace('Error: ', '');
/** Returns name, events and users of each listed issue. */
const numbers = async (query: string) =>
  (await list(query)).map((row) => [nameOf(row), row.filtered?.count, row.filtered?.userCount]);
const isoTime = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
const at = (hours: number) => isoTime(hoursAgo(hours));

/** `mixed` has most events, but few of them lately and in staging; `staging` has few. */
async function sendTwoIssues(): Promise<void> {
  for (const user of ['1', '2', '3', '4', '5']) await send(event('mixed', 'production', user, 40));
  await send(event('mixed', 'production', '1', 2));
  await send(event('mixed', 'staging', '1', 30));
  for (const hours of [1, 3]) await send(event('staging', 'staging', String(hours), hours));
  await send(event('staging', null, null, 3));
}

test('has lifetime numbers alone without a filter', async () => {
  await sendTwoIssues();
  for (const row of await list('')) expect(row).not.toHaveProperty('filtered');
});

test.each([
  [
    'environment=staging',
    [
      ['staging', '2', 2],
      ['mixed', '1', 1],
    ],
  ],
  [
    'environment=staging&sort=freq',
    [
      ['staging', '2', 2],
      ['mixed', '1', 1],
    ],
  ],
  [
    'environment=staging&sort=user',
    [
      ['staging', '2', 2],
      ['mixed', '1', 1],
    ],
  ],
  [
    'environment=staging&sort=new',
    [
      ['staging', '2', 2],
      ['mixed', '1', 1],
    ],
  ],
  ['environment=staging&statsPeriod=24h', [['staging', '2', 2]]],
  ['environment=production&statsPeriod=24h', [['mixed', '1', 1]]],
  [
    'environment=production&environment=staging&sort=freq',
    [
      ['mixed', '7', 5],
      ['staging', '2', 2],
    ],
  ],
  [
    'statsPeriod=24h',
    [
      ['staging', '3', 2],
      ['mixed', '1', 1],
    ],
  ],
  [
    'statsPeriod=24h&sort=user',
    [
      ['staging', '3', 2],
      ['mixed', '1', 1],
    ],
  ],
  [
    'statsPeriod=7d&sort=freq',
    [
      ['mixed', '7', 5],
      ['staging', '3', 2],
    ],
  ],
  [
    'statsPeriod=7d&sort=user',
    [
      ['mixed', '7', 5],
      ['staging', '3', 2],
    ],
  ],
  [`start=${at(41)}&end=${at(20)}&sort=freq`, [['mixed', '6', 5]]],
  [
    `start=${at(31)}&end=${at(2)}&sort=user`,
    [
      ['staging', '2', 1],
      ['mixed', '2', 1],
    ],
  ],
  ['environment=staging&sort=freq&query=mixed', [['mixed', '1', 1]]],
  ['environment=unknown&sort=freq', []],
  [
    'start=0001-01-01T00:00:00Z&end=9999-12-31T00:00:00Z&sort=freq',
    [
      ['mixed', '7', 5],
      ['staging', '3', 2],
    ],
  ],
  ['start=2020-01-01T00:00:00Z&end=2020-02-01T00:00:00Z', []],
  ['start=9998-01-01T00:00:00Z&sort=user', []],
])('counts the events of ?%s', async (query, expected) => {
  await sendTwoIssues();
  expect(await numbers(query)).toEqual(expected);
});

test('has the times of the matching events beside those of all', async () => {
  await sendTwoIssues();
  const [, mixed] = await list('environment=staging');
  expect(mixed).toMatchObject({ count: '7', userCount: 5, firstSeen: at(40), lastSeen: at(2) });
  expect(mixed?.filtered).toEqual({ count: '1', userCount: 1, firstSeen: at(30), lastSeen: at(30) });
});

test('counts the environments over time', async () => {
  await sendTwoIssues();
  const sums = async (query: string) =>
    (await list(query)).map(({ stats }) => Object.values(stats ?? {})[0]?.reduce((sum, [, count]) => sum + count, 0));
  expect(await sums('groupStatsPeriod=14d&sort=freq')).toEqual([7, 3]);
  expect(await sums('groupStatsPeriod=14d&sort=freq&environment=staging')).toEqual([2, 1]);
  expect(await sums('groupStatsPeriod=24h&sort=freq&environment=staging')).toEqual([2, 0]);
});

describe('one issue', () => {
  let path: string;
  beforeEach(async () => {
    await sendTwoIssues();
    const mixed = (await list('sort=freq'))[0];
    path = `/api/0/organizations/${project.organization}/issues/${mixed?.id}/`;
  });
  const get = async (query: string) => (await service.client.get(`${path}${query}`, token).expect(200)).body as unknown;

  test('has the same numbers', async () => {
    expect(await get('')).not.toHaveProperty('filtered');
    expect(await get('?environment=staging')).toMatchObject({ count: '7', filtered: { count: '1', userCount: 1 } });
    expect(await get('?environment=production&statsPeriod=24h')).toMatchObject({ filtered: { count: '1' } });
    expect(await get('?environment=qa')).toMatchObject({
      filtered: { count: '0', userCount: 0, firstSeen: null, lastSeen: null },
    });
  });

  test('has its counts over time and its events by environment', async () => {
    const stats = (await get('stats/?statsPeriod=7d&interval=1d&environment=production')) as [number, number][];
    expect(stats.reduce((sum, [, count]) => sum + count, 0)).toBe(6);
    const record = (await get('?environment=staging')) as Row;
    expect(record.stats?.['30d']?.reduce((sum, [, count]) => sum + count, 0)).toBe(1);
    expect(await get('events/?environment=staging')).toHaveLength(1);
    expect(await get('events/?environment=staging&environment=production')).toHaveLength(7);
    expect(await get('events/?environment=staging&statsPeriod=24h')).toEqual([]);
  });

  test.each([
    [
      '?statsPeriod=1y',
      "Query parameter 'statsPeriod' must be a number with the unit m, h, d or w, such as 24h or 14d.",
    ],
    [
      '?statsPeriod=1d&start=2026-11-01T00:00:00Z',
      "Query parameter 'statsPeriod' cannot be combined with 'start' and 'end'.",
    ],
  ])('rejects %s', async (query, detail) => {
    expect((await service.client.get(`${path}${query}`, token).expect(400)).body).toEqual({ detail });
  });
});

test('follows issues that are merged, and taken apart again', async () => {
  await sendTwoIssues();
  const rows = await list('');
  const merged = await service.client
    .put(`${project.path}issues/?${rows.map(({ id }) => `id=${id}`).join('&')}`, token)
    .send({ merge: 1 })
    .expect(200);
  expect(await numbers('environment=staging')).toEqual([['staging', '3', 2]]);
  expect(await numbers('statsPeriod=24h&sort=user')).toEqual([['staging', '4', 2]]);
  const { changeId } = merged.body as { changeId: string };
  await service.client
    .post(`/api/0/organizations/${project.organization}/issue-changes/${changeId}/undo/`, token)
    .expect(200);
  expect(await numbers('environment=staging&sort=freq')).toEqual([
    ['staging', '2', 2],
    ['mixed', '1', 1],
  ]);
  expect(await numbers('statsPeriod=24h&sort=user')).toEqual([
    ['staging', '3', 2],
    ['mixed', '1', 1],
  ]);
});

test('lists every issue once in each filtered order, forwards and backwards', async () => {
  const sent: Sent[] = [];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let number = 0; number < 120; number += 1) {
    const environment = [null, 'a', 'b'][random(3)] ?? null;
    sent.push(event(`issue ${random(9)}`, environment, random(4) === 0 ? null : String(random(5)), 1 + random(60)));
  }
  for (const one of sent) await send(one);
  for (const environments of [[], ['a'], ['a', 'b']]) {
    for (const hours of [null, 12, 30]) {
      if (hours === null && environments.length === 0) continue;
      const matching = sent.filter(({ environment, time }) => {
        const isRecent = hours === null || time >= hoursAgo(hours) - HOUR_MS / 2;
        return isRecent && (environments.length === 0 || (environment !== null && environments.includes(environment)));
      });
      const expected = new Map<string, { events: number; users: Set<string>; last: number }>();
      for (const { issue, user, time } of matching) {
        const { events, users, last } = expected.get(issue) ?? { events: 0, users: new Set(), last: 0 };
        if (user !== null) users.add(user);
        expected.set(issue, { events: events + 1, users, last: Math.max(last, time) });
      }
      const filter = [
        ...environments.map((name) => `environment=${name}`),
        ...(hours === null ? [] : [`start=${new Date(hoursAgo(hours) - HOUR_MS / 2).toISOString()}`]),
      ].join('&');
      for (const sort of ['freq', 'user', 'date'] as const) {
        if (sort === 'date' && environments.length === 0) continue;
        const forwards: Row[] = [];
        let next = `${project.path}issues/?${filter}&sort=${sort}&per_page=2`;
        let previous: string | undefined;
        for (let hasMore = true; hasMore;) {
          const reply = await service.client.get(next, token).expect(200);
          forwards.push(...(reply.body as Row[]));
          const links = readLink(reply);
          previous = links.previous.results ? links.previous.path : undefined;
          [next, hasMore] = [links.next.path, links.next.results];
        }
        expect(Object.fromEntries(forwards.map((row) => [nameOf(row), row.filtered]))).toEqual(
          Object.fromEntries(
            [...expected].map(([name, { events, users, last }]) => [
              name,
              expect.objectContaining({ count: String(events), userCount: users.size, lastSeen: isoTime(last) }),
            ]),
          ),
        );
        expect(forwards).toHaveLength(expected.size);
        const valueOf = { freq: 'count', user: 'userCount', date: 'lastSeen' } as const;
        const values = forwards.map(({ filtered }) => {
          const value = filtered?.[valueOf[sort]] ?? '';
          return sort === 'date' ? Date.parse(String(value)) : Number(value);
        });
        expect(values).toEqual(values.toSorted((one, other) => other - one));
        const backwards: Row[] = [];
        while (previous !== undefined) {
          const reply = await service.client.get(previous, token).expect(200);
          backwards.unshift(...(reply.body as Row[]));
          const links = readLink(reply);
          previous = links.previous.results ? links.previous.path : undefined;
        }
        const lastPage = forwards.length % 2 === 0 ? 2 : 1;
        expect(backwards.map(nameOf)).toEqual(forwards.slice(0, -lastPage).map(nameOf));
      }
    }
  }
});
