/** What a project has received beside errors; a flag is set once and stays. */
export interface ProjectFlags {
  readonly firstTransactionEvent: boolean;
  readonly hasMinifiedStackTrace: boolean;
  readonly hasCustomMetrics: boolean;
  readonly hasMonitors: boolean;
  readonly hasProfiles: boolean;
  readonly hasReplays: boolean;
  readonly hasSessions: boolean;
  readonly hasUserReports: boolean;
}

export type ProjectFlag = keyof ProjectFlags;

/** An application that sends events, as one row of the store tells it. */
export interface Project {
  /** A positive integer in decimal text; 0 is never issued (decisions.md §2). */
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly platform: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly firstEvent: number | null;
  readonly subjectPrefix: string;
  readonly subjectTemplate: string;
  /** Hours without a new event after which an issue is resolved; 0 disables. */
  readonly resolveAge: number;
  /** Secret; shown only to callers that may write (decisions.md D22). */
  readonly securityToken: string;
  readonly flags: ProjectFlags;
  /** Whether its alerts are posted to a webhook. */
  readonly hasWebhook: boolean;
  readonly settings: ProjectSettings;
}

/** A project as the key of a DSN finds it, with what every event that comes in asks for. */
export interface DsnProject extends Project {
  /** Whether there is any artifact to resolve frames by. */
  readonly hasArtifacts: boolean;
}

/** What has been seen of a project, and how the caller stands to it: the part of its records that other rows tell. */
export interface ProjectRelations {
  readonly teams: readonly { id: string; slug: string; name: string }[];
  /** Platforms of its events, sorted. */
  readonly platforms: readonly string[];
  /** Environments of its events, sorted. */
  readonly environments: readonly string[];
  /** The newest release by release date, else by creation date. */
  readonly latestRelease: string | null;
  /** The last finished deploy of each environment. */
  readonly latestDeploys: Readonly<Record<string, { version: string; dateFinished: number }>>;
  /** Whether the caller starred it. */
  readonly isBookmarked: boolean;
  /** Whether the caller is in one of its teams (decisions.md D23). */
  readonly isMember: boolean;
}

/** The members of a project that `updateProject` changes; absent means unchanged. */
export interface ProjectChanges {
  name?: string;
  slug?: string;
  platform?: string;
  subjectPrefix?: string;
  subjectTemplate?: string;
  resolveAge?: number;
  securityToken?: string;
  settings?: Partial<ProjectSettings>;
}

/** A public key of a project: what a DSN carries to let an SDK in. */
export interface ProjectKey {
  /** 32 lower-case hexadecimal digits. */
  readonly publicKey: string;
  readonly projectId: string;
  readonly isActive: boolean;
}

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

const DEFAULT_SETTINGS: ProjectSettings = Object.freeze({
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
export function withDefaultSettings(stored: Partial<ProjectSettings>): ProjectSettings {
  return { ...DEFAULT_SETTINGS, ...stored };
}

const sparseSettingsCache = new WeakMap<ProjectSettings, Partial<ProjectSettings>>();

/** What is to be stored of settings: those that differ from the defaults. Of the same settings it is found once. */
export function sparseSettings(settings: ProjectSettings): Partial<ProjectSettings> {
  const known = sparseSettingsCache.get(settings);
  if (known !== undefined) return known;
  const found = omitDefaultSettings(settings);
  sparseSettingsCache.set(settings, found);
  return found;
}

function omitDefaultSettings(settings: ProjectSettings): Partial<ProjectSettings> {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof ProjectSettings)[];
  return Object.fromEntries(
    names.filter((name) => settings[name] !== DEFAULT_SETTINGS[name]).map((name) => [name, settings[name]]),
  );
}

/** What a change does to stored settings: the new values, and null for those that are the default again. */
export function sparseSettingChanges(changes: Partial<ProjectSettings>): Record<string, unknown> {
  const isDefault = (name: keyof ProjectSettings) =>
    JSON.stringify(changes[name]) === JSON.stringify(DEFAULT_SETTINGS[name]);
  const names = Object.keys(changes) as (keyof ProjectSettings)[];
  return Object.fromEntries(names.map((name) => [name, isDefault(name) ? null : changes[name]]));
}

/** What the servers of a project know its requests by: the header it has chosen, with its token; none unless there are both. */
export function securityTokenHeaders({
  securityToken,
  settings: { securityTokenHeader },
}: Project): Record<string, string> {
  return securityTokenHeader === null || securityToken === '' ? {} : { [securityTokenHeader]: securityToken };
}
