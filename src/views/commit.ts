import type { components } from '../../generated/api';
import type { Commit } from '../domain/release';
import { presentTime } from './time';

/** A commit of a release. */
export function presentCommit(commit: Commit): components['schemas']['Commit'] {
  const { id, repository, message, authorName: name, authorEmail: email, timestamp, patchSet } = commit;
  return {
    id,
    repository,
    message,
    dateCreated: timestamp === null ? null : presentTime(timestamp),
    author: name === null && email === null ? null : { name, email },
    patchSet: patchSet.map(({ path, type }) => ({ path, type })),
  };
}
