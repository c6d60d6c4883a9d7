import type { IngestRule } from './alertCondition';
import type { AppliedRateLimit, RateLimit } from './rateLimit';
import type { OrganizationSettings } from './organization';
import { DAY_MS } from './time';

/** The kinds of data that a project has received beside errors. A flag is never reset. */
export type ProjectFlags = Readonly<Record<ProjectFlag, boolean>>;

export type ProjectFlag = keyof typeof NO_FLAGS;

/** The flags of a project that has received nothing. */
export const NO_FLAGS = {
  firstTransactionEvent: false,
  hasMinifiedStackTrace: false,
  hasCustomMetrics: false,
  hasMonitors: false,
  hasProfiles: false,
  hasReplays: false,
  hasSessions: false,
  hasUserReports: false,
};

/** An application that sends events. */
export interface Project {
  /** A positive integer in decimal digits; 0 is never used. */
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
  /** A secret, shown only to callers that may write (openapi/DECISIONS.md D22). */
  readonly securityToken: string;
  readonly flags: ProjectFlags;
  /** True if the project's alerts are sent to a webhook. */
  readonly hasWebhook: boolean;
  readonly settings: ProjectSettings;
}

/** The values of a project that ingestion needs for each event. They are found by the key of a DSN. */
export type DsnProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent' | 'flags' | 'hasWebhook' | 'settings'> & {
  /** True if it has any artifact by which frames can be resolved. */
  readonly hasArtifacts: boolean;
  /** True if ownership rules assign its new issues; most projects have no such rules. */
  readonly assignsIssues: boolean;
  /** Its active alert rules; most projects have none. */
  readonly alertRules: readonly IngestRule[];
  /** The limits of the key by which it was found, of the project and of its organization; most projects have none. */
  readonly rateLimits: readonly AppliedRateLimit[];
  /** The beginning of the key by which it was found. */
  readonly keyStart: string;
};

/** The part of a project's record that comes from other tables, the caller's relation to the project included. */
export interface ProjectRelations {
  readonly teams: readonly { id: string; slug: string; name: string }[];
  /** Platforms of its events, sorted. */
  readonly platforms: readonly string[];
  /** Environments of its events, sorted. */
  readonly environments: readonly string[];
  /** Version of the newest release (openapi/DECISIONS.md, "Order of releases"). */
  readonly latestRelease: string | null;
  /** The last finished deploy, by environment. */
  readonly latestDeploys: Readonly<Record<string, { version: string; dateFinished: number }>>;
  /** True if the caller bookmarked it. */
  readonly isBookmarked: boolean;
  /** True if the caller is in one of its teams (openapi/DECISIONS.md D23). */
  readonly isMember: boolean;
}

/** The changes of `updateProject`; an absent property is left unchanged. */
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

/** A public key of a project. SDKs authenticate with it; it is a part of the DSN. */
export interface ProjectKey {
  /** 32 lower-case hexadecimal digits. */
  readonly publicKey: string;
  readonly projectId: string;
  readonly name: string;
  readonly isActive: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  /** The limit of the events that are sent with it; null for none. */
  readonly rateLimit: RateLimit | null;
}

/** The changes of a key; absent members stay unchanged. */
export type ProjectKeyChanges = Partial<Pick<ProjectKey, 'name' | 'isActive' | 'rateLimit'>>;

/** Name of a key that was created without a name. */
export const DEFAULT_KEY_NAME = 'Default';

/** The message of replies about a project without an enabled key. */
export const NO_ACTIVE_KEY = 'No key of the project is enabled: it accepts no events until one is.';

/** Formats a DSN, the address to which SDKs send events: origin, public key and project id. */
export function formatDsn(
  publicUrl: string,
  { publicKey, projectId }: Pick<ProjectKey, 'publicKey' | 'projectId'>,
): string {
  return `${publicUrl.replace('://', `://${publicKey}@`)}/${projectId}`;
}

/**
 * The settings of a project that have no column of their own; `updateProject` changes them. Only values other than the
 * default are stored (openapi/DECISIONS.md D20); the store adds the defaults when it reads a project.
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
  /** Whether the built-in sources of violations are ignored, and further sources, one per line. */
  readonly cspIgnoredSourcesDefaults: boolean;
  readonly cspIgnoredSources: string;
  /** The limit of the project's events; null for none. */
  readonly rateLimit: RateLimit | null;
  /** Null for the retention of the organization; 0 keeps forever. */
  readonly retentionDays: number | null;
  readonly retentionEvents: number | null;
  /** The address of the source of a frame, with variables; empty for none. */
  readonly sourceLinkPattern: string;
  /** Prefix that is removed from the paths of frames before they are linked. */
  readonly sourceLinkRoot: string;
  /** The limits of the verdicts on releases (`judgeRelease`). */
  readonly verdictMaxNewIssues: number;
  readonly verdictMaxRegressions: number;
  readonly verdictMaxEscalations: number;
  readonly verdictMaxIncrease: number;
  readonly verdictLowRate: number;
  readonly verdictMinMinutes: number;
}

/** The value of each setting of a project that did not change it. */
export const DEFAULT_SETTINGS: ProjectSettings = Object.freeze({
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
  cspIgnoredSourcesDefaults: true,
  cspIgnoredSources: '',
  rateLimit: null,
  retentionDays: null,
  retentionEvents: null,
  sourceLinkPattern: '',
  sourceLinkRoot: '',
  verdictMaxNewIssues: 0,
  verdictMaxRegressions: 0,
  verdictMaxEscalations: 0,
  verdictMaxIncrease: 50,
  verdictLowRate: 1,
  verdictMinMinutes: 15,
});

/** The settings that are only in `options` of bodies and records; the others are fields of these. */
const ONLY_OPTIONS = [
  'spikeProtectionDisabled',
  'filterBlacklistedIps',
  'filterReactHydrationErrors',
  'filterChunkLoadError',
  'filterReleases',
  'filterErrorMessages',
  'cspIgnoredSourcesDefaults',
  'cspIgnoredSources',
] as const satisfies readonly (keyof ProjectSettings)[];

/** A setting that is a field of the body of `updateProject` and of the record. */
export type FieldSetting = Exclude<keyof ProjectSettings, (typeof ONLY_OPTIONS)[number]>;

/** The settings that are fields, in the order of their names. */
export const FIELD_SETTINGS = Object.keys(DEFAULT_SETTINGS)
  .filter((name): name is FieldSetting => !(ONLY_OPTIONS as readonly string[]).includes(name))
  .sort();

/**
 * Settings of new projects that differ from the defaults of projects without stored settings: existing projects keep
 * their grouping.
 */
export const NEW_PROJECT_SETTINGS: Partial<ProjectSettings> = Object.freeze({ groupingConfig: 'simple:4' });

/** Adds the default values to stored settings. */
export function withDefaultSettings(stored: Partial<ProjectSettings>): ProjectSettings {
  return { ...DEFAULT_SETTINGS, ...stored };
}

/** Returns the change of stored settings: new values, and null for settings that have their default value again. */
export function sparseSettingChanges<Settings extends object = ProjectSettings>(
  changes: Partial<Settings>,
  defaults: Settings = DEFAULT_SETTINGS as Settings,
): Record<string, unknown> {
  const isDefault = (name: keyof Settings) => JSON.stringify(changes[name]) === JSON.stringify(defaults[name]);
  const names = Object.keys(changes) as (keyof Settings & string)[];
  return Object.fromEntries(names.map((name) => [name, isDefault(name) ? null : changes[name]]));
}

/**
 * The header by which the project's own servers recognize requests of this service: its chosen name and its security
 * token. Empty unless both are set.
 */
export function securityTokenHeaders({
  securityToken,
  settings: { securityTokenHeader },
}: Project): Record<string, string> {
  return securityTokenHeader === null || securityToken === '' ? {} : { [securityTokenHeader]: securityToken };
}

/** Days for which the data of a project is kept. 0 in a member keeps it forever. */
export interface Retention {
  /** Days after which events, and the data that is kept for them, are deleted. */
  readonly days: number;
  /** Number of events of the project beyond which the oldest are deleted. */
  readonly events: number;
}

/** Returns the retention of a project: its own, or else the retention of its organization. */
export function retentionOf(
  organization: Pick<OrganizationSettings, 'retentionDays' | 'retentionEvents'>,
  project: Pick<ProjectSettings, 'retentionDays' | 'retentionEvents'>,
): Retention {
  return {
    days: project.retentionDays ?? organization.retentionDays,
    events: project.retentionEvents ?? organization.retentionEvents,
  };
}

/** Returns the time before which data expires; null if it never does. Milliseconds since 1970, UTC. */
export function expiryTime(days: number, now: number): number | null {
  return days === 0 ? null : now - days * DAY_MS;
}

/** Counts of the events of issues are deleted after this many days. */
export const COUNT_RETENTION_DAYS = 90;

/**
 * Limits of a project's rows that its events create. Anybody who knows a DSN can send events. Names beyond a limit are
 * stored in the event only (openapi/DECISIONS.md, "Caps of projects").
 */
export interface ProjectCaps {
  /** Environments that the project lists. Deploys add theirs beyond. */
  readonly environments: number;
  /** Releases that belong to the project. Releases created over the API are added beyond this number. */
  readonly releases: number;
  /** Keys of tags by which issues are found. */
  readonly tagKeys: number;
  /** Issues that events open in an hour of the clock. Further events that would open one are refused. */
  readonly newIssuesPerHour: number;
}

export const DEFAULT_CAPS: ProjectCaps = Object.freeze({
  environments: 500,
  releases: 10_000,
  tagKeys: 1_000,
  newIssuesPerHour: 10_000,
});

/** The platforms of events that SDKs send. Others become `other`. */
const EVENT_PLATFORMS: ReadonlySet<string> = new Set(
  `android apple as3 bun c cfml clojure cocoa crystal csharp dart deno dotnet electron elixir erlang flutter fsharp gdscript go godot
  groovy haskell java javascript julia kotlin lua nim node native nintendo-switch objc ocaml other perl php playstation powershell
  python r react-native ruby rust scala swift unity unreal vb visionos wasm xbox zig`.split(/\s+/),
);

/** Returns true if a platform of events is known: then projects list it. */
export function isEventPlatform(platform: string): boolean {
  return EVENT_PLATFORMS.has(platform);
}

/** An entry of `allowedDomains`. A part that is absent matches any. */
interface OriginRule {
  readonly scheme: string | undefined;
  /** `*` matches every host, `*.example.com` that host and its subdomains. */
  readonly host: string;
  readonly port: string | undefined;
}

const ORIGIN_RULE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:*[\].]+(?:\.[^\s/?#@:*[\].]+)*\.?))(?::([0-9]{1,5}))?$/i;

/** Default ports by scheme. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Returns true if a request with that origin may send events. Requests without an origin come from programs, not from
 * pages, and are accepted.
 * @param origin the header `Origin`, else `Referer`
 */
export function isAllowedOrigin(origin: string | null, allowed: readonly string[]): boolean {
  if (origin === null || allowed.includes('*')) return true;
  const text = origin.trim().toLowerCase();
  if (text === 'null') return allowed.some((entry) => entry.trim().toLowerCase() === 'null');
  const sent = parseOrigin(text);
  return sent !== null && allowed.some((entry) => matchesOrigin(parseOriginRule(entry), sent));
}

/** Returns true if an entry other than `*` names an origin, so that it belongs to the project. */
export function isOwnOrigin(origin: string, allowed: readonly string[]): boolean {
  const sent = parseOrigin(origin.toLowerCase());
  if (sent === null) return false;
  return allowed.some((entry) => {
    const rule = parseOriginRule(entry);
    return rule?.host !== '*' && matchesOrigin(rule, sent);
  });
}

/** Returns the error in an entry of `allowedDomains`; null if it is valid. */
export function originError(text: string): string | null {
  if (/:\*$/.test(text)) return `"${text}" has a wildcard for its port; leave the port out to allow every one.`;
  if (/^[^?#]*[^/:?#]\/|[?#]/.test(text)) {
    return `"${text}" has a path or a query, which an origin has not; write the scheme, host and port alone.`;
  }
  const rule = parseOriginRule(text);
  if (rule === null) return `"${text}" is no origin, such as example.com, *.example.com, https://example.com or *.`;
  return rule.port !== undefined && Number(rule.port) > 65535 ? `"${text}" has a port above 65535.` : null;
}

function parseOriginRule(entry: string): OriginRule | null {
  const [, scheme, host, port] = ORIGIN_RULE.exec(entry.trim()) ?? [];
  if (host === undefined) return null;
  const wildcard = host.startsWith('*.') ? '*.' : '';
  return { scheme: scheme?.toLowerCase(), host: wildcard + asciiHost(host.slice(wildcard.length)), port };
}

interface RequestOrigin {
  readonly scheme: string;
  readonly host: string;
  readonly port: string | undefined;
}

function parseOrigin(text: string): RequestOrigin | null {
  const [, scheme = '', host = '', port] =
    /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::([0-9]+))?(?:[/?#]|$)/.exec(text) ?? [];
  return scheme === '' ? null : { scheme, host: asciiHost(host), port: port ?? DEFAULT_PORTS[scheme] };
}

function matchesOrigin(rule: OriginRule | null, sent: RequestOrigin): boolean {
  if (rule === null) return false;
  const { scheme, host, port } = rule;
  if (scheme !== undefined && scheme !== sent.scheme) return false;
  if (port !== undefined && port !== sent.port) return false;
  if (host === '*') return true;
  return host.startsWith('*.') ? sent.host === host.slice(2) || sent.host.endsWith(host.slice(1)) : sent.host === host;
}

/** Returns the host in the ASCII form in which browsers send it. */
function asciiHost(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '');
  return /^[\x21-\x7e]*$/.test(lower) || !URL.canParse(`http://${lower}/`)
    ? lower
    : new URL(`http://${lower}/`).hostname;
}
