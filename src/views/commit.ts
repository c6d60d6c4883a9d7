import type { components } from '../../generated/api';
import type { Commit, CommitSummary } from '../domain/release';
import { presentTime } from './time';

/** The newest commit of a release. */
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

/** A commit of a release. */
export function presentCommit(commit: Commit): components['schemas']['Commit'] {
  return { ...presentLastCommit(commit), patchSet: commit.patchSet.map(({ path, type }) => ({ path, type })) };
}
