/**
 * One row for each setting: what the service does without it, what it does once it is set, and that it does as before
 * when it is unset. The last tests hold the rows to the contract: no setting is missing.
 */
import { readFileSync } from 'node:fs';
import contract from '../../../generated/openapi.json';
import { GROUPING_CONFIGS } from '../../../src/ingest/grouping/groupEvent';
import { FileServer } from '../../support/fileServer';
import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { poll } from '../../support/process';
import { SELF_SIGNED } from '../../support/selfSigned';
import { type Service, startService } from '../../support/service';
import { WebhookServer } from '../../support/webhookServer';

type Json = Record<string, any>;

/** Few enough for a test to send too many. */
const SPIKE_FLOOR = 12;

let service: Service;
/** Plain, and with a certificate that nobody vouches for. */
let hooks: WebhookServer;
let secureHooks: WebhookServer;
/** What pages load their scripts from. */
let files: FileServer;
let project: ProjectFixture;
let token: string;

beforeAll(async () => {
  service = await startService({
    SPIKE_FLOOR: String(SPIKE_FLOOR),
    WEBHOOK_ALLOW_PRIVATE: 'on',
    SCRAPING: 'on',
    SCRAPING_ALLOW_PRIVATE: 'on',
  });
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

/** Sends an event as a program, or as a page, does. */
async function post(payload: object, headers: Record<string, string> = {}): Promise<Response> {
  const url = `${service.url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ message: 'boom', ...payload }) });
}

/** Sends an event that must be stored, and tells what `look` finds in it. */
const kept = (payload: object, look: (event: Json) => unknown) => async () => {
  const { id } = (await (await post(payload)).json()) as { id: string };
  return look((await stored()).find(({ eventID }) => eventID === id) ?? {});
};

/** Sends an event and returns the status of the reply and whether the event is stored. */
const fate = (payload: object, headers?: Record<string, string>) => async () => {
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
  readonly look: () => Promise<unknown>;
  readonly without: unknown;
  readonly with: unknown;
  /** What the drop is counted as. */
  readonly counted?: string;
}

const CHUNK = error('ChunkLoadError', 'Loading chunk 7 failed.');
const HYDRATION = error('Error', 'Minified React error #418; visit https://react.dev/errors/418 for the full message');
const PAGE = { Origin: 'https://elsewhere.test' };

/** Sends one event more than a project may send at once. */
async function flood(): Promise<unknown> {
  let last = new Response();
  for (let sent = 0; sent <= SPIKE_FLOOR; sent += 1) last = await post({});
  const { status, headers } = last;
  return { status, limits: headers.get('x-sentry-rate-limits'), retryAfter: headers.get('retry-after') };
}

const issueOf = async (payload: object) => String(await kept(payload, ({ groupID }) => groupID)());
const areOneIssue = async (one: object, other: object) => (await issueOf(one)) === (await issueOf(other));

let serial = 0;
/** A message that no other event has; its number is in a word, where only `simple:2` sees one. */
const numbered = () => ({ message: `user_${(serial += 1)} left` });
const crash = (helper: string) => {
  const frames = ['main', helper].map((name) => ({
    function: name,
    module: name,
    filename: `/srv/${name}.js`,
    in_app: true,
  }));
  return { message: undefined, exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] } };
};

/** Whether an event goes into the issue that the older grouping made for it. */
async function isAdopted(): Promise<boolean> {
  // Of a kind that neither grouping has seen.
  const event = { message: `${numbered().message} ${'again and '.repeat(serial)}again` };
  await put({ groupingConfig: 'simple:1' });
  const before = await issueOf(event);
  await put({ groupingConfig: 'simple:2' });
  const after = await issueOf(event);
  await put({ groupingConfig: 'simple:1' });
  return before === after;
}

/** Lets the project tell a webhook of a new issue; answers what became of that, once it is known. */
async function notify(server: WebhookServer): Promise<{ isTaken: boolean; error: string | null; token: unknown }> {
  const path = `${project.path}plugins/webhooks/`;
  await service.client
    .put(path, token)
    .send({ url: `${server.url}&n=${(serial += 1)}`, enabled: true })
    .expect(200);
  await post({ fingerprint: [String(serial)] });
  let known = { lastSent: null, error: null } as { lastSent: string | null; error: string | null };
  await poll(async () => {
    known = ((await service.client.get(path, token).expect(200)).body as Json)['metadata'];
    return known.lastSent !== null || known.error !== null;
  });
  return {
    isTaken: known.lastSent !== null,
    error: known.error,
    token: server.posts.at(-1)?.headers['x-culprit-token'],
  };
}

/** A source map that leads from the first column of the first line to the same place of `pay.ts`. */
const MAP = JSON.stringify({ version: 3, sources: ['pay.ts'], names: [], mappings: 'AAAA' });

/** Sends an event of a script that nobody uploaded; answers where its frame is, once it is known whether the script is fetched. */
async function locate(): Promise<string> {
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
  return finding?.['data']?.scraping?.reason === 'disabled';
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const ACTING: Record<string, Row> = {
  groupingConfig: {
    set: { groupingConfig: 'simple:2' },
    unset: { groupingConfig: 'simple:1' },
    look: () => areOneIssue(numbered(), numbered()),
    without: false,
    with: true,
  },
  fingerprintingRules: {
    set: { fingerprintingRules: '# of one cause\nmessage:"user_* left" -> users, leaving' },
    unset: { fingerprintingRules: '' },
    look: () => areOneIssue(numbered(), numbered()),
    without: false,
    with: true,
  },
  groupingEnhancements: {
    set: { groupingEnhancements: 'stack.function:helper* -group' },
    unset: { groupingEnhancements: '' },
    look: () => areOneIssue(crash('helperA'), crash('helperB')),
    without: false,
    with: true,
  },
  secondaryGroupingConfig: {
    set: { secondaryGroupingConfig: 'simple:1', secondaryGroupingExpiry: inAnHour() },
    unset: { secondaryGroupingConfig: '', secondaryGroupingExpiry: 0 },
    look: isAdopted,
    without: false,
    with: true,
  },
  secondaryGroupingExpiry: {
    set: { options: { 'svc:secondary_grouping_config': 'simple:1', 'svc:secondary_grouping_expiry': inAnHour() } },
    unset: { secondaryGroupingExpiry: 0 },
    look: isAdopted,
    without: false,
    with: true,
  },
  allowedDomains: {
    set: { allowedDomains: ['*.shop.test'] },
    unset: { allowedDomains: ['*'] },
    look: fate({}, PAGE),
    without: STORED,
    with: { status: 403, isStored: false },
    counted: 'invalid cors',
  },
  dataScrubber: {
    set: { dataScrubber: false },
    unset: { dataScrubber: true },
    look: kept(SECRETS, extra('password')),
    without: '[Filtered]',
    with: 'hunter2',
  },
  dataScrubberDefaults: {
    set: { dataScrubberDefaults: false },
    unset: { dataScrubberDefaults: true },
    look: kept(SECRETS, extra('password')),
    without: '[Filtered]',
    with: 'hunter2',
  },
  safeFields: {
    set: { safeFields: ['Password'] },
    unset: { safeFields: [] },
    look: kept(SECRETS, extra('password')),
    without: '[Filtered]',
    with: 'hunter2',
  },
  sensitiveFields: {
    set: { sensitiveFields: ['iban'] },
    unset: { sensitiveFields: [] },
    look: kept(SECRETS, extra('iban')),
    without: 'DE02120300000000202051',
    with: '[Filtered]',
  },
  relayPiiConfig: {
    set: { relayPiiConfig: '{"applications": {"$string": ["@email:replace"]}}' },
    unset: { relayPiiConfig: ' ' },
    look: kept({ message: 'no mail to ann@shop.test' }, ({ title }) => title),
    without: 'no mail to ann@shop.test',
    with: 'no mail to [email]',
  },
  scrubIPAddresses: {
    set: { scrubIPAddresses: true },
    unset: { scrubIPAddresses: false },
    look: kept(SECRETS, ({ user }) => (user as Json)['ip_address']),
    without: '198.51.100.7',
    with: null,
  },
  defaultEnvironment: {
    set: { defaultEnvironment: ' production ' },
    unset: { defaultEnvironment: null },
    look: kept({}, ({ tags }) => (tags as Json[]).find(({ key }) => key === 'environment')?.['value']),
    without: undefined,
    with: 'production',
  },
  securityToken: {
    set: { securityToken: ' of our own ', securityTokenHeader: 'X-Culprit-Token' },
    unset: { securityToken: '' },
    look: async () => (await notify(hooks)).token,
    without: undefined,
    with: 'of our own',
  },
  securityTokenHeader: {
    set: { securityToken: 'c2VjcmV0', securityTokenHeader: 'X-Culprit-Token' },
    unset: { securityTokenHeader: '' },
    look: async () => (await notify(hooks)).token,
    without: undefined,
    with: 'c2VjcmV0',
  },
  verifySSL: {
    set: { verifySSL: true },
    unset: { verifySSL: false },
    look: () => notify(secureHooks),
    without: { isTaken: true, error: null, token: undefined },
    with: { isTaken: false, error: expect.stringContaining('self-signed certificate'), token: undefined },
  },
  scrapeJavaScript: {
    set: { scrapeJavaScript: false },
    unset: { scrapeJavaScript: true },
    look: locate,
    without: 'pay.ts',
    with: '/pay-N.js',
  },
  'filters:blacklisted_ips': {
    set: { options: { 'filters:blacklisted_ips': '192.0.2.1\n127.0.0.0/8' } },
    unset: { options: { 'filters:blacklisted_ips': '' } },
    look: fate({}),
    without: STORED,
    with: FILTERED,
    counted: 'filtered ip-address',
  },
  'filters:releases': {
    set: { options: { 'filters:releases': 'shop@1.*\nshop@2.*' } },
    unset: { options: { 'filters:releases': '' } },
    look: fate({ release: 'shop@2.3' }),
    without: STORED,
    with: FILTERED,
    counted: 'filtered release-version',
  },
  'filters:error_messages': {
    set: { options: { 'filters:error_messages': '*loop limit*' } },
    unset: { options: { 'filters:error_messages': '' } },
    look: fate(error('Error', 'ResizeObserver loop limit exceeded')),
    without: STORED,
    with: FILTERED,
    counted: 'filtered error-message',
  },
  'filters:chunk-load-error': {
    set: { options: { 'filters:chunk-load-error': false } },
    unset: { options: { 'filters:chunk-load-error': true } },
    look: fate(CHUNK),
    without: FILTERED,
    with: STORED,
    counted: 'filtered chunk-load-error',
  },
  'filters:react-hydration-errors': {
    set: { options: { 'filters:react-hydration-errors': false } },
    unset: { options: { 'filters:react-hydration-errors': true } },
    look: fate(HYDRATION),
    without: FILTERED,
    with: STORED,
    counted: 'filtered react-hydration-errors',
  },
  'quotas:spike-protection-disabled': {
    set: { options: { 'quotas:spike-protection-disabled': true } },
    unset: { options: { 'quotas:spike-protection-disabled': false } },
    look: flood,
    without: { status: 429, limits: '60:error:project:spike_protection', retryAfter: '60' },
    with: { status: 200, limits: null, retryAfter: null },
    counted: 'rate_limited spike-protection',
  },
};

const SETTINGS = Object.keys(contract.components.schemas.ProjectUpdate.properties);

describe.each(Object.entries(ACTING))('%s', (_, row) => {
  test('acts when it is set, and no longer when it is unset', async () => {
    const before = await present();
    expect(await row.look()).toEqual(row.without);
    await put(row.set);
    expect(await row.look()).toEqual(row.with);
    await put(row.unset);
    expect(await row.look()).toEqual(row.without);
    await put({ secondaryGroupingConfig: '', securityToken: before['securityToken'], securityTokenHeader: null });
    const after = await present();
    expect(Object.fromEntries(SETTINGS.map((name) => [name, after[name]]))).toEqual(
      Object.fromEntries(SETTINGS.map((name) => [name, before[name]])),
    );
    const { counted } = row;
    if (counted !== undefined)
      await outcomesOf(
        service,
        project,
        token,
        (counts) => (counts[counted] ?? 0) > 0 && (counts['accepted'] ?? 0) > 0,
      );
  });
});

/** Options that are settings under another name. */
const TWINS: Record<string, string> = {
  'digests:mail:maximum_delay': 'digestsMaxDelay',
  'digests:mail:minimum_delay': 'digestsMinDelay',
  'mail:subject_prefix': 'subjectPrefix',
  'svc:default_environment': 'defaultEnvironment',
  'svc:grouping_config': 'groupingConfig',
  'svc:origins': 'allowedDomains',
  'svc:relay_pii_config': 'relayPiiConfig',
  'svc:resolve_age': 'resolveAge',
  'svc:scrape_javascript': 'scrapeJavaScript',
  'svc:scrub_data': 'dataScrubber',
  'svc:scrub_defaults': 'dataScrubberDefaults',
  'svc:scrub_ip_address': 'scrubIPAddresses',
  'svc:secondary_grouping_config': 'secondaryGroupingConfig',
  'svc:secondary_grouping_expiry': 'secondaryGroupingExpiry',
  'svc:sensitive_fields': 'sensitiveFields',
  'svc:token': 'securityToken',
  'svc:verify_ssl': 'verifySSL',
};

const VALUES: Json = {
  digestsMaxDelay: 2000,
  digestsMinDelay: 90,
  subjectPrefix: '[shop]',
  defaultEnvironment: 'staging',
  allowedDomains: ['shop.test'],
  resolveAge: 48,
  dataScrubber: false,
  dataScrubberDefaults: false,
  scrubIPAddresses: true,
  sensitiveFields: ['iban'],
  groupingConfig: 'simple:2',
  secondaryGroupingConfig: 'simple:1',
  secondaryGroupingExpiry: inAnHour(),
  securityToken: 'c2VjcmV0',
  verifySSL: true,
  scrapeJavaScript: false,
  relayPiiConfig: '{"applications":{"$string":["@email"]}}',
};

test.each(Object.entries(TWINS))('%s and %s are one setting', async (option, field) => {
  const value: unknown = VALUES[field];
  const before = await present();
  const byOption = await put({ options: { [option]: value } });
  expect(byOption).toEqual({ ...before, [field]: value, options: { ...before['options'], [option]: value } });
  await put({ [field]: before[field] });
  expect(await present()).toEqual(before);
  expect(await put({ [field]: value })).toEqual(byOption);
});

const MAILS = 'test/alerts/mail.test.ts';

/** Settings whose effect is shown where it happens, with a clock of the test's own. */
const ELSEWHERE: Record<string, { readonly file: string; readonly test: string }> = {
  digestsMaxDelay: { file: MAILS, test: 'follows the maximum delay of the project' },
  digestsMinDelay: { file: MAILS, test: 'follows the minimum delay of the project' },
  resolveAge: {
    file: 'test/jobs/autoResolve.test.ts',
    test: 'follows the age of each project, and skips projects without one',
  },
  subjectPrefix: { file: MAILS, test: 'has the subject of the project’s prefix and template, on one line' },
  subjectTemplate: { file: MAILS, test: 'has the subject of the project’s prefix and template, on one line' },
};

/** Settings of the record that have nothing to act on, and the value they always have. */
const CONSTANT: Json = {
  storeCrashReports: 0,
  groupingEnhancementsBase: null,
  groupingAutoUpdate: true,
  builtinSymbolSources: ['ios', 'microsoft', 'android', 'nuget'],
  symbolSources: '[]',
  isInternal: false,
  isPublic: false,
  processingIssues: 0,
  dynamicSamplingBiases: [
    ...['boostEnvironments', 'boostLatestRelease', 'ignoreHealthChecks', 'boostKeyTransactions'],
    ...['boostLowVolumeTransactions', 'boostReplayId', 'recalibrationRule'],
  ].map((id) => ({ id, active: true })),
  'svc:grouping_auto_update': true,
  'svc:store_crash_reports': 0,
  'svc:builtin_symbol_sources': ['ios', 'microsoft', 'android', 'nuget'],
  'svc:csp_ignored_sources': '',
  'svc:csp_ignored_sources_defaults': true,
  'feedback:branding': true,
  'svc:span_description_cluster_rules': [],
  'svc:transaction_name_cluster_rules': [],
};

test.each(Object.entries(CONSTANT))(
  '%s is always %j, cannot be changed, and the contract says so',
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

test('the contract names the grouping configurations that there are', () => {
  const { GroupingConfig, SecondaryGroupingConfig } = contract.components.schemas;
  expect(GroupingConfig.enum).toEqual(GROUPING_CONFIGS);
  expect(SecondaryGroupingConfig.enum).toEqual(['', ...GROUPING_CONFIGS]);
});

/** Members of the body that are no settings. */
const PLAIN = ['isBookmarked', 'name', 'slug', 'platform', 'options'];

/** Members of the record that tell what was made or seen. */
const FACTS = [
  ...[
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
  ],
  ...[
    'firstEvent',
    'firstTransactionEvent',
    'hasMinifiedStackTrace',
    'hasCustomMetrics',
    'hasMonitors',
    'hasProfiles',
    'hasReplays',
  ],
  ...['hasSessions', 'eventProcessing', 'latestRelease', 'avatar', 'color', 'status'],
];

const namesIn = (...schemas: { properties: object }[]) => schemas.flatMap(({ properties }) => Object.keys(properties));

test('the rows have every setting that there is to read', () => {
  const { Project, ProjectOptions } = contract.components.schemas;
  const rows = [ACTING, TWINS, ELSEWHERE, CONSTANT].flatMap(Object.keys);
  expect([...rows, ...PLAIN, ...FACTS].sort()).toEqual(namesIn(Project, ProjectOptions).sort());
});

test('the rows have every setting that can be changed', () => {
  const { ProjectUpdate, ProjectOptionsUpdate } = contract.components.schemas;
  const changeable = namesIn(ProjectUpdate, ProjectOptionsUpdate).filter((name) => !PLAIN.includes(name));
  expect([...Object.keys(ACTING), ...Object.keys(TWINS), ...Object.keys(ELSEWHERE)].sort()).toEqual(changeable.sort());
});

test.each(Object.entries(ELSEWHERE))('the effect of %s is shown in %j', (_, { file, test }) => {
  expect(readFileSync(file, 'utf8')).toContain(`\nit('${test}', `);
});
