import type { components } from '../../generated/api';
import { mayWriteProject, orderScopes, type Caller } from '../domain/access';
import type { Organization } from '../domain/organization';
import type { Project, ProjectSurroundings } from '../domain/project';
import type { Webhook } from '../domain/webhook';
import { colorOf } from './color';
import { CONSTANT_SETTINGS } from './constantSettings';
import { presentOrganization } from './organization';
import { presentWebhooks } from './plugin';
import { presentOptions } from './projectOptions';
import { presentTime } from './time';

type FullProject = components['schemas']['Project'];
type ProjectSummary = components['schemas']['ProjectSummary'];

const SAMPLING_BIASES = [
  'boostEnvironments',
  'boostLatestRelease',
  'ignoreHealthChecks',
  'boostKeyTransactions',
  'boostLowVolumeTransactions',
  'boostReplayId',
  'recalibrationRule',
] as const;

function surroundingsOf(project: Project, all: ReadonlyMap<string, ProjectSurroundings>): ProjectSurroundings {
  const found = all.get(project.id);
  if (found === undefined) throw new Error(`no surroundings were read for project ${project.id}`);
  return found;
}

/** What both forms of the record share (seed.md, "Project"). */
function presentCore(project: Project, around: ProjectSurroundings, caller: Caller) {
  const teams = around.teams.map(({ id, name, slug }) => ({ id, name, slug }));
  const [team] = teams;
  if (team === undefined) throw new Error(`project ${project.id} is bound to no team`);
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    platform: project.platform,
    platforms: [...around.platforms],
    dateCreated: presentTime(project.dateCreated),
    isBookmarked: around.isBookmarked,
    isMember: around.isMember,
    hasAccess: true,
    access: orderScopes(caller.scopes),
    features: around.latestRelease === null ? [] : ['releases'],
    firstEvent: project.firstEvent === null ? null : presentTime(project.firstEvent),
    firstTransactionEvent: project.flags.firstTransactionEvent,
    hasMinifiedStackTrace: project.flags.hasMinifiedStackTrace,
    hasCustomMetrics: project.flags.hasCustomMetrics,
    hasMonitors: project.flags.hasMonitors,
    hasProfiles: project.flags.hasProfiles,
    hasReplays: project.flags.hasReplays,
    hasSessions: project.flags.hasSessions,
    eventProcessing: { symbolicationDegraded: false },
    latestRelease: around.latestRelease === null ? null : { version: around.latestRelease },
    team,
    teams,
  };
}

/** The reduced record, as lists show it. */
export function presentProjectSummary(input: {
  project: Project;
  surroundings: ReadonlyMap<string, ProjectSurroundings>;
  caller: Caller;
}): ProjectSummary {
  const around = surroundingsOf(input.project, input.surroundings);
  return {
    ...presentCore(input.project, around, input.caller),
    environments: [...around.environments],
    hasUserReports: input.project.flags.hasUserReports,
    latestDeploys: presentDeploys(around.latestDeploys),
  };
}

/** The full record; its secrets are empty for callers that may not write (decisions.md D22). */
export function presentProject(input: {
  organization: Organization;
  project: Project;
  surroundings: ReadonlyMap<string, ProjectSurroundings>;
  caller: Caller;
  /** Undefined where none was ever set up. */
  webhook: Webhook | undefined;
  publicUrl: string;
}): FullProject {
  const { organization, project, caller } = input;
  const around = surroundingsOf(project, input.surroundings);
  const securityToken = mayWriteProject(caller) ? project.securityToken : '';
  return {
    ...presentCore(project, around, caller),
    ...presentSettings(project),
    securityToken,
    options: presentOptions(project, securityToken),
    organization: presentOrganization(organization, input.publicUrl),
    plugins: [presentWebhooks(input.webhook, input.publicUrl)],
  };
}

function presentSettings(project: Project) {
  const { settings } = project;
  return {
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
    relayPiiConfig: settings.relayPiiConfig,
    builtinSymbolSources: [...CONSTANT_SETTINGS.builtinSymbolSources],
    symbolSources: CONSTANT_SETTINGS.symbolSources,
    processingIssues: 0,
    dynamicSamplingBiases: SAMPLING_BIASES.map((id) => ({ id, active: true })),
  };
}

function presentDeploys(deploys: ProjectSurroundings['latestDeploys']): ProjectSummary['latestDeploys'] {
  const entries = Object.entries(deploys);
  if (entries.length === 0) return null;
  return Object.fromEntries(
    entries.map(([environment, { version, dateFinished }]) => [
      environment,
      { version, dateFinished: presentTime(dateFinished) },
    ]),
  );
}
