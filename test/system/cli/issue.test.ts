/** `culprit issue …` against the service. */
import { culprit, ensureBuilt, type Outcome, poll } from '../../support/process';
import type { ProjectFixture } from '../../support/fixtures';
import { type Service, startService } from '../../support/service';

let service: Service;
let shop: ProjectFixture;
let environment: Record<string, string>;

beforeAll(async () => {
  await ensureBuilt();
  service = await startService();
  await service.fixtures.organization({ slug: 'acme' });
  await service.fixtures.team({ organization: 'acme', slug: 'backend' });
  shop = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'shop' });
  const token = await service.fixtures.token('acme', { email: 'ann@acme.test' });
  environment = { CULPRIT_URL: service.url, CULPRIT_TOKEN: token };
  await service.fixtures.event(shop, {
    exception: { values: [{ type: 'RangeError', value: 'out of range' }] },
    level: 'warning',
  });
  await service.fixtures.event(shop, EVENT);
});
afterAll(() => service.close());

const EVENT = {
  release: 'shop@1.0.0',
  tags: { region: 'eu' },
  exception: {
    values: [
      { type: 'Error', value: 'no connection' },
      {
        type: 'TypeError',
        value: 'no total\u001b[2J',
        stacktrace: {
          frames: [
            { filename: 'express/router.js', function: 'handle', lineno: 9, in_app: false },
            { filename: 'express/layer.js', function: 'next', lineno: 8, in_app: false },
            {
              filename: 'src/cart.js',
              function: 'sumCart',
              lineno: 41,
              colno: 23,
              in_app: true,
              pre_context: ['function sumCart(cart) {'],
              context_line: '  return cart.order.total;',
              post_context: ['}'],
            },
          ],
        },
      },
    ],
  },
};

const issue = (args: string[], more: Record<string, string> = {}): Promise<Outcome> =>
  culprit(['issue', ...args], { ...environment, ...more });

test('list prints a table of all projects, newest first', async () => {
  const { code, stdout, stderr } = await issue(['list']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^ISSUE +LEVEL +TITLE +STATUS +ASSIGNED +EVENTS +USERS +LAST SEEN$/);
  expect(rows.map((row) => row.split(/ {2,}/).slice(0, 6))).toEqual([
    ['SHOP-2', 'error', 'TypeError: no total\ufffd[2J', 'unresolved', '-', '1'],
    ['SHOP-1', 'warning', 'RangeError: out of range', 'unresolved', '-', '1'],
  ]);
});

test('list searches, sorts, ends at the limit, and prints JSON', async () => {
  const first = await issue(['list', '--project', 'shop', '--query', 'level:warning', '--json']);
  expect(JSON.parse(first.stdout)).toMatchObject([{ shortId: 'SHOP-1', level: 'warning' }]);
  const oldest = await issue(['list', '--sort', 'new', '--limit', '1']);
  expect(oldest.stdout).toMatch(/^ISSUE.*\nSHOP-2 .*\nThere are more; --limit 2 shows them\.\n$/);
  expect((await issue(['list', '--query', 'level:fatal'])).stdout).toBe('No issue matches.\n');
});

test('show prints the stack with source lines, and calls of libraries in one line', async () => {
  const { code, stdout } = await issue(['show', 'shop-2']);
  expect(code).toBe(0);
  expect(stdout).toContain('SHOP-2 error TypeError: no total\ufffd[2J\n');
  expect(stdout).toMatch(/^Project +shop$/m);
  expect(stdout).toMatch(/^Tags +.*region=eu/m);
  expect(stdout).toContain(`
TypeError: no total\ufffd[2J
    at sumCart (src/cart.js:41:23)
        40 | function sumCart(cart) {
      > 41 |   return cart.order.total;
        42 | }
    … 2 frames of libraries

caused by Error: no connection
`);
  expect(stdout).not.toContain('\u001b');
  const json = JSON.parse((await issue(['show', 'SHOP-2', '--json'])).stdout) as Record<string, unknown>;
  expect(json).toMatchObject({ issue: { shortId: 'SHOP-2' }, event: { title: expect.stringContaining('no total') } });
});

test('show names the commits that may have caused an issue, or why they are not known', async () => {
  const commits = [
    { id: 'c0ffee'.repeat(4), message: 'Sum\u001b[2J carts\n\nAll.', patch_set: [{ path: 'src/cart.js', type: 'M' }] },
  ];
  const token = environment['CULPRIT_TOKEN'] ?? '';
  const body = { version: 'shop@1.0.0', projects: ['shop'], commits };
  await service.client.post('/api/0/organizations/acme/releases/', token).send(body).expect(208);
  const { stdout } = await issue(['show', 'SHOP-2']);
  expect(stdout).toMatch(
    /^Origin +The issue began in shop@1\.0\.0; no release of the project was in use before\. .*$/m,
  );
  expect(stdout).toMatch(/^Suspect +c0ffeec0ff · Sum.*\[2J carts · shop@1\.0\.0$/m);
  expect(stdout).not.toContain('\u001b');
  expect((await issue(['show', 'SHOP-1'])).stdout).toMatch(/^Origin +No event of the issue names a release,/m);
});

test('show prints all lines of a message, and cuts no source line where there is no window', async () => {
  const project = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'texts' });
  const frame = { filename: 'src/cart.js', function: 'pay', lineno: 7, in_app: true, context_line: 'x'.repeat(140) };
  await service.fixtures.event(project, {
    exception: undefined,
    message: `${'Paid twice. '.repeat(10)}\n\u001b[2Jsecond line`,
    stacktrace: { frames: [frame] },
  });
  const values = [{ type: 'Error', value: 'one\r\ntwo\n' }];
  await service.fixtures.event(project, { exception: { values }, user: { id: 1 } });
  const [message, error] = [(await issue(['show', 'TEXTS-1'])).stdout, (await issue(['show', 'TEXTS-2'])).stdout];
  expect(message).toContain(`\n\n${'Paid twice. '.repeat(10)}\n\ufffd[2Jsecond line\n\n    at pay (src/cart.js:7)\n`);
  expect(message).toContain(`      > 7 | ${'x'.repeat(140)}\n`);
  expect(message).toMatch(/^Events +1$/m);
  expect(error).toMatch(/\n\nError: one\ntwo\n$/);
  expect(error).toMatch(/^Events +1, of 1 user$/m);
});

test('colours are shown where FORCE_COLOR asks for them, and never with NO_COLOR', async () => {
  expect((await issue(['list'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[31m');
  expect((await issue(['list'], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain('\u001b');
});

test('resolve, unresolve, ignore and assign change issues and print them', async () => {
  const change = async (...args: string[]) => JSON.parse((await issue([...args, '--json'])).stdout) as unknown;
  expect(await change('resolve', 'SHOP-1', 'SHOP-2')).toMatchObject([{ status: 'resolved' }, { status: 'resolved' }]);
  expect(await change('unresolve', 'SHOP-1', 'SHOP-2')).toMatchObject([
    { status: 'unresolved' },
    { status: 'unresolved' },
  ]);
  expect(await change('resolve', 'SHOP-2', '--in-next-release')).toMatchObject([
    { status: 'resolved', statusDetails: { inNextRelease: true } },
  ]);
  expect(await change('ignore', 'SHOP-2', '--events', '100')).toMatchObject([
    { status: 'ignored', statusDetails: { ignoreCount: 100 } },
  ]);
  expect(await change('assign', 'SHOP-2', '--to', 'ann@acme.test')).toMatchObject([
    { assignedTo: { type: 'user', email: 'ann@acme.test' } },
  ]);
  expect(await change('assign', 'SHOP-2', '--to', '#backend')).toMatchObject([{ assignedTo: { type: 'team' } }]);
  expect(await change('assign', 'SHOP-2', '--to', 'nobody')).toMatchObject([{ assignedTo: null }]);
});

test.each([
  [['show', 'SHOP-99'], {}, 'There is no issue SHOP-99 in the organization acme.\n'],
  [['resolve', 'SHOP-1', 'SHOP-99'], {}, 'There is no issue SHOP-99 in the organization acme.\n'],
  [['list', '--limit', 'many'], {}, '--limit is "many", but must be a number from 1 to 1000.\n'],
  [
    ['ignore', 'SHOP-1', '--for', '2y'],
    {},
    '--for is "2y", but must be a number and a unit, such as 30m, 2h, 7d or 1w.\n',
  ],
  [
    ['ignore', 'SHOP-1', '--for', '2h', '--users', '3'],
    {},
    'Give one of --for, --events, --users and --until-escalating, not several.\n',
  ],
  [['list', '--query', 'is:open'], {}, /^Query parameter 'query' is invalid at character 1, "is:open": .*\n$/],
  [['list', '--organization', 'other'], {}, 'There is no organization "other", or the token may not use it.\n'],
  [['list'], { CULPRIT_TOKEN: 'wrong' }, 'Invalid token.\n'],
  [['list'], { CULPRIT_TOKEN: '' }, /^CULPRIT_TOKEN is not set; .*\.\n$/],
  [['list'], { CULPRIT_URL: 'localhost' }, /^CULPRIT_URL is "localhost", but must be the address .*\.\n$/],
  [
    ['list'],
    { CULPRIT_URL: 'http://127.0.0.1:59999' },
    'No service replies at http://127.0.0.1:59999: nothing listens on this port (ECONNREFUSED); CULPRIT_URL must be the address of the service.\n',
  ],
])('%j fails with one sentence', async (args, more, message) => {
  const { code, stdout, stderr } = await issue(args, more);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^culprit: /);
  const sentence = stderr.replace('culprit: ', '');
  if (typeof message === 'string') expect(sentence).toBe(message);
  else expect(sentence).toMatch(message);
  const { stdout: after } = await issue(['show', 'SHOP-1', '--json']);
  expect(JSON.parse(after)).toMatchObject({ issue: { status: 'unresolved' } });
});

test('release verdict says whether a release is good, and exits accordingly', async () => {
  const verdict = (args: string[]) => culprit(['release', 'verdict', ...args], environment);
  const project = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'judged' });
  const known = { message: 'known', exception: undefined };
  await service.fixtures.event(project, { ...known, release: 'verdict@1.0.0' });
  const first = await verdict(['verdict@1.0.0', '--json']);
  expect([first.code, first.stderr]).toEqual([2, '']);
  expect(JSON.parse(first.stdout)).toMatchObject({
    verdict: 'unknown',
    projects: [{ slug: 'judged', baseline: null }],
  });
  const token = environment['CULPRIT_TOKEN'] ?? '';
  const settings = { verdictMinMinutes: 0, verdictLowRate: 10_000 };
  await service.client.put(project.path, token).send(settings).expect(200);
  await service.fixtures.event(project, { ...known, release: 'verdict@1.1.0' });
  const good = await verdict(['verdict@1.1.0', '--wait', '1m', '--project', 'judged']);
  expect([good.code, good.stderr]).toEqual([0, '']);
  expect(good.stdout).toMatch(
    /^verdict@1\.1\.0 is good\n\njudged good\nRELEASE +HOURS +EVENTS .*\nverdict@1\.1\.0 .*\nverdict@1\.0\.0 /,
  );
  expect(good.stdout).toContain('good     No new issues.\n');
  await service.fixtures.event(project, { message: 'broke\u001b[2J', exception: undefined, release: 'verdict@1.2.0' });
  const bad = await verdict(['verdict@1.2.0', '--baseline', 'verdict@1.0.0']);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toContain('bad      1 new issue; the limit is 0.\n');
  expect(bad.stdout).toMatch(/JUDGED-\d+ +new +broke.*\[2J +1 +/);
  expect(bad.stdout).not.toContain('\u001b');
  const absent = await verdict(['nix']);
  expect([absent.code, absent.stdout]).toEqual([2, '']);
  expect(absent.stderr).toBe('culprit: There is no release nix in the organization acme, or not in these projects.\n');
});

test('event journey says what happened to an event, whatever project it was sent to', async () => {
  const journey = (args: string[]) => culprit(['event', 'journey', ...args], environment);
  const project = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'travel' });
  const stored = await service.fixtures.event(project, {
    message: 'late',
    exception: undefined,
    extra: { password: 'x' },
  });
  const { code, stdout, stderr } = await journey([stored]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^${stored} stored\n\nProject +travel\n`));
  expect(stdout).toMatch(/^Changed +1 replaced by dataScrubber: extra\.password$/m);
  expect(stdout).toMatch(/^Issue +TRAVEL-1, grouped by its content \([0-9a-f]{32}\)$/m);
  const token = environment['CULPRIT_TOKEN'] ?? '';
  const options = { 'filters:error_messages': 'refused' };
  await service.client.put(project.path, token).send({ options }).expect(200);
  const refused = await service.fixtures.event(project, { message: 'refused', exception: undefined });
  await poll(async () => (await journey([refused, '--project', 'travel'])).code === 0);
  const { stdout: text } = await journey([refused]);
  expect(text).toMatch(new RegExp(`^${refused} dropped\n`));
  expect(text).toMatch(/^Refused +Its message matches a pattern that the project filters\. \(error-message, /m);
  expect(JSON.parse((await journey([refused, '--json'])).stdout)).toMatchObject({
    ...{ project: 'travel', status: 'dropped', drop: { setting: 'filters:error_messages' } },
  });
  const unknown = await journey(['0'.repeat(32)]);
  expect({ ...unknown, stderr: unknown.stderr.split(';')[0] }).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `culprit: Nothing is known about an event ${'0'.repeat(32)} in the organization`,
  });
});
