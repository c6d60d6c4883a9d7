import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
/** The names of the events by their ids. */
const names = new Map<string, string>();

const NOW = Math.floor(Date.now() / 1000);
const MINUTE = 60;
const TRACE = '8f3a1c5e7b9d4026a1b2c3d4e5f60718';
const DASHED_TRACE = '8F3A1C5E-7B9D-4026-A1B2-C3D4E5F60718';

/** Sends an event that is named in the expectations below. */
async function send(name: string, minutesAgo: number, event: object): Promise<string> {
  const id = await service.fixtures.event(project, {
    timestamp: NOW - minutesAgo * MINUTE,
    platform: 'node',
    exception: undefined,
    ...event,
  });
  names.set(id, name);
  return id;
}

const exception = (...values: [type: string, value: string, functionName?: string][]) => ({
  values: values.map(([type, value, name]) => ({
    type,
    value,
    ...(name !== undefined && { stacktrace: { frames: [{ function: name, filename: 'src/cart.ts', in_app: true }] } }),
  })),
});

/** The id, the short id and the events of the issue `cart`. */
let cart: { readonly id: string; readonly shortId: string; readonly events: readonly string[] };

beforeAll(async () => {
  project = await service.fixtures.project({ platform: 'node' });
  token = await service.fixtures.token(project.organization, { scopes: ['project:read', 'event:read'] });
  const range = exception(['TimeoutError', 'no reply after 5 s'], ['RangeError', 'index 7 is out of range', 'sumCart']);
  const first = await send('range', 1, {
    fingerprint: ['cart'],
    exception: range,
    release: 'web@2.0.0',
    environment: 'production',
    level: 'fatal',
    user: { id: 7, email: 'ann@example.com', ip_address: '203.0.113.7' },
    tags: { region: 'eu-west' },
    contexts: { trace: { trace_id: TRACE, span_id: 'b7ad6b7169203331' } },
  });
  const second = await send('type', 2, {
    fingerprint: ['cart'],
    exception: exception(['TypeError', 'x is not a function', 'payCart']),
    release: 'web@1.0.0',
    environment: 'production',
    user: { id: 8, username: 'kim' },
    tags: { region: 'us-east', age: '40' },
  });
  await send('message', 30, {
    message: 'Disk is nearly full',
    platform: 'python',
    level: 'warning',
    environment: 'staging',
    release: 'api@1.0.0',
    tags: { disk: '/dev/sda' },
    contexts: { trace: { trace_id: DASHED_TRACE, span_id: 'b7ad6b7169203331' } },
  });
  await send('old', 3 * 24 * 60, { message: 'Nightly job failed', level: 'info', user: { email: 'kim@example.com' } });
  const { body } = await service.client.get(`${project.path}issues/?query=RangeError`, token).expect(200);
  const [{ id, shortId }] = body as [{ id: string; shortId: string }];
  cart = { id, shortId, events: [first, second] };
});

const url = (query: string, more = '') => `${project.path}events/?query=${encodeURIComponent(query)}${more}`;
const ofIssue = (query: string, more = '') =>
  `/api/0/organizations/${project.organization}/issues/${cart.id}/events/?query=${encodeURIComponent(query)}${more}`;

async function findEvents(path: string): Promise<string[]> {
  const { body } = await service.client.get(path, token).expect(200);
  return (body as { eventID: string }[]).map(({ eventID }) => names.get(eventID) ?? eventID);
}

test.each([
  ['', ['range', 'type', 'message', 'old']],
  ['level:fatal', ['range']],
  ['!level:[fatal,warning]', ['type', 'old']],
  ['release:web@2.0.0', ['range']],
  ['release:web@*', ['range', 'type']],
  ['release:latest', ['message']],
  ['release:[latest,web@1.0.0]', ['type', 'message']],
  ['!has:release', ['old']],
  ['environment:production region:eu-*', ['range']],
  ['environment:production OR level:info', ['range', 'type', 'old']],
  ['!(environment:production OR level:info)', ['message']],
  ['tags[age]:40', ['type']],
  ['platform:python', ['message']],
  ['platform:[py*,node]', ['range', 'type', 'message', 'old']],
  ['user.id:7', ['range']],
  ['user:id:8', ['type']],
  ['user.email:*@example.com', ['range', 'old']],
  ['user.email:ann@example.com', ['range']],
  ['user.username:kim', ['type']],
  ['user.ip:203.0.113.*', ['range']],
  ['has:user.email', ['range', 'old']],
  ['!has:user.id', ['message', 'old']],
  ['error.type:RangeError', ['range']],
  ['error.type:TimeoutError', ['range']],
  ['error.type:[TimeoutError,TypeError]', ['range', 'type']],
  ['!error.type:TimeoutError', ['type', 'message', 'old']],
  ['error.value:"no reply"*', ['range']],
  ['error.value:*function', ['type']],
  ['!has:error.type', ['message', 'old']],
  ['timestamp:-1h', ['range', 'type', 'message']],
  ['timestamp:+1h', ['old']],
  ['event.timestamp:-1h !timestamp:-10m', ['message']],
  ['"out of range"', ['range']],
  ['no reply', ['range']],
  ['sumCart', ['range']],
  ['src/cart', ['range', 'type']],
  ['nearly', ['message']],
  ['nowhere', []],
  ['!sumCart', ['type', 'message', 'old']],
  ['!"out of range" !nightly', ['type', 'message']],
  ['Disk:is OR Nowhere::at', ['message']],
  ['!Disk:is level:warning', []],
  ['!has:release OR "nearly full"', ['message', 'old']],
  ['disk:/dev/sda "nearly full"', ['message']],
  ['error.handled:true', []],
  [`trace:${TRACE}`, ['range', 'message']],
  [DASHED_TRACE, ['range', 'message']],
  [`trace:${TRACE} level:fatal`, ['range']],
  [`!trace:${TRACE}`, ['type', 'old']],
  [`trace:${TRACE} OR level:info`, ['range', 'message', 'old']],
  [`trace:${'1'.repeat(32)}`, []],
] as const)('%s finds %j', async (query, expected) => {
  expect(await findEvents(url(query))).toEqual(expected);
});

test('a short id finds the events of its issue, the id of an event that event', async () => {
  const [first = '', second = ''] = cart.events;
  expect(await findEvents(url(cart.shortId))).toEqual(['range', 'type']);
  expect(await findEvents(url(`issue:${cart.shortId} level:fatal`))).toEqual(['range']);
  expect(await findEvents(url(`!issue:${cart.shortId}`))).toEqual(['message', 'old']);
  expect(await findEvents(url(first))).toEqual(['range']);
  expect(await findEvents(url(`${first} OR ${second.toUpperCase()}`))).toEqual(['range', 'type']);
  expect(await findEvents(url('SHOP-ZZ'))).toEqual([]);
  expect(await findEvents(url('0'.repeat(32)))).toEqual([]);
});

test('the events of an issue are searched in the same way', async () => {
  expect(await findEvents(ofIssue(''))).toEqual(['range', 'type']);
  expect(await findEvents(ofIssue('release:web@1.0.0'))).toEqual(['type']);
  expect(await findEvents(ofIssue('error.type:TimeoutError OR level:warning'))).toEqual(['range']);
  expect(await findEvents(ofIssue('', '&statsPeriod=1h&full=true'))).toEqual(['range', 'type']);
  expect(await findEvents(ofIssue('level:warning'))).toEqual([]);
  await service.client.get(ofIssue('is:unresolved'), token).expect(400);
});

test('a time range is that of the lists of issues', async () => {
  const at = (minutesAgo: number) => new Date((NOW - minutesAgo * MINUTE) * 1000).toISOString();
  const inRange = (range: string) => findEvents(`${project.path}events/?${range}`);
  expect(await inRange('statsPeriod=1h')).toEqual(['range', 'type', 'message']);
  // The end is not in the range, the start is.
  expect(await inRange(`start=${at(30)}&end=${at(1)}`)).toEqual(['type', 'message']);
  expect(await inRange(`end=${at(30)}`)).toEqual(['old']);
  expect(await findEvents(url('level:warning', `&start=${at(31)}`))).toEqual(['message']);
  expect(await findEvents(url('timestamp:-1h', `&end=${at(30)}`))).toEqual([]);
  for (const [range, detail] of [
    [`statsPeriod=1h&end=${at(1)}`, "Query parameter 'statsPeriod' cannot be combined with 'start' and 'end'."],
    [`start=${at(1)}&end=${at(30)}`, "Query parameter 'start' must be before 'end'."],
    ['start=yesterday', "Query parameter 'start' must be a time of ISO 8601, such as 2026-11-21T10:30:00Z."],
    ['statsPeriod=x', "Query parameter 'statsPeriod' must be a number with the unit m, h, d or w, such as 24h or 14d."],
  ] as const) {
    const { body } = await service.client.get(`${project.path}events/?${range}`, token).expect(400);
    expect(body).toEqual({ detail });
  }
});

test('a search is read page by page, forwards and backwards, short and full', async () => {
  for (const full of ['false', 'true']) {
    const path = url('environment:[production,staging]', `&per_page=1&full=${full}`);
    const forward: string[][] = [];
    let last = path;
    for (let at: string | undefined = path; at !== undefined;) {
      const response = await service.client.get(at, token).expect(200);
      forward.push((response.body as { eventID: string }[]).map(({ eventID }) => names.get(eventID) ?? ''));
      last = at;
      const { next } = readLink(response);
      at = next.results ? next.path : undefined;
    }
    expect(forward).toEqual([['range'], ['type'], ['message']]);
    const { previous } = readLink(await service.client.get(last, token));
    expect(await findEvents(previous.path)).toEqual(['type']);
  }
});

test.each([
  ['is:unresolved', 1, 'is:unresolved', 'only issues have it; search for issues by it'],
  ['level:error assigned:me', 13, 'assigned:me', 'only issues have it; search for issues by it'],
  ['(timesSeen:>5)', 2, 'timesSeen:>5', 'only issues have it; search for issues by it'],
  ['firstSeen:-24h', 1, 'firstSeen:-24h', 'search by timestamp, as in timestamp:-24h'],
  ['firstRelease:1.0', 1, 'firstRelease:1.0', 'search by release'],
  ['project:shop', 1, 'project:shop', 'leave it out'],
  ['timestamp:today', 1, 'timestamp:today', 'use -24h, +7d, a day such as 2026-11-21'],
  ['stack.function:pay', 1, 'stack.function:pay', 'write the name of the function or file alone'],
  ['level:error ()', 13, '()', 'the parentheses are empty'],
])('%s is 400 with the position and what would be right', async (query, position, word, hint) => {
  const { body } = await service.client.get(url(query), token).expect(400);
  const { detail } = body as { detail: string };
  expect(detail).toContain(`Query parameter 'query' is invalid at character ${position}, ${JSON.stringify(word)}: `);
  expect(detail).toContain(hint);
});

test('a cursor of another kind of list is 400', async () => {
  const { body } = await service.client.get(url('level:fatal', '&cursor=i1795257600000:9:0'), token).expect(400);
  expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
});

test.each([
  ['"zahlung nicht möglich"', 'Zahlung nicht möglich'],
  ['timeout', 'Ｔｉｍｅｏｕｔ of the gateway'],
  ['möglich', 'Es ist NICHT MÖGLICH'],
  ['"first second"', 'first\nsecond'],
  ['"say yes"', 'say "yes"'],
  ['ボタン', 'ボタンがありません'],
  ['error.value:"C:\\\\temp"*', 'C:\\temp is full'],
  ['error.value:*"möglich."', 'Nicht möglich.'],
  ['error.value:aa*a...', 'a'.repeat(300)],
  ['error.value:"end of line"', '  end of line\n'],
])('%s finds an event whose cause is %j', async (query, value) => {
  const other = await service.fixtures.project({ organization: project.organization });
  const id = await service.fixtures.event(other, { exception: exception(['Cause', value], ['Error', 'wrapped']) });
  await service.fixtures.event(other, { exception: exception(['Cause', 'unlike'], ['Error', 'wrapped']) });
  const path = `${other.path}events/?query=${encodeURIComponent(query)}`;
  expect(await findEvents(path)).toEqual([id]);
});
