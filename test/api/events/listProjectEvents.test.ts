import fc from 'fast-check';
import { type Linked, readLink } from '../../support/client';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
});

interface Listed {
  rows: Json[];
  ids: string[];
  previous: Linked;
  next: Linked;
}

async function list(query = '', of = project): Promise<Listed> {
  return follow(`${of.path}events/${query}`);
}

async function follow(path: string): Promise<Listed> {
  const response = await service.client.get(path, token).expect(200);
  const rows = response.body as Json[];
  return { rows, ids: rows.map(({ eventID }) => String(eventID)), ...readLink(response) };
}

/** Returns 32 hexadecimal digits that end in a number. */
function idOf(number: number): string {
  return number.toString(16).padStart(32, '0');
}

/** Time of all events of a test, so that their differences do not depend on how long sending takes. */
const NOW = Math.floor(Date.now() / 1000);

/** Returns a time some seconds ago, in seconds since 1970 as clients send it. */
function ago(seconds: number): number {
  return NOW - seconds;
}

const RICH: Json = {
  platform: 'javascript',
  level: 'warning',
  transaction: 'checkout',
  server_name: 'web-1',
  release: 'shop@1.2.3',
  dist: '7',
  environment: 'staging',
  message: 'Paying failed',
  tags: { color: 'red' },
  user: { id: 7, email: 'ann@acme.test', username: 'ann', ip_address: '203.0.113.7' },
  extra: { cart: [1, 2, { deep: true }] },
  modules: { express: '5.3.0' },
  contexts: { runtime: { name: 'node', version: 'v22.1.0' }, os: { name: 'Linux', version: '6.1' } },
  sdk: { name: 'sentry.javascript.node', version: '11.11.0', integrations: ['Http'] },
  fingerprint: ['pay'],
  breadcrumbs: [{ timestamp: 1_700_000_000, category: 'console', level: 'log', message: 'hi' }],
  request: {
    url: 'https://shop.test/pay',
    method: 'POST',
    query_string: 'a=1&b=2',
    headers: { 'User-Agent': 'curl/8' },
  },
  exception: {
    values: [
      { type: 'Cause', value: 'first' },
      {
        type: 'TypeError',
        value: 'x is undefined',
        mechanism: { type: 'generic', handled: false },
        stacktrace: {
          frames: [
            { filename: 'https://shop.test/outer.js', function: 'outer', lineno: 1, colno: 2 },
            {
              filename: 'https://shop.test/inner.js',
              function: 'inner',
              lineno: 10,
              colno: 4,
              pre_context: ['a', 'b'],
              context_line: 'c',
              post_context: ['d'],
            },
          ],
        },
      },
    ],
  },
};

const RECORD = [
  'id',
  'eventID',
  'groupID',
  'title',
  'message',
  'platform',
  'event.type',
  'dateCreated',
  'user',
  'tags',
];
const BESIDE = ['projectID', 'location', 'culprit', 'metadata', 'crashFile'];
const FULL = [
  'type',
  'entries',
  'contexts',
  'sdk',
  'packages',
  'context',
  'dist',
  'release',
  'fingerprints',
  'errors',
  'size',
  'dateReceived',
  '_meta',
];

describe('the record', () => {
  test('has its fifteen members and no others', async () => {
    const timestamp = ago(100) + 0.987;
    const eventId = await service.fixtures.event(project, { ...RICH, timestamp });
    const [record] = (await list()).rows;
    expect(Object.keys(record ?? {}).sort()).toEqual([...RECORD, ...BESIDE].sort());
    expect(record).toMatchObject({
      id: eventId,
      eventID: eventId,
      projectID: project.id,
      groupID: expect.stringMatching(/^[1-9][0-9]*$/),
      'event.type': 'error',
      title: 'TypeError: x is undefined',
      message: 'Paying failed',
      platform: 'javascript',
      dateCreated: new Date(Math.floor(timestamp) * 1000).toISOString().replace('.000', ''),
      culprit: 'checkout',
      crashFile: null,
      user: {
        id: '7',
        email: 'ann@acme.test',
        username: 'ann',
        ip_address: '203.0.113.7',
        name: null,
        data: null,
        geo: null,
      },
    });
  });

  test('has tags as pairs of key and value, by key', async () => {
    await service.fixtures.event(project, RICH);
    const tags = ((await list()).rows[0]?.['tags'] ?? []) as { key: string; value: string }[];
    expect(tags).toEqual([...tags].sort((a, b) => (a.key < b.key ? -1 : 1)));
    for (const tag of [
      { key: 'color', value: 'red' },
      { key: 'environment', value: 'staging' },
      { key: 'level', value: 'warning' },
      { key: 'release', value: 'shop@1.2.3' },
      { key: 'server_name', value: 'web-1' },
    ]) {
      expect(tags).toContainEqual(tag);
    }
  });

  test('of a message has the event type default', async () => {
    await service.fixtures.event(project, {
      exception: undefined,
      logentry: { message: 'Hello %s', params: ['world'] },
    });
    expect((await list()).rows).toEqual([
      expect.objectContaining({
        'event.type': 'default',
        title: 'Hello world',
        message: 'Hello world',
        user: null,
        location: null,
      }),
    ]);
  });

  test('of an exception has a message only if one was logged', async () => {
    await service.fixtures.event(project);
    expect((await list()).rows[0]).toMatchObject({ message: '', 'event.type': 'error', platform: 'other' });
  });

  test('has the same issue for the same error, and another issue for another error', async () => {
    for (const value of ['one', 'one', 'two']) {
      await service.fixtures.event(project, {
        fingerprint: [value],
        exception: { values: [{ type: 'Error', value }] },
      });
    }
    const groups = (await list()).rows.map(({ title, groupID }) => [title, groupID]);
    expect(new Set(groups.map(([, group]) => group)).size).toBe(2);
    expect(new Set(groups.map((pair) => pair.join())).size).toBe(2);
  });

  test('contains text of any script, and markup', async () => {
    const value = '<b>„Größe“ 漢字 עברית 🛒 "quotes" \\ \u2028 \u0007</b>';
    await service.fixtures.event(project, { exception: { values: [{ type: 'Error', value }] } });
    expect((await list()).rows[0]?.['title']).toContain('„Größe“ 漢字 עברית 🛒 "quotes" \\');
  });
});

describe('full', () => {
  test.each([
    ['?full=true', true],
    ['?full=1', true],
    ['?full=false', false],
    ['?full=0', false],
    ['', false],
  ])('%j returns the body: %j', async (query, isFull) => {
    await service.fixtures.event(project, RICH);
    const fields = isFull ? [...RECORD, ...BESIDE, ...FULL] : [...RECORD, ...BESIDE];
    expect(Object.keys((await list(query)).rows[0] ?? {}).sort()).toEqual(fields.sort());
  });

  test.each(['', 'TRUE', 'True', 'yes', 'on', 'no', '2', '-1', 't', 'true%20', 'null'])(
    'is rejected with the value %j',
    async (value) => {
      const { body } = await service.client.get(`${project.path}events/?full=${value}`, token).expect(400);
      expect(body).toEqual({ detail: expect.stringContaining("'full'") });
    },
  );

  test('adds members to those of the short record', async () => {
    await service.fixtures.event(project, RICH);
    await service.fixtures.event(project, { exception: undefined, message: 'plain' });
    const short = await list();
    const full = await list('?full=1');
    full.rows.forEach((record, index) => expect(record).toMatchObject(short.rows[index] ?? {}));
  });

  test('contains what the client sent', async () => {
    await service.fixtures.event(project, RICH);
    const [record] = (await list('?full=true')).rows;
    expect(record).toMatchObject({
      contexts: { runtime: { name: 'node', version: 'v22.1.0', type: 'runtime' } },
      sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
      packages: { express: '5.3.0' },
      context: { cart: [1, 2, { deep: true }] },
      dist: '7',
      release: 'shop@1.2.3',
      fingerprints: [expect.stringMatching(/^[0-9a-f]{32}$/)],
      errors: [],
      size: expect.any(Number),
      dateReceived: expect.stringMatching(/Z$/),
    });
    expect(Object.keys(record?.['_meta'] as Json).sort()).toEqual([
      'context',
      'contexts',
      'entries',
      'message',
      'packages',
      'sdk',
      'tags',
      'user',
    ]);
  });

  test('has the entries message, exception, breadcrumbs and request, and frames with the oldest call first', async () => {
    await service.fixtures.event(project, RICH);
    const entries = (await list('?full=true')).rows[0]?.['entries'] as { type: string; data: Json }[];
    expect(entries.map(({ type }) => type)).toEqual(['message', 'exception', 'breadcrumbs', 'request']);
    const { values } = entries[1]?.data as { values: { type: string; stacktrace: { frames: Json[] } | null }[] };
    expect(values.map(({ type }) => type)).toEqual(['Cause', 'TypeError']);
    expect(values[0]?.stacktrace).toBeNull();
    expect(values[1]?.stacktrace?.frames).toMatchObject([
      { function: 'outer', filename: 'https://shop.test/outer.js', lineNo: 1, colNo: 2, context: [] },
      {
        function: 'inner',
        lineNo: 10,
        colNo: 4,
        context: [
          [8, 'a'],
          [9, 'b'],
          [10, 'c'],
          [11, 'd'],
        ],
      },
    ]);
  });

  test('has the same pages as the short form', async () => {
    for (let index = 0; index < 5; index++) await service.fixtures.event(project, { timestamp: ago(index) });
    const { ids } = await list();
    const first = await list('?full=1&per_page=2');
    const second = await follow(first.next.path);
    const third = await follow(second.next.path);
    expect([first.ids, second.ids, third.ids].flat()).toEqual(ids);
    expect(third.rows[0]).toHaveProperty('entries');
    expect(third.next.results).toBe(false);
  });
});

describe('the order', () => {
  test('is newest first, then highest id', async () => {
    const base = ago(500);
    const arrivals = [
      [3, base],
      [0xa, base + 1],
      [9, base],
      [1, base + 2],
      [0xf0, base],
      [2, base - 1],
      [4, base + 0.001],
    ] as const;
    for (const [id, timestamp] of arrivals) await service.fixtures.event(project, { event_id: idOf(id), timestamp });
    expect((await list()).ids).toEqual([1, 0xa, 4, 0xf0, 9, 3, 2].map(idOf));
  });

  test('is that of the timestamps, not of the arrival', async () => {
    await service.fixtures.event(project, { event_id: idOf(1) });
    await service.fixtures.event(project, { event_id: idOf(2), timestamp: ago(3600) });
    expect((await list()).ids).toEqual([idOf(1), idOf(2)]);
  });
});

describe('pages', () => {
  test('of a project without events are one empty list with valid links', async () => {
    const { rows, previous, next } = await list();
    expect(rows).toEqual([]);
    for (const { results, path } of [previous, next]) {
      expect(results).toBe(false);
      expect((await follow(path)).rows).toEqual([]);
    }
  });

  test('have links of the documented form', async () => {
    const now = ago(0);
    for (let index = 0; index < 3; index++)
      await service.fixtures.event(project, { event_id: idOf(index), timestamp: now - index });
    const { headers } = await service.client.get(`${project.path}events/?full=0&per_page=1`, token).expect(200);
    const { previous, next } = await list('?full=0&per_page=1');
    const address = `${service.url}${project.path}events/?full=0&per_page=1&cursor=`;
    expect(headers['link']).toBe(
      `<${address}${encodeURIComponent(previous.cursor)}>; rel="previous"; results="false"; cursor="${previous.cursor}", ` +
        `<${address}${encodeURIComponent(next.cursor)}>; rel="next"; results="true"; cursor="${next.cursor}"`,
    );
    expect(next.cursor).toContain(idOf(0));
  });

  test('stay the same when events arrive, whatever their timestamps', async () => {
    for (let index = 0; index < 6; index++)
      await service.fixtures.event(project, { event_id: idOf(index), timestamp: ago(100 + index) });
    const first = await list('?per_page=2');
    await service.fixtures.event(project, { event_id: idOf(100), timestamp: ago(1) });
    await service.fixtures.event(project, { event_id: idOf(101), timestamp: ago(100) });
    const second = await follow(first.next.path);
    expect([first.ids, second.ids]).toEqual([[0, 1].map(idOf), [2, 3].map(idOf)]);
    expect((await follow(second.previous.path)).ids).toEqual([0, 1].map(idOf));
    expect((await follow(first.previous.path)).ids.sort()).toEqual([100, 101].map(idOf));
  });

  test('continue behind an event that was removed meanwhile', async () => {
    const newest = ago(100);
    for (let index = 0; index < 4; index++) {
      await service.fixtures.event(project, {
        event_id: idOf(index),
        timestamp: newest - index,
        fingerprint: [String(index)],
      });
    }
    const first = await list('?per_page=2');
    const admin = await service.fixtures.token(project.organization);
    await service.client.delete(`${project.path}issues/?id=${String(first.rows[1]?.['groupID'])}`, admin).expect(200);
    expect((await follow(first.next.path)).ids).toEqual([2, 3].map(idOf));
  });

  test('contain every event exactly once in both directions while others arrive', async () => {
    const arrival = fc.record({ seconds: fc.integer({ min: 0, max: 4 }), number: fc.integer({ min: 0, max: 0xffff }) });
    const script = fc.record({
      before: fc.uniqueArray(arrival, { minLength: 1, maxLength: 12, selector: ({ number }) => number }),
      size: fc.integer({ min: 1, max: 5 }),
      during: fc.array(fc.array(arrival, { maxLength: 2 }), { maxLength: 6 }),
      full: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(script, async ({ before, size, during, full }) => {
        const made = await service.fixtures.project({ organization: project.organization });
        const base = ago(1000);
        const send = ({ seconds, number }: { seconds: number; number: number }) =>
          service.fixtures.event(made, { event_id: idOf(number), timestamp: base + seconds });
        await Promise.all(before.map(send));
        const initial = (await list('', made)).ids;
        expect(initial.toSorted()).toEqual(before.map(({ number }) => idOf(number)).toSorted());

        const seen: string[] = [];
        let path = `${made.path}events/?per_page=${size}&full=${full}`;
        let page = await follow(path);
        for (let turn = 0; ; turn++) {
          seen.push(...page.ids);
          await Promise.all((during[turn] ?? []).map(send));
          if (!page.next.results) break;
          path = page.next.path;
          page = await follow(path);
          expect(page.ids.length).toBeGreaterThan(0);
        }
        expect(new Set(seen).size).toBe(seen.length);
        const initialIds = new Set(initial);
        expect(seen.filter((id) => initialIds.has(id))).toEqual(initial);

        page = await follow(path);
        const last = page.ids.at(-1) ?? '';
        const back = [...page.ids];
        do {
          const isPromised = page.previous.results;
          page = await follow(page.previous.path);
          expect(page.ids.length > 0 || !isPromised).toBe(true);
          back.unshift(...page.ids);
        } while (page.previous.results);
        const all = (await list('', made)).ids;
        expect(back).toEqual(all.slice(0, all.indexOf(last) + 1));
      }),
      { numRuns: 15 },
    );
  });

  test('have 100 events by default', async () => {
    await Promise.all(
      Array.from({ length: 101 }, (_, index) => service.fixtures.event(project, { timestamp: ago(index) })),
    );
    const first = await list();
    expect([first.rows.length, first.next.results]).toEqual([100, true]);
    expect((await list('?per_page=100')).ids).toEqual(first.ids);
    const second = await follow(first.next.path);
    expect([second.rows.length, second.next.results, second.previous.results]).toEqual([1, false, true]);
  });

  test('with bodies end after 8 MiB of bodies, and continue there in both directions', async () => {
    const part = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`part${index}`, `${index} `.repeat(120)]),
    );
    const extra = Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`chapter${index}`, part]));
    const events = Array.from({ length: 45 }, (_, index) => ({ event_id: idOf(index), timestamp: ago(index), extra }));
    for (const event of events) await service.fixtures.event(project, event);
    const first = await list('?full=true');
    const size = (rows: readonly Json[]) => rows.reduce((sum, row) => sum + Number(row['size']), 0);
    expect(size(first.rows)).toBeGreaterThanOrEqual(8 * 1024 * 1024);
    expect(size(first.rows.slice(0, -1))).toBeLessThan(8 * 1024 * 1024);
    expect(first.next.results).toBe(true);
    const second = await follow(first.next.path);
    expect([...first.ids, ...second.ids]).toEqual(events.map(({ event_id }) => event_id));
    expect((await follow(second.previous.path)).ids).toEqual(first.ids);
    const end = await follow(second.next.path);
    const last = await follow(end.previous.path);
    expect(last.ids).toEqual(events.slice(-first.ids.length).map(({ event_id }) => event_id));
    expect((await follow(last.previous.path)).ids).toEqual(
      events.slice(0, -first.ids.length).map(({ event_id }) => event_id),
    );
  });

  test.each(['0', '-1', '101', '', 'x', '1.5'])('are rejected with per_page=%s', async (size) => {
    const { body } = await service.client.get(`${project.path}events/?per_page=${size}`, token).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining('per_page') });
  });

  const ID = idOf(5);
  test.each([
    'x',
    `1700000000000:${ID}:4`,
    `1700000000000:${ID}`,
    `1700000000000:${ID}:`,
    `1700000000000:${ID}:00`,
    `1700000000000:${ID.toUpperCase().replace('5', 'A')}:0`,
    `1700000000000:${ID}0:0`,
    `-1:${ID}:0`,
    `1.5:${ID}:0`,
    `1e3:${ID}:0`,
    `17000000000000000:${ID}:0`,
    `NaN:${ID}:0`,
    `:${ID}:0`,
    '0:0:0',
    '0:100:0',
    '1:2:3:4',
    'shop:0',
  ])('are rejected with the cursor %s', async (cursor) => {
    const { body } = await service.client.get(`${project.path}events/?cursor=${cursor}`, token).expect(400);
    expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
  });

  test('begin with the first if the cursor is empty', async () => {
    await service.fixtures.event(project, { event_id: ID });
    expect((await list('?cursor=')).ids).toEqual([ID]);
  });
});

describe('the query', () => {
  test.each(['q', 'sample', 'sort', 'environment', 'Full', 'full[]', 'limit', 'toString', ''])(
    'is rejected with the unknown parameter %j',
    async (key) => {
      const { body } = await service.client
        .get(`${project.path}events/?${encodeURIComponent(key)}=1`, token)
        .expect(400);
      expect(body).toEqual({ detail: expect.stringContaining(`'${key}'`) });
    },
  );

  test.each(['full=1&full=1', 'full=true&full=false', 'cursor=&cursor=', 'per_page=1&per_page=1'])(
    'is rejected with a repeated parameter: %s',
    async (query) => {
      const { body } = await service.client.get(`${project.path}events/?${query}`, token).expect(400);
      expect(body).toEqual({ detail: expect.stringContaining('once') });
    },
  );
});

describe('the list', () => {
  test('has the events of its project only, also if another project has the same id', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    const stranger = await service.fixtures.project();
    for (const [of, value] of [
      [project, 'mine'],
      [sibling, "sibling's"],
      [stranger, "stranger's"],
    ] as const) {
      await service.fixtures.event(of, { event_id: idOf(7), exception: { values: [{ type: 'Error', value }] } });
    }
    expect((await list()).rows).toEqual([expect.objectContaining({ title: 'Error: mine', projectID: project.id })]);
    expect((await list('?full=1', sibling)).rows).toEqual([
      expect.objectContaining({ title: "Error: sibling's", projectID: sibling.id }),
    ]);
    await service.client.get(`${stranger.path}events/`, token).expect(404);
    const groups = new Set([...(await list()).rows, ...(await list('', sibling)).rows].map(({ groupID }) => groupID));
    expect(groups.size).toBe(2);
  });

  test('accepts a cursor of another project as a position', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    await service.fixtures.event(sibling, { event_id: idOf(1), timestamp: ago(10) });
    await service.fixtures.event(sibling, { event_id: idOf(2), timestamp: ago(20) });
    await service.fixtures.event(project, { event_id: idOf(3), timestamp: ago(30) });
    const { next } = await list('?per_page=1', sibling);
    expect((await list(`?cursor=${encodeURIComponent(next.cursor)}`)).ids).toEqual([idOf(3)]);
  });

  test('has errors and messages only, not other items of envelopes', async () => {
    const items = ['transaction', 'session', 'feedback', 'check_in'].map((type) => [{ type }, { type }] as const);
    await service.client
      .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
      .send(envelope({}, ...items))
      .expect(200);
    expect((await list()).rows).toEqual([]);
  });
});
