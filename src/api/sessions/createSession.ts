import type { components } from '../../../generated/api';
import { hashToken, type LinkMaker, type SessionCaller, sessionScopes, type TokenGrant } from '../../domain/access';
import { networkOf } from '../../domain/addresses';
import { auditOf } from '../../domain/audit';
import { BadRequest, Conflict, InvalidFields, NotFound, Unauthenticated } from '../../domain/errors';
import {
  asksPassword,
  csrfTokenOf,
  isSameSecret,
  linkState,
  openIdRedirectUrl,
  openIdRequestOf,
  SESSION_MS,
  SIGN_IN_LINK_MS,
  storedUserAgent,
} from '../../domain/session';
import type { Member, Organization } from '../../domain/organization';
import { presentCurrentSession } from '../../presenters/organization';
import type { SignInMember } from '../../store/signIns';
import type { Writers } from '../../store/stores';
import { publicOperation, type PublicContext } from '../operation';
import { type AcceptedCode, useCode } from './secondFactors';
import { membersOfAccount } from './providerAccounts';
import { newSecret, NO_OPEN_ID, ONLY_OPEN_ID, removeSessionOf, setPassword } from './session';

type Body = components['schemas']['SessionCreation'];
type Context = PublicContext<'createSession'>;

/** The member whose session begins, and the way of signing in. */
interface SignIn extends LinkMaker {
  readonly organizationId: string;
  readonly memberId: string;
  readonly method: 'password' | 'link' | 'openid';
  readonly setsPassword: boolean;
  /** The kind of the code that the member sent beside the password; null if they have no second factor. */
  readonly factor: AcceptedCode['kind'] | null;
  /** The hash of the password that the member chooses with an invitation; null without one. */
  readonly newPasswordHash: string | null;
  /** The rights of the token that made the link; null if none did. */
  readonly grant: TokenGrant | null;
}

/** The members of `SignIn` that describe a link or a second factor, for a sign-in without either. */
const IN_PERSON = { tokenId: null, createdBy: null, grant: null, newPasswordHash: null, factor: null } as const;

/**
 * Finds the member who signs in, in the transaction of the session.
 * @throws Unauthenticated if they may no longer sign in
 */
type FindSignIn = (stores: Writers) => Promise<SignIn>;

/** Begins a session of a member who has a password, a sign-in link, or an account of the OpenID provider. */
export const createSession = publicOperation('createSession', {
  isSignIn: true,

  async handle(context) {
    const { body, write, now, userAgent, ipAddress, signInLimits, findSession, openId } = context;
    requireOneWay(body);
    const takeBack = signInLimits.begin(ipAddress, body.email ?? null, now);
    const findSignIn = await findSignInOf(context, body);
    const open = body.link === undefined ? null : await findSession();
    const secret = newSecret();
    const signedIn = await write(async (stores) => {
      const { method, setsPassword, newPasswordHash, grant, factor, ...owner } = await findSignIn(stores);
      const { organizationId, memberId } = owner;
      const member = await stores.members.find(organizationId, memberId);
      const organization = await stores.organizations.find(organizationId);
      if (member === undefined || organization === undefined) throw new Unauthenticated(REFUSED);
      const requiresOpenId = organization.settings.requiresOpenId || openId?.isRequired === true;
      // The link of a command is the way in if the provider fails.
      const isByCommand = method === 'link' && owner.tokenId === null && owner.createdBy === null;
      if (requiresOpenId && method !== 'openid' && !isByCommand) throw new Unauthenticated(ONLY_OPEN_ID);
      if (open !== null && open.memberId !== memberId)
        await endSessionOfOther(stores, open, { member, organization }, { ...body, ipAddress, now });
      const session = await stores.memberSessions.insert({
        ...{ ...owner, hash: hashToken(secret), userAgent: storedUserAgent(userAgent), now },
        latestExpiry: grant?.expiresAt ?? null,
        passwordUntil: setsPassword ? now + SIGN_IN_LINK_MS : null,
      });
      const audit = auditOf({ organizationId, memberId, tokenId: null }, ipAddress, now);
      const target = { id: session.id, name: member.email };
      const details = { method, ...(factor !== null && { factor }) };
      await stores.auditLog.insert(audit({ event: 'session.create', target, details }));
      if (newPasswordHash !== null)
        await setPassword(stores, session, { hash: newPasswordHash, email: member.email, audit, now });
      const hasPassword = (await stores.signIns.findPassword(session)) !== undefined;
      const hasSecondFactor = (await stores.signIns.findFactor(session))?.isConfirmed === true;
      return { session, member, organization, hasPassword, hasSecondFactor, scopes: sessionScopes(member, grant) };
    });
    takeBack();
    signInLimits.remember(ipAddress, signedIn.member.email, now);
    const session: SessionCaller['session'] = { ...signedIn.session, csrfToken: csrfTokenOf(secret) };
    return {
      status: 201,
      body: presentCurrentSession(session, signedIn),
      cookie: { secret, maxAgeSeconds: SESSION_MS / 1000 },
    };
  },
});

/**
 * Ends the open session of the browser if it belongs to another person than the member of a link. If this throws, the
 * transaction is rolled back and the link stays valid.
 * @throws InvalidFields unless the body says that the session may end
 */
async function endSessionOfOther(
  stores: Writers,
  open: SessionCaller,
  to: { readonly member: Member; readonly organization: Organization },
  { replacesSession = false, ipAddress, now }: Body & Pick<Context, 'ipAddress' | 'now'>,
): Promise<void> {
  const from = {
    member: await stores.members.find(open.organizationId, open.memberId),
    organization: await stores.organizations.find(open.organizationId),
  };
  if (!replacesSession) {
    const [invited, present] = [to, from].map(
      ({ member, organization }) => `"${member?.email}" of "${organization?.slug}"`,
    );
    const message = `The link is for ${invited}, but you are signed in as ${present}; send true to end that session.`;
    throw new InvalidFields({ replacesSession: [message] });
  }
  await removeSessionOf(stores, open.session, auditOf(open, ipAddress, now));
}

const REFUSED = 'The e-mail address or the password is wrong.';
const LINK_REFUSED = 'The sign-in link is unknown, was used or has expired; ask for a new one.';
/** State of a link → message that says why it cannot be used, and what to do. */
const LINK_ENDED = {
  used: 'The link was used already; sign in with your password, or ask a manager of the organization for a new link.',
  expired: 'The link has expired; ask a manager of the organization for a new one.',
  revoked: 'The link was revoked; ask a manager of the organization for a new one.',
  replaced: 'A newer invitation replaced this one; open the link of the newest one.',
} as const satisfies Record<Exclude<ReturnType<typeof linkState>, 'valid'>, string>;
const OPEN_ID_REFUSED = 'The sign-in at the OpenID provider is unknown, was used or has expired; begin it again.';

/** Checks that the body has exactly one way to sign in, with all its fields. @throws BadRequest, InvalidFields */
function requireOneWay({
  email,
  password,
  organization,
  code,
  link,
  openId,
  replacesSession,
  newPassword,
}: Body): void {
  const ways = [email ?? password ?? organization ?? code, link, openId].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new BadRequest('Send exactly one way to sign in: email and password, link, or openId.');
  if (replacesSession !== undefined && link === undefined)
    throw new InvalidFields({ replacesSession: ['Only a sign-in with a link has this field.'] });
  if (newPassword !== undefined && link === undefined)
    throw new InvalidFields({ newPassword: ['Only a sign-in with the link of an invitation has this field.'] });
  if (link !== undefined || openId !== undefined) return;
  const missing = Object.entries({ email, password }).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    throw new InvalidFields(Object.fromEntries(missing.map(([name]) => [name, ['This field is required.']])));
}

async function findSignInOf(context: Context, body: Body): Promise<FindSignIn> {
  const { email, password, organization = null, code, link, openId } = body;
  if (link !== undefined) return findByLink(context, body);
  if (openId !== undefined) return findByOpenId(context, openId);
  return findByPassword(context, { email: email ?? '', password: password ?? '', code, organization });
}

/**
 * Finds the member of a link. The link of an invitation is used up only by a request with a new password, so that it
 * stays valid if somebody, or a program that scans mails, merely opens it.
 */
async function findByLink(
  { read, passwords, now }: Context,
  { link: secret = '', newPassword }: Pick<Body, 'link' | 'newPassword'>,
): Promise<FindSignIn> {
  const linkHash = hashToken(secret);
  const link = await read(({ signIns }) => signIns.findLink(linkHash));
  if (link === undefined) throw new Unauthenticated(LINK_REFUSED);
  const state = linkState(link, now);
  if (state !== 'valid') throw new Unauthenticated(LINK_ENDED[state]);
  if (asksPassword(link) && newPassword === undefined)
    throw new InvalidFields({ newPassword: ['This field is required: an invitation asks for your first password.'] });
  if (!asksPassword(link) && newPassword !== undefined)
    throw new InvalidFields({ newPassword: ['This link asks for no password; leave this field out.'] });
  const newPasswordHash = newPassword === undefined ? null : await passwords.hash(newPassword);
  return (stores) => useLink(stores, linkHash, newPasswordHash, now);
}

async function useLink(
  { signIns, tokens }: Writers,
  hash: string,
  newPasswordHash: string | null,
  now: number,
): Promise<SignIn> {
  const link = await signIns.useLink(hash, now);
  if (link === undefined) throw new Unauthenticated(LINK_REFUSED);
  const grant = link.tokenId === null ? null : await tokens.findGrant(link.tokenId, now);
  if (grant === undefined) throw new Unauthenticated(LINK_REFUSED);
  const { organizationId, memberId, tokenId, createdBy, setsPassword } = link;
  return {
    organizationId,
    memberId,
    tokenId,
    createdBy,
    setsPassword,
    method: 'link',
    newPasswordHash,
    grant,
    factor: null,
  };
}

/**
 * Finds the member by address and password. Verifies one password even for an unknown address, so that the time of the
 * reply does not show whether a member has the address.
 */
async function findByPassword(
  { read, passwords, secretBox, signInLimits, ipAddress, now }: Context,
  {
    email,
    password,
    code,
    organization,
  }: { email: string; password: string; code: string | undefined; organization: string | null },
): Promise<FindSignIn> {
  const members = await read(({ signIns }) => signIns.findMembers(email, organization));
  const withPassword = members.filter(({ passwordHash }) => passwordHash !== null);
  const isRemembered = signInLimits.isRemembered(ipAddress, email, now);
  const client = { network: networkOf(ipAddress ?? ''), isRemembered };
  if (withPassword.length === 0) await passwords.verify(password, null, client);
  const matching: SignInMember[] = [];
  for (const member of withPassword)
    if (await passwords.verify(password, member.passwordHash, client)) matching.push(member);
  const member = requireOne(matching, 'organization', REFUSED);
  return async (stores) => {
    const { signIns } = stores;
    const key = { organizationId: member.organizationId, memberId: member.id };
    // The password may have been changed since it was verified.
    if ((await signIns.findPassword(key)) !== member.passwordHash) throw new Unauthenticated(REFUSED);
    const factor = await signIns.findFactor(key);
    if (factor?.isConfirmed !== true) return { ...IN_PERSON, ...key, method: 'password', setsPassword: false };
    if (code === undefined)
      throw new InvalidFields({
        code: ['This field is required: send a code of your authenticator, or a recovery code.'],
      });
    const { kind } = await useCode(stores, key, factor, code, { secretBox, signInLimits, ipAddress, now });
    return { ...IN_PERSON, ...key, method: 'password', setsPassword: false, factor: kind };
  };
}

async function findByOpenId(
  { read, write, openId: provider, publicUrl, ipAddress, now }: Context,
  { code, state, secret, organization }: NonNullable<Body['openId']>,
): Promise<FindSignIn> {
  if (provider === null) throw new NotFound(NO_OPEN_ID);
  const request = openIdRequestOf(secret);
  const chosen = organization ?? null;
  const isBegun = await write(({ signIns }) => signIns.useOpenIdRequest(hashToken(secret), now));
  if (!isBegun || !isSameSecret(state, request.state)) throw new Unauthenticated(OPEN_ID_REFUSED);
  const configured = await read(({ organizations }) => organizations.listWithOpenId());
  const claims = configured.flatMap(({ settings: { openIdRoleClaim: name } }) => (name === null ? [] : [name]));
  const account = await provider.findAccount({ ...request, code }, openIdRedirectUrl(publicUrl), claims);
  const find = () => write((stores) => membersOfAccount(stores, account, { chosen, ipAddress, now }));
  const members = await find().catch((error: unknown) => {
    // Another request of the person has added the member since.
    if (error instanceof Conflict) return find();
    throw error;
  });
  const unknown = `"${account.email ?? account.subject}" is not a member of an organization here; ask an owner to add the address.`;
  const member = requireOne(
    members.filter((one) => chosen === null || one.organization === chosen),
    'openId.organization',
    unknown,
  );
  const key = { organizationId: member.organizationId, memberId: member.id };
  return () => Promise.resolve({ ...IN_PERSON, ...key, method: 'openid', setsPassword: false });
}

/**
 * Returns the only member. @param field the field that chooses one of several organizations
 * @throws Unauthenticated if there is no member, InvalidFields if there are several
 */
function requireOne(members: readonly SignInMember[], field: string, refused: string): SignInMember {
  const [member, ...others] = members;
  if (member === undefined) throw new Unauthenticated(refused);
  if (others.length === 0) return member;
  const slugs = members.map(({ organization }) => `"${organization}"`).join(', ');
  throw new InvalidFields({ [field]: [`You are a member of several organizations; send the slug of one: ${slugs}.`] });
}
