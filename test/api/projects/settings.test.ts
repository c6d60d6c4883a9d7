/**
 * Tests each setting with one row: the behaviour of the service without it, with it, and after it is unset. The last
 * tests compare the rows with the contract: no setting is missing.
 */
import { readFileSync } from 'node:fs';
import contract from '../../../generated/openapi.json';
import { GROUPING_CONFIGS } from '../../../src/ingest/grouping/groupEvent';
import { FileServer } from '../../support/fileServer';
import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { poll } from '../../support/process';
import { CONSTANT_FIELDS, CONSTANT_OPTIONS, FIELD_SETTINGS } from '../../support/projectSettings';
import { SELF_SIGNED } from '../../support/selfSigned';
import { EAGER, type Service, startService } from '../../support/service';
import { WebhookServer } from '../../support/webhookServer';

type Json = Record<string, any>;

/** Spike limit that a test can exceed. */
const SPIKE_FLOOR = 12;

let service: Service;
/** Servers of webhooks: without TLS, and with a self-signed certificate. */
let hooks: WebhookServer;
let secureHooks: WebhookServer;
/** The server from which pages load their scripts. */
let files: FileServer;
let project: ProjectFixture;
let token: string;

beforeAll(async () => {
  const settings = { SPIKE_FLOOR: String(SPIKE_FLOOR), WEBHOOK_ALLOW_PRIVATE: 'on' };
  service = await startService({ ...settings, SCRAPING: 'on', SCRAPING_ALLOW_PRIVATE: 'on' }, EAGER);
  [hooks, secureHooks] = [await WebhookServer.start(), await WebhookServer.start(0, SELF_SIGNED)];
  files = await FileServer.start();
});
afterAll(() => Promise.all([service, hooks, secureHooks, files].map((one) => one.close())));

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const put = async (body: object) => (await service.client.put(project.path, token).send(body).expect(200)).body as Json;
const present = async () => (await service.client.get(project.path, token).expect(200)).body as Json;
const stored = async () =>
  (await service.client.get(`${project.path}events/?full=true`, token).expect(200)).body as Json[];

/** Sends an event; with the headers of a browser if they are given. */
async function post(payload: object, headers: Record<string, string> = {}): Promise<Response> {
  const url = `${service.url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ message: 'boom', ...payload }) });
}

/** Sends an event that must be stored, and returns the part of it that `select` returns. */
const storedPart = (payload: object, select: (event: Json) => unknown) => async () => {
  const { id } = (await (await post(payload)).json()) as { id: string };
  return select((await stored()).find(({ eventID }) => eventID === id) ?? {});
};

/** Sends the report of a browser about a blocked source, and returns the same as `sendEvent`. */
const sendReport = (blocked: string) => async () => {
  const before = (await stored()).length;
  const url = `${service.url}/api/${project.id}/security/?sentry_key=${project.publicKey}`;
  const body = JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': blocked } });
  const { status } = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/csp-report' }, body });
  return { status, isStored: (await stored()).length > before };
};

/** Sends an event and returns the status of the reply and whether the event is stored. */
const sendEvent = (payload: object, headers?: Record<string, string>) => async () => {
  const before = (await stored()).length;
  const { status } = await post(payload, headers);
  return { status, isStored: (await stored()).length > before };
};

const STORED = { status: 200, isStored: true };
const FILTERED = { status: 200, isStored: false };

const error = (type: string, value: string) => ({ message: undefined, exception: { values: [{ type, value }] } });
const extra =
  (name: string) =>
  ({ entries, context }: Json) =>
    (context as Json | null)?.[name] ?? entries;
const SECRETS = {
  extra: { password: 'hunter2', iban: 'DE02120300000000202051' },
  user: { id: '1', ip_address: '198.51.100.7' },
};

interface Row {
  readonly set: Json;
  readonly unset: Json;
  readonly observe: () => Promise<unknown>;
  readonly without: unknown;
  readonly with: unknown;
  /** The outcome and the reason under which dropped events are counted. */
  readonly counted?: string;
}

const CHUNK = error('ChunkLoadError', 'Loading chunk 7 failed.');
const HYDRATION = error('Error', 'Minified React error #418; visit https://react.dev/errors/418 for the full message');
const PAGE = { Origin: 'https://elsewhere.test' };

/** Sends one event more than the spike limit allows. */
async function exceedLimit(): Promise<unknown> {
  let last = new Response();
  for (let sent = 0; sent <= SPIKE_FLOOR; sent += 1) last = await post({});
  const { status, headers } = last;
  return { status, limits: headers.get('x-sentry-rate-limits'), retryAfter: headers.get('retry-after') };
}

const issueOf = async (payload: object) => String(await storedPart(payload, ({ groupID }) => groupID)());
const areOneIssue = async (one: object, other: object) => (await issueOf(one)) === (await issueOf(other));

let serial = 0;
/** Returns a unique message. Its number is part of a word, where only `simple:2` ignores it. */
const numbered = () => ({ message: `user_${(serial += 1)} left` });
/** Returns a unique message that no algorithm generalizes. */
const worded = () => ({ message: `user_${'a'.repeat((serial += 1))} left` });
const crash = (helper: string) => {
  const frames = ['main', helper].map((name) => ({
    function: name,
    module: name,
    filename: `/srv/${name}.js`,
    in_app: true,
  }));
  return { message: undefined, exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] } };
};

/** Returns true if an event belongs to the issue that the former algorithm opened for such events. */
async function joinsFormerIssue(): Promise<boolean> {
  // A message that belongs to no issue yet, by either algorithm.
  const event = { message: `${numbered().message} ${'again and '.repeat(serial)}again` };
  await put({ groupingConfig: 'simple:1' });
  const before = await issueOf(event);
  await put({ groupingConfig: 'simple:2' });
  const after = await issueOf(event);
  await put({ groupingConfig: 'simple:4' });
  return before === after;
}

/** Sets up a webhook, sends an event of a new issue, and returns the result of the delivery. */
async function deliver(server: WebhookServer): Promise<{ isAccepted: boolean; error: string | null; token: unknown }> {
  const path = `${project.path}plugins/webhooks/`;
  await service.client
    .put(path, token)
    .send({ url: `${server.url}&n=${(serial += 1)}`, enabled: true })
    .expect(200);
  await post({ fingerprint: [String(serial)] });
  let delivery = { lastSent: null, error: null } as { lastSent: string | null; error: string | null };
  await poll(async () => {
    delivery = ((await service.client.get(path, token).expect(200)).body as Json)['metadata'];
    return delivery.lastSent !== null || delivery.error !== null;
  });
  return {
    isAccepted: delivery.lastSent !== null,
    error: delivery.error,
    token: server.posts.at(-1)?.headers['x-culprit-token'],
  };
}

/** A source map that maps line 1, column 1 to the same position in `pay.ts`. */
const MAP = JSON.stringify({ version: 3, sources: ['pay.ts'], names: [], mappings: 'AAAA' });

/**
 * Sends an event of a script that is not uploaded. Returns the file of its frame once the script is fetched, or
 * fetching is disabled.
 */
async function originalFile(): Promise<string> {
  const path = `/pay-${(serial += 1)}.js`;
  files.files.set(path, `pay();\n//# sourceMappingURL=${path}.map`).set(`${path}.map`, MAP);
  const frames = [{ abs_path: files.url(path), function: 'pay', lineno: 1, colno: 1 }];
  const { id } = (await (
    await post({
      platform: 'javascript',
      message: undefined,
      exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] },
    })
  ).json()) as { id: string };
  let filename = '';
  await poll(async () => {
    const event = (await service.client.get(`${project.path}events/${id}/`, token).expect(200)).body as Json;
    filename = event['entries'].find(({ type }: Json) => type === 'exception').data.values[0].stacktrace.frames[0]
      .filename;
    return !filename.startsWith('/pay-') || (await isDisabled(id));
  });
  return filename.replace(/\d+/, 'N');
}

async function isDisabled(id: string): Promise<boolean> {
  const path = `${project.path}events/${id}/source-map-debug/?exception_idx=0&frame_idx=0`;
  const [finding] = (await service.client.get(path, token).expect(200)).body as Json[];
  return finding?.['scraping']?.reason === 'disabled';
}

/** Returns the link of the frame of a new event to its source. */
async function linkOfFrame(): Promise<unknown> {
  const frames = [{ filename: '/srv/shop/src/a.js', lineno: 7, in_app: true }];
  const exception = { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] };
  return storedPart({ message: undefined, release: 'shop@2', exception }, ({ entries }) => {
    const [{ data }] = entries as [Json];
    return data['values'][0].stacktrace.frames[0].sourceLink;
  })();
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const EFFECTS: Record<string, Row> = {
  groupingConfig: {
    set: { groupingConfig: 'simple:1' },
    unset: { groupingConfig: 'simple:4' },
    observe: () => areOneIssue(numbered(), numbered()),
    without: true,
    with: false,
  },
  fingerprintingRules: {
    set: { fingerprintingRules: '# of one cause\nmessage:"user_* left" -> users, leaving' },
    unset: { fingerprintingRules: '' },
    observe: () => areOneIssue(worded(), worded()),
    without: false,
    with: true,
  },
  groupingEnhancements: {
    set: { groupingEnhancements: 'stack.function:helper* -group' },
    unset: { groupingEnhancements: '' },
    observe: () => areOneIssue(crash('helperA'), crash('helperB')),
    without: false,
    with: true,
  },
  secondaryGroupingConfig: {
    set: { secondaryGroupingConfig: 'simple:1', secondaryGroupingExpiry: inAnHour() },
    unset: { secondaryGroupingConfig: '', secondaryGroupingExpiry: 0 },
    observe: joinsFormerIssue,
    without: false,
    with: true,
  },
  secondaryGroupingExpiry: {
    set: { options: { 'svc:secondary_grouping_config': 'simple:1', 'svc:secondary_grouping_expiry': inAnHour() } },
    unset: { secondaryGroupingExpiry: 0 },
    observe: joinsFormerIssue,
    without: false,
    with: true,
  },
  allowedDomains: {
    set: { allowedDomains: ['*.shop.test'] },
    unset: { allowedDomains: ['*'] },
    observe: sendEvent({}, PAGE),
    without: STORED,
    with: { status: 403, isStored: false },
    counted: 'invalid cors',
  },
  dataScrubber: {
    set: { dataScrubber: false },
    unset: { dataScrubber: true },
    observe: storedPart(SECRETS, extra('password')),
    without: '[Filtered]',
    with: 'hunter2',
  },
  dataScrubberDefaults: {
    set: { dataScrubberDefaults: false },
    unset: { dataScrubberDefaults: true },
    observe: storedPart(SECRETS, extra('password')),
    without: '[Filtered]',
    with: 'hunter2',
  },
  safeFields: {
    set: { safeFields: ['Password'] },
    unset: { safeFields: [] },
    observe: storedPart(SECRETS, extra('password')),
    without: '[Filtered]',
    with: 'hunter2',
  },
  sensitiveFields: {
    set: { sensitiveFields: ['iban'] },
    unset: { sensitiveFields: [] },
    observe: storedPart(SECRETS, extra('iban')),
    without: 'DE02120300000000202051',
    with: '[Filtered]',
  },
  relayPiiConfig: {
    set: { relayPiiConfig: '{"applications": {"$string": ["@email:replace"]}}' },
    unset: { relayPiiConfig: ' ' },
    observe: storedPart({ message: 'no mail to ann@shop.test' }, ({ title }) => title),
    without: 'no mail to ann@shop.test',
    with: 'no mail to [email]',
  },
  scrubIPAddresses: {
    set: { scrubIPAddresses: true },
    unset: { scrubIPAddresses: false },
    observe: storedPart(SECRETS, ({ user }) => (user as Json)['ip_address']),
    without: '198.51.100.7',
    with: null,
  },
  defaultEnvironment: {
    set: { defaultEnvironment: ' production ' },
    unset: { defaultEnvironment: null },
    observe: storedPart({}, ({ tags }) => (tags as Json[]).find(({ key }) => key === 'environment')?.['value']),
    without: undefined,
    with: 'production',
  },
  securityToken: {
    set: { securityToken: ' of our own ', securityTokenHeader: 'X-Culprit-Token' },
    unset: { securityToken: '' },
    observe: async () => (await deliver(hooks)).token,
    without: undefined,
    with: 'of our own',
  },
  securityTokenHeader: {
    set: { securityToken: 'c2VjcmV0', securityTokenHeader: 'X-Culprit-Token' },
    unset: { securityTokenHeader: '' },
    observe: async () => (await deliver(hooks)).token,
    without: undefined,
    with: 'c2VjcmV0',
  },
  verifySSL: {
    set: { verifySSL: true },
    unset: { verifySSL: false },
    observe: () => deliver(secureHooks),
    without: { isAccepted: true, error: null, token: undefined },
    with: { isAccepted: false, error: expect.stringContaining('self-signed certificate'), token: undefined },
  },
  scrapeJavaScript: {
    set: { scrapeJavaScript: false },
    unset: { scrapeJavaScript: true },
    observe: originalFile,
    without: 'pay.ts',
    with: '/pay-N.js',
  },
  'filters:blacklisted_ips': {
    set: { options: { 'filters:blacklisted_ips': '192.0.2.1\n127.0.0.0/8' } },
    unset: { options: { 'filters:blacklisted_ips': '' } },
    observe: sendEvent({}),
    without: STORED,
    with: FILTERED,
    counted: 'filtered ip-address',
  },
  'filters:releases': {
    set: { options: { 'filters:releases': 'shop@1.*\nshop@2.*' } },
    unset: { options: { 'filters:releases': '' } },
    observe: sendEvent({ release: 'shop@2.3' }),
    without: STORED,
    with: FILTERED,
    counted: 'filtered release-version',
  },
  'filters:error_messages': {
    set: { options: { 'filters:error_messages': '*loop limit*' } },
    unset: { options: { 'filters:error_messages': '' } },
    observe: sendEvent(error('Error', 'ResizeObserver loop limit exceeded')),
    without: STORED,
    with: FILTERED,
    counted: 'filtered error-message',
  },
  'svc:csp_ignored_sources': {
    set: { options: { 'svc:csp_ignored_sources': '*.example.net' } },
    unset: { options: { 'svc:csp_ignored_sources': '' } },
    observe: sendReport('https://ads.example.net/a.js'),
    without: STORED,
    with: FILTERED,
    counted: 'filtered invalid-csp security',
  },
  'svc:csp_ignored_sources_defaults': {
    set: { options: { 'svc:csp_ignored_sources_defaults': false } },
    unset: { options: { 'svc:csp_ignored_sources_defaults': true } },
    observe: sendReport('chrome-extension'),
    without: FILTERED,
    with: STORED,
    counted: 'filtered invalid-csp security',
  },
  'filters:chunk-load-error': {
    set: { options: { 'filters:chunk-load-error': false } },
    unset: { options: { 'filters:chunk-load-error': true } },
    observe: sendEvent(CHUNK),
    without: FILTERED,
    with: STORED,
    counted: 'filtered chunk-load-error',
  },
  'filters:react-hydration-errors': {
    set: { options: { 'filters:react-hydration-errors': false } },
    unset: { options: { 'filters:react-hydration-errors': true } },
    observe: sendEvent(HYDRATION),
    without: FILTERED,
    with: STORED,
    counted: 'filtered react-hydration-errors',
  },
  sourceLinkPattern: {
    set: { sourceLinkPattern: 'https://git.test/{release}/{path}#L{line}' },
    unset: { sourceLinkPattern: '' },
    observe: linkOfFrame,
    without: null,
    with: 'https://git.test/shop%402/srv/shop/src/a.js#L7',
  },
  sourceLinkRoot: {
    set: { sourceLinkPattern: 'https://git.test/{commit}/{path}', sourceLinkRoot: '/srv/shop/' },
    unset: { sourceLinkPattern: '', sourceLinkRoot: '' },
    observe: linkOfFrame,
    without: null,
    with: 'https://git.test/shop%402/src/a.js',
  },
  'quotas:spike-protection-disabled': {
    set: { options: { 'quotas:spike-protection-disabled': true } },
    unset: { options: { 'quotas:spike-protection-disabled': false } },
    observe: exceedLimit,
    without: { status: 429, limits: '60:error:project:spike_protection', retryAfter: '60' },
    with: { status: 200, limits: null, retryAfter: null },
    counted: 'rate_limited spike-protection',
  },
};

const SETTINGS = Object.keys(contract.components.schemas.ProjectUpdate.properties);

describe.each(Object.entries(EFFECTS))('%s', (_, row) => {
  test('takes effect while it is set, and not after it is unset', async () => {
    const before = await present();
    expect(await row.observe()).toEqual(row.without);
    await put(row.set);
    expect(await row.observe()).toEqual(row.with);
    await put(row.unset);
    expect(await row.observe()).toEqual(row.without);
    await put({ secondaryGroupingConfig: '', securityToken: before['securityToken'], securityTokenHeader: null });
    const after = await present();
    expect(Object.fromEntries(SETTINGS.map((name) => [name, after[name]]))).toEqual(
      Object.fromEntries(SETTINGS.map((name) => [name, before[name]])),
    );
    const { counted } = row;
    if (counted === undefined) return;
    // Reports of browsers are of a category of their own.
    const accepted = counted.endsWith(' security') ? 'accepted security' : 'accepted';
    await outcomesOf(service, project, token, (counts) => (counts[counted] ?? 0) > 0 && (counts[accepted] ?? 0) > 0);
  });
});

/** Settings that are both a field of the record and an option. */
const ALIASES = FIELD_SETTINGS.flatMap(({ name, option, changed }) =>
  option === undefined ? [] : [[option, name, changed] as const],
);

test.each(ALIASES)('%s and %s are one setting', async (option, field, value) => {
  const before = await present();
  const byOption = await put({ options: { [option]: value } });
  expect(byOption).toEqual({ ...before, [field]: value, options: { ...before['options'], [option]: value } });
  await put({ [field]: before[field] });
  expect(await present()).toEqual(before);
  expect(await put({ [field]: value })).toEqual(byOption);
});

const MAILS = 'test/alerts/mail.test.ts';

const VERDICTS = 'test/api/issues/getReleaseVerdict.test.ts';

/** Settings whose effect is tested in another file, with a clock of the test. */
const ELSEWHERE: Record<string, { readonly file: string; readonly test: string }> = {
  digestsMaxDelay: { file: MAILS, test: 'follows the maximum delay of the project' },
  digestsMinDelay: { file: MAILS, test: 'follows the minimum delay of the project' },
  rateLimit: {
    file: 'test/http/rateLimits.test.ts',
    test: 'a limit is exact when events arrive together',
  },
  retentionDays: {
    file: 'test/jobs/expireData.test.ts',
    test: 'deletes events older than the days of the project, or else of its organization',
  },
  retentionEvents: {
    file: 'test/jobs/expireData.test.ts',
    test: 'keeps the newest events up to the number of the project, or else of its organization',
  },
  resolveAge: {
    file: 'test/jobs/autoResolve.test.ts',
    test: 'follows the age of each project, and skips projects without one',
  },
  subjectPrefix: { file: MAILS, test: 'has the subject of the project’s prefix and template, on one line' },
  subjectTemplate: { file: MAILS, test: 'has the subject of the project’s prefix and template, on one line' },
  ...Object.fromEntries(
    ['verdictMaxNewIssues', 'verdictMaxRegressions', 'verdictMaxEscalations'].map((name) => [
      name,
      { file: VERDICTS, test: 'names the new, regressed and escalating errors, but neither warnings nor feedback' },
    ]),
  ),
  verdictMaxIncrease: { file: VERDICTS, test: 'far more errors per hour are bad, with the interval and a link' },
  verdictLowRate: {
    file: VERDICTS,
    test: 'sessions with an error are compared if both releases have sessions, also in an environment',
  },
  verdictMinMinutes: { file: VERDICTS, test: 'far more errors per hour are bad, with the interval and a link' },
};

/** Settings of the record without effect, and their constant values. */
const CONSTANT: Json = { ...CONSTANT_FIELDS, ...CONSTANT_OPTIONS };

test.each(Object.entries(CONSTANT))(
  '%s is always %j and read-only, and the contract says so',
  async (setting, value) => {
    const record = await present();
    const isOption = setting.includes(':');
    expect(isOption ? record['options'][setting] : record[setting]).toEqual(value);
    const body = isOption ? { options: { [setting]: value } } : { [setting]: value };
    expect((await service.client.put(project.path, token).send(body).expect(400)).text).toContain(
      `Unknown or read-only ${isOption ? 'member' : 'field'} \\"${setting}\\"`,
    );
    const { Project, ProjectOptions } = contract.components.schemas;
    const properties = (isOption ? ProjectOptions : Project).properties as Json;
    expect(properties[setting]['description']).toMatch(/Read-only/);
  },
);

test('the contract has the grouping configurations of the source', () => {
  const { GroupingConfig, SecondaryGroupingConfig } = contract.components.schemas;
  expect(GroupingConfig.enum).toEqual(GROUPING_CONFIGS);
  expect(SecondaryGroupingConfig.enum).toEqual(['', ...GROUPING_CONFIGS]);
});

/** Members of the body that are not settings. */
const PLAIN = ['isBookmarked', 'name', 'slug', 'platform', 'options'];

/** Members of the record that are not settings and cannot be changed. */
const FACTS = [
  'id',
  'platforms',
  'dateCreated',
  'isMember',
  'hasAccess',
  'access',
  'features',
  'team',
  'teams',
  'organization',
  'plugins',
  'firstEvent',
  'firstTransactionEvent',
  'hasMinifiedStackTrace',
  'hasCustomMetrics',
  'hasMonitors',
  'hasProfiles',
  'hasReplays',
  'hasSessions',
  'eventProcessing',
  'retention',
  'latestRelease',
  'avatar',
  'color',
  'status',
];

const namesIn = (...schemas: { properties: object }[]) => schemas.flatMap(({ properties }) => Object.keys(properties));

test('there is a row for every setting that can be read', () => {
  const { Project, ProjectOptions } = contract.components.schemas;
  const rows = [...[EFFECTS, ELSEWHERE, CONSTANT].flatMap(Object.keys), ...ALIASES.map(([option]) => option)];
  expect([...rows, ...PLAIN, ...FACTS].sort()).toEqual(namesIn(Project, ProjectOptions).sort());
});

test('there is a row for every setting that can be changed', () => {
  const { ProjectUpdate, ProjectOptionsUpdate } = contract.components.schemas;
  const changeable = namesIn(ProjectUpdate, ProjectOptionsUpdate).filter((name) => !PLAIN.includes(name));
  const rows = [...[EFFECTS, ELSEWHERE].flatMap(Object.keys), ...ALIASES.map(([option]) => option)];
  expect(rows.sort()).toEqual(changeable.sort());
});

test.each(Object.entries(ELSEWHERE))('the effect of %s is tested in %j', (_, { file, test }) => {
  expect(readFileSync(file, 'utf8')).toContain(`\nit('${test}', `);
});
