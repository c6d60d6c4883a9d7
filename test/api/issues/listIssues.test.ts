import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface Row {
  readonly id: string;
  readonly shortId: string;
  readonly title: string;
  readonly status: string;
  readonly count: string;
  readonly lastSeen: string;
}

/** An hour ago, in seconds since 1970. */
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

/** Sends an event of the issue of that name, `second` seconds after HOUR_AGO. */
function send(name: string, more: Record<string, unknown> = {}, second = 0, to = project): Promise<string> {
  const timestamp = HOUR_AGO + second;
  return service.fixtures.event(to, {
    fingerprint: [name],
    timestamp,
    exception: { values: [{ type: 'Error', value: name }] },
    ...more,
  });
}

const get = (query = '', of = project) => service.client.get(`${of.path}issues/${query}`, token);

async function list(query = '', of = project): Promise<Row[]> {
  return (await get(query, of).expect(200)).body as Row[];
}

/** Returns the titles of the issues that a search finds, without `Error: `. */
async function findTitles(search: string): Promise<string[]> {
  return (await list(`?query=${encodeURIComponent(search)}`)).map(({ title }) => title.replace('Error: ', ''));
}

async function update(status: string, ...ids: (string | undefined)[]): Promise<void> {
  await service.client
    .put(`${project.path}issues/?${ids.map((id) => `id=${id}`).join('&')}`, token)
    .send({ status })
    .expect(200);
}

describe('the list', () => {
  test('has the total of the search on each page, with another entity tag when it changes', async () => {
    for (const [second, name] of ['a', 'b', 'c'].entries()) await send(name, { environment: 'production' }, second);
    const first = await get('?per_page=1').expect(200);
    const headersOf = ({ headers }: typeof first) => [headers['x-hits'], headers['x-max-hits']];
    expect(headersOf(first)).toEqual(['3', '1000']);
    const next = readLink(first).next.cursor;
    expect(headersOf(await get(`?per_page=1&cursor=${next}`).expect(200))).toEqual(['3', '1000']);
    const environment = `environment=production&environment=staging`;
    for (const sort of ['date', 'new', 'freq', 'user'])
      expect(headersOf(await get(`?per_page=2&${environment}&sort=${sort}`).expect(200))).toEqual(['3', '1000']);
    expect(headersOf(await get('?query=is:resolved').expect(200))).toEqual(['0', '1000']);
    await send('d', {}, -10);
    const later = await get('?per_page=1')
      .set('If-None-Match', first.headers['etag'] ?? '')
      .expect(200);
    expect([later.body, ...headersOf(later)]).toEqual([first.body, '4', '1000']);
  });

  test('calls an issue ongoing that was first seen seven days ago, as its search does', async () => {
    await send('old', {}, -7 * 24 * 3600);
    await send('new');
    expect(await list()).toMatchObject([{ substatus: 'new' }, { substatus: 'ongoing' }]);
    expect([await findTitles('is:new'), await findTitles('is:ongoing')]).toEqual([['new'], ['old']]);
    const [, old] = await list();
    const path = `/api/0/organizations/${project.organization}/issues/${old!.id}/`;
    expect((await service.client.get(path, token).expect(200)).body).toMatchObject({ substatus: 'ongoing' });
  });

  test('has the record of an issue', async () => {
    const user = { id: '7' };
    await send('a', { user, environment: 'production', level: 'warning', transaction: 'GET /cart' }, 1);
    await send('a', { user, level: 'fatal', transaction: 'POST /cart' }, 5);
    // An event that arrives late does not describe the issue.
    await send('a', { user: { email: 'kim@customers.test' }, level: 'error', transaction: 'DELETE /cart' }, 3);
    const [issue] = await list();
    const { id, name, platform } = project.row;
    expect(issue).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/) as string,
      shortId: `${project.slug.toUpperCase()}-1`,
      permalink: `${service.url}/organizations/${project.organization}/issues/${issue?.id}/`,
      title: 'Error: a',
      culprit: 'POST /cart',
      type: 'error',
      issueType: 'error',
      issueCategory: 'error',
      level: 'fatal',
      platform: 'other',
      project: { id, slug: project.slug, name, platform },
      status: 'unresolved',
      substatus: 'new',
      statusDetails: {},
      assignedTo: null,
      isBookmarked: false,
      hasSeen: false,
      count: '3',
      userCount: 2,
      numComments: 0,
      firstSeen: expect.any(String) as string,
      lastSeen: expect.any(String) as string,
    });
    const { firstSeen, lastSeen } = issue as unknown as { firstSeen: string; lastSeen: string };
    expect(Date.parse(lastSeen) - Date.parse(firstSeen)).toBe(4000);
  });

  test('is ordered by the last event, newest first, in pages linked in both directions', async () => {
    for (const [second, name] of ['a', 'b', 'c', 'd', 'e'].entries()) await send(name, {}, second);
    await send('b', {}, 9);
    const first = await get('?per_page=2').expect(200);
    expect((first.body as Row[]).map(({ title }) => title)).toEqual(['Error: b', 'Error: e']);
    const second = await service.client.get(readLink(first).next.path, token).expect(200);
    expect((second.body as Row[]).map(({ title }) => title)).toEqual(['Error: d', 'Error: c']);
    const third = await service.client.get(readLink(second).next.path, token).expect(200);
    expect((third.body as Row[]).map(({ title }) => title)).toEqual(['Error: a']);
    expect([readLink(first).previous.results, readLink(third).next.results]).toEqual([false, false]);
    const back = await service.client.get(readLink(third).previous.path, token).expect(200);
    expect(back.body).toEqual(second.body);
  });

  test('has short ids that count from 1 in each project and are never reused', async () => {
    const other = await service.fixtures.project({ organization: project.organization });
    await send('a');
    await send('b');
    await send('a', {}, 0, other);
    expect((await list()).map(({ shortId }) => shortId).sort()).toEqual(
      [1, 2].map((number) => `${project.slug.toUpperCase()}-${number}`),
    );
    expect((await list('', other)).map(({ shortId }) => shortId)).toEqual([`${other.slug.toUpperCase()}-1`]);
    await service.client.delete(`${project.path}issues/`, token).expect(200);
    await send('b');
    expect((await list()).map(({ shortId }) => shortId)).toEqual([`${project.slug.toUpperCase()}-3`]);
  });

  test('has no removed issues and no issues of other projects', async () => {
    const other = await service.fixtures.project({ organization: project.organization });
    await send('a', { environment: 'production' });
    await send('b', { environment: 'production' }, 0, other);
    const [issue] = await list();
    await service.client.delete(`${project.path}issues/?id=${issue?.id}`, token).expect(200);
    expect(await list()).toEqual([]);
    expect(await findTitles('environment:production')).toEqual([]);
  });

  test('has a user count of 0 if no event has a user', async () => {
    await send('a');
    expect(await list()).toMatchObject([{ userCount: 0 }]);
  });
});

describe('a search', () => {
  test('without query finds unresolved issues, with an empty query all', async () => {
    for (const [second, name] of ['new', 'done', 'muted'].entries()) await send(name, {}, second);
    const [muted, done] = await list();
    await update('resolved', done?.id);
    await update('ignored', muted?.id);
    expect((await list()).map(({ title }) => title)).toEqual(['Error: new']);
    expect(await findTitles('')).toEqual(['muted', 'done', 'new']);
    expect(await findTitles('is:unresolved')).toEqual(['new']);
    expect(await findTitles('is:resolved')).toEqual(['done']);
    expect(await findTitles('is:ignored')).toEqual(['muted']);
  });

  test('filters by level, environment, release, tags and text, also by all of them together', async () => {
    await send(
      'apple',
      { level: 'warning', environment: 'production', release: 'shop@1', tags: { region: 'eu-west' } },
      1,
    );
    await send('banana', { level: 'error', environment: 'staging', release: 'shop@2', tags: { region: 'eu-west' } }, 2);
    await send(
      'cherry pie',
      { level: 'error', environment: 'production', release: 'shop@2', user: { id: '7' }, transaction: 'Bake/oven' },
      3,
    );
    expect(await findTitles('level:error')).toEqual(['cherry pie', 'banana']);
    expect(await findTitles('environment:production')).toEqual(['cherry pie', 'apple']);
    expect(await findTitles('release:shop@2 environment:staging')).toEqual(['banana']);
    expect(await findTitles('region:eu-west')).toEqual(['banana', 'apple']);
    expect(await findTitles('!region:eu-west')).toEqual(['cherry pie']);
    expect(await findTitles('level:error !environment:staging')).toEqual(['cherry pie']);
    expect(await findTitles('user:id:7')).toEqual(['cherry pie']);
    expect(await findTitles('PIE')).toEqual(['cherry pie']);
    expect(await findTitles('"cherry pie" oven')).toEqual(['cherry pie']);
    expect(await findTitles('oven banana')).toEqual([]);
    expect(await findTitles('is:unresolved level:error environment:production release:shop@2 pie')).toEqual([
      'cherry pie',
    ]);
    expect(await findTitles('is:resolved level:error')).toEqual([]);
    expect(await findTitles('level:nothing')).toEqual([]);
  });

  test('finds an issue by the tags of any of its events', async () => {
    await send('a', { environment: 'production', level: 'error' }, 1);
    await send('a', { environment: 'staging', level: 'warning' }, 2);
    expect(await findTitles('environment:production')).toEqual(['a']);
    expect(await findTitles('environment:staging level:warning')).toEqual(['a']);
    expect(await findTitles('!environment:staging')).toEqual([]);
  });

  test('has pages linked in both directions', async () => {
    for (let second = 0; second < 5; second += 1)
      await send(`x${second}`, { tags: { odd: String(second % 2) } }, second);
    const first = await get('?per_page=2&query=odd:0').expect(200);
    expect((first.body as Row[]).map(({ title }) => title)).toEqual(['Error: x4', 'Error: x2']);
    const second = await service.client.get(readLink(first).next.path, token).expect(200);
    expect((second.body as Row[]).map(({ title }) => title)).toEqual(['Error: x0']);
    const back = await service.client.get(readLink(second).previous.path, token).expect(200);
    expect(back.body).toEqual(first.body);
    expect([readLink(first).next.results, readLink(second).next.results, readLink(back).previous.results]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    [
      'is:fixed',
      `Query parameter 'query' is invalid at character 1, "is:fixed": use is:unresolved, is:resolved or is:ignored, is:new, is:ongoing, is:regressed, is:escalating, is:assigned, is:unassigned or is:bookmarked.`,
    ],
    [
      'assigned:#nobody',
      `Query parameter 'query' is invalid at character 1, "assigned:#nobody": the organization has no team of that slug.`,
    ],
    [
      'ok project:nowhere',
      `Query parameter 'query' is invalid at character 4, "project:nowhere": the organization has no such project.`,
    ],
    ['"open', `Query parameter 'query' is invalid at character 1, "\\"open": the closing quotation mark is missing.`],
  ])('with %s is rejected', async (search, detail) => {
    const { body } = await get(`?query=${encodeURIComponent(search)}`).expect(400);
    expect(body).toEqual({ detail });
  });
});

describe('orders, times and environments', () => {
  const iso = (second: number) => new Date((HOUR_AGO + second) * 1000).toISOString();
  const names = async (query: string) => (await list(query)).map(({ title }) => title.replace('Error: ', ''));

  test('orders by last event, first event, events or users', async () => {
    for (const [second, name] of ['a', 'b', 'c', 'a', 'b', 'a', 'd'].entries())
      await send(name, name === 'b' || name === 'd' ? { user: { id: String(second) } } : {}, second);
    expect(await names('')).toEqual(['d', 'a', 'b', 'c']);
    expect(await names('?sort=date')).toEqual(['d', 'a', 'b', 'c']);
    expect(await names('?sort=new')).toEqual(['d', 'c', 'b', 'a']);
    expect(await names('?sort=freq')).toEqual(['a', 'b', 'd', 'c']);
    expect(await names('?sort=user')).toEqual(['b', 'd', 'c', 'a']);
  });

  test('has a cursor for each order and search', async () => {
    for (const [second, name] of ['a', 'b', 'c', 'b', 'c', 'c'].entries()) await send(name, {}, second);
    const first = await get('?sort=freq&per_page=2&query=').expect(200);
    expect((first.body as Row[]).map(({ count }) => count)).toEqual(['3', '2']);
    const next = await service.client.get(readLink(first).next.path, token).expect(200);
    expect((next.body as Row[]).map(({ count }) => count)).toEqual(['1']);
    const back = await service.client.get(readLink(next).previous.path, token).expect(200);
    expect(back.body).toEqual(first.body);
    const { cursor } = readLink(first).next;
    for (const other of ['sort=user&query=', 'sort=freq', 'sort=freq&query=&statsPeriod=1d', 'query='])
      await get(`?${other}&cursor=${cursor}`).expect(400);
  });

  test('selects the issues with events in a time range', async () => {
    await send('old', {}, -7200);
    for (const second of [-7200, 600, 1800]) await send('long', {}, second);
    await send('new', {}, 1800);
    expect(await names('?statsPeriod=90m')).toEqual(['new', 'long']);
    expect(await names('?statsPeriod=4h')).toEqual(['new', 'long', 'old']);
    expect(await names(`?end=${iso(0)}`)).toEqual(['long', 'old']);
    expect(await names(`?start=${iso(-7200)}&end=${iso(-7199)}`)).toEqual(['long', 'old']);
    expect(await names(`?start=${iso(-60)}&end=${iso(600)}`)).toEqual([]);
    expect(await names(`?start=${iso(-60)}&end=${iso(601)}`)).toEqual(['long']);
    expect(await names(`?start=${iso(-60)}`)).toEqual(['new', 'long']);
  });

  test('orders by the events in a time range', async () => {
    for (const second of [-7200, -7100, -7000, 1800]) await send('often', {}, second);
    for (const second of [1700, 1750]) await send('lately', {}, second);
    await send('once', {}, -7000);
    expect(await names('?sort=freq&statsPeriod=90m')).toEqual(['lately', 'often']);
    expect(await names('?sort=freq')).toEqual(['often', 'lately', 'once']);
  });

  test('selects environments', async () => {
    await send('a', { environment: 'production' }, 1);
    await send('b', { environment: 'staging' }, 2);
    await send('c', { environment: 'qa' }, 3);
    expect(await names('?environment=production')).toEqual(['a']);
    expect(await names('?environment=production&environment=qa&query=')).toEqual(['c', 'a']);
  });

  test('finds the issues of the newest release, of assignees and of bookmarks', async () => {
    await send('a', { release: 'shop@1' }, 1);
    await send('b', { release: 'shop@2' }, 2);
    expect(await findTitles('release:latest')).toEqual(['b']);
    expect(await findTitles('release:shop@*')).toEqual(['b', 'a']);
    await send('b', { release: 'shop@1' }, 3);
    expect(await findTitles('release:shop@1')).toEqual(['b', 'a']);
    expect(await findTitles('firstRelease:shop@1')).toEqual(['a']);
    expect(await findTitles('firstRelease:latest')).toEqual(['b']);
    expect(await findTitles('firstRelease:[latest,shop@1]')).toEqual(['b', 'a']);
    expect(await findTitles('firstRelease:*@1 OR first_release:nothing')).toEqual(['a']);
    expect(await findTitles('!firstRelease:shop@2')).toEqual(['a']);
    // An earlier event that arrives later changes the first release.
    await send('b', { release: 'shop@1' }, 0);
    expect(await findTitles('firstRelease:shop@*')).toEqual(['b', 'a']);
    expect(await findTitles('firstRelease:latest')).toEqual([]);
    expect(await findTitles('assigned:me')).toEqual([]);
    expect(await findTitles('assigned:none !bookmarks:me')).toEqual(['b', 'a']);
  });
});

describe('text with colons', () => {
  const error = (type: string, value: string) => ({ exception: { values: [{ type, value }] } });

  test.each([
    ['Resque::DirtyExit', error('Resque::DirtyExit', 'child killed')],
    ['!Resque::DirtyExit OR Resque::DirtyExit', error('Resque::DirtyExit', 'child killed')],
    ['std::bad_alloc', error('std::bad_alloc', 'no memory')],
    ['User::find', error('Error', 'in User::find(7)')],
    ['App\\Models\\User::find', error('Error', 'in App\\Models\\User::find(7)')],
    ['https://shop.test/cart', error('Error', 'GET https://shop.test/cart failed')],
    ['TypeError:undefined', error('Error', 'TypeError:undefined is no function')],
    ['TypeError:undef*', error('Error', 'TypeError:undefined is no function')],
    ['localhost:3000', error('Error', 'no answer of localhost:3000')],
    ['node:internal/modules', error('Error', 'at node:internal/modules/cjs')],
    ['C:\\shop\\cart.cs', error('Error', 'C:\\shop\\cart.cs is locked')],
  ])('%s finds the issue that has it', async (search, payload) => {
    await send('it', payload);
    expect(await list(`?query=${encodeURIComponent(search)}`)).toHaveLength(1);
    const { body } = await service.client
      .get(`${project.path}events/?query=${encodeURIComponent(search)}`, token)
      .expect(200);
    expect(body).toHaveLength(1);
    await send('other');
    expect(await findTitles(search)).toHaveLength(search.startsWith('!') ? 2 : 1);
  });

  test('is a tag if an issue of one of the projects has such a tag', async () => {
    await send('a', { tags: { node: 'one' } });
    await send('b', error('Error', 'node:two'));
    expect(await findTitles('node:two')).toEqual([]);
    const other = await service.fixtures.project({ organization: project.organization });
    await send('c', error('Error', 'node:one'), 0, other);
    const path = `/api/0/organizations/${project.organization}/issues/?query=node%3Aone`;
    expect((await service.client.get(path, token).expect(200)).body).toMatchObject([{ title: 'Error: a' }]);
  });

  test('is no text if it is a list of values', async () => {
    await send('a', error('Error', 'TypeError:x'));
    for (const search of ['TypeError:[x,y]', 'has:TypeError']) expect(await findTitles(search)).toEqual([]);
  });
});

test('negated text and short ids find the other issues', async () => {
  await send('timeout');
  await send('of undefined', {}, 1);
  expect(await findTitles('!timeout')).toEqual(['of undefined']);
  expect(await findTitles('!"of undefined"')).toEqual(['timeout']);
  expect(await findTitles(`!${project.slug}-1`)).toEqual(['of undefined']);
  expect(await findTitles('!timeout !undefined')).toEqual([]);
});

describe('a request', () => {
  test.each([
    [`?query=${'x'.repeat(1001)}`, "Query parameter 'query' must NOT have more than 1000 characters."],
    ['?query=a&query=b', "Query parameter 'query' may be given only once."],
    ['?cursor=1', 'Invalid cursor parameter.'],
    ['?cursor=1:x:0', 'Invalid cursor parameter.'],
    [
      '?level=error',
      "Unknown query parameter 'level'; accepted are 'query', 'groupStatsPeriod', 'sort', 'statsPeriod', 'start', 'end', 'environment', 'cursor', 'per_page', 'limit', 'collapse'.",
    ],
    ['?statsPeriod=24h&start=2026-01-01', "Query parameter 'statsPeriod' cannot be combined with 'start' and 'end'."],
    [
      '?statsPeriod=today',
      "Query parameter 'statsPeriod' must be a number with the unit m, h, d or w, such as 24h or 14d.",
    ],
    ['?start=yesterday', "Query parameter 'start' must be a time of ISO 8601, such as 2026-11-21T10:30:00Z."],
    ['?start=2026-01-02&end=2026-01-01', "Query parameter 'start' must be before 'end'."],
    ['?sort=recommended', "Query parameter 'sort' must be date, new, freq or user."],
    [
      '?sort=freq&cursor=i1:1:0',
      'Invalid cursor parameter: it belongs to another search or order. Begin without a cursor.',
    ],
  ])('with %.40s is rejected', async (query, detail) => {
    expect((await get(query).expect(400)).body).toEqual({ detail });
  });

  test.each(['event:read', 'event:write', 'event:admin'])('is allowed with %s alone', async (scope) => {
    const reader = await service.fixtures.token(project.organization, { scopes: [scope] });
    await service.client.get(`${project.path}issues/`, reader).expect(200);
  });

  test('requires a scope for events', async () => {
    const stranger = await service.fixtures.token(project.organization, { scopes: ['project:read', 'project:admin'] });
    const { body } = await service.client.get(`${project.path}issues/`, stranger).expect(403);
    expect(body).toMatchObject({ requiredScopes: ['event:admin', 'event:read', 'event:write'] });
  });

  test('for a project of another organization gets 404', async () => {
    const other = await service.fixtures.project();
    await get('', other).expect(404);
  });
});

test('text finds what was scrubbed of exceptions, frames and messages, as soon as the event is accepted', async () => {
  const frames = [
    { filename: '/srv/node_modules/express/lib/router.js', function: 'next', in_app: false },
    { filename: 'src/api/CheckoutService.ts', function: 'reserveStock', in_app: true },
  ];
  const main = { type: 'StockFault', value: 'none left, password=hunter2', stacktrace: { frames } };
  await send('stock', { exception: { values: [{ type: 'CauseError', value: 'root cause' }, main] } });
  await send('message', { exception: undefined, message: 'Payment declined\nby the second line' }, 1);
  const searches = ['left', 'stockFau', '"root cause"', 'reservestock', 'service', 'src/api', 'router.js'];
  for (const search of searches)
    expect({ search, titles: await findTitles(search) }).toMatchObject({
      search,
      titles: [expect.stringMatching(/^StockFault/)],
    });
  expect(await findTitles('"second line"')).toEqual(['Payment declined']);
  expect(await findTitles('hunter2')).toEqual([]);
});

test('exceptions are searched by type and value, all of the event that opened the issue', async () => {
  const [cause, main] = [
    { type: 'RangeError', value: '  total 7 is not positive\nsecond line' },
    { type: 'CheckoutFault', value: `password=hunter2 ${'long '.repeat(60)}` },
  ];
  await send('chain', { exception: { values: [cause, main] } }, 1);
  await send('bare', { exception: { values: [{ type: 'RangeError', value: null }] } }, 2);
  await send('message', { exception: undefined, message: 'RangeError' }, 3);
  // A client's tag is not taken for an exception.
  await send('forged', { tags: { '~error.type': 'RangeError' } }, 4);
  const [chain, bare] = [expect.stringMatching(/^CheckoutFault/) as string, 'RangeError'];
  const finds: [string, string[]][] = [
    ['error.type:RangeError', [bare, chain]],
    ['error.type:CheckoutFault', [chain]],
    ['error.type:[Checkout*,Other]', [chain]],
    ['error.type:rangeerror', []],
    ['!error.type:RangeError', ['forged', 'RangeError']],
    ['has:error.value', ['forged', chain]],
    ['!has:error.type', ['RangeError']],
    ['error.value:"total 7 is not positive\nsecond line"', [chain]],
    ['error.value:"total "*', [chain]],
    ['error.value:*positive*', [chain]],
    ['error.value:"x is not"*', []],
    ['error.value:*hunter2*', []],
    ['error.value:*long*', [chain]],
    ['error.type:RangeError error.value:*positive*', [chain]],
  ];
  for (const [search, expected] of finds)
    expect({ search, titles: await findTitles(search) }).toEqual({ search, titles: expected });
});

test('users are searched by each of their members', async () => {
  const kim = { id: '7', username: 'kim', email: 'kim@example.com', ip_address: '203.0.113.7' };
  await send('a', { user: kim }, 1);
  await send('b', { user: { username: 'kim', email: 'kim@example.com' } }, 2);
  await send('c', { user: { email: 'kim@example.com' } }, 3);
  await send('d', { user: { ip_address: '203.0.113.7' } }, 4);
  const finds: [string, string[]][] = [
    ['user.id:7', ['a']],
    ['user.username:kim', ['b', 'a']],
    ['user.email:kim@example.com', ['c', 'b', 'a']],
    ['user.ip:203.0.113.7', ['d', 'a']],
    ['user.ip:203.0.*', ['d', 'a']],
    ['user.email:*@example.com', ['c', 'b', 'a']],
    ['!user.email:kim@example.com', ['d']],
    ['has:user.id', ['a']],
    ['!has:user.username', ['d', 'c']],
    ['user.email:[nobody@example.com,kim@*] !user.id:7', ['c', 'b']],
    ['user.id:kim', []],
    ['user.username:7', []],
    ['user:id:7', ['a']],
  ];
  for (const [search, expected] of finds)
    expect({ search, titles: await findTitles(search) }).toEqual({ search, titles: expected });
  // A user that the issue has already, with another address.
  await send('a', { user: { ...kim, email: 'k@example.com' } }, 5);
  expect([
    await findTitles('user.email:k@example.com'),
    await findTitles('user.email:kim@example.com !user:username:kim'),
  ]).toEqual([['a'], ['a', 'c']]);
  const stored = (await list('?query=user.id:7'))[0];
  const tags = (
    await service.client.get(`/api/0/organizations/${project.organization}/issues/${stored?.id}/tags/`, token)
  ).body as { key: string }[];
  expect(tags.map(({ key }) => key).filter((key) => key.includes('user'))).toEqual(['user']);
});
