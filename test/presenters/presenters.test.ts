import contract from '../../generated/openapi.json';
import type { SourceMapProblemType } from '../../src/domain/artifact';
import type { Event } from '../../src/domain/event';
import { type Project, type ProjectSettings, withDefaultSettings } from '../../src/domain/project';
import { presentEvent, presentRecord } from '../../src/presenters/event';
import { json, jsonList, presentSeconds, presentTime } from '../../src/presenters/format';
import { colorOf, presentOptions } from '../../src/presenters/project';
import { presentSourceMapError } from '../../src/presenters/sourceMapError';

test.each([
  ['bar', '#87bf3f'],
  ['foobar', '#3f7ebf'],
  ['frontend', '#bf3fbc'],
  ['backend', '#bf3f9e'],
  ['zzz', '#bf553f'],
  ['my-project', '#3f77bf'],
  ['a', '#3fbfbe'],
  ['pump-station', '#3fbf7f'],
])('the slug %s has the color %s', (slug, color) => {
  expect(colorOf(slug)).toBe(color);
});

test('every slug has a color of six digits', () => {
  for (let index = 0; index < 5000; index++) expect(colorOf(`slug-${index}`)).toMatch(/^#[0-9a-f]{6}$/);
});

test.each([
  [0, '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
  [1_714_557_600_000, '2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
  [1_714_557_600_001, '2024-05-01T10:00:00.001Z', '2024-05-01T10:00:00Z'],
  [1_714_557_600_999, '2024-05-01T10:00:00.999Z', '2024-05-01T10:00:00Z'],
  [1_714_557_600_120, '2024-05-01T10:00:00.120Z', '2024-05-01T10:00:00Z'],
])('%i ms is the time %s, in whole seconds %s', (milliseconds, time, seconds) => {
  expect([presentTime(milliseconds), presentSeconds(milliseconds)]).toEqual([time, seconds]);
});

test('JSON texts are joined to a JSON list', () => {
  expect(JSON.parse(jsonList([json<number>('1'), json<number>('{"a":2}')]))).toEqual([1, { a: 2 }]);
  expect(jsonList([])).toBe('[]');
});

test('options have the values of the settings, and the constant ones', () => {
  const odd: ProjectSettings = {
    digestsMinDelay: 1,
    digestsMaxDelay: 2,
    allowedDomains: ['a.test'],
    dataScrubber: false,
    dataScrubberDefaults: false,
    safeFields: ['s'],
    sensitiveFields: ['x'],
    scrubIPAddresses: true,
    securityTokenHeader: 'h',
    verifySSL: true,
    scrapeJavaScript: false,
    groupingConfig: 'g',
    groupingEnhancements: 'e',
    secondaryGroupingConfig: 'old',
    secondaryGroupingExpiry: 9,
    fingerprintingRules: 'f',
    defaultEnvironment: 'qa',
    relayPiiConfig: '{}',
    spikeProtectionDisabled: true,
    filterBlacklistedIps: '10.0.0.1',
    filterReactHydrationErrors: false,
    filterChunkLoadError: false,
    filterReleases: 'r',
    filterErrorMessages: 'm',
  };
  expect(Object.keys(withDefaultSettings({})).sort()).toEqual(Object.keys(odd).sort());
  const project = { settings: odd, subjectPrefix: '[p]', resolveAge: 7 } as Project;
  expect(presentOptions(project, 'secret')).toEqual({
    'svc:grouping_auto_update': true,
    'svc:span_description_cluster_rules': [],
    'svc:transaction_name_cluster_rules': [],
    'digests:mail:maximum_delay': 2,
    'digests:mail:minimum_delay': 1,
    'svc:scrub_defaults': false,
    'svc:scrub_data': false,
    'svc:scrub_ip_address': true,
    'svc:scrape_javascript': false,
    'mail:subject_prefix': '[p]',
    'svc:relay_pii_config': '{}',
    'svc:token': 'secret',
    'svc:resolve_age': 7,
    'svc:grouping_config': 'g',
    'svc:secondary_grouping_config': 'old',
    'svc:secondary_grouping_expiry': 9,
    'quotas:spike-protection-disabled': true,
    'svc:store_crash_reports': 0,
    'svc:builtin_symbol_sources': ['ios', 'microsoft', 'android', 'nuget'],
    'svc:origins': ['a.test'],
    'svc:sensitive_fields': ['x'],
    'svc:default_environment': 'qa',
    'svc:verify_ssl': true,
    'svc:csp_ignored_sources_defaults': true,
    'svc:csp_ignored_sources': '',
    'filters:blacklisted_ips': '10.0.0.1',
    'filters:react-hydration-errors': false,
    'filters:chunk-load-error': false,
    'filters:releases': 'r',
    'filters:error_messages': 'm',
    'feedback:branding': true,
  });
});

test('the issue is added to a stored record', () => {
  const event = {
    eventId: 'e'.repeat(32),
    type: 'error',
    user: null,
    platform: 'node',
    timestamp: 1_714_557_600_500,
  } as unknown as Event;
  const tags = [{ key: 'level', value: 'error' }];
  const summary = { title: 't "quoted"', message: '', culprit: null, location: null, metadata: { type: 'E' }, tags };
  const record = presentRecord('7', event, summary);
  expect(JSON.parse(presentEvent({ issueId: '12', record: JSON.stringify(record) }))).toEqual({
    groupID: '12',
    ...record,
  });
  expect(record).toEqual({
    id: event.eventId,
    eventID: event.eventId,
    projectID: '7',
    'event.type': 'error',
    title: 't "quoted"',
    message: '',
    location: null,
    culprit: null,
    metadata: { type: 'E' },
    platform: 'node',
    dateCreated: '2024-05-01T10:00:00Z',
    user: null,
    tags,
    crashFile: null,
  });
});

test('every problem has a message of its own that says what to do', () => {
  const types = contract.components.schemas.SourceMapErrorType.enum as SourceMapProblemType[];
  const messages = types.map((type) => presentSourceMapError({ type, data: null }).message);
  expect(messages.every((message) => /^[A-Z].{40,}\.$/.test(message))).toBe(true);
  expect(new Set(messages).size).toBe(types.length);
});
