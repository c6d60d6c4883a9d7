import { type ReleaseMark, parseShortId } from './issue';
import { DAY_MS } from './time';

/** A version of the software. It belongs to an organization and is bound to some of its projects. */
export interface Release {
  readonly id: string;
  readonly organizationId: string;
  readonly version: string;
  readonly status: 'open' | 'archived';
  readonly ref: string | null;
  readonly url: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly dateStarted: number | null;
  readonly dateReleased: number | null;
  /** Number of its commits. */
  readonly commitCount: number;
  /** The distinct authors of its commits, by their newest commit. */
  readonly authors: readonly Author[];
}

/** The properties of a release that can be changed; an absent property is left unchanged. */
export type ReleaseChanges = Partial<Pick<Release, 'status' | 'ref' | 'url' | 'dateStarted' | 'dateReleased'>>;

/** The part of a release's record that comes from other tables. */
export interface ReleaseRelations {
  /** Ordered by slug. */
  readonly projects: readonly { id: string; slug: string; name: string; platform: string | null }[];
  readonly firstEvent: number | null;
  readonly lastEvent: number | null;
  /** Number of issues whose first event has this release. */
  readonly newGroups: number;
  readonly lastCommit: CommitSummary | null;
  readonly deployCount: number;
  readonly lastDeploy: Deploy | null;
}

/** Returns the date by which lists are sorted. */
export function listDate({ dateReleased, dateCreated }: Pick<Release, 'dateReleased' | 'dateCreated'>): number {
  return dateReleased ?? dateCreated;
}

/** Returns a release as the status of an issue depends on it, before it has its place (`placeRelease`). */
export function markOf(release: Release): ReleaseMark {
  return { version: release.version, dateCreated: listDate(release), id: Number(release.id) };
}

/** Milliseconds for which the events of releases are counted by hour. */
export const RELEASE_HOURS_KEPT_MS = 14 * DAY_MS;

/** Numbers of events of the last 24 hours: whole hours, and the past part of the present hour. */
export interface RecentEvents {
  /** By the id of the release; absent if there are none. */
  readonly ofReleases: ReadonlyMap<string, number>;
  /** Of all releases, and of none. */
  readonly total: number;
}

/** Returns the share of a release in the events of the last 24 hours, from 0 to 1; null if there were none. */
export function adoptionOf({ ofReleases, total }: RecentEvents, releaseId: string): number | null {
  return total === 0 ? null : Math.round(((ofReleases.get(releaseId) ?? 0) / total) * 10_000) / 10_000;
}

/** Why an issue of a release needs attention, in comparison with the release before. */
export type ReleaseIssueKind = 'new' | 'regressed' | 'escalating';

/** An issue escalates in a release from this number of events on, if it is this many times as frequent as before. */
const MIN_ESCALATING_EVENTS = 10;
const ESCALATING_FACTOR = 3;

/**
 * True if an issue is much more frequent in a release than in the release before.
 * @param hours the time for which each of both releases was in use
 */
export function escalatesInRelease(
  { events, previousEvents }: { readonly events: number; readonly previousEvents: number },
  hours: { readonly own: number; readonly previous: number },
): boolean {
  if (events < MIN_ESCALATING_EVENTS) return false;
  return events / hours.own > (ESCALATING_FACTOR * previousEvents) / hours.previous;
}

/** The author of a commit. */
export interface Author {
  readonly name: string | null;
  readonly email: string | null;
}

/** A change that belongs to a release. */
export interface Commit {
  readonly id: string;
  readonly repository: string | null;
  readonly message: string | null;
  readonly authorName: string | null;
  readonly authorEmail: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number | null;
  readonly patchSet: readonly { path: string; type: 'A' | 'M' | 'D' }[];
}

/** A commit without its list of changed files. */
export type CommitSummary = Omit<Commit, 'patchSet'>;

/** Returns the version without the name of the package: `2.4.1` for `shop@2.4.1`. */
export function shortVersion(version: string): string {
  return /^.[^@]*@(.+)$/.exec(version)?.[1] ?? version;
}

/** Number of authors that a release lists at most. */
const MAX_AUTHORS = 100;

/** Returns the distinct authors of commits, by e-mail address or else by name. */
export function distinctAuthors(commits: readonly Commit[]): Author[] {
  const authors = new Map<string, Author>();
  for (const { authorName: name, authorEmail: email } of commits) {
    const key = email ?? name;
    if (key !== null && !authors.has(key)) authors.set(key, { name, email });
  }
  return [...authors.values()].slice(0, MAX_AUTHORS);
}

/** The deployment of a release to an environment. */
export interface Deploy {
  readonly id: string;
  readonly releaseId: string;
  readonly environment: string;
  readonly name: string | null;
  readonly url: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateStarted: number | null;
  readonly dateFinished: number;
}

/** The verbs after which the message of a commit names the issues that it fixes. */
const VERBS: ReadonlySet<string> = new Set([
  'fix',
  'fixes',
  'fixed',
  'close',
  'closes',
  'closed',
  'resolve',
  'resolves',
  'resolved',
]);
/** Further issues may follow these. */
const CONNECTIVES: ReadonlySet<string> = new Set(['and', '']);
/** A separator of words; a short id contains none. */
const SEPARATORS = /[^A-Za-z0-9_-]/;
const MAX_ISSUES = 50;

/** An issue as a short id names it. */
export interface NamedIssue {
  readonly projectSlug: string;
  readonly number: number;
}

/**
 * Returns the issues that the message of a commit says that it fixes, such as `Fixes SHOP-3, SHOP-4 and SHOP-5`, in any
 * case. Any other word between the verb and a short id ends the list.
 */
export function findFixedIssues(message: string): NamedIssue[] {
  const issues = new Map<string, NamedIssue>();
  let isListed = false;
  for (const word of message.split(SEPARATORS)) {
    if (VERBS.has(word.toLowerCase())) isListed = true;
    else if (isListed && !CONNECTIVES.has(word.toLowerCase())) {
      const named = parseShortId(word);
      isListed = named !== null;
      if (named !== null && issues.size < MAX_ISSUES) issues.set(`${named.projectSlug}-${named.number}`, named);
    }
  }
  return [...issues.values()];
}

/**
 * The place of a version among the versions of its package. Versions of one package compare as semantic versions
 * (https://semver.org, section 11), also with two or four numbers (openapi/DECISIONS.md, "Order of releases").
 */
export interface VersionOrder {
  /** `@NAME`; empty for a version that is no semantic one, of which only the time is compared. */
  readonly package: string;
  /** Text that sorts as the versions do: databases and programs compare it as bytes. Empty without a package. */
  readonly order: string;
}

const MAX_NUMBERS = 4;
const IS_NUMBER = /^[0-9]{1,15}$/;
const UNORDERED: VersionOrder = { package: '', order: '' };

/** Reads a version such as `shop@1.4.0-rc.1+7`: of two to four numbers, after the name of a package or without. */
export function orderOfVersion(version: string): VersionOrder {
  const at = version.lastIndexOf('@');
  const [text = '', ...builds] = version
    .slice(at + 1)
    .replace(/^v/, '')
    .split('+');
  const dash = text.indexOf('-');
  const numbers = (dash < 0 ? text : text.slice(0, dash)).split('.');
  if (numbers.length < 2 || numbers.length > MAX_NUMBERS || !numbers.every((one) => IS_NUMBER.test(one)))
    return UNORDERED;
  const all = Array.from({ length: MAX_NUMBERS }, (_, index) => orderOfNumber(numbers[index] ?? '0')).join('');
  const parts =
    dash < 0
      ? RELEASE
      : text
          .slice(dash + 1)
          .split('.')
          .map(orderOfPart)
          .join('');
  return {
    package: `@${version.slice(0, Math.max(at, 0))}`,
    order: `${all}${parts}${END}${orderOfBuild(builds.join('+'))}`,
  };
}

/** A prerelease comes before its release. */
const RELEASE = '~';
/** Comes before all that another part can begin with. */
const END = '!';

/** Numbers come before words, and an absent part before both. */
function orderOfPart(part: string): string {
  return IS_NUMBER.test(part) ? `0${orderOfNumber(part)}` : `1${part} `;
}

/** No build comes before any, numbers by their value, and other texts behind them by their characters. */
function orderOfBuild(build: string): string {
  if (build === '') return '';
  return /^[0-9]+$/.test(build) ? `0${orderOfNumber(build)}` : `1${build}`;
}

/** Returns the digits after a letter for their number: `7` is `A7`, `10` is `B10`. */
function orderOfNumber(digits: string): string {
  const number = digits.replace(/^0+(?=[0-9])/, '');
  return String.fromCharCode('@'.charCodeAt(0) + number.length) + number;
}
