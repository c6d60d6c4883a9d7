import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loading } from '../../components/feedback';
import icon from '../../icon.svg';
import { ApiError, type DataOf, useAction } from '../../state/api';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../state/router';
import { type CurrentSession, useSessionActions, useSessionState } from '../../state/session';
import { useTexts } from '../../state/texts';
import { signInTexts } from '../../texts/signIn';
import { InvitationForm } from './invitationForm';
import { OPEN_ID_NEXT, OPEN_ID_ORGANIZATION, OPEN_ID_SECRET, SignInForm } from './signInForm';

/** Credentials in the address of the page that sign in without the form. */
type Proof =
  | { readonly link: string }
  | {
      readonly openId: {
        readonly code: string;
        readonly state: string;
        readonly secret: string;
        readonly organization?: string;
      };
    };

/**
 * Reads the credentials in the address. A link has its secret in the fragment; an OpenID provider leads back with a
 * code and a state.
 */
function proofIn(hash: string, search: URLSearchParams): Proof | null {
  if (hash.length > 1) return { link: hash.slice(1) };
  const [code, state] = [search.get('code'), search.get('state')];
  const secret = sessionStorage.getItem(OPEN_ID_SECRET);
  const organization = sessionStorage.getItem(OPEN_ID_ORGANIZATION);
  return code === null || state === null || secret === null
    ? null
    : { openId: { code, state, secret, ...(organization && { organization }) } };
}

/** Returns the page to return to: one of this console, never another site. */
function returnPath(next: string | null): string {
  return next !== null && /^\/(?:organizations\/|oauth\/authorize\?)/.test(next) ? next : '/';
}

/** The body of a sign-in with a link. */
type LinkBody = { readonly link: string; readonly newPassword?: string };

/** Signs a member in, by the address of the page or by the form. */
export function SignInPage(): ReactNode {
  const texts = useTexts(signInTexts).signInPage;
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const sessionState = useSessionState();
  const { begin } = useSessionActions();
  const { run, error, isPending } = useAction('createSession');
  const test = useAction('testSignInLink');
  const isTried = useRef(false);
  /** The link in the address, unless it has signed in at once. */
  const [link, setLink] = useState<DataOf<'testSignInLink'> | null>(null);
  /** The link of somebody else, with an open session. */
  const [otherLink, setOtherLink] = useState<LinkBody | null>(null);
  const proof = proofIn(hash, search);
  // Read once: the secret, which tells the address of a provider's reply, is removed when it is used.
  const [nextOfOpenId] = useState(() =>
    proof !== null && 'openId' in proof ? sessionStorage.getItem(OPEN_ID_NEXT) : null,
  );
  const path = returnPath(search.get('next') ?? nextOfOpenId);
  const enter = (session: CurrentSession): void => {
    begin(session);
    void navigate(path, { replace: true });
  };
  const leave = (): void => void navigate('/sign-in', { replace: true });
  const signIn = (body: LinkBody | Exclude<Proof, LinkBody>): Promise<void> =>
    run({ body }).then(enter, (caught: unknown) => {
      const isOther = caught instanceof ApiError && caught.fields['replacesSession'] !== undefined;
      if (isOther && 'link' in body) setOtherLink(body);
      // The form of an invitation shows the error.
      if (isOther || !('newPassword' in body)) leave();
    });
  const show = (tested: DataOf<'testSignInLink'>, body: LinkBody): void => {
    if (tested.state === 'valid' && !tested.asksPassword) {
      void signIn(body);
      return;
    }
    setLink(tested);
    // The link of an invitation stays in the address, so that the page can be loaded again.
    if (tested.state !== 'valid') leave();
  };
  useEffect(() => {
    document.title = texts.title;
    // A link can be used once: not twice by a component that is mounted twice.
    if (proof === null || isTried.current) return;
    isTried.current = true;
    sessionStorage.removeItem(OPEN_ID_SECRET);
    if ('link' in proof) test.run({ body: proof }).then((tested) => show(tested, proof), leave);
    else void signIn(proof);
  });
  if (otherLink !== null && sessionState.state === 'open') {
    const { member, organization } = sessionState.session;
    return (
      <SignInFrame title={texts.title}>
        <p>{texts.replace(`${member.email} (${organization.name})`)}</p>
        <p>{texts.risk}</p>
        <Button kind="primary" onClick={() => setOtherLink(null)}>
          {texts.stay}
        </Button>
        <Button
          disabled={isPending}
          onClick={() => {
            run({ body: { ...otherLink, replacesSession: true } }).then(enter, () => setOtherLink(null));
          }}
        >
          {texts.leave}
        </Button>
      </SignInFrame>
    );
  }
  if (sessionState.state === 'open' && proof === null) return <Navigate to={path} replace />;
  if (link?.state === 'valid' && proof !== null && 'link' in proof)
    return (
      <SignInFrame title={texts.invitation}>
        <InvitationForm
          invitation={link}
          error={error}
          isPending={isPending}
          onAccept={(newPassword) => void signIn({ link: proof.link, newPassword })}
        />
      </SignInFrame>
    );
  const isLoading = isPending || test.isPending || sessionState.state === 'loading';
  const failure = error ?? test.error;
  return (
    <SignInFrame title={texts.title}>
      {failure !== null && <ErrorNotice error={failure} />}
      {link !== null && link.state !== 'valid' && (
        <div className="notice" data-kind="danger" role="alert">
          {texts[link.state]}
        </div>
      )}
      {isLoading ? (
        <Loading />
      ) : (
        <SignInForm asksOpenIdOrganization={error?.fields['openId.organization'] !== undefined} onSignedIn={enter} />
      )}
    </SignInFrame>
  );
}

function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <main className="centered">
      <div className="stack" style={{ width: 'min(24rem, 100%)' }}>
        <div className="row">
          <img src={icon} alt="" width="32" height="32" />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
