import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loading } from '../../components/feedback';
import icon from '../../icon.svg';
import { ApiError, useAction } from '../../state/api';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../state/router';
import { type CurrentSession, useSessionActions, useSessionState } from '../../state/session';
import { useTexts } from '../../state/texts';
import { signInTexts } from '../../texts/signIn';
import { OPEN_ID_SECRET, SignInForm } from './signInForm';

/** Credentials in the address of the page that sign in without the form. */
type Proof =
  | { readonly link: string }
  | { readonly openId: { readonly code: string; readonly state: string; readonly secret: string } };

/**
 * Reads the credentials in the address. A link has its secret in the fragment; an OpenID provider leads back with a
 * code and a state.
 */
function proofIn(hash: string, search: URLSearchParams): Proof | null {
  if (hash.length > 1) return { link: hash.slice(1) };
  const [code, state] = [search.get('code'), search.get('state')];
  const secret = sessionStorage.getItem(OPEN_ID_SECRET);
  return code === null || state === null || secret === null ? null : { openId: { code, state, secret } };
}

/** Returns the page to return to: one of this console, never another site. */
function returnPath(next: string | null): string {
  return next?.startsWith('/organizations/') === true ? next : '/';
}

/** Signs a member in, by the address of the page or by the form. */
export function SignInPage(): ReactNode {
  const texts = useTexts(signInTexts).signInPage;
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const sessionState = useSessionState();
  const { begin } = useSessionActions();
  const { run, error, isPending } = useAction('createSession');
  const isTried = useRef(false);
  /** The link of somebody else, with an open session. */
  const [otherLink, setOtherLink] = useState<string | null>(null);
  const proof = proofIn(hash, search);
  const path = returnPath(search.get('next'));
  const enter = (session: CurrentSession): void => {
    begin(session);
    void navigate(path, { replace: true });
  };
  useEffect(() => {
    document.title = texts.title;
    // A link can be used once: not twice by a component that is mounted twice.
    if (proof === null || isTried.current) return;
    isTried.current = true;
    sessionStorage.removeItem(OPEN_ID_SECRET);
    run({ body: proof }).then(enter, (caught: unknown) => {
      const isOther = caught instanceof ApiError && caught.fields['replacesSession'] !== undefined;
      if (isOther && 'link' in proof) setOtherLink(proof.link);
      void navigate('/sign-in', { replace: true });
    });
  });
  if (otherLink !== null && sessionState.state === 'open') {
    const { member, organization } = sessionState.session;
    return (
      <main className="centered">
        <div className="stack" style={{ width: 'min(24rem, 100%)' }}>
          <h1>{texts.title}</h1>
          <p>{texts.replace(`${member.email} (${organization.name})`)}</p>
          <p>{texts.risk}</p>
          <Button kind="primary" onClick={() => setOtherLink(null)}>
            {texts.stay}
          </Button>
          <Button
            disabled={isPending}
            onClick={() => {
              run({ body: { link: otherLink, replacesSession: true } }).then(enter, () => setOtherLink(null));
            }}
          >
            {texts.leave}
          </Button>
        </div>
      </main>
    );
  }
  if (sessionState.state === 'open' && proof === null) return <Navigate to={path} replace />;
  return (
    <main className="centered">
      <div className="stack" style={{ width: 'min(24rem, 100%)' }}>
        <div className="row">
          <img src={icon} alt="" width="32" height="32" />
          <h1>{texts.title}</h1>
        </div>
        {error !== null && <ErrorNotice error={error} />}
        {isPending || sessionState.state === 'loading' ? <Loading /> : <SignInForm onSignedIn={enter} />}
      </div>
    </main>
  );
}
