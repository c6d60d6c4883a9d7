import { DEFAULT_SETTINGS, FIELD_SETTINGS as SOURCE_FIELDS, type ProjectSettings } from '../../src/domain/project';

/** A setting that `updateProject` changes. */
export interface SettingExample {
  /** The column of the project, or the name in `ProjectSettings`. */
  readonly name: keyof ProjectSettings | 'subjectPrefix' | 'subjectTemplate' | 'resolveAge' | 'securityToken';
  /** Its key in `options`, if it has one. */
  readonly option?: string;
  /** True if it is only in `options`, and not a field of the record. */
  readonly isOnlyOption?: boolean;
  /** The value in the record of a new project. */
  readonly initial: unknown;
  /** Another valid value. */
  readonly changed: unknown;
}

const LISTED: readonly SettingExample[] = [
  { name: 'digestsMinDelay', option: 'digests:mail:minimum_delay', initial: 300, changed: 90 },
  { name: 'digestsMaxDelay', option: 'digests:mail:maximum_delay', initial: 1800, changed: 2000 },
  { name: 'subjectPrefix', option: 'mail:subject_prefix', initial: '', changed: '[shop]' },
  { name: 'subjectTemplate', initial: '$shortID - $title', changed: '$title' },
  { name: 'allowedDomains', option: 'svc:origins', initial: ['*'], changed: ['shop.test'] },
  { name: 'resolveAge', option: 'svc:resolve_age', initial: 0, changed: 48 },
  { name: 'dataScrubber', option: 'svc:scrub_data', initial: true, changed: false },
  { name: 'dataScrubberDefaults', option: 'svc:scrub_defaults', initial: true, changed: false },
  { name: 'safeFields', initial: [], changed: ['pin'] },
  { name: 'sensitiveFields', option: 'svc:sensitive_fields', initial: [], changed: ['iban'] },
  { name: 'scrubIPAddresses', option: 'svc:scrub_ip_address', initial: false, changed: true },
  {
    name: 'securityToken',
    option: 'svc:token',
    initial: expect.stringMatching(/^[0-9a-f]{32}$/),
    changed: 'c2VjcmV0',
  },
  { name: 'securityTokenHeader', initial: null, changed: 'X-Culprit-Token' },
  { name: 'verifySSL', option: 'svc:verify_ssl', initial: false, changed: true },
  { name: 'scrapeJavaScript', option: 'svc:scrape_javascript', initial: true, changed: false },
  { name: 'groupingConfig', option: 'svc:grouping_config', initial: 'simple:4', changed: 'simple:2' },
  { name: 'groupingEnhancements', initial: '', changed: 'stack.function:helper* -group' },
  { name: 'secondaryGroupingConfig', option: 'svc:secondary_grouping_config', initial: '', changed: 'simple:1' },
  {
    name: 'secondaryGroupingExpiry',
    option: 'svc:secondary_grouping_expiry',
    initial: 0,
    changed: Math.floor(Date.now() / 1000) + 3600,
  },
  { name: 'fingerprintingRules', initial: '', changed: 'message:boom -> boom' },
  { name: 'defaultEnvironment', option: 'svc:default_environment', initial: '', changed: 'staging' },
  {
    name: 'relayPiiConfig',
    option: 'svc:relay_pii_config',
    initial: null,
    changed: '{"applications":{"$string":["@email"]}}',
  },
  {
    name: 'spikeProtectionDisabled',
    option: 'quotas:spike-protection-disabled',
    isOnlyOption: true,
    initial: false,
    changed: true,
  },
  {
    name: 'filterBlacklistedIps',
    option: 'filters:blacklisted_ips',
    isOnlyOption: true,
    initial: '',
    changed: '10.0.0.1',
  },
  {
    name: 'cspIgnoredSourcesDefaults',
    option: 'svc:csp_ignored_sources_defaults',
    isOnlyOption: true,
    initial: true,
    changed: false,
  },
  {
    name: 'cspIgnoredSources',
    option: 'svc:csp_ignored_sources',
    isOnlyOption: true,
    initial: '',
    changed: '*.example.com',
  },
  {
    name: 'filterReactHydrationErrors',
    option: 'filters:react-hydration-errors',
    isOnlyOption: true,
    initial: true,
    changed: false,
  },
  {
    name: 'filterChunkLoadError',
    option: 'filters:chunk-load-error',
    isOnlyOption: true,
    initial: true,
    changed: false,
  },
  { name: 'filterReleases', option: 'filters:releases', isOnlyOption: true, initial: '', changed: 'shop@1.*' },
  {
    name: 'filterErrorMessages',
    option: 'filters:error_messages',
    isOnlyOption: true,
    initial: '',
    changed: '*loop limit*',
  },
  { name: 'rateLimit', initial: null, changed: { window: 60, count: 100 } },
  { name: 'retentionDays', initial: null, changed: 30 },
  { name: 'retentionEvents', initial: null, changed: 10_000 },
  { name: 'sourceLinkPattern', initial: '', changed: 'https://git.acme.test/{path}#L{line}' },
  { name: 'sourceLinkRoot', initial: '', changed: '/srv/shop/' },
  { name: 'verdictMaxNewIssues', initial: 0, changed: 2 },
  { name: 'verdictMaxRegressions', initial: 0, changed: 1 },
  { name: 'verdictMaxEscalations', initial: 0, changed: 1 },
  { name: 'verdictMaxIncrease', initial: 50, changed: 20 },
  { name: 'verdictLowRate', initial: 1, changed: 0 },
  { name: 'verdictMinMinutes', initial: 15, changed: 30 },
];

/**
 * Every setting, once: tests of records, options and defaults are derived from this table. A setting that is not listed
 * has no option, and `test/api/projects/settings.test.ts` tests its default by its effect.
 */
export const SETTINGS: readonly SettingExample[] = [
  ...LISTED,
  ...SOURCE_FIELDS.filter((name) => !LISTED.some((one) => one.name === name)).map((name) => ({
    name,
    initial: DEFAULT_SETTINGS[name],
    changed: undefined,
  })),
];

/** The settings that are fields of the record. */
export const FIELD_SETTINGS = SETTINGS.filter(({ isOnlyOption }) => isOnlyOption !== true);

/** Fields of the record without effect, by name: their constant values. */
export const CONSTANT_FIELDS: Readonly<Record<string, unknown>> = {
  storeCrashReports: 0,
  groupingEnhancementsBase: null,
  groupingAutoUpdate: true,
  builtinSymbolSources: ['ios', 'microsoft', 'android', 'nuget'],
  symbolSources: '[]',
  isInternal: false,
  isPublic: false,
  processingIssues: 0,
  dynamicSamplingBiases: [
    'boostEnvironments',
    'boostLatestRelease',
    'ignoreHealthChecks',
    'boostKeyTransactions',
    'boostLowVolumeTransactions',
    'boostReplayId',
    'recalibrationRule',
  ].map((id) => ({ id, active: true })),
};

/** Options without effect, by key: their constant values. */
export const CONSTANT_OPTIONS: Readonly<Record<string, unknown>> = {
  'svc:grouping_auto_update': true,
  'svc:store_crash_reports': 0,
  'svc:builtin_symbol_sources': ['ios', 'microsoft', 'android', 'nuget'],
  'svc:span_description_cluster_rules': [],
  'svc:transaction_name_cluster_rules': [],
  'feedback:branding': true,
};

/** Returns the options of a record, made of the value of each setting and the constant ones. */
export function optionsOf(valueOf: (setting: SettingExample) => unknown): Record<string, unknown> {
  const options = SETTINGS.flatMap((setting) =>
    setting.option === undefined ? [] : [[setting.option, valueOf(setting)] as const],
  );
  return { ...Object.fromEntries(options), ...CONSTANT_OPTIONS };
}
