import { BadRequest, InvalidFields, Unauthenticated, Unavailable } from '../../domain/errors';
import type { Member } from '../../domain/organization';
import {
  readFactorSecret,
  recoveryHash,
  type SecondFactor,
  stepOfCode,
  storedFactorSecret,
} from '../../domain/secondFactor';
import { SealedSecretError, type SecretBox } from '../../domain/secretBox';
import type { SignInLimits } from '../../domain/session';
import type { MemberKey } from '../../store/signIns';
import type { Writers } from '../../store/stores';
import type { SessionContext } from '../operation';

const WRONG_CODE = 'The code is wrong or was used already; wait for the next one.';

interface Attempt {
  readonly secretBox: SecretBox;
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
  { secretBox, signInLimits, ipAddress, now }: Attempt,
): Promise<AcceptedCode> {
  const owner = { organizationId, memberId };
  // Counted apart from the address, whose count a sign-in in another organization resets.
  const takeBack = signInLimits.begin(ipAddress, `second factor ${organizationId} ${memberId}`, now);
  const accepted = acceptedCode(factor, code, now, () => secretOf(secretBox, owner, factor));
  // Only one of two concurrent requests replaces the row.
  if (accepted === null) throw new InvalidFields({ code: [WRONG_CODE] });
  // Secrets of the time without a key are encrypted when they are used.
  const used = { ...accepted.factor, secret: storedFactorSecret(secretBox, owner, factor.secret) };
  if (!(await signIns.replaceFactor(owner, factor, used))) throw new InvalidFields({ code: [WRONG_CODE] });
  takeBack();
  return { ...accepted, factor: used };
}

/** Recovery codes need no secret, so that they work also if it cannot be decrypted. */
function acceptedCode(factor: SecondFactor, code: string, now: number, readSecret: () => string): AcceptedCode | null {
  const hash = recoveryHash(code);
  if (factor.recoveryHashes.includes(hash)) {
    const recoveryHashes = factor.recoveryHashes.filter((one) => one !== hash);
    return { kind: 'recovery_code', factor: { ...factor, recoveryHashes } };
  }
  const lastStep = stepOfCode({ ...factor, secret: readSecret() }, code, now);
  return lastStep === null ? null : { kind: 'totp', factor: { ...factor, lastStep } };
}

/** Returns the secret of a second factor. @throws Unavailable if it cannot be decrypted */
function secretOf(secretBox: SecretBox, owner: MemberKey, { secret }: SecondFactor): string {
  try {
    return readFactorSecret(secretBox, owner, secret);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    throw new Unavailable(`${error.message.slice(0, -1)}; use a recovery code, or tell the operator of this service.`);
  }
}

type ProofContext = Pick<
  SessionContext<'createSecondFactor'>,
  'caller' | 'read' | 'passwords' | 'secretBox' | 'signInLimits' | 'ipAddress' | 'now'
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
