import type { Event, Frame } from './event';
import type { Commit } from './release';

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

/** Where an issue began among the releases of its project. */
export interface Introduction {
  /** The first release with the issue. */
  readonly first: ReleaseInOrder;
  /** The last release in use before it; null if there is none among the given ones. */
  readonly lastWithout: ReleaseInOrder | null;
  /** The releases after the last one without the issue, up to the first one with it; newest first. */
  readonly between: readonly ReleaseInOrder[];
}

/**
 * Finds where an issue began: an earlier release counts even if its event came later.
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

/** Returns the frames of the application, one for each file: those of the thrown exception first, newest call first. */
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
  const named = new Map<string, { readonly position: number; readonly path: string }[]>();
  for (const [position, { filename, absPath }] of frames.entries()) {
    for (const path of [filename, absPath]) {
      const name = path === null ? undefined : segmentsOf(path).at(-1);
      if (path === null || name === undefined) continue;
      named.set(name, [...(named.get(name) ?? []), { position, path }]);
    }
  }
  const found = commits.flatMap(({ release, commit }) => {
    const changed = new Map<number, ChangedFrame>();
    for (const change of commit.patchSet) {
      for (const { position, path } of named.get(nameOf(change.path)) ?? []) {
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
  found.sort((one, other) => one.nearest - other.nearest);
  return found.slice(0, MAX_SUSPECTS).map(({ suspect }) => suspect);
}

/** Files of languages whose frames name no folder. */
const NAMED_ALONE = /\.(?:java|kt|scala|groovy)$/i;

/**
 * True if a path of a repository and the path of a frame name the same file: one of them ends with the other. A name
 * without a folder says too little, unless the language has nothing else.
 */
function isSameFile(changed: string, path: string): boolean {
  const [one, other] = [segmentsOf(changed), segmentsOf(path)];
  const length = Math.min(one.length, other.length);
  const isTold = length > 1 || one.length === other.length || NAMED_ALONE.test(path);
  return length > 0 && isTold && one.slice(-length).join('/') === other.slice(-length).join('/');
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

/** Why the commits that may have caused an issue are not known, or not certain. */
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

/** What is known about the commits that may have caused an issue. */
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
