import type { components, ReleaseFile } from '../../generated/api';
import type { Artifact, MapFinding, ProjectBundle } from '../domain/artifact';
import { formatShortId, type Issue } from '../domain/issue';
import type { Project } from '../domain/project';
import {
  adoptionOf,
  type Commit,
  type CommitSummary,
  type Deploy,
  type RecentEvents,
  type Release,
  type ReleaseIssueKind,
  type ReleaseRelations,
  shortVersion,
} from '../domain/release';
import {
  countByStatus,
  crashRate,
  type HealthOfReleases,
  type ReleaseAdoption,
  type ReleaseHealth,
  type SessionCounts,
} from '../domain/releaseHealth';
import {
  combineVerdicts,
  type ComparedRates,
  type EstimatedRate,
  type ProjectVerdict,
  type ReleaseExposure,
  type VerdictCause,
  type VerdictReason,
  type VerdictReasonType,
} from '../domain/releaseVerdict';
import { HOUR_MS } from '../domain/time';
import { presentTime, presentTimeOrNull } from './format';
import { issuePermalink, type Site } from './issue';

/** Presents a file of a release. @param findings absent if it was not checked */
export function presentReleaseFile(artifact: Artifact, findings: readonly MapFinding[] | undefined): ReleaseFile {
  const { id, name, sha1, size, dist, headers, dateCreated } = artifact;
  return {
    id,
    name,
    sha1,
    size,
    dist,
    headers: { ...headers },
    dateCreated: presentTime(dateCreated),
    findings: presentFindings(findings),
  };
}

/** Presents a bundle. */
export function presentArtifactBundle(bundle: ProjectBundle): components['schemas']['ArtifactBundle'] {
  const { id, checksum, release, dist, fileCount, errorCount, warningCount, dateCreated } = bundle;
  return { id, checksum, release, dist, fileCount, errorCount, warningCount, dateCreated: presentTime(dateCreated) };
}

/** Presents a file of a bundle. @param findings absent if it was not checked */
export function presentBundleFile(
  { id, name, kind, debugId, sha1, size }: Artifact,
  findings: readonly MapFinding[] | undefined,
): components['schemas']['ArtifactBundleFile'] {
  return { id, name, type: kind, debugId, sha1, size, findings: presentFindings(findings) };
}

function presentFindings(findings: readonly MapFinding[] | undefined): components['schemas']['MapFinding'][] | null {
  if (findings === undefined) return null;
  return findings.map(({ rule, severity, where, message, count }) => ({ rule, severity, where, message, count }));
}

/** Presents a commit without its files. */
export function presentLastCommit(commit: CommitSummary): components['schemas']['LastCommit'] {
  const { id, repository, message, authorName: name, authorEmail: email, timestamp } = commit;
  return {
    id,
    repository,
    message,
    dateCreated: timestamp === null ? null : presentTime(timestamp),
    author: name === null && email === null ? null : { name, email },
  };
}

/** Presents a commit of a release. */
export function presentCommit(commit: Commit): components['schemas']['Commit'] {
  return { ...presentLastCommit(commit), patchSet: commit.patchSet.map(({ path, type }) => ({ path, type })) };
}

/** Presents a deploy of a release. */
export function presentDeploy(deploy: Deploy): components['schemas']['Deploy'] {
  const { id, environment, name, url, dateStarted, dateFinished } = deploy;
  return {
    id,
    environment,
    name,
    url,
    dateStarted: dateStarted === null ? null : presentTime(dateStarted),
    dateFinished: presentTime(dateFinished),
  };
}

/** Presents a release. */
export function presentRelease(
  release: Release,
  relations: ReadonlyMap<string, ReleaseRelations>,
  recent: RecentEvents,
  health: HealthOfReleases,
): components['schemas']['Release'] {
  const related = relations.get(release.id);
  if (related === undefined) throw new Error(`no relations were read for release ${release.id}`);
  return {
    id: release.id,
    version: release.version,
    shortVersion: shortVersion(release.version),
    status: release.status,
    ref: release.ref,
    url: release.url,
    dateCreated: presentTime(release.dateCreated),
    dateStarted: timeOrNull(release.dateStarted),
    dateReleased: timeOrNull(release.dateReleased),
    firstEvent: timeOrNull(related.firstEvent),
    lastEvent: timeOrNull(related.lastEvent),
    newGroups: related.newGroups,
    recentEvents: recent.ofReleases.get(release.id) ?? 0,
    adoption: adoptionOf(recent, release.id),
    commitCount: release.commitCount,
    deployCount: related.deployCount,
    authors: release.authors.map(({ name, email }) => ({ name, email })),
    lastCommit: related.lastCommit === null ? null : presentLastCommit(related.lastCommit),
    lastDeploy: related.lastDeploy === null ? null : presentDeploy(related.lastDeploy),
    projects: related.projects.map(({ id, slug, name, platform }) => {
      const key = `${release.id} ${id}`;
      const hasHealthData = health.withSessions.has(key);
      const own = health.health?.get(key);
      return {
        ...{ id, slug, name, platform, hasHealthData },
        ...(own !== undefined && { healthData: presentHealth(own, hasHealthData) }),
      };
    }),
    ...(health.adoptions !== null && { adoptionStages: presentAdoption(health.adoptions.get(release.id) ?? []) }),
  };
}

function presentHealth(
  { counts, users, crashedUsers, recent, projectRecent, hours }: ReleaseHealth,
  hasHealthData: boolean,
): components['schemas']['ReleaseHealthData'] {
  const { crashed, errored, unhandled } = countByStatus(counts);
  return {
    hasHealthData,
    totalSessions: counts.sessions,
    totalUsers: users,
    sessionsCrashed: crashed,
    sessionsErrored: errored + unhandled,
    crashFreeSessions: crashFreePercentage(counts),
    crashFreeUsers: crashFreePercentage({ sessions: users, crashed: crashedUsers }),
    adoption: percentage(recent.users, projectRecent.users),
    sessionsAdoption: percentage(recent.sessions, projectRecent.sessions),
    totalSessions24h: recent.sessions,
    totalUsers24h: recent.users,
    totalProjectSessions24h: projectRecent.sessions,
    totalProjectUsers24h: projectRecent.users,
    durationP50: null,
    durationP90: null,
    stats: { '24h': hours.map(({ start, sessions }) => [start / 1000, sessions] as [number, number]) },
  };
}

function crashFreePercentage(counts: Pick<SessionCounts, 'sessions' | 'crashed'>): number | null {
  const rate = crashRate(counts);
  return rate === null ? null : 100 * (1 - rate);
}

function percentage(part: number, all: number): number | null {
  return all === 0 ? null : Math.min(100, (100 * part) / all);
}

/** Presents the stages by environment; of several projects, the stage in the one that adopted the release first. */
function presentAdoption(
  adoptions: readonly ReleaseAdoption[],
): Record<string, components['schemas']['ReleaseAdoption']> {
  const sorted = [...adoptions].sort((one, other) => (other.adoptedAt ?? Infinity) - (one.adoptedAt ?? Infinity));
  return Object.fromEntries(
    sorted.map(({ environment, adoptedAt, unadoptedAt }) => [
      environment,
      {
        stage: adoptedAt === null ? 'low_adoption' : unadoptedAt === null ? 'adopted' : 'replaced',
        adopted: presentTimeOrNull(adoptedAt),
        unadopted: presentTimeOrNull(unadoptedAt),
      } as const,
    ]),
  );
}

function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : presentTime(milliseconds);
}

/** Presents the release of an event; null if it names none. */
export function presentSeenRelease(version: string | null): components['schemas']['SeenRelease'] | null {
  return version === null ? null : { version, shortVersion: shortVersion(version) };
}

type VerdictSchemas = components['schemas'];

/** An issue of a release, with its number of events in it. */
interface JudgedIssue {
  readonly issue: Issue;
  readonly kinds: readonly ReleaseIssueKind[];
  readonly events: number;
  readonly users: number;
}

/** The verdict on a release in a project, and the facts on which it is based. */
export interface JudgedProject extends ProjectVerdict {
  readonly project: Pick<Project, 'id' | 'slug' | 'name'>;
  readonly previous: { readonly version: string } | null;
  /** True if the request names the baseline, which may have no data in the project. */
  readonly isBaselineNamed: boolean;
  readonly exposure: { readonly own: ReleaseExposure; readonly baseline: ReleaseExposure | null };
  /** Errors; those with most events in the release first. */
  readonly issues: readonly JudgedIssue[];
}

const MAX_ISSUES = 25;
const KINDS: Partial<Record<VerdictReasonType, ReleaseIssueKind>> = {
  newIssues: 'new',
  regressions: 'regressed',
  escalations: 'escalating',
};

/** Presents the verdict on a release. */
export function presentReleaseVerdict(
  site: Site,
  release: Release,
  environments: readonly string[],
  judged: readonly JudgedProject[],
): VerdictSchemas['ReleaseVerdict'] {
  const verdict = combineVerdicts(judged.map((one) => one.verdict));
  const projects = judged.map((one) => presentProject(site, release, one));
  return {
    version: release.version,
    verdict,
    text: summaryOf(verdict, projects),
    environments: [...environments],
    projects,
  };
}

function summaryOf(verdict: VerdictSchemas['Verdict'], projects: readonly VerdictSchemas['ProjectVerdict'][]): string {
  if (projects.length === 0) return 'The release is unknown: it belongs to no project.';
  if (verdict === 'good') return 'The release is good.';
  const decisive = projects.flatMap(({ slug, reasons }) =>
    reasons.filter((one) => one.verdict === verdict).map(({ text }) => `${slug}: ${text}`),
  );
  return `The release is ${verdict}. ${decisive.join(' ')}`;
}

function presentProject(
  site: Site,
  release: Release,
  { project, verdict, previous, isBaselineNamed, exposure, rates, reasons, issues }: JudgedProject,
): VerdictSchemas['ProjectVerdict'] {
  const { id, slug, name } = project;
  const hasBaseline = isBaselineNamed || previous !== null;
  return {
    ...{ id, slug, name, verdict },
    baseline: previous && { version: previous.version, shortVersion: shortVersion(previous.version) },
    exposure: {
      release: presentExposure(exposure.own),
      baseline: exposure.baseline && presentExposure(exposure.baseline),
    },
    errorRate: rates && presentRates(rates),
    reasons: reasons.map((reason) => ({
      ...reason,
      value: reason.value === null ? null : round(reason.value),
      text: sentenceOf(reason, rates, hasBaseline),
      link: linkOf(site, release, slug, reason),
      issues: issues
        .filter(({ kinds }) => kinds.some((kind) => kind === KINDS[reason.type]))
        .slice(0, MAX_ISSUES)
        .map(({ issue, events, users }) => ({
          id: issue.id,
          shortId: formatShortId(slug, issue.number),
          title: issue.title,
          level: issue.level === 'fatal' ? 'fatal' : 'error',
          ...{ events, users },
          permalink: issuePermalink(site, issue),
        })),
    })),
  };
}

function presentExposure({ used, events, users, sessions }: ReleaseExposure): VerdictSchemas['ReleaseExposure'] {
  const hours = used === null ? 0 : (used.to - used.from) / HOUR_MS;
  return { since: presentTimeOrNull(used?.from ?? null), hours: round(hours), events, users, sessions };
}

function presentRates({
  unit,
  own,
  baseline,
  ratio,
  lower,
  upper,
  maxRatio,
}: ComparedRates): VerdictSchemas['ComparedErrorRate'] {
  return {
    unit,
    release: presentRate(own),
    baseline: presentRate(baseline),
    ratio: ratio === null ? null : round(ratio),
    lower: round(lower),
    upper: upper === null ? null : round(upper),
    maxRatio,
  };
}

function presentRate({ errors, exposure, rate, lower, upper }: EstimatedRate): VerdictSchemas['ErrorRate'] {
  return { errors, exposure: round(exposure), rate: round(rate), lower: round(lower), upper: round(upper) };
}

/** Rounds to six digits behind the point: more are noise. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns the address of the page for a reason: the list of new issues, otherwise the release. */
function linkOf(
  { publicUrl, organization }: Site,
  { version }: Release,
  slug: string,
  { type }: VerdictReason,
): string {
  const base = `${publicUrl}/organizations/${encodeURIComponent(organization.slug)}`;
  if (type !== 'newIssues') return `${base}/releases/${encodeURIComponent(version)}/`;
  const query = `firstRelease:"${version.replaceAll('"', '\\"')}" (level:error OR level:fatal)`;
  return `${base}/issues/?${new URLSearchParams({ query, statsPeriod: 'all', project: slug }).toString()}`;
}

const NOUNS = {
  newIssues: ['new issue', 'new issues'],
  regressions: ['regression', 'regressions'],
  escalations: ['escalating issue', 'escalating issues'],
} as const;

/**
 * Returns the sentence that explains a reason.
 * @param hasBaseline true if there is a baseline, even if it has no data
 */
function sentenceOf(reason: VerdictReason, rates: ComparedRates | null, hasBaseline: boolean): string {
  const { type, cause, value, limit } = reason;
  if (type === 'exposure') {
    if (value === null)
      return 'No event and no session of the release has arrived, so nothing shows that it is in use.';
    const used = `The release was in use for ${minutes(value)}`;
    return cause === 'tooShort' ? `${used}; a verdict needs ${minutes(limit)}.` : `${used}.`;
  }
  if (type === 'errorRate' && rates !== null) return sentenceOfRate(reason, rates);
  if (type === 'errorRate') {
    const isWithoutData = cause === 'noBaseline' && hasBaseline;
    return isWithoutData ? `The rate of errors is unknown: ${WITHOUT_DATA}.` : (WITHOUT_RATES[cause] ?? '');
  }
  const [one, many] = NOUNS[type];
  const counted = `${value === 0 ? 'No' : value} ${value === 1 ? one : many}`;
  if (cause === 'noBaseline') {
    if (hasBaseline) return `${counted}; ${WITHOUT_DATA}.`;
    return `${counted}; there is no release to compare with${value === 0 ? '' : ', so all issues are new'}.`;
  }
  if (cause === 'sample') return `${counted} in those that were compared; there are too many to compare all.`;
  return cause === 'above' ? `${counted}; the limit is ${limit}.` : `${counted}.`;
}

const WITHOUT_DATA = 'the baseline has no data to compare with';
const WITHOUT_RATES: Readonly<Partial<Record<VerdictCause, string>>> = {
  noBaseline: 'The rate of errors is unknown: there is no release with data to compare with.',
  noData: 'The rate of errors is unknown: no event and no session of the release has arrived.',
  notCounted:
    'The rate of errors is unknown: events of a release are not counted by environment, and not both releases have sessions there.',
  expired: 'The rate of errors is unknown: events are counted by hour for 14 days, and a release was in use before.',
};

function sentenceOfRate({ cause, limit }: VerdictReason, { unit, own, ratio, lower, upper }: ComparedRates): string {
  const rate =
    unit === 'session' ? `${digits(100 * own.rate)} % of sessions have errors` : `${digits(own.rate)} events per hour`;
  if (cause === 'tooShort') return `${rate} so far: the release has been in use for too short a time to compare it.`;
  if (cause === 'low') return `${rate}, which is good whatever the release before had.`;
  const times =
    ratio === null || upper === null
      ? 'the release before has none'
      : `${digits(ratio)} times the rate before (95 % interval ${digits(lower)} to ${digits(upper)})`;
  if (cause === 'uncertain')
    return `${rate}, ${times}: too few to tell whether this is at most ${digits(limit)} times.`;
  return cause === 'above' ? `${rate}, ${times}; the limit is ${digits(limit)} times.` : `${rate}, ${times}.`;
}

function minutes(value: number): string {
  if (value >= 120) return `${Math.floor(value / 60)} hours`;
  return value === 1 ? '1 minute' : `${value} minutes`;
}

/** Formats a number with two digits behind the point at most, and with three significant digits if it is small. */
function digits(value: number): string {
  return String(value >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(3)));
}
