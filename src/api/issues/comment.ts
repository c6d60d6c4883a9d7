import type { Caller } from '../../domain/access';
import { type Activity, actorOf } from '../../domain/issue';
import { Forbidden, NotFound } from '../../domain/errors';

/** Returns the issue. @throws NotFound unless it still exists: another request may have removed it since */
export function requireIssue<T>(issue: T | undefined): T {
  if (issue === undefined) throw new NotFound('Issue not found');
  return issue;
}

/** Returns the comment. @throws NotFound unless it exists */
export function requireComment(comment: Activity | undefined): Activity {
  if (comment === undefined) throw new NotFound('Comment not found');
  return comment;
}

/**
 * Checks that the caller may change a comment.
 * @throws NotFound unless it exists; Forbidden unless the caller wrote it, or may change comments of others
 */
export function requireOwnComment(comment: Activity | undefined, caller: Caller): void {
  const { memberId, tokenId } = requireComment(comment);
  const actor = actorOf(caller);
  const isOwn = actor.kind === 'member' ? memberId === actor.id : actor.kind === 'token' && tokenId === actor.id;
  if (!isOwn && !caller.scopes.includes('event:admin'))
    throw new Forbidden('Another member wrote this comment; event:admin may change it.', ['event:admin']);
}
