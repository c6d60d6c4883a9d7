import { createHash } from 'node:crypto';
import type { components } from '../../generated/api';
import { type Caller, canWriteProject, sortScopes } from '../domain/access';
import type { Webhook } from '../domain/alert';
import type { Organization } from '../domain/organization';
import type { DiscardCount, OutcomeCount, TimeRange } from '../domain/outcome';
import {
  FIELD_SETTINGS,
  type FieldSetting,
  formatDsn,
  NO_ACTIVE_KEY,
  type Project,
  type ProjectKey,
  type ProjectRelations,
  type ProjectSettings,
  retentionOf,
} from '../domain/project';
import { copyRateLimit } from '../domain/rateLimit';
import { DAY_MS } from '../domain/time';
import { presentTime, presentTimeOrNull } from './format';
import { presentOrganization } from './organization';
import { DEFAULT_OWNERSHIP, type Ownership } from '../domain/ownership';

/**
 * Returns the display color of a project, `#rrggbb`: the hue is a hash of the slug, lightness and saturation are one
 * half.
 */
export function colorOf(slug: string): string {
  const digest = createHash('md5').update(slug.toUpperCase()).digest('hex');
  const hue = parseInt(digest.slice(0, 3), 16) / 4096;
  return '#' + [hue + 1 / 3, hue, hue - 1 / 3].map(colorChannel).join('');
}

/** Computes a channel of the HLS → RGB conversion at lightness and saturation 0.5: between 0.25 and 0.75 of 255. */
function colorChannel(turn: number): string {
  const t = ((turn % 1) + 1) % 1;
  const [low, high] = [0.25, 0.75];
  const share =
    t < 1 / 6 ? low + (high - low) * 6 * t : t < 1 / 2 ? high : t < 2 / 3 ? low + (high - low) * 6 * (2 / 3 - t) : low;
  return Math.floor(share * 255)
    .toString(16)
    .padStart(2, '0');
}

/**
 * Settings of the record that have no effect in this service (openapi/DECISIONS.md D20): the same for every project,
 * and rejected by `updateProject`. The contract says why for each of them.
 */
const CONSTANT_SETTINGS = {
  storeCrashReports: 0,
  groupingEnhancementsBase: null,
  groupingAutoUpdate: true,
  builtinSymbolSources: ['ios', 'microsoft', 'android', 'nuget'],
  /** A serialized JSON list. */
  symbolSources: '[]',
  feedbackBranding: true,
} as const;

/** Presents all options. An option that is also a field of the record has the same value (openapi/DECISIONS.md D20). */
export function presentOptions(project: Project, securityToken: string): components['schemas']['ProjectOptions'] {
  const { settings } = project;
  return {
    'svc:grouping_auto_update': CONSTANT_SETTINGS.groupingAutoUpdate,
    'svc:span_description_cluster_rules': [],
    'svc:transaction_name_cluster_rules': [],
    'digests:mail:maximum_delay': settings.digestsMaxDelay,
    'digests:mail:minimum_delay': settings.digestsMinDelay,
    'svc:scrub_defaults': settings.dataScrubberDefaults,
    'svc:scrub_data': settings.dataScrubber,
    'svc:scrub_ip_address': settings.scrubIPAddresses,
    'svc:scrape_javascript': settings.scrapeJavaScript,
    'mail:subject_prefix': project.subjectPrefix,
    'svc:relay_pii_config': settings.relayPiiConfig,
    'svc:token': securityToken,
    'svc:resolve_age': project.resolveAge,
    'svc:grouping_config': settings.groupingConfig,
    'svc:secondary_grouping_config': settings.secondaryGroupingConfig,
    'svc:secondary_grouping_expiry': settings.secondaryGroupingExpiry,
    'quotas:spike-protection-disabled': settings.spikeProtectionDisabled,
    'svc:store_crash_reports': CONSTANT_SETTINGS.storeCrashReports,
    'svc:builtin_symbol_sources': [...CONSTANT_SETTINGS.builtinSymbolSources],
    'svc:origins': [...settings.allowedDomains],
    'svc:sensitive_fields': [...settings.sensitiveFields],
    'svc:default_environment': settings.defaultEnvironment,
    'svc:verify_ssl': settings.verifySSL,
    'svc:csp_ignored_sources_defaults': settings.cspIgnoredSourcesDefaults,
    'svc:csp_ignored_sources': settings.cspIgnoredSources,
    'filters:blacklisted_ips': settings.filterBlacklistedIps,
    'filters:react-hydration-errors': settings.filterReactHydrationErrors,
    'filters:chunk-load-error': settings.filterChunkLoadError,
    'filters:releases': settings.filterReleases,
    'filters:error_messages': settings.filterErrorMessages,
    'feedback:branding': CONSTANT_SETTINGS.feedbackBranding,
  };
}

type FullProject = components['schemas']['Project'];
type ProjectSummary = components['schemas']['ProjectSummary'];

const SAMPLING_BIASES = (
  [
    'boostEnvironments',
    'boostLatestRelease',
    'ignoreHealthChecks',
    'boostKeyTransactions',
    'boostLowVolumeTransactions',
    'boostReplayId',
    'recalibrationRule',
  ] as const
).map((id) => ({ id, active: true }));

function relationsOf(project: Project, all: ReadonlyMap<string, ProjectRelations>): ProjectRelations {
  const relations = all.get(project.id);
  if (relations === undefined) throw new Error(`no relations were read for project ${project.id}`);
  return relations;
}

/** Presents the members that both forms of the record have. */
function presentCore(project: Project, related: ProjectRelations, caller: Caller) {
  const teams = related.teams.map(({ id, name, slug }) => ({ id, name, slug }));
  const [team] = teams;
  if (team === undefined) throw new Error(`project ${project.id} is bound to no team`);
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    platform: project.platform,
    platforms: [...related.platforms],
    dateCreated: presentTime(project.dateCreated),
    isBookmarked: related.isBookmarked,
    isMember: related.isMember,
    hasAccess: true,
    access: sortScopes(caller.scopes),
    features: related.latestRelease === null ? [] : ['releases'],
    firstEvent: project.firstEvent === null ? null : presentTime(project.firstEvent),
    firstTransactionEvent: project.flags.firstTransactionEvent,
    hasMinifiedStackTrace: project.flags.hasMinifiedStackTrace,
    hasCustomMetrics: project.flags.hasCustomMetrics,
    hasMonitors: project.flags.hasMonitors,
    hasProfiles: project.flags.hasProfiles,
    hasReplays: project.flags.hasReplays,
    hasSessions: project.flags.hasSessions,
    eventProcessing: { symbolicationDegraded: false },
    latestRelease: related.latestRelease === null ? null : { version: related.latestRelease },
    team,
    teams,
  };
}

/** Presents a project in a list. */
export function presentProjectSummary(input: {
  project: Project;
  relations: ReadonlyMap<string, ProjectRelations>;
  unresolvedIssues: number;
  caller: Caller;
}): ProjectSummary {
  const related = relationsOf(input.project, input.relations);
  return {
    ...presentCore(input.project, related, input.caller),
    environments: [...related.environments],
    hasUserReports: input.project.flags.hasUserReports,
    latestDeploys: presentDeploys(related.latestDeploys),
    unresolvedIssues: input.unresolvedIssues,
  };
}

/** Presents the full record. Secrets are empty for callers that may not write (openapi/DECISIONS.md D22). */
export function presentProject(input: {
  organization: Organization;
  project: Project;
  relations: ReadonlyMap<string, ProjectRelations>;
  caller: Caller;
  /** Undefined if none was ever configured. */
  webhook: Webhook | undefined;
  publicUrl: string;
}): FullProject {
  const { organization, project, caller } = input;
  const related = relationsOf(project, input.relations);
  const securityToken = canWriteProject(caller) ? project.securityToken : '';
  return {
    ...presentCore(project, related, caller),
    ...presentSettings(project, organization),
    securityToken,
    options: presentOptions(project, securityToken),
    organization: presentOrganization(organization, input.publicUrl),
    plugins: [presentWebhooks(input.webhook, input.publicUrl)],
  };
}

/** Presents the settings. Settings that are not listed here follow unchanged. */
function presentSettings(project: Project, organization: Organization) {
  const { settings } = project;
  const placed = {
    isInternal: false,
    isPublic: false,
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    color: colorOf(project.slug),
    status: 'active' as const,
    digestsMinDelay: settings.digestsMinDelay,
    digestsMaxDelay: settings.digestsMaxDelay,
    subjectPrefix: project.subjectPrefix,
    subjectTemplate: project.subjectTemplate,
    allowedDomains: [...settings.allowedDomains],
    resolveAge: project.resolveAge,
    dataScrubber: settings.dataScrubber,
    dataScrubberDefaults: settings.dataScrubberDefaults,
    safeFields: [...settings.safeFields],
    sensitiveFields: [...settings.sensitiveFields],
    storeCrashReports: CONSTANT_SETTINGS.storeCrashReports,
    securityTokenHeader: settings.securityTokenHeader,
    verifySSL: settings.verifySSL,
    rateLimit: copyRateLimit(settings.rateLimit),
    retentionDays: settings.retentionDays,
    retentionEvents: settings.retentionEvents,
    retention: retentionOf(organization.settings, settings),
    scrubIPAddresses: settings.scrubIPAddresses,
    scrapeJavaScript: settings.scrapeJavaScript,
    groupingConfig: settings.groupingConfig,
    groupingEnhancements: settings.groupingEnhancements,
    groupingEnhancementsBase: CONSTANT_SETTINGS.groupingEnhancementsBase,
    secondaryGroupingConfig: settings.secondaryGroupingConfig,
    secondaryGroupingExpiry: settings.secondaryGroupingExpiry,
    groupingAutoUpdate: CONSTANT_SETTINGS.groupingAutoUpdate,
    fingerprintingRules: settings.fingerprintingRules,
    defaultEnvironment: settings.defaultEnvironment,
    sourceLinkPattern: settings.sourceLinkPattern,
    sourceLinkRoot: settings.sourceLinkRoot,
    relayPiiConfig: settings.relayPiiConfig,
    builtinSymbolSources: [...CONSTANT_SETTINGS.builtinSymbolSources],
    symbolSources: CONSTANT_SETTINGS.symbolSources,
    processingIssues: 0,
    dynamicSamplingBiases: SAMPLING_BIASES,
  };
  return { ...placed, ...settingsBeside(placed, settings) };
}

function settingsBeside<Placed extends object>(
  placed: Placed,
  settings: ProjectSettings,
): Pick<ProjectSettings, Exclude<FieldSetting, keyof Placed>> {
  const others: Record<string, unknown> = {};
  for (const name of FIELD_SETTINGS) if (!(name in placed)) others[name] = settings[name];
  return others as Pick<ProjectSettings, Exclude<FieldSetting, keyof Placed>>;
}

function presentDeploys(deploys: ProjectRelations['latestDeploys']): ProjectSummary['latestDeploys'] {
  const entries = Object.entries(deploys);
  if (entries.length === 0) return null;
  return Object.fromEntries(
    entries.map(([environment, { version, dateFinished }]) => [
      environment,
      { version, dateFinished: presentTime(dateFinished) },
    ]),
  );
}

/** Presents the ownership rules of a project. @param ownership undefined if none were saved */
export function presentOwnership(ownership: Ownership | undefined): components['schemas']['ProjectOwnership'] {
  const { raw, fallthrough, autoAssignment } = ownership ?? DEFAULT_OWNERSHIP;
  return {
    raw: raw === '' ? null : raw,
    fallthrough,
    autoAssignment,
    codeownersAutoSync: false,
    isActive: true,
    dateCreated: ownership === undefined ? null : presentTime(ownership.dateCreated),
    lastUpdated: ownership === undefined ? null : presentTime(ownership.lastUpdated),
  };
}

/** The id of the only plugin. */
export const WEBHOOKS = 'webhooks';

/** Presents the `webhooks` plugin of a project with the state of its deliveries. */
function presentWebhooks(webhook: Webhook | undefined, publicUrl: string): components['schemas']['Plugin'] {
  const docs = `${publicUrl}/docs`;
  return {
    id: WEBHOOKS,
    name: 'Webhooks',
    slug: WEBHOOKS,
    shortName: 'Webhooks',
    type: 'notification',
    canDisable: true,
    isTestable: true,
    hasConfiguration: true,
    enabled: webhook?.isEnabled ?? false,
    isDeprecated: false,
    isHidden: false,
    metadata: {
      lastSent: presentTimeOrNull(webhook?.lastSent),
      failingSince: presentTimeOrNull(webhook?.failingSince),
      error: webhook?.error ?? null,
      failures: webhook?.failures ?? 0,
      circuit: webhook?.resumeAt ? 'open' : 'closed',
      nextAttempt: presentTimeOrNull(webhook?.resumeAt),
    },
    contexts: [],
    assets: [],
    status: webhookStatus(webhook),
    doc: '',
    firstPartyAlternative: null,
    deprecationDate: null,
    altIsSentryApp: null,
    version: '1',
    author: { name: 'Culprit', url: docs },
    description: 'Posts new issues and regressions of the project, signed, to your URL.',
    features: ['alert-rule'],
    featureDescriptions: [
      { description: 'Post each new issue and each regression as JSON.', featureGate: 'alert-rule' },
    ],
    resourceLinks: [{ title: 'Alerts', url: docs }],
  };
}

/** Presents the plugin with its settings, which are empty for callers that may not write (openapi/DECISIONS.md D22). */
export function presentWebhookSettings(
  webhook: Webhook | undefined,
  { publicUrl, showsSecrets }: { publicUrl: string; showsSecrets: boolean },
): components['schemas']['ProjectPlugin'] {
  const { url = '', secret = '' } = (showsSecrets && webhook) || {};
  return { ...presentWebhooks(webhook, publicUrl), config: { url, secret } };
}

function webhookStatus(webhook: Webhook | undefined): string {
  if (!webhook?.isEnabled) return 'disabled';
  return webhook.failingSince === null ? 'active' : 'failing';
}

/** Presents a key of a project. */
export function presentProjectKey(
  key: ProjectKey,
  { publicUrl, hasActiveKey }: { readonly publicUrl: string; readonly hasActiveKey: boolean },
): components['schemas']['ProjectKey'] {
  const { publicKey, name } = key;
  return {
    id: publicKey,
    name,
    label: name,
    public: publicKey,
    projectId: Number(key.projectId),
    isActive: key.isActive,
    dsn: { public: formatDsn(publicUrl, key) },
    warning: hasActiveKey ? null : NO_ACTIVE_KEY,
    dateCreated: presentTime(key.dateCreated),
    rateLimit: key.rateLimit,
  };
}

/** The time at which a step begins, in seconds since 1970, and the number of events in it. */
export type CountPoint = [number, number];

/** Presents the counts of the steps of a range. */
export function presentSeries({ from, step }: TimeRange, counts: readonly number[]): CountPoint[] {
  return counts.map((count, index) => [(from + index * step) / 1000, count]);
}

type ProjectOutcomes = components['schemas']['ProjectOutcomes'];
/** Counts that are equal in the members of `by`. */
interface CountGroup<By> {
  readonly by: By;
  readonly totals: { readonly 'sum(quantity)': number };
  readonly series: { readonly 'sum(quantity)': number[] };
}

/** Presents hourly counts as sums over the steps of a time range. */
export function presentOutcomes(
  range: TimeRange,
  counts: readonly OutcomeCount[],
  discards: readonly DiscardCount[],
): ProjectOutcomes {
  const { from, to, step } = range;
  return {
    start: presentTime(from),
    end: presentTime(to),
    interval: step === DAY_MS ? '1d' : '1h',
    intervals: Array.from({ length: (to - from) / step }, (_, index) => presentTime(from + index * step)),
    groups: sumUp(range, counts, ({ outcome, reason, category }) => ({
      outcome,
      reason: reason === '' ? null : reason,
      category,
    })),
    clientDiscards: sumUp(range, discards, ({ reason, category }) => ({ reason, category })),
  };
}

/** Sums up the counts of each group, sorted by outcome, reason and category. */
function sumUp<Count extends OutcomeCount | DiscardCount, By>(
  { from, to, step }: TimeRange,
  counts: readonly Count[],
  byOf: (count: Count) => By,
): CountGroup<By>[] {
  const groups = new Map<string, { by: By; sums: number[] }>();
  for (const count of counts) {
    const { hour, outcome, reason, category, quantity } = count;
    const key = `${outcome} ${reason} ${category}`;
    const group = groups.get(key) ?? { by: byOf(count), sums: Array<number>((to - from) / step).fill(0) };
    groups.set(key, group);
    const index = Math.floor((hour - from) / step);
    group.sums[index] = (group.sums[index] ?? 0) + quantity;
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { by, sums }]) => ({
      by,
      totals: { 'sum(quantity)': sums.reduce((total, sum) => total + sum, 0) },
      series: { 'sum(quantity)': sums },
    }));
}
