import type { Response } from 'supertest';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly substatus: string | null;
  readonly count: string;
}

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

function send(name: string, to = project): Promise<string> {
  return service.fixtures.event(to, { fingerprint: [name], exception: { values: [{ type: 'Error', value: name }] } });
}

async function rows(of = project): Promise<Row[]> {
  const { body } = await service.client.get(`${of.path}issues/?query=`, token).expect(200);
  return body as Row[];
}

/** Returns the statuses of issues by name. */
async function statuses(of = project): Promise<Record<string, string>> {
  return Object.fromEntries((await rows(of)).map(({ title, status }) => [title.replace('Error: ', ''), status]));
}

/** Sends an event for each name and returns the issues in the same order. */
async function make(...names: string[]): Promise<string[]> {
  for (const name of names) await send(name);
  const made = new Map((await rows()).map(({ title, id }) => [title.replace('Error: ', ''), id]));
  return names.map((name) => made.get(name) ?? '');
}

function put(query: string, body: object, of = project, as = token) {
  return service.client.put(`${of.path}issues/${query}`, as).send(body);
}

async function updated(query: string, status: string, expected = status): Promise<void> {
  const { body } = await put(query, { status }).expect(200);
  const { changeId: _, ...rest } = body as { changeId?: string };
  expect(rest).toEqual({ status: expected, statusDetails: {} });
}

describe('issues named by id', () => {
  test('are resolved, ignored and reopened, and no others', async () => {
    const [a, b] = await make('a', 'b', 'c');
    await updated(`?id=${a}&id=${b}&id=${a}`, 'resolved');
    expect(await statuses()).toEqual({ a: 'resolved', b: 'resolved', c: 'unresolved' });
    await updated(`?id=${b}`, 'ignored');
    await updated(`?id=${a}`, 'unresolved');
    expect(await statuses()).toEqual({ a: 'unresolved', b: 'ignored', c: 'unresolved' });
    expect((await rows()).map(({ title, substatus }) => [title, substatus]).sort()).toEqual([
      ['Error: a', 'ongoing'],
      ['Error: b', 'archived_forever'],
      ['Error: c', 'new'],
    ]);
  });

  test('are ignored by the status "muted" of command-line tools', async () => {
    const [a] = await make('a');
    const { body } = await put(`?id=${a}`, { status: 'muted', snoozeDuration: null }).expect(200);
    expect(body).toMatchObject({ status: 'ignored', statusDetails: {} });
    expect(await statuses()).toEqual({ a: 'ignored' });
  });

  test('stay unchanged if one of them is unknown or of another project', async () => {
    const other = await service.fixtures.project({ organization: project.organization });
    await send('foreign', other);
    const [foreign] = await rows(other);
    const [a, b] = await make('a', 'b');
    for (const out of [foreign?.id, '999999', '9007199254740993'])
      await updated(`?id=${a}&id=${out}&id=${b}`, 'resolved');
    expect(await statuses()).toEqual({ a: 'unresolved', b: 'unresolved' });
    expect(await statuses(other)).toEqual({ foreign: 'unresolved' });
  });

  test('are changed only if they have the status in the query', async () => {
    const [a, b] = await make('a', 'b');
    await updated(`?id=${a}`, 'ignored');
    await updated(`?id=${a}&id=${b}&status=unresolved`, 'resolved');
    expect(await statuses()).toEqual({ a: 'ignored', b: 'resolved' });
    await updated(`?id=${a}&id=${b}&status=muted`, 'unresolved');
    expect(await statuses()).toEqual({ a: 'unresolved', b: 'resolved' });
  });

  test('may be thousands', async () => {
    const [a, b] = await make('a', 'b', 'c');
    await updated(
      `?${Array.from({ length: 5000 }, (_, index) => `id=${index % 2 === 0 ? a : b}`).join('&')}`,
      'resolved',
    );
    expect(await statuses()).toEqual({ a: 'resolved', b: 'resolved', c: 'unresolved' });
  });
});

test.each<[string, object, readonly object[]]>([
  ['events', { ignoreCount: 2 }, [{}, {}]],
  ['events within some minutes', { ignoreCount: 2, ignoreWindow: 5 }, [{}, {}]],
  ['users', { ignoreUserCount: 2 }, [{ user: { id: '1' } }, { user: { id: '2' } }]],
  [
    'users within some minutes',
    { ignoreUserCount: 2, ignoreUserWindow: 5 },
    [{ user: { id: '1' } }, { user: { id: '2' } }],
  ],
  ['escalating', { ignoreUntilEscalating: true }, Array(10).fill({})],
  ['a time or events', { ignoreDuration: 60, ignoreCount: 1 }, [{}]],
])('ignores several issues until each reaches a number of its own: %s', async (_, statusDetails, events) => {
  const [a, b] = await make('a', 'b');
  await put(`?id=${a}&id=${b}`, { status: 'ignored', statusDetails }).expect(200);
  for (const event of events) {
    expect(await statuses()).toEqual({ a: 'ignored', b: 'ignored' });
    await service.fixtures.event(project, {
      fingerprint: ['a'],
      exception: { values: [{ type: 'Error', value: 'a' }] },
      ...event,
    });
  }
  expect(await statuses()).toEqual({ a: 'unresolved', b: 'ignored' });
});

describe('without ids', () => {
  test('all issues with another status are changed', async () => {
    const [a] = await make('a', 'b', 'c');
    await updated(`?id=${a}`, 'ignored');
    await updated('', 'resolved');
    expect(await statuses()).toEqual({ a: 'resolved', b: 'resolved', c: 'resolved' });
  });

  test('all issues with the status in the query are changed', async () => {
    const [a] = await make('a', 'b', 'c');
    await updated(`?id=${a}`, 'ignored');
    await updated('?status=unresolved', 'resolved');
    expect(await statuses()).toEqual({ a: 'ignored', b: 'resolved', c: 'resolved' });
  });

  /** Adds more issues than one request changes: from the last to x0, in the order of lists. */
  const makeMany = () =>
    service.app.database.write(({ issues }) =>
      issues
        .insert(
          project.id,
          Array.from({ length: 1003 }, (_, index) => {
            const seen = { firstSeen: index, lastSeen: index, timesSeen: 1, level: 'error', type: 'error' } as const;
            return { title: `x${index}`, culprit: null, platform: 'node', hash: `${project.id}-${index}`, ...seen };
          }),
        )
        .then(() => undefined),
    );

  /** Lists all issues of the project. */
  async function everyIssue(): Promise<Record<string, unknown>[]> {
    const allIssues: Record<string, unknown>[] = [];
    for (let next: string | undefined = `${project.path}issues/?query=`; next !== undefined;) {
      const response: Response = await service.client.get(next, token).expect(200);
      allIssues.push(...(response.body as Record<string, unknown>[]));
      const link: string | undefined = /<([^>]+)>; rel="next"; results="true"/.exec(
        response.headers['link'] ?? '',
      )?.[1];
      next = link?.replace(/^https?:\/\/[^/]+/, '');
    }
    return allIssues;
  }

  test('at most a thousand issues are changed by one request', async () => {
    await makeMany();
    const left = async () => {
      const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
      return (body as Row[]).map(({ title }) => title);
    };
    await updated('', 'resolved');
    expect(await left()).toEqual(['x2', 'x1', 'x0']);
    await updated('', 'resolved');
    expect(await left()).toEqual([]);
  });

  test.each<[string, string, object, object | null]>([
    ['an assignee', '', { assignedTo: 'ann@acme.test' }, null],
    ['a bookmark', '', { isBookmarked: true }, null],
    ['hasSeen', '', { hasSeen: true }, null],
    ['a status, and an assignee', '', { status: 'unresolved', assignedTo: 'ann@acme.test' }, null],
    ['a status, of issues that have another one', '?status=ignored', { status: 'resolved' }, { status: 'ignored' }],
    ['nobody', '?status=unresolved', { assignedTo: null }, { assignedTo: 'ann@acme.test' }],
    ['no bookmark', '', { isBookmarked: false, hasSeen: false }, { isBookmarked: true, hasSeen: true }],
    ['a release', '', { status: 'resolved', statusDetails: { inRelease: 'shop@1.0.0' } }, { status: 'resolved' }],
    ['the next release', '', { status: 'resolvedInNextRelease' }, { status: 'resolved' }],
    ['a commit', '', { status: 'resolved', statusDetails: { inCommit: { commit: 'abc1234' } } }, null],
    ['the status alone', '', { status: 'resolved' }, { status: 'resolvedInNextRelease' }],
    ['a time', '?status=ignored', { status: 'ignored', statusDetails: { ignoreDuration: 60 } }, { status: 'ignored' }],
    [
      'a number',
      '?status=ignored',
      { status: 'ignored', statusDetails: { ignoreCount: 5, ignoreWindow: 60 } },
      { status: 'ignored', statusDetails: { ignoreCount: 5 } },
    ],
    [
      'users',
      '',
      { status: 'ignored', statusDetails: { ignoreUserCount: 5, ignoreDuration: 60 } },
      { status: 'ignored', statusDetails: { ignoreUserCount: 6, ignoreDuration: 60 } },
    ],
    [
      'escalating',
      '?status=ignored',
      { status: 'ignored', statusDetails: { ignoreUntilEscalating: true } },
      { status: 'ignored', statusDetails: { ignoreCount: 5 } },
    ],
    [
      'no condition',
      '?status=ignored',
      { status: 'ignored' },
      { status: 'ignored', statusDetails: { ignoreCount: 5 } },
    ],
  ])('a second request reaches the issues that the first one left: %s', async (_, query, body, before) => {
    await service.client
      .post(`/api/0/organizations/${project.organization}/releases/`, token)
      .send({ version: 'shop@1.0.0', projects: [project.slug] })
      .expect(201);
    await makeMany();
    if (before !== null) for (let left = 2; left > 0; left -= 1) await put('', before).expect(200);
    const state = ({ status, statusDetails, assignedTo, isBookmarked, hasSeen }: Record<string, unknown>) => {
      const { ignoreUntil, ...details } = statusDetails as Record<string, unknown>;
      return JSON.stringify([status, details, ignoreUntil !== undefined, assignedTo, isBookmarked, hasSeen]);
    };
    const states = async () => new Set((await everyIssue()).map(state));
    const former = await states();
    expect(former.size).toBe(1);
    await put(query, body).expect(200);
    expect((await states()).size).toBe(2);
    await put(query, body).expect(200);
    const changed = await states();
    expect(changed.size).toBe(1);
    expect(changed).not.toEqual(former);
  });
});

describe('the next event', () => {
  test('reopens a resolved issue', async () => {
    const [a] = await make('a');
    await updated(`?id=${a}`, 'resolved');
    await send('a');
    expect(await rows()).toMatchObject([{ id: a, status: 'unresolved', substatus: 'regressed', count: '2' }]);
  });

  test('leaves an ignored issue ignored, and is counted', async () => {
    const [a] = await make('a');
    await updated(`?id=${a}`, 'ignored');
    await send('a');
    expect(await rows()).toMatchObject([{ id: a, status: 'ignored', substatus: 'archived_forever', count: '2' }]);
  });
});

describe('a request', () => {
  const expectRejection = async (query: string, body: object, errors: object) => {
    const [a] = await make('a');
    const { body: answer } = await put(query.replace('ID', a ?? ''), body).expect(400);
    expect(answer).toEqual(errors);
    expect(await statuses()).toEqual({ a: 'unresolved' });
  };

  const STATUS =
    'Use "unresolved", "resolved", "resolvedInNextRelease" or "ignored" ("muted" means the same); no other status is supported.';

  test.each([
    ['?id=ID', { status: 'fixed' }, { status: [STATUS] }],
    [
      '?id=ID',
      { status: 'resolved', ignoreDuration: 30 },
      {
        ignoreDuration: [
          'Unknown field "ignoreDuration"; accepted are status, statusDetails, substatus, assignedTo, isBookmarked, hasSeen, merge, into, snoozeDuration.',
        ],
      },
    ],
    [
      '?id=ID',
      { status: 'muted', snoozeDuration: 30 },
      {
        snoozeDuration: ['Use statusDetails.ignoreDuration; omit this field or set it to null.'],
      },
    ],
    ['?id=ID', {}, { body: ['Name at least one of status, assignedTo, isBookmarked, hasSeen and merge.'] }],
    ['?id=ID', { snoozeDuration: null }, { status: ['This field is required.'] }],
    ['?id=', { status: 'resolved' }, { detail: "Query parameter 'id' must be a positive integer in decimal digits." }],
    [
      '?ids=ID',
      { status: 'resolved' },
      {
        detail:
          "Unknown query parameter 'ids'; accepted are 'id', 'query', 'statsPeriod', 'start', 'end', 'environment', 'status'.",
      },
    ],
    [
      '?query=&id=ID',
      { status: 'resolved' },
      { detail: "Query parameters 'id' and 'query' exclude each other. Nothing was changed." },
    ],
    [
      '?environment=production',
      { status: 'resolved' },
      { detail: "Query parameter 'environment' needs 'query'. Nothing was changed." },
    ],
    [
      '?query=&status=unresolved',
      { status: 'resolved' },
      { detail: "Query parameters 'status' and 'query' exclude each other; write is: in the search." },
    ],
    ['?query=', { merge: 1 }, { detail: "Query parameter 'query' cannot be used with the field 'merge'." }],
    [
      '?status=fixed',
      { status: 'resolved' },
      { detail: "Query parameter 'status' must be unresolved, resolved, ignored or muted." },
    ],
  ])('with %s and %j is rejected and changes nothing', expectRejection);

  test.each(['event:write', 'event:admin'])('is allowed with %s alone', async (scope) => {
    const writer = await service.fixtures.token(project.organization, { scopes: [scope] });
    await put('', { status: 'resolved' }, project, writer).expect(200);
  });

  test('requires a scope to write events', async () => {
    await make('a');
    const reader = await service.fixtures.token(project.organization, {
      scopes: ['event:read', 'project:admin', 'project:write'],
    });
    const { body } = await put('', { status: 'resolved' }, project, reader).expect(403);
    expect(body).toMatchObject({ requiredScopes: ['event:admin', 'event:write'] });
    expect(await statuses()).toEqual({ a: 'unresolved' });
  });

  test('for a project of another organization gets 404', async () => {
    await put('', { status: 'resolved' }, await service.fixtures.project()).expect(404);
  });
});

/** Returns the query for a number of missing issues, from 7001 on. */
const unknownIds = (count: number) => `?${Array.from({ length: count }, (_, index) => `id=${7001 + index}`).join('&')}`;

describe('merge', () => {
  const issuePath = (id: string) => `/api/0/organizations/${project.organization}/issues/${id}/`;

  async function get(path: string): Promise<Record<string, unknown>> {
    return (await service.client.get(path, token).expect(200)).body as Record<string, unknown>;
  }

  /** Sends an event at a minute of an hour, with a tag and a user. */
  const at = (name: string, minute: number, rest: object = {}) =>
    service.fixtures.event(project, {
      fingerprint: [name],
      exception: { values: [{ type: 'Error', value: name }] },
      timestamp: new Date(Date.now() - (60 - minute) * 60_000).toISOString(),
      ...rest,
    });

  test('makes one issue of several, with the events, counts, tags, comments and activities of all', async () => {
    const user = (id: string) => ({ user: { id } });
    await at('a', 10, { ...user('1'), tags: { region: 'eu' } });
    await at('a', 11, user('2'));
    await at('b', 5, { ...user('2'), tags: { region: 'us' } });
    await at('c', 20, { ...user('3'), level: 'warning' });
    const [first, second, third] = await make('other').then(async () => {
      const listed = await rows();
      return ['a', 'b', 'c'].map((name) => listed.find(({ title }) => title === `Error: ${name}`)?.id ?? '');
    });
    await service.client
      .post(`${issuePath(second ?? '')}notes/`, token)
      .send({ text: 'from b' })
      .expect(201);
    await put(`?id=${third}`, { status: 'resolved' }).expect(200);
    const former = (await get(issuePath(second ?? ''))) as { shortId: string; firstSeen: string };
    const last = (await get(issuePath(third ?? ''))) as { lastSeen: string };
    const { body } = await put(`?id=${third}&id=${first}&id=${second}`, { merge: 1 }).expect(200);
    expect(body).toMatchObject({ merge: { parent: first, children: [second, third] } });

    const merged = await get(issuePath(first ?? ''));
    expect(merged).toMatchObject({
      title: 'Error: c',
      level: 'warning',
      status: 'unresolved',
      count: '4',
      userCount: 3,
      numComments: 1,
      firstSeen: former.firstSeen,
      lastSeen: last.lastSeen,
    });
    expect((await rows()).map(({ title }) => title).toSorted()).toEqual(['Error: c', 'Error: other']);
    for (const id of [second ?? '', third ?? '', former.shortId]) expect(await get(issuePath(id))).toEqual(merged);
    const events = (await get(`${issuePath(first ?? '')}events/`)) as unknown as { groupID: string; title: string }[];
    expect(events.map(({ title, groupID }) => [title, groupID])).toEqual(
      ['c', 'a', 'a', 'b'].map((name) => [`Error: ${name}`, first]),
    );
    for (const query of ['region:us', 'region:eu', 'user:id:3'])
      expect((await get(`${project.path}issues/?query=${query}`)) as unknown).toMatchObject([{ id: first }]);
    const { activity } = (await get(`${issuePath(first ?? '')}activities/`)) as unknown as {
      activity: { type: string; data: { issues?: unknown } }[];
    };
    expect(activity.map(({ type }) => type)).toEqual(['merge', 'set_resolved', 'comment', 'first_seen']);
    expect(activity[0]?.data.issues).toEqual([
      { id: second, shortId: former.shortId, title: 'Error: b' },
      { id: third, shortId: expect.any(String) as string, title: 'Error: c' },
    ]);

    await send('b');
    expect(await get(issuePath(first ?? ''))).toMatchObject({ count: '5', title: 'Error: b' });
    expect(await rows()).toHaveLength(2);
  });

  test('takes the issue that is named, and follows earlier merges', async () => {
    const [a = '', b = '', c = ''] = await make('a', 'b', 'c');
    await send('a');
    const { body } = await put(`?id=${a}&id=${b}`, { merge: true, into: b }).expect(200);
    expect(body).toMatchObject({ merge: { parent: b, children: [a] } });
    await put(`?id=${b}&id=${c}`, { merge: 1, into: c }).expect(200);
    for (const id of [a, b]) expect(await get(issuePath(id))).toMatchObject({ id: c, count: '4' });
    await service.client.delete(`${project.path}issues/?id=${c}`, token).expect(200);
    for (const id of [a, b, c]) await service.client.get(issuePath(id), token).expect(404);
    await send('a');
    expect(await rows()).toMatchObject([{ count: '1' }]);
  });

  test.each([
    ['an unknown issue', (a: string) => [`?id=${a}&id=999999`, { merge: 1 }], /999999 is not an issue of this project/],
    ['one issue', (a: string) => [`?id=${a}&id=${a}`, { merge: 1 }], /at least two issues/],
    ['no issue', () => ['', { merge: 1 }], /at least two issues/],
    ['a hundred unknown issues', () => [unknownIds(100), { merge: 1 }], /7001 is not an issue of this project/],
    ['more than a hundred issues', () => [unknownIds(101), { merge: 1 }], /^101 issues are named; at most 100/],
    [
      'a status',
      (a: string, b: string) => [`?id=${a}&id=${b}&status=resolved`, { merge: 1 }],
      /'status' cannot be used/,
    ],
    ['a target beside them', (a: string, b: string) => [`?id=${a}&id=${b}`, { merge: 1, into: '7777' }], /'into'/],
  ] as const)('merges none with %s', async (_, request, message) => {
    const [a = '', b = ''] = await make('a', 'b');
    const [query, body] = request(a, b) as [string, object];
    const reply = await put(query, body).expect(400);
    expect((reply.body as { detail: string }).detail).toMatch(message);
    expect(await rows()).toHaveLength(2);
  });

  test.each([
    [{ merge: 1, status: 'resolved' }, { status: ['This field cannot be used with merge.'] }],
    [{ merge: 0 }, { merge: ['Use 1 or true.'] }],
    [{ merge: 1, into: '0' }, { into: ['Use the id of an issue.'] }],
    [{ status: 'resolved', into: '1' }, { merge: ['This field is required.'] }],
    [{ into: '1' }, { merge: ['This field is required.'] }],
  ])('refuses the fields %j', async (body, errors) => {
    const [a, b] = await make('a', 'b');
    const reply = await put(`?id=${a}&id=${b}`, body).expect(400);
    expect(reply.body).toEqual(errors);
    expect(await statuses()).toEqual({ a: 'unresolved', b: 'unresolved' });
  });
});
