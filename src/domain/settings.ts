/**
 * The settings of a project beside its own columns. Some act, the others are constants of this product: `updateProject` takes
 * the former alone. Stored sparsely: a setting without a stored value has its default (decisions.md D20, reference/endpoints.md §7.1).
 */
export interface ProjectSettings {
  /** Seconds. */
  readonly digestsMinDelay: number;
  readonly digestsMaxDelay: number;
  /** Origins whose browsers may send events; `*` allows all. */
  readonly allowedDomains: readonly string[];
  readonly dataScrubber: boolean;
  readonly dataScrubberDefaults: boolean;
  readonly safeFields: readonly string[];
  readonly sensitiveFields: readonly string[];
  readonly scrubIPAddresses: boolean;
  readonly storeCrashReports: number;
  readonly securityTokenHeader: string | null;
  readonly verifySSL: boolean;
  readonly scrapeJavaScript: boolean;
  readonly groupingConfig: string;
  readonly groupingEnhancements: string;
  readonly groupingEnhancementsBase: string | null;
  readonly secondaryGroupingConfig: string;
  /** Seconds since 1970, UTC; 0 means none. */
  readonly secondaryGroupingExpiry: number;
  readonly groupingAutoUpdate: boolean;
  readonly fingerprintingRules: string;
  readonly defaultEnvironment: string;
  readonly relayPiiConfig: string | null;
  readonly builtinSymbolSources: readonly string[];
  /** A serialized JSON list. */
  readonly symbolSources: string;
  readonly spikeProtectionDisabled: boolean;
  readonly cspIgnoredSourcesDefaults: boolean;
  readonly cspIgnoredSources: string;
  readonly filterBlacklistedIps: string;
  readonly filterReactHydrationErrors: boolean;
  readonly filterChunkLoadError: boolean;
  readonly filterReleases: string;
  readonly filterErrorMessages: string;
  readonly feedbackBranding: boolean;
}

const DEFAULTS: ProjectSettings = Object.freeze({
  digestsMinDelay: 300,
  digestsMaxDelay: 1800,
  allowedDomains: ['*'],
  dataScrubber: true,
  dataScrubberDefaults: true,
  safeFields: [],
  sensitiveFields: [],
  scrubIPAddresses: false,
  storeCrashReports: 0,
  securityTokenHeader: null,
  verifySSL: false,
  scrapeJavaScript: true,
  groupingConfig: 'simple:1',
  groupingEnhancements: '',
  groupingEnhancementsBase: null,
  secondaryGroupingConfig: '',
  secondaryGroupingExpiry: 0,
  groupingAutoUpdate: true,
  fingerprintingRules: '',
  defaultEnvironment: '',
  relayPiiConfig: null,
  builtinSymbolSources: ['ios', 'microsoft', 'android', 'nuget'],
  symbolSources: '[]',
  spikeProtectionDisabled: false,
  cspIgnoredSourcesDefaults: true,
  cspIgnoredSources: '',
  filterBlacklistedIps: '',
  filterReactHydrationErrors: true,
  filterChunkLoadError: true,
  filterReleases: '',
  filterErrorMessages: '',
  feedbackBranding: true,
});

/** Stored settings, completed by the defaults. */
export function completeSettings(stored: Partial<ProjectSettings>): ProjectSettings {
  return { ...DEFAULTS, ...stored };
}

const stored = new WeakMap<ProjectSettings, Partial<ProjectSettings>>();

/** What is to be stored of settings: those that differ from the defaults. Of the same settings it is found once. */
export function storedSettings(settings: ProjectSettings): Partial<ProjectSettings> {
  const known = stored.get(settings);
  if (known !== undefined) return known;
  const found = differing(settings);
  stored.set(settings, found);
  return found;
}

function differing(settings: ProjectSettings): Partial<ProjectSettings> {
  const names = Object.keys(DEFAULTS) as (keyof ProjectSettings)[];
  return Object.fromEntries(names.filter((name) => settings[name] !== DEFAULTS[name]).map((name) => [name, settings[name]]));
}

/** What a change does to stored settings: the new values, and null for those that are the default again. */
export function storedChanges(changes: Partial<ProjectSettings>): Record<string, unknown> {
  const isDefault = (name: keyof ProjectSettings) => JSON.stringify(changes[name]) === JSON.stringify(DEFAULTS[name]);
  const names = Object.keys(changes) as (keyof ProjectSettings)[];
  return Object.fromEntries(names.map((name) => [name, isDefault(name) ? null : changes[name]]));
}
