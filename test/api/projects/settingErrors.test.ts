/**
 * Tests the errors of `updateProject` for invalid settings: each names its field, all are reported at once, and nothing
 * is applied.
 */
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;

const service = useService();
let project: ProjectFixture;
let token: string;

beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const put = (body: object) => service.client.put(project.path, token).send(body);
const present = async () => (await service.client.get(project.path, token).expect(200)).body as Json;

/** Returns the errors for an invalid body. Also checks that nothing of it was applied. */
async function errorsOf(body: object): Promise<Record<string, string[]>> {
  const before = await present();
  const { body: errors } = await put({ name: 'Never', ...body }).expect(400);
  expect(await present()).toEqual(before);
  return errors as Record<string, string[]>;
}

const long = (length: number) => 'x'.repeat(length);

const FIELDS: [field: string, value: unknown, sentence: RegExp][] = [
  ['sourceLinkPattern', 'git.test/{path}', /begins with https:\/\/ or http:\/\//],
  ['sourceLinkPattern', 'javascript:alert({line})', /begins with https/],
  ['sourceLinkPattern', 'https://git.test/{file}', /The variable {file} is unknown: use {path}/],
  ['sourceLinkPattern', 'https://{release}.test/{path}', /host cannot depend on a variable/],
  ['sourceLinkPattern', `https://git.test/${long(500)}`, /no more than 500 characters/],
  ['sourceLinkRoot', 7, /Not a valid string/],
  ['verdictMaxNewIssues', -1, /greater than or equal to 0/],
  ['verdictLowRate', 10_001, /less than or equal to 10000/],
  ['verdictMinMinutes', 1.5, /valid integer/],
  ['digestsMinDelay', 59, /greater than or equal to 60/],
  ['digestsMinDelay', 3601, /less than or equal to 3600/],
  ['digestsMinDelay', '300', /integer/],
  ['digestsMinDelay', 1801, /minimum delay of 1801 seconds is greater than the maximum delay of 1800/],
  ['digestsMaxDelay', 299, /minimum delay of 300 seconds is greater than the maximum delay of 299/],
  ['allowedDomains', 'example.com', /list of strings/],
  ['allowedDomains', [], /empty list would reject every origin/],
  ['allowedDomains', ['', ' '], /A list of empty strings/],
  ['allowedDomains', [5], /valid string/],
  ['allowedDomains', ['example.com', 'example.com:*'], /"example.com:\*" has a wildcard for its port/],
  ['allowedDomains', ['https://example.com/shop'], /has a path/],
  ['allowedDomains', ['https://example.com/'], /has a path/],
  ['allowedDomains', ['a*.example.com'], /is no origin/],
  ['allowedDomains', ['http://'], /is no origin/],
  ['allowedDomains', ['two words'], /is no origin/],
  ['allowedDomains', ['shop..example.com'], /is no origin/],
  ['allowedDomains', ['.example.com'], /is no origin/],
  ['allowedDomains', ['example.com:65536'], /port above 65535/],
  ['allowedDomains', [long(301)], /300 characters/],
  ['dataScrubber', 'true', /boolean/],
  ['dataScrubberDefaults', 1, /boolean/],
  ['scrubIPAddresses', null, /null/],
  ['safeFields', ['a', '  '], /blank/],
  ['safeFields', 'a', /list of strings/],
  ['safeFields', [long(2000), long(2001)], /4001 characters together/],
  ['sensitiveFields', [''], /blank/],
  ['sensitiveFields', [null], /null/],
  ['sensitiveFields', [long(4001)], /4001 characters together/],
  ['defaultEnvironment', 'a/b', /slash/],
  ['defaultEnvironment', 'None', /`none`/],
  ['defaultEnvironment', '..', /`\.\.`/],
  ['defaultEnvironment', long(65), /64 characters/],
  ['defaultEnvironment', 5, /valid string/],
  ['groupingConfig', 'newstyle:2023-01-11', /Use simple:1, simple:2, simple:3 or simple:4/],
  ['groupingConfig', '', /Use simple:1, simple:2, simple:3 or simple:4/],
  ['secondaryGroupingConfig', 'simple:0', /or an empty string for none/],
  [
    'secondaryGroupingExpiry',
    Math.floor(Date.now() / 1000) - 1,
    /not in the next 91 days, until \d{4}-\d\d-\d\dT[\d:]+Z;/,
  ],
  ['secondaryGroupingExpiry', Math.floor(Date.now() / 1000) + 92 * 86_400, /not in the next 91 days/],
  ['secondaryGroupingExpiry', 1.5, /integer/],
  ['fingerprintingRules', 'message:a -> b\nmessage:a', /^line 2: .*no fingerprint/],
  ['fingerprintingRules', long(65_537), /65536 characters/],
  ['groupingEnhancements', '# fine\n\nstack.function:a +nothing', /^line 3: /],
  ['relayPiiConfig', '{"applications":\n{', /^line 2: /],
  ['relayPiiConfig', '{"applications": {\n"$string": ["@nothing"]}}', /^line 2: .*@nothing/],
  ['relayPiiConfig', {}, /valid string/],
  ['securityToken', 'two\nlines', /only letters, digits, spaces/],
  ['securityToken', 'ü', /only letters, digits, spaces/],
  ['securityToken', long(256), /255 characters/],
  ['securityToken', null, /null/],
  ['securityTokenHeader', 'X Token', /letters, digits, hyphens and underscores/],
  ['securityTokenHeader', long(21), /20 characters/],
  ['securityTokenHeader', 'Host', /"Host" has another meaning/],
  ['securityTokenHeader', 'Accept', /"Accept" has another meaning/],
  ['securityTokenHeader', 'webhook-signature', /has another meaning/],
  ['securityTokenHeader', 'authorization', /"authorization" has another meaning/],
  ['securityTokenHeader', 'Cookie', /"Cookie" has another meaning/],
  ['securityTokenHeader', 'Forwarded', /"Forwarded" has another meaning/],
  ['securityTokenHeader', 'X-Forwarded-For', /"X-Forwarded-For" has another meaning/],
  ...[
    'Connection',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'Content-Length',
    'Expect',
  ].map((name): [string, unknown, RegExp] => [
    'securityTokenHeader',
    name,
    new RegExp(`"${name}" has another meaning`),
  ]),
  ['verifySSL', 'true', /boolean/],
  ['options', [], /object/],
  ['options', null, /null/],
];
test.each(FIELDS)('%s is rejected with the value %j', async (field, value, sentence) => {
  expect(await errorsOf({ [field]: value })).toEqual({ [field]: [expect.stringMatching(sentence)] });
});

const OPTIONS: [option: string, value: unknown, ...sentences: RegExp[]][] = [
  ['digests:mail:minimum_delay', 1801, /^digests:mail:minimum_delay: The minimum delay of 1801/],
  ['digests:mail:maximum_delay', 10, /^digests:mail:maximum_delay: Ensure/],
  ['svc:origins', ['x/y'], /^svc:origins: "x\/y" has a path/],
  ['svc:scrub_data', 'no', /^svc:scrub_data: Must be a valid boolean/],
  ['svc:resolve_age', -1, /^svc:resolve_age: Ensure/],
  ['mail:subject_prefix', long(201), /^mail:subject_prefix: Ensure/],
  ['quotas:spike-protection-disabled', 'yes', /^quotas:spike-protection-disabled: Must/],
  ['filters:react-hydration-errors', 0, /^filters:react-hydration-errors: Must/],
  ['filters:chunk-load-error', null, /^filters:chunk-load-error: .*null/],
  [
    'filters:blacklisted_ips',
    '10.0.0.1\n\n10.0.0.0/33',
    /^filters:blacklisted_ips: line 3: "10.0.0.0\/33" is out of range/,
  ],
  ['filters:blacklisted_ips', '::1/129', /line 1: "::1\/129" is out of range: .* 128/],
  [
    'filters:blacklisted_ips',
    '10.0.0.256\r\n1.2.3.4/',
    /line 1: "10.0.0.256" is not an IPv4/,
    /line 2: "1.2.3.4\/" is out of range/,
  ],
  ['filters:blacklisted_ips', 'example.com', /line 1: "example.com" is not an IPv4 or IPv6 address/],
  ['filters:blacklisted_ips', ' \n'.repeat(5001), /10000 characters/],
  ['filters:releases', 'fine*\n[oops', /^filters:releases: line 2: `\[` has no `\]`/],
  ['filters:releases', '[]', /line 1: `\[` has no `\]`/],
  ['filters:error_messages', 'a{b', /^filters:error_messages: line 1: `\{` has no `\}`/],
  ['filters:error_messages', '{a,{b}}', /line 1: braces cannot be nested/],
  ['filters:error_messages', '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', /line 1: braces give more than 64 alternatives/],
  ['filters:error_messages', '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}\n'.repeat(8), /these are 512 patterns; at most 500/],
  ['filters:error_messages', long(10_001), /^filters:error_messages: .*10000 characters/],
  ['filters:error_messages', ['a'], /^filters:error_messages: Not a valid string/],
  [
    'svc:store_crash_reports',
    5,
    /Unknown or read-only member "svc:store_crash_reports"; accepted are digests:mail:maximum_delay, /,
  ],
  ['constructor', 5, /Unknown or read-only member "constructor"/],
];
test.each(OPTIONS)('the option %s is rejected with the value %j', async (option, value, ...sentences) => {
  expect(await errorsOf({ options: { [option]: value } })).toEqual({
    options: sentences.map((sentence) => expect.stringMatching(sentence)),
  });
});

test('errors of every kind are reported together', async () => {
  const errors = await errorsOf({
    slug: 'NO',
    digestsMinDelay: 2000,
    allowedDomains: ['a b'],
    options: { 'filters:releases': '[', 'filters:error_messages': 5, 'filters:nothing': true, 'svc:scrub_data': false },
    dataScrubber: true,
  });
  expect(errors).toEqual({
    slug: [expect.any(String)],
    digestsMinDelay: [expect.any(String)],
    allowedDomains: [expect.any(String)],
    options: expect.arrayContaining([
      expect.stringMatching(/^filters:releases: line 1/),
      expect.stringMatching(/^filters:error_messages: Not a valid string/),
      expect.stringMatching(/^Unknown or read-only member "filters:nothing"/),
      expect.stringMatching(/^svc:scrub_data: The field "dataScrubber" of the same body has another value/),
    ]),
  });
  expect(errors['options']).toHaveLength(4);
});

test('two names of one setting may have equal values', async () => {
  const body = { digestsMinDelay: 90, allowedDomains: ['a.test', 'b.test'], defaultEnvironment: null };
  const options = {
    'digests:mail:minimum_delay': 90,
    'svc:origins': [' a.test', 'b.test', ''],
    'svc:default_environment': ' ',
  };
  expect((await put({ ...body, options }).expect(200)).body).toMatchObject({ ...body, defaultEnvironment: '' });
});

test('of two concurrent delays that are valid alone but not together, one is rejected', async () => {
  await put({ digestsMinDelay: 60, digestsMaxDelay: 3600 }).expect(200);
  const replies = await Promise.all([put({ digestsMinDelay: 2000 }), put({ digestsMaxDelay: 1000 })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(replies.find(({ status }) => status === 400)?.text).toMatch(/greater than the maximum delay/);
  const { digestsMinDelay, digestsMaxDelay } = await present();
  expect(Number(digestsMinDelay)).toBeLessThanOrEqual(Number(digestsMaxDelay));
});

test.each([
  [{ digestsMinDelay: 300 }],
  [{ options: {} }],
  [{ options: { 'filters:releases': '[' } }],
  [{ isBookmarked: true, options: { 'svc:scrub_data': false } }],
])('a caller with project:read alone may not send %j', async (body) => {
  const reader = await service.fixtures.token(project.organization, {
    email: 'bob@acme.test',
    scopes: ['project:read'],
  });
  const before = await present();
  await service.client.put(project.path, reader).send(body).expect(403);
  expect(await present()).toEqual(before);
});
