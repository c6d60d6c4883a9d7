import { type ReleaseMark, parseShortId } from './issue';
import { DAY_MS } from './time';
import type { Event, Frame } from './event';

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

/** Returns the mark of a release, before it has its place (`placeRelease`). */
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

/** The reason why an issue of a release needs attention, in comparison with the release before. */
export type ReleaseIssueKind = 'new' | 'regressed' | 'escalating';

/** Minimum number of events, and minimum multiple of the former frequency, of an issue that escalates in a release. */
const MIN_ESCALATING_EVENTS = 10;
const ESCALATING_FACTOR = 3;

/**
 * Returns true if an issue is much more frequent in a release than in the release before.
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

/** Maximum number of authors of a release. */
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
/** Words between two issues of a list. */
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
 * Returns the issues that a commit fixes by its message, such as `Fixes SHOP-3, SHOP-4 and SHOP-5`, in any case. Any
 * other word between the verb and a short id ends the list.
 */
export function findFixedIssues(message: string): NamedIssue[] {
  const issues = new Map<string, NamedIssue>();
  let isListed = false;
  for (const word of message.split(SEPARATORS)) {
    if (VERBS.has(word.toLowerCase())) isListed = true;
    else if (isListed && !CONNECTIVES.has(word.toLowerCase())) {
      const issue = parseShortId(word);
      isListed = issue !== null;
      if (issue !== null && issues.size < MAX_ISSUES) issues.set(`${issue.projectSlug}-${issue.number}`, issue);
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
/** Sorts before the first character of any further part. */
const END = '!';

/** Numbers come before words, and an absent part before both. */
function orderOfPart(part: string): string {
  return IS_NUMBER.test(part) ? `0${orderOfNumber(part)}` : `1${part} `;
}

/** A version without a build comes first, then numbers by their value, then other texts by their characters. */
function orderOfBuild(build: string): string {
  if (build === '') return '';
  return /^[0-9]+$/.test(build) ? `0${orderOfNumber(build)}` : `1${build}`;
}

/** Returns the digits after a letter for their number: `7` is `A7`, `10` is `B10`. */
function orderOfNumber(digits: string): string {
  const number = digits.replace(/^0+(?=[0-9])/, '');
  return String.fromCharCode('@'.charCodeAt(0) + number.length) + number;
}

/** A release at its place among the releases of a project. */
export interface ReleaseInOrder {
  readonly id: number;
  readonly version: string;
  readonly commitCount: number;
  /** 1 if it has events, sessions or a deploy in the project. */
  readonly isUsed: number;
  /** 1 if the issue has events of it. */
  readonly hasIssue: number;
}

/** Number of releases before the first one of an issue among which the last one without the issue is searched. */
export const MAX_BEFORE_ISSUE = 200;

/** The releases of a project between which an issue began. */
export interface Introduction {
  /** The first release with the issue. */
  readonly first: ReleaseInOrder;
  /** The last release in use before it; null if there is none among the given ones. */
  readonly lastWithout: ReleaseInOrder | null;
  /** The releases after the last one without the issue, up to the first one with it; newest first. */
  readonly between: readonly ReleaseInOrder[];
}

/**
 * Finds the releases between which an issue began. The earliest release with the issue counts, even if its event
 * arrived later than events of other releases.
 * @param releases newest first, from the release of the first event on
 */
export function findIntroduction(releases: readonly ReleaseInOrder[]): Introduction | undefined {
  const position = releases.findLastIndex(({ hasIssue }) => hasIssue === 1);
  const first = releases[position];
  if (first === undefined) return undefined;
  const end = releases.findIndex(({ isUsed }, index) => index > position && isUsed === 1);
  return {
    first,
    lastWithout: releases[end] ?? null,
    between: releases.slice(position, end < 0 ? undefined : end),
  };
}

/** A frame in a file, as commits are compared with it. */
export type FrameInFile = Pick<Frame, 'function' | 'filename' | 'absPath' | 'lineno'>;

/** Number of files of a stack trace that are compared. */
const MAX_FILES = 200;

/** Returns the frames of the application, one for each file: the thrown exception first, and its newest call first. */
export function framesInFiles({
  exceptions,
  threads,
  stacktrace,
}: Pick<Event, 'exceptions' | 'threads' | 'stacktrace'>): FrameInFile[] {
  const files = new Map<string, FrameInFile>();
  for (const trace of [...exceptions.toReversed(), { stacktrace }, ...threads]) {
    for (const frame of trace.stacktrace?.frames.toReversed() ?? []) {
      const { filename, absPath, inApp, lineno } = frame;
      const key = `${filename ?? ''}\n${absPath ?? ''}`;
      if (!inApp || (filename ?? absPath) === null || files.has(key)) continue;
      files.set(key, { function: frame.function, filename, absPath, lineno });
      if (files.size >= MAX_FILES) return [...files.values()];
    }
  }
  return [...files.values()];
}

/** A commit, and the version of the release that has it. */
export interface ReleaseCommit {
  readonly release: string;
  readonly commit: Commit;
}

/** A frame in a file that a commit changed. */
interface ChangedFrame {
  readonly frame: FrameInFile;
  readonly change: Commit['patchSet'][number];
}

/** A commit that changed the files of frames; the frame nearest to the error comes first. */
export interface SuspectCommit extends ReleaseCommit {
  readonly frames: readonly ChangedFrame[];
}

const MAX_SUSPECTS = 50;
const MAX_FRAMES = 10;

/**
 * Returns the commits that changed the file of a frame: by the frame nearest to the error, then in the given order.
 * @param frames the one nearest to the error first
 */
export function findSuspects(frames: readonly FrameInFile[], commits: readonly ReleaseCommit[]): SuspectCommit[] {
  const framesByName = new Map<string, { readonly position: number; readonly path: string }[]>();
  for (const [position, { filename, absPath }] of frames.entries()) {
    for (const path of [filename, absPath]) {
      const name = path === null ? undefined : segmentsOf(path).at(-1);
      if (path === null || name === undefined) continue;
      framesByName.set(name, [...(framesByName.get(name) ?? []), { position, path }]);
    }
  }
  const matches = commits.flatMap(({ release, commit }) => {
    const changed = new Map<number, ChangedFrame>();
    for (const change of commit.patchSet) {
      for (const { position, path } of framesByName.get(nameOf(change.path)) ?? []) {
        const frame = frames[position];
        if (frame !== undefined && !changed.has(position) && isSameFile(change.path, path))
          changed.set(position, { frame, change });
      }
    }
    const positions = [...changed.keys()].sort((one, other) => one - other);
    const [nearest] = positions;
    if (nearest === undefined) return [];
    const own = positions.slice(0, MAX_FRAMES).flatMap((position) => changed.get(position) ?? []);
    return { nearest, suspect: { release, commit, frames: own } };
  });
  matches.sort((one, other) => one.nearest - other.nearest);
  return matches.slice(0, MAX_SUSPECTS).map(({ suspect }) => suspect);
}

/** Files of languages whose frames name no folder. */
const NAMED_ALONE = /\.(?:java|kt|scala|groovy)$/i;

/**
 * Returns true if a path of a repository and the path of a frame name the same file: one of them ends with the other. A
 * name without a folder is not sufficient, except for languages whose frames have only names.
 */
function isSameFile(changed: string, path: string): boolean {
  const [one, other] = [segmentsOf(changed), segmentsOf(path)];
  const length = Math.min(one.length, other.length);
  const isSufficient = length > 1 || one.length === other.length || NAMED_ALONE.test(path);
  return length > 0 && isSufficient && one.slice(-length).join('/') === other.slice(-length).join('/');
}

/** Returns the parts of a path below its scheme, host and leading dots. */
function segmentsOf(path: string): string[] {
  return path
    .replaceAll('\\', '/')
    .replace(/^[a-z][a-z0-9+.-]{1,20}:\/\/[^/]*/i, '')
    .split(/[?#]/, 1)
    .join('')
    .split('/')
    .filter((segment) => !['', '.', '..', '~'].includes(segment));
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The reason why the commits that may have caused an issue are unknown or uncertain. */
export type SuspectDoubt =
  | 'noRelease'
  | 'firstEventWithoutRelease'
  | 'unknownRelease'
  | 'noEarlierRelease'
  | 'tooManyReleases'
  | 'noCommits'
  | 'noFiles'
  | 'noFrames'
  | 'noMatch';

/** The result of the search for the commits that may have caused an issue. */
export interface SuspectSearch {
  /** The version of the first release that events name; null if they name none. */
  readonly firstSeen: string | null;
  readonly introduction: Introduction | null;
  /** Number of the commits between, and of those that were compared. */
  readonly commitCount: number;
  readonly comparedCount: number;
  readonly suspects: readonly SuspectCommit[];
  readonly doubt: SuspectDoubt | null;
}

/** Describes the result in one or two sentences. */
export function describeSuspects(search: SuspectSearch): string {
  const { firstSeen, introduction, doubt } = search;
  if (introduction === null) return WITHOUT_RELEASES[doubt ?? 'noRelease']?.(firstSeen ?? '') ?? '';
  const { first, lastWithout } = introduction;
  const before =
    lastWithout !== null
      ? `the last release in use without it is ${lastWithout.version}`
      : doubt === 'tooManyReleases'
        ? 'too many releases before it were not in use, or have it too'
        : 'no release of the project was in use before';
  return `The issue began in ${first.version}; ${before}. ${describeCommits(search)}`;
}

const WITHOUT_RELEASES: Readonly<Partial<Record<SuspectDoubt, (version: string) => string>>> = {
  noRelease: () => 'No event of the issue names a release, so it is not known where it began.',
  firstEventWithoutRelease: (version) =>
    `The first event of the issue names no release; the first one that names one is of ${version}.`,
  unknownRelease: (version) => `The first release of the issue, ${version}, is not stored any more.`,
};

function describeCommits({ commitCount, comparedCount, suspects, doubt }: SuspectSearch): string {
  if (commitCount === 0) return 'No commits were set for what was released since.';
  if (doubt === 'noFiles') return 'The commits since do not name the files that they changed.';
  if (doubt === 'noFrames') return 'The event has no frames of the application with a file.';
  if (commitCount === 1)
    return `The only commit since changed ${suspects.length === 0 ? 'no' : 'a'} file of the stack trace.`;
  const commits = comparedCount < commitCount ? `the newest ${comparedCount} commits` : `${commitCount} commits`;
  return `${suspects.length === 0 ? 'None' : suspects.length} of ${commits} since changed a file of the stack trace.`;
}
