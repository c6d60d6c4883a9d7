import { BadRequest, InvalidFields, Unauthenticated } from '../../domain/errors';
import type { Member } from '../../domain/organization';
import { recoveryHash, type SecondFactor, stepOfCode } from '../../domain/secondFactor';
import type { SignInLimits } from '../../domain/session';
import type { MemberKey } from '../../store/signIns';
import type { Writers } from '../../store/stores';
import type { SessionContext } from '../operation';

const WRONG_CODE = 'The code is wrong or was used already; wait for the next one.';

interface Attempt {
  readonly signInLimits: SignInLimits;
  readonly ipAddress: string | null;
  readonly now: number;
}

/** What a code turned out to be, and the second factor after it. */
export interface AcceptedCode {
  readonly kind: 'totp' | 'recovery_code';
  readonly factor: SecondFactor;
}

/**
 * Uses a code of a member up.
 * @throws InvalidFields if it is wrong or was used, RateLimited if too many were wrong
 */
export async function useCode(
  { signIns }: Writers,
  { organizationId, memberId }: MemberKey,
  factor: SecondFactor,
  code: string,
  { signInLimits, ipAddress, now }: Attempt,
): Promise<AcceptedCode> {
  // Counted apart from the address, whose count a sign-in in another organization resets.
  const takeBack = signInLimits.begin(ipAddress, `second factor ${organizationId} ${memberId}`, now);
  const accepted = acceptedCode(factor, code, now);
  // Only one of two concurrent requests replaces the row.
  if (accepted === null || !(await signIns.replaceFactor({ organizationId, memberId }, factor, accepted.factor)))
    throw new InvalidFields({ code: [WRONG_CODE] });
  takeBack();
  return accepted;
}

function acceptedCode(factor: SecondFactor, code: string, now: number): AcceptedCode | null {
  const lastStep = stepOfCode(factor, code, now);
  if (lastStep !== null) return { kind: 'totp', factor: { ...factor, lastStep } };
  const hash = recoveryHash(code);
  if (!factor.recoveryHashes.includes(hash)) return null;
  const recoveryHashes = factor.recoveryHashes.filter((one) => one !== hash);
  return { kind: 'recovery_code', factor: { ...factor, recoveryHashes } };
}

type ProofContext = Pick<
  SessionContext<'createSecondFactor'>,
  'caller' | 'read' | 'passwords' | 'signInLimits' | 'ipAddress' | 'now'
>;

/** Checks the password of the caller. Returns their member. @throws InvalidFields, RateLimited */
export async function requirePassword(
  { caller, read, passwords, signInLimits, ipAddress, now }: ProofContext,
  password: string,
): Promise<Member> {
  const { session, organizationId, memberId } = caller;
  const [present, member] = await read(async ({ signIns, members }) => [
    await signIns.findPassword(session),
    await members.find(organizationId, memberId),
  ]);
  if (member === undefined) throw new Unauthenticated();
  if (present === undefined) throw new InvalidFields({ password: ['You have no password yet; set one first.'] });
  const takeBack = signInLimits.begin(ipAddress, member.email, now);
  if (!(await passwords.verify(password, present, { network: memberId, isRemembered: true })))
    throw new InvalidFields({ password: ['This is not your present password.'] });
  takeBack();
  return member;
}

/**
 * Changes the second factor of the caller, who proves with the password or a code to be the member.
 * @throws BadRequest if they have none, InvalidFields if the proof is wrong
 */
export async function changeFactor(
  context: ProofContext & Pick<SessionContext<'createRecoveryCodes'>, 'write'>,
  { password, code }: { readonly password?: string; readonly code?: string },
  change: (stores: Writers, factor: SecondFactor, member: Member) => Promise<void>,
): Promise<void> {
  const { caller, write, now } = context;
  const { session, organizationId, memberId } = caller;
  if ((password === undefined) === (code === undefined)) throw new BadRequest('Send either the password or a code.');
  if (password !== undefined) await requirePassword(context, password);
  await write(async (stores) => {
    const { signIns, memberSessions, members } = stores;
    if ((await memberSessions.find(session, now)) === undefined) throw new Unauthenticated();
    const member = await members.find(organizationId, memberId);
    const factor = await signIns.findFactor(session);
    if (member === undefined) throw new Unauthenticated();
    if (factor === undefined) throw new BadRequest('You have no second factor.');
    const used = code === undefined ? { factor } : await useCode(stores, session, factor, code, context);
    await change(stores, used.factor, member);
  });
}
