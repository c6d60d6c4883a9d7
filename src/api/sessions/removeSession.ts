import type { MemberSession, SessionCaller } from '../../domain/access';
import { NotFound } from '../../domain/errors';
import type { Read } from '../../store/stores';
import { sessionOperation } from '../operation';
import { removeSessionOf } from './session';

/** Ends one of the caller's sessions. */
export const removeSession = sessionOperation('removeSession', {
  subject: findOwnSession,

  async handle({ ownSession, write, audit }) {
    await write((stores) => removeSessionOf(stores, ownSession, audit));
    return { status: 204 };
  },
});

/**
 * Finds the session of the path among the caller's sessions.
 * @throws NotFound if it is unknown, has ended or belongs to somebody else
 */
async function findOwnSession({
  caller: { organizationId, memberId },
  params: { session_id: id },
  read,
  now,
}: {
  caller: SessionCaller;
  params: { session_id: string };
  read: Read;
  now: number;
}): Promise<{ ownSession: MemberSession }> {
  const session = await read(({ memberSessions }) => memberSessions.find({ organizationId, id }, now));
  if (session?.memberId !== memberId) throw new NotFound('Session not found');
  return { ownSession: session };
}
