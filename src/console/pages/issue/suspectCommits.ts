import type { components } from '../../../client/createClient';
import type { StackFrame } from './eventParts';

/** A commit that changed the file of a frame, and the release that has it. */
export interface SuspectCommit {
  readonly release: string;
  readonly commit: components['schemas']['Commit'];
}

/** Files of languages whose frames name no folder. */
const NAMED_ALONE = /\.(?:java|kt|scala|groovy)$/i;

/** Returns the parts of a path below its scheme, host and leading dots. */
function segmentsOf(path: string): string[] {
  return path
    .replaceAll('\\', '/')
    .replace(/^[a-z][a-z0-9+.-]+:\/\/[^/]*/i, '')
    .split(/[?#]/, 1)
    .join('')
    .split('/')
    .filter((segment) => !['', '.', '..', '~'].includes(segment));
}

/**
 * True if a path of a repository and the path of a frame name the same file: one of them ends with the other. A name
 * without a folder says too little, unless the language has nothing else.
 */
function isSameFile(changed: string, frame: string): boolean {
  const [one, other] = [segmentsOf(changed), segmentsOf(frame)];
  const length = Math.min(one.length, other.length);
  const isTold = length > 1 || one.length === other.length || NAMED_ALONE.test(frame);
  return length > 0 && isTold && one.slice(-length).join('/') === other.slice(-length).join('/');
}

/** Returns the commit that is suspected of an error in a frame: the first one that changed its file. */
export function suspectOf(
  { inApp, filename, absPath }: Pick<StackFrame, 'inApp' | 'filename' | 'absPath'>,
  commits: readonly SuspectCommit[],
): SuspectCommit | null {
  const paths = [filename, absPath].filter((path) => path !== null);
  if (!inApp) return null;
  const isChanged = ({ commit }: SuspectCommit): boolean =>
    commit.patchSet.some((changed) => paths.some((path) => isSameFile(changed.path, path)));
  return commits.find(isChanged) ?? null;
}
