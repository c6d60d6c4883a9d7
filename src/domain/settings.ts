/**
 * The settings of a project beside its own columns; each acts, and `updateProject` takes it. Stored sparsely: a setting without a
 * stored value has its default (decisions.md D20, reference/endpoints.md §7.1).
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
  readonly securityTokenHeader: string | null;
  readonly verifySSL: boolean;
  readonly scrapeJavaScript: boolean;
  readonly groupingConfig: string;
  readonly groupingEnhancements: string;
  readonly secondaryGroupingConfig: string;
  /** Seconds since 1970, UTC; 0 means none. */
  readonly secondaryGroupingExpiry: number;
  readonly fingerprintingRules: string;
  readonly defaultEnvironment: string;
  readonly relayPiiConfig: string | null;
  readonly spikeProtectionDisabled: boolean;
  readonly filterBlacklistedIps: string;
  readonly filterReactHydrationErrors: boolean;
  readonly filterChunkLoadError: boolean;
  readonly filterReleases: string;
  readonly filterErrorMessages: string;
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
  securityTokenHeader: null,
  verifySSL: false,
  scrapeJavaScript: true,
  groupingConfig: 'simple:1',
  groupingEnhancements: '',
  secondaryGroupingConfig: '',
  secondaryGroupingExpiry: 0,
  fingerprintingRules: '',
  defaultEnvironment: '',
  relayPiiConfig: null,
  spikeProtectionDisabled: false,
  filterBlacklistedIps: '',
  filterReactHydrationErrors: true,
  filterChunkLoadError: true,
  filterReleases: '',
  filterErrorMessages: '',
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
  return Object.fromEntries(
    names.filter((name) => settings[name] !== DEFAULTS[name]).map((name) => [name, settings[name]]),
  );
}

/** What a change does to stored settings: the new values, and null for those that are the default again. */
export function storedChanges(changes: Partial<ProjectSettings>): Record<string, unknown> {
  const isDefault = (name: keyof ProjectSettings) => JSON.stringify(changes[name]) === JSON.stringify(DEFAULTS[name]);
  const names = Object.keys(changes) as (keyof ProjectSettings)[];
  return Object.fromEntries(names.map((name) => [name, isDefault(name) ? null : changes[name]]));
}
