import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { openBugsink } from '../../src/cli/importBugsink';
import { checksumOf, runImport } from '../../src/cli/importFrom';
import { ImportSource, type SourceClock } from '../../src/cli/importSource';
import { createClient } from '../../src/client/createClient';
import { IMPORT_SCOPES } from '../../src/console/pages/organization/importCommand';
import type { ProjectFixture } from '../support/fixtures';
import { type Service, startService, useService } from '../support/service';

const target = useService();
let to: string;
let targetToken: string;
beforeEach(async () => {
  to = (await target.fixtures.organization()).slug;
  targetToken = await target.fixtures.token(to, { scopes: IMPORT_SCOPES });
});

const INSTANT: SourceClock = { now: Date.now, sleep: () => Promise.resolve() };
const run = (
  source: ImportSource,
  from: string,
  { isDryRun = false, send = fetch }: { isDryRun?: boolean; send?: (request: Request) => Promise<Response> } = {},
) => {
  const culprit = createClient({ baseUrl: target.url, token: targetToken, fetch: send });
  return runImport({ source, from, culprit, to, isDryRun, report: () => undefined, projects: [] });
};
const read = async (path: string) => (await target.client.get(path, targetToken).expect(200)).body as unknown;
/** Returns the details of the imports in the audit log, the newest first. */
const listImports = async () => {
  const token = await target.fixtures.token(to);
  const { body } = await target.client
    .get(`/api/0/organizations/${to}/audit-logs/?event=project.import`, token)
    .expect(200);
  return (body as { details: { source: string } }[]).map(({ details }) => details);
};

describe('from another Culprit', () => {
  let other: Service;
  let project: ProjectFixture;
  let token: string;
  beforeAll(async () => {
    other = await startService();
  });
  afterAll(() => other.close());
  beforeEach(async () => {
    project = await other.fixtures.project();
    token = await other.fixtures.token(project.organization);
  });

  const source = () => new ImportSource(other.url, token, INSTANT);
  const send = (type: string) => other.fixtures.event(project, { exception: { values: [{ type, value: 'x' }] } });
  const change = (path: string, body: object) => other.client.put(path, token).send(body).expect(200);
  const issueOf = async (type: string) => {
    const { body } = await other.client.get(`${project.path}issues/?query=`, token).expect(200);
    return (body as { id: string; title: string }[]).find(({ title }) => title.startsWith(type))?.id ?? '';
  };

  test('brings what there is, once, and says so in a receipt', async () => {
    const { organization, slug } = project;
    const ids = [];
    for (const type of ['TypeError', 'TypeError', 'RangeError', 'Error', 'Fatal']) ids.push(await send(type));
    const [resolved, assigned, merged, parent] = await Promise.all(
      ['TypeError', 'RangeError', 'Error', 'Fatal'].map(issueOf),
    );
    await change(`${project.path}issues/?id=${resolved}`, { status: 'resolved' });
    await change(`${project.path}issues/?id=${assigned}`, { assignedTo: 'ann@acme.test' });
    await change(`${project.path}issues/?id=${merged}&id=${parent}`, { merge: 1, into: parent });
    const notes = `/api/0/organizations/${organization}/issues/${resolved}/notes/`;
    await other.client.post(notes, token).send({ text: 'It is the cart.' }).expect(201);
    const releases = `/api/0/organizations/${organization}/releases/`;
    const commits = [{ id: 'a'.repeat(40), message: 'Fix the cart' }];
    await other.client
      .post(releases, token)
      .send({ version: 'shop@1', projects: [slug], commits })
      .expect(201);
    await other.client.post(`${releases}shop@1/deploys/`, token).send({ environment: 'production' }).expect(201);
    await other.client
      .post(`${project.path}releases/shop@1/files/`, token)
      .field('name', '~/shop.js')
      .attach('file', Buffer.from('shop();'), 'shop.js')
      .expect(201);
    const rule = { name: 'New', conditions: [{ type: 'new' }], recipients: [{ type: 'project' }] };
    await other.client.post(`${project.path}rules/`, token).send(rule).expect(201);

    expect(await run(source(), organization, { isDryRun: true })).toMatchObject([
      {
        ...{ project: slug, keys: { source: 1, target: 0 }, releases: { source: 1 } },
        events: { source: 5, target: 0, stored: 5 },
        issues: { source: 3, target: 3, split: [], joined: [] },
      },
    ]);
    expect(await read(`/api/0/organizations/${to}/projects/`)).toEqual([]);

    const checksum = createHash('sha256')
      .update(
        [...ids]
          .sort()
          .map((id) => `${id}\n`)
          .join(''),
      )
      .digest('hex');
    const all = { source: 1, target: 1 };
    const [receipt] = await run(source(), organization);
    expect(receipt).toMatchObject({
      ...{ keys: all, releases: all, deploys: all, files: all, alertRules: all, notImported: [] },
      events: { source: 5, target: 5, stored: 5, sourceChecksum: checksum, targetChecksum: checksum },
      comments: { added: 1 },
      issues: { source: 3, target: 3, decided: 2, split: [], joined: [] },
    });
    const path = `/api/0/projects/${to}/${slug}/`;
    expect(await read(`${path}issues/?query=is:resolved`)).toMatchObject([{ numComments: 1, count: '2' }]);
    expect(await read(`${path}issues/?query=assigned:ann@acme.test`)).toHaveLength(1);
    expect(await read(`${path}rules/`)).toMatchObject([{ name: 'New', isActive: false }]);
    expect(await read(`/api/0/organizations/${to}/releases/shop@1/commits/`)).toMatchObject([
      { message: 'Fix the cart' },
    ]);

    // Clients go on with the key and the id of their DSN.
    const store = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    await target.client.post(store).send({ message: 'moved' }).expect(200);

    await send('TypeError');
    const [second] = await run(source(), organization);
    expect(second).toMatchObject({
      events: { source: 6, target: 6, stored: 1 },
      comments: { added: 0 },
      issues: { decided: 1 },
      notImported: [],
    });
    expect(second?.events.targetChecksum).toBe(second?.events.sourceChecksum);
    expect(await listImports()).toEqual([
      { source: other.url, events: 1, comments: 0 },
      { source: other.url, events: 0, comments: 1 },
      { source: other.url, events: 5, comments: 0 },
      // The key, the release and the rule.
      { source: other.url, events: 0, comments: 0 },
    ]);
  });

  test('repeats what the status of issues depends on, and the order of releases without a date', async () => {
    const conditions = [
      { ignoreCount: 50, ignoreWindow: 60, ignoreUserCount: 7 },
      { ignoreUserCount: 5, ignoreUserWindow: 30 },
      { ignoreDuration: 90, ignoreCount: 3 },
      { ignoreUntilEscalating: true },
      {},
    ];
    const types = conditions.map((_, index) => `Kind${'abcde'[index]}`);
    for (const type of [...types, 'Commit']) await send(type);
    const ignore = async (type: string, statusDetails: object) =>
      change(`${project.path}issues/?id=${await issueOf(type)}`, { status: 'ignored', statusDetails });
    for (const [index, type] of types.entries()) await ignore(type, conditions[index] ?? {});
    const inCommit = { commit: 'a'.repeat(40), repository: 'shop' };
    const commitIssue = `${project.path}issues/?id=${await issueOf('Commit')}`;
    await change(commitIssue, { status: 'resolved', statusDetails: { inCommit } });
    const releases = `/api/0/organizations/${project.organization}/releases/`;
    for (const version of ['b@1', 'a@1', 'c@1'])
      await other.client
        .post(releases, token)
        .send({ version, projects: [project.slug], status: version === 'a@1' ? 'archived' : 'open' })
        .expect(201);

    const path = `/api/0/projects/${to}/${project.slug}/`;
    const detailsOf = async (type: string) => {
      const issues = (await read(`${path}issues/?query=`)) as { title: string; statusDetails: object }[];
      return issues.find(({ title }) => title.startsWith(type))?.statusDetails;
    };
    expect(await run(source(), project.organization)).toMatchObject([{ issues: { decided: 6 }, notImported: [] }]);
    expect(await detailsOf('Kinda')).toEqual(conditions[0]);
    expect(await detailsOf('Kindb')).toEqual(conditions[1]);
    expect(await detailsOf('Kindc')).toEqual({ ignoreUntil: expect.any(String) as string, ignoreCount: 3 });
    expect(await detailsOf('Kindd')).toMatchObject({ ignoreUntilEscalating: true });
    expect(await detailsOf('Kinde')).toEqual({});
    expect(await detailsOf('Commit')).toEqual({ inCommit });
    const listed = (await read(`/api/0/organizations/${to}/releases/`)) as { dateCreated: string }[];
    expect(listed).toMatchObject([
      { version: 'c@1', status: 'open' },
      { version: 'a@1', status: 'archived' },
      { version: 'b@1' },
    ]);
    const { body: created } = await other.client.get(releases, token).expect(200);
    expect(listed.map(({ dateCreated }) => dateCreated)).toEqual(
      (created as typeof listed).map(({ dateCreated }) => dateCreated),
    );

    expect(await run(source(), project.organization)).toMatchObject([{ issues: { decided: 0 } }]);
    await ignore('Kinda', { ignoreCount: 60 });
    expect(await run(source(), project.organization)).toMatchObject([{ issues: { decided: 1 } }]);
    expect(await detailsOf('Kinda')).toEqual({ ignoreCount: 60 });
  });

  test('says which issues split or join before anything is written, and keeps fingerprints of clients', async () => {
    const fingerprint = ['cart', '{{ level }}'];
    for (const type of ['TypeError', 'RangeError', 'EvalError'])
      await other.fixtures.event(project, { fingerprint, exception: { values: [{ type, value: 'x' }] } });
    for (const type of ['Error', 'Fatal']) await send(type);
    const [cart, error, fatal] = await Promise.all(['EvalError', 'Error', 'Fatal'].map(issueOf));
    const { path } = await target.fixtures.project({ organization: to, slug: project.slug });
    const fingerprintingRules = 'type:TypeError -> apart\ntype:Error -> joined\ntype:Fatal -> joined';
    await target.client.put(path, targetToken).send({ fingerprintingRules }).expect(200);
    const issues = { source: 3, target: 3, split: [cart] };
    const joined = [error, fatal].sort();
    for (const isDryRun of [true, false]) {
      const [receipt] = await run(source(), project.organization, { isDryRun });
      expect(receipt).toMatchObject({ events: { stored: 5 }, issues });
      expect(receipt?.issues.joined.map((ids) => ids.split('+').sort())).toEqual([joined]);
      expect(await read(`${path}events/`)).toHaveLength(isDryRun ? 0 : 5);
    }
  });

  test('continues after it was interrupted', async () => {
    for (const type of ['TypeError', 'RangeError', 'Error']) await send(type);
    let imports = 0;
    const interrupted = (request: Request) => {
      if (request.url.endsWith('/imports/')) imports += 1;
      // The first request notes the key. The reply to the second is lost: the events may be stored.
      const sent = fetch(request);
      return imports > 1 ? sent.then(() => Promise.reject(new Error('interrupted'))) : sent;
    };
    await expect(run(source(), project.organization, { send: interrupted })).rejects.toThrow('interrupted');
    const [receipt] = await run(source(), project.organization);
    expect(receipt).toMatchObject({ events: { source: 3, target: 3 }, issues: { target: 3 }, notImported: [] });
    expect(receipt?.events.targetChecksum).toBe(receipt?.events.sourceChecksum);
  });
});

/* Replies in the form of upstream's servers, which differ from ours: a release is an object, pages lack bodies. */

const EVENT_ID = '9999aaaaca8b46d797c23c6077c6ff01';
const EVENT = {
  id: EVENT_ID,
  eventID: EVENT_ID,
  groupID: '1341191803',
  dateCreated: new Date(Date.now() - 60_000).toISOString(),
  title: 'ReferenceError: cart is not defined',
  message: '',
  platform: 'javascript',
  'event.type': 'error',
  user: { id: '7', email: 'kim@customers.test', username: null, ip_address: null, name: null, data: null },
  tags: [
    { key: 'environment', value: 'production' },
    { key: 'level', value: 'warning' },
    { key: 'color', value: 'red' },
  ],
};
const FRAME = {
  ...{ filename: 'app:///src/cart.js', absPath: 'app:///src/cart.js', function: 'add', module: null, inApp: true },
  ...{ lineNo: 12, colNo: 5, vars: null },
  context: [
    [11, 'function add() {'],
    [12, '  cart.push(item);'],
    [13, '}'],
  ],
};
const DETAIL = {
  ...EVENT,
  dateReceived: EVENT.dateCreated,
  release: { version: 'shop@2', dateCreated: EVENT.dateCreated },
  dist: null,
  sdk: { name: 'sentry.javascript.browser', version: '8.0.0' },
  contexts: { runtime: { name: 'node', version: '22', type: 'runtime' } },
  context: { attempt: 2 },
  packages: {},
  entries: [
    {
      type: 'exception',
      data: {
        values: [
          {
            ...{ type: 'ReferenceError', value: 'cart is not defined', mechanism: { type: 'generic', handled: false } },
            ...{ threadId: null, module: null, rawStacktrace: null },
            stacktrace: { frames: [FRAME], framesOmitted: null, registers: null, hasSystemFrames: false },
          },
        ],
      },
    },
    {
      type: 'breadcrumbs',
      data: { values: [{ type: 'default', category: 'ui.click', message: 'button', level: 'info', data: null }] },
    },
  ],
};
const KEY = createHash('md5').update(`${Date.now()}`).digest('hex');
const REPLIES: Readonly<Record<string, unknown>> = {
  '/api/0/organizations/acme/projects/': [
    { id: '4505', slug: 'front', name: 'Front', platform: 'javascript', teams: [] },
  ],
  '/api/0/projects/acme/front/keys/': [
    { id: KEY, public: KEY, secret: KEY, projectId: 4505281256415232, name: 'Default', isActive: true },
    { id: 'x', public: 'not-a-key', projectId: 4505281256415232, name: 'Odd', isActive: true },
  ],
  '/api/0/projects/acme/front/rules/': [
    {
      name: 'Notify Slack',
      conditions: [{ id: 'sentry.rules.conditions.first_seen_event.FirstSeenEventCondition' }],
      actions: [{ id: 'sentry.integrations.slack.notify_action.SlackNotifyServiceAction' }],
      filters: [],
    },
  ],
  '/api/0/projects/acme/front/events/': [EVENT],
  [`/api/0/projects/acme/front/events/${EVENT_ID}/`]: DETAIL,
  '/api/0/projects/acme/front/files/artifact-bundles/': [
    { bundleId: '9f0a', associations: [{ release: 'shop@2', dist: null }], date: EVENT.dateCreated, fileCount: 4 },
  ],
  '/api/0/projects/acme/front/releases/': [{ version: 'shop@2', dateReleased: null, ref: null, url: null }],
  '/api/0/projects/acme/front/releases/shop@2/files/': [
    { id: '1', name: '~/front.js', dist: null, sha1: 'a'.repeat(40), size: 7, headers: { Sourcemap: 'front.js.map' } },
    { id: '2', name: '~/front.js.map', dist: null, sha1: 'b'.repeat(40), size: 9, headers: {} },
  ],
  '/api/0/projects/acme/front/releases/shop@2/files/1/': 'front()',
  '/api/0/projects/acme/front/issues/': [
    {
      ...{
        id: '1341191803',
        status: 'ignored',
        statusDetails: { ignoreMoon: 'full' },
        numComments: 1,
        firstSeen: '2024-01-02T03:04:05Z',
      },
      substatus: 'archived_until_escalating',
      assignedTo: { type: 'user', id: '9', email: 'gone@acme.test', name: 'Gone' },
    },
  ],
  '/api/0/organizations/acme/issues/1341191803/notes/': [
    { data: { text: 'Known.' }, user: { email: 'gone@acme.test' }, dateCreated: '2024-02-03T04:05:06Z' },
  ],
};

test('brings what a server of another kind has, and names what it cannot bring', async () => {
  const send = ((url: string) => {
    const { pathname } = new URL(decodeURIComponent(url));
    const reply = REPLIES[pathname];
    if (pathname.endsWith('files/2/')) return Promise.resolve(new Response('{}', { status: 403 }));
    return Promise.resolve(reply === undefined ? new Response('{}', { status: 404 }) : Response.json(reply));
  }) as typeof fetch;
  const [receipt] = await run(new ImportSource('https://tracker.test', 'secret', INSTANT, send), 'acme');
  expect(receipt).toMatchObject({
    keys: { source: 2, target: 1 },
    alertRules: { source: 1, target: 0 },
    events: { source: 1, target: 1, targetChecksum: checksumOf([EVENT_ID]) },
    comments: { added: 1 },
    issues: { source: 1, target: 1, decided: 1 },
    files: { source: 2, target: 1 },
  });
  expect(receipt?.notImported.map(({ what }) => what)).toEqual([
    'key',
    'file "~/front.js.map" of release shop@2',
    'artifact bundle 9f0a of release shop@2',
    'alert rule "Notify Slack"',
    'condition "ignoreMoon" of the status of issues',
    'decision about issues',
  ]);
  const path = `/api/0/projects/${to}/front/`;
  expect(await read(`${path}events/${EVENT_ID}/`)).toMatchObject({
    ...{ title: EVENT.title, release: 'shop@2', platform: 'javascript', context: { attempt: 2 } },
    user: { id: '7', email: 'kim@customers.test' },
    tags: expect.arrayContaining([
      { key: 'color', value: 'red' },
      { key: 'environment', value: 'production' },
      { key: 'level', value: 'warning' },
    ]),
    entries: [
      { data: { values: [{ stacktrace: { frames: [{ function: 'add', lineNo: 12, context: FRAME.context }] } }] } },
      { type: 'breadcrumbs', data: { values: [{ category: 'ui.click', message: 'button' }] } },
    ],
  });
  expect(await read(`${path}issues/?query=is:ignored`)).toMatchObject([
    { firstSeen: '2024-01-02T03:04:05Z', statusDetails: { ignoreUntilEscalating: true } },
  ]);
});

/* A server that limits requests, fails now and then, has lists in pages, and shows only what the token may read. */

const IDS = Array.from({ length: 230 }, (_, index) => (index + 1).toString(16).padStart(32, '0'));
const recordOf = (id: string, index: number) => {
  const fingerprint = index % 2;
  const value = { type: `Fault${'abcdefgh'[index % 8]}`, value: 'x', stacktrace: null, rawStacktrace: null };
  return {
    ...{ ...EVENT, id, eventID: id, groupID: `70${fingerprint}`, tags: [], dateReceived: EVENT.dateCreated },
    ...{ fingerprints: [String(fingerprint).repeat(32)], entries: [{ type: 'exception', data: { values: [value] } }] },
  };
};

test('has patience with an upstream server', async () => {
  const requests: string[] = [];
  const slept: number[] = [];
  const failed = new Set<string>();
  const page = (url: URL) => {
    const offset = Number(url.searchParams.get('cursor')?.split(':')[1] ?? 0);
    const isLast = offset + 100 >= IDS.length;
    const records = IDS.slice(offset, offset + 100).map((id, index) => recordOf(id, offset + index));
    const link = (rel: string, at: number, has: boolean) =>
      `<${url.origin}${url.pathname}?&cursor=0:${at}:0>; rel="${rel}"; results="${String(has)}"; cursor="0:${at}:0"`;
    const Link = `${link('previous', offset - 100, offset > 0)}, ${link('next', offset + 100, !isLast)}`;
    const isFull = url.searchParams.get('full') === 'true';
    return Response.json(isFull ? records : records.map(({ entries, ...rest }) => (void entries, rest)), {
      headers: { Link },
    });
  };
  const send = ((text: string) => {
    const url = new URL(text);
    const path = `${url.pathname}${url.search}`;
    requests.push(path);
    const isFirst = !failed.has(path);
    failed.add(path);
    const status = (code: number, headers = {}) => Promise.resolve(new Response('{}', { status: code, headers }));
    if (isFirst && url.searchParams.has('cursor')) return status(429, { 'Retry-After': '3' });
    if (isFirst && path.includes('full=true')) return status(503);
    if (url.pathname.endsWith('/front/events/')) return Promise.resolve(page(url));
    const [, id = '', ending] = /events\/([0-9a-f]{32})\/(.*)$/.exec(url.pathname) ?? [];
    const index = IDS.indexOf(id);
    if (ending === 'json/')
      return Promise.resolve(Response.json({ event_id: id, fingerprint: index % 2 ? ['cart'] : ['{{ default }}'] }));
    if (url.pathname === '/api/0/organizations/acme/projects/')
      return Promise.resolve(Response.json([{ id: '4505', slug: 'front', name: 'Front', teams: [] }]));
    return status(/keys|rules|issues/.test(path) ? 403 : 404);
  }) as typeof fetch;
  const clock = { now: Date.now, sleep: (time: number) => Promise.resolve(slept.push(time)) };
  const [receipt] = await run(new ImportSource('https://tracker.test', 'secret', clock, send), 'acme');
  expect(receipt).toMatchObject({
    events: { source: 230, target: 230, stored: 230 },
    // Odd events have one fingerprint; the others are of four types.
    issues: { target: 5, split: ['700'], joined: [] },
  });
  expect(receipt?.notImported.map(({ what }) => what)).toEqual(['keys', 'alert rules', 'merge of issues', 'issues']);
  expect(slept.filter((time) => time === 3000).length).toBeGreaterThanOrEqual(2);
  // One event of each hash is asked for its fingerprint.
  expect(requests.filter((path) => path.endsWith('/json/'))).toHaveLength(2);
  expect(receipt?.events.targetChecksum).toBe(checksumOf(IDS));
});

/* The tables of Bugsink's models, with the columns that are read and some others. */
const BUGSINK = `
  CREATE TABLE teams_team (id CHAR(32) PRIMARY KEY, name VARCHAR(255));
  CREATE TABLE users_user (id INTEGER PRIMARY KEY, username VARCHAR(150), email VARCHAR(254));
  CREATE TABLE projects_project (id INTEGER PRIMARY KEY, name VARCHAR(255), slug VARCHAR(50), is_deleted BOOL,
    sentry_key CHAR(32), team_id CHAR(32));
  CREATE TABLE releases_release (id CHAR(32) PRIMARY KEY, version VARCHAR(255), date_released DATETIME, project_id BIGINT);
  CREATE TABLE issues_issue (id CHAR(32) PRIMARY KEY, first_seen DATETIME, is_resolved BOOL,
    is_resolved_by_next_release BOOL, fixed_at TEXT, is_muted BOOL, unmute_after DATETIME, project_id BIGINT,
    unmute_on_volume_based_conditions TEXT);
  CREATE TABLE issues_grouping (id INTEGER PRIMARY KEY, grouping_key TEXT, issue_id CHAR(32));
  CREATE TABLE issues_turningpoint (id INTEGER PRIMARY KEY, timestamp DATETIME, kind INTEGER, comment TEXT,
    issue_id CHAR(32), user_id INTEGER);
  CREATE TABLE events_event (id CHAR(32) PRIMARY KEY, event_id CHAR(32), ingested_at DATETIME,
    data TEXT, issue_id CHAR(32), project_id BIGINT, storage_backend VARCHAR(255));
  INSERT INTO teams_team VALUES ('t1', 'Web & Shop');
  INSERT INTO users_user VALUES (1, 'ann', 'ann@acme.test');
  INSERT INTO projects_project VALUES (3, 'Front', 'front', 0, '${'5b'.repeat(16)}', 't1'),
    (4, 'Gone', 'gone', 1, '${'6c'.repeat(16)}', NULL);
  INSERT INTO releases_release VALUES ('r1', 'shop@1', '2026-01-02 03:04:05.678900', 3), ('r2', '', '2026-01-02 03:04:05', 3);
  INSERT INTO issues_issue VALUES ('i1', '2025-01-02 03:04:05', 0, 0, '', 1, NULL, 3,
      '[{"period": "day", "nr_of_periods": 2, "volume": 9}]'),
    ('i2', '2025-01-02 03:04:05', 1, 0, 'shop@1' || char(10), 0, NULL, 3, '[]');
  INSERT INTO issues_grouping VALUES (1, 'a', 'i1'), (2, 'b', 'i2');
  INSERT INTO issues_turningpoint VALUES (1, '2026-01-03 03:04:05', 100, 'Known.', 'i1', 1), (2, '2026-01-03 03:04:05', 3, '', 'i1', 1);
`;

test('brings a database of Bugsink', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'culprit-bugsink-'));
  const file = path.join(folder, 'db.sqlite3');
  const database = new Database(file);
  database.exec(BUGSINK);
  const insert = database.prepare('INSERT INTO events_event VALUES (?, ?, ?, ?, ?, 3, ?)');
  const at = new Date(Date.now() - 60_000).toISOString().replace('T', ' ').slice(0, -1);
  const ids = Array.from({ length: 120 }, (_, index) => (index + 1).toString(16).padStart(32, 'e'));
  for (const [index, id] of ids.entries()) {
    const isOdd = index % 2 === 1;
    const sent = { fingerprint: [isOdd ? 'odd' : 'even'], message: `No. ${index}`, tags: { color: 'red' } };
    const data = { timestamp: Date.now() / 1000 - 60, platform: 'python', level: 'error', ...sent };
    insert.run(`k${index}`, id, at, JSON.stringify(data), isOdd ? 'i1' : 'i2', null);
  }
  insert.run('stored', 'f'.repeat(32), at, '', 'i1', 'files');
  database.close();
  const source = openBugsink(file, INSTANT);
  expect(await source.list('/api/0/organizations/')).toEqual([{ slug: 'bugsink' }]);
  const [receipt, ...others] = await run(source, 'bugsink');
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({
    ...{
      project: 'front',
      from: 'bugsink: db.sqlite3',
      keys: { source: 1, target: 1 },
      releases: { source: 1, target: 1 },
    },
    events: { source: 121, target: 120, stored: 120, targetChecksum: checksumOf(ids) },
    issues: { source: 2, target: 2, decided: 2, split: [], joined: [] },
    comments: { added: 1 },
    notImported: [{ what: 'event', count: 1, reason: 'The source does not show it.' }],
  });
  expect(new Set((await listImports()).map(({ source: name }) => name))).toEqual(new Set(['bugsink: db.sqlite3']));
  const place = `/api/0/projects/${to}/front/`;
  expect(await read(`${place}issues/?query=is:ignored`)).toMatchObject([
    {
      ...{ firstSeen: '2025-01-02T03:04:05Z', count: '60', numComments: 1 },
      statusDetails: { ignoreCount: 9, ignoreWindow: 2880 },
    },
  ]);
  expect(await read(`${place}issues/?query=is:resolved`)).toMatchObject([{ statusDetails: { inRelease: 'shop@1' } }]);
  expect(await read(`${place}events/${ids[1]}/`)).toMatchObject({
    ...{ platform: 'python', message: 'No. 1', tags: expect.arrayContaining([{ key: 'color', value: 'red' }]) },
  });
  expect(await read(`/api/0/organizations/${to}/teams/`)).toMatchObject([{ slug: 'web-shop', name: 'Web & Shop' }]);
  writeFileSync(path.join(folder, 'other'), '');
  expect(() => openBugsink(path.join(folder, 'other'), INSTANT)).toThrow('no SQLite database of Bugsink');
  const missing = path.join(folder, 'missing');
  expect(() => openBugsink(missing, INSTANT)).toThrow(`--from-bugsink is "${missing}", which does not exist.`);
  expect(() => openBugsink(folder, INSTANT)).toThrow(`"${folder}", which is no SQLite database of Bugsink: `);
  rmSync(folder, { recursive: true });
});

describe('a server that does not reply', () => {
  const failure = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(`an error ${code}`), { code }) });

  test.each([
    ['ECONNREFUSED', 'nothing listens on this port (ECONNREFUSED); --from must be the address of a server'],
    ['ENOTFOUND', 'there is no host of this name (ENOTFOUND); --from must be'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is not accepted (SELF_SIGNED_CERT_IN_CHAIN); NODE_EXTRA_CA_CERTS'],
    ['EOTHER', 'an error EOTHER (EOTHER); --from must be'],
  ])('is named with the reason %s at once', async (code, text) => {
    const unable = new ImportSource('https://tracker.test', 'x', INSTANT, () => Promise.reject(failure(code)));
    await expect(unable.list('/api/0/organizations/')).rejects.toThrow(
      `No server replies at https://tracker.test: ${text}`,
    );
  });

  test('is named if nothing listens there', async () => {
    const none = new ImportSource('http://127.0.0.1:59999', 'x', {
      now: Date.now,
      sleep: () => Promise.reject(new Error('no pause')),
    });
    await expect(none.get('/api/0/')).rejects.toThrow(
      'No server replies at http://127.0.0.1:59999: nothing listens on this port (ECONNREFUSED); --from must be the address of a server, such as https://sentry.example.com.',
    );
  });

  test('is asked again if it has replied before, and refused if it replies with a page', async () => {
    const replies = [Response.json([]), null, Response.json([1]), new Response('<html>')];
    const source = new ImportSource('https://tracker.test', 'x', INSTANT, () => {
      const reply = replies.shift();
      return reply ? Promise.resolve(reply) : Promise.reject(failure('ECONNRESET'));
    });
    await source.get('/api/0/');
    expect(await source.get('/api/0/')).toEqual([1]);
    await expect(source.get('/api/0/')).rejects.toThrow('replied to GET /api/0/ with something else than JSON.');
  });
});

test('keeps within the rate limits of the source', async () => {
  let now = 1_000_000;
  const slept: number[] = [];
  const clock = { now: () => now, sleep: (time: number) => Promise.resolve(slept.push((now += time) && time)) };
  const replies = [
    new Response('{}', { status: 429, headers: { 'Retry-After': '7' } }),
    Response.json([], { headers: { 'X-Sentry-Rate-Limit-Remaining': '0', 'X-Sentry-Rate-Limit-Reset': '1027' } }),
    new Response('{}', { status: 502 }),
    Response.json([]),
  ];
  const source = new ImportSource('https://tracker.test/', 'x', clock, () =>
    Promise.resolve(replies.shift() ?? Response.error()),
  );
  await source.get('/api/0/organizations/');
  await source.get('/api/0/organizations/');
  expect(slept).toEqual([7_000, 20_000, 500]);
});
