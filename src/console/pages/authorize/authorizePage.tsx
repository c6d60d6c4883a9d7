import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loading } from '../../components/feedback';
import { useFormat } from '../../components/time';
import icon from '../../icon.svg';
import { type ArgumentsOf, type DataOf, useAction } from '../../state/api';
import { Navigate, useLocation } from '../../state/router';
import { useSessionState } from '../../state/session';
import { useTexts } from '../../state/texts';
import { accountTexts } from '../../texts/account';
import { tokensTexts } from '../../texts/tokens';
import { ROLE_NAMES } from '../organization/roles';

type AskedAccess = ArgumentsOf<'createAuthorization'>['body'];

/** The parameters of a program that matter here; OAuth lets it send others. */
const PARAMETERS = [
  ...['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
  ...['scope', 'resource', 'state'],
] as const;

/** Returns what the program asks for, as the service will check it. */
function bodyOf(search: string): AskedAccess {
  const sent = new URLSearchParams(search);
  const values = PARAMETERS.flatMap((name) => {
    const value = sent.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values) as unknown as AskedAccess;
}

/** Asks the member whether a program may act for them. Only the buttons lead back to the program. */
export default function AuthorizePage(): ReactNode {
  const texts = useTexts(accountTexts).authorizePage;
  const { scopeTexts } = useTexts(tokensTexts).tokenForm;
  const format = useFormat();
  const { pathname, search } = useLocation();
  const sessionState = useSessionState();
  const { run, error, isPending } = useAction('createAuthorization');
  const [asked, setAsked] = useState<DataOf<'createAuthorization'> | null>(null);
  const isOpen = sessionState.state === 'open';
  useEffect(() => {
    document.title = texts.title;
  }, [texts]);
  useEffect(() => {
    if (!isOpen) return;
    run({ body: bodyOf(search) }).then(setAsked, () => undefined);
  }, [run, search, isOpen]);
  const decide = (decision: 'allow' | 'deny'): void => {
    run({ body: { ...bodyOf(search), decision } }).then(
      ({ redirectUrl }) => {
        if (redirectUrl !== null) location.assign(redirectUrl);
      },
      () => undefined,
    );
  };
  if (sessionState.state === 'none')
    return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <main className="centered">
      <div className="stack" style={{ width: 'min(32rem, 100%)' }}>
        <div className="row">
          <img src={icon} alt="" width="32" height="32" />
          <h1>{texts.title}</h1>
        </div>
        {sessionState.state === 'failed' && <ErrorNotice error={sessionState.error} onRetry={sessionState.retry} />}
        {error !== null && (
          <>
            <ErrorNotice error={error} />
            <p>{texts.wrong}</p>
          </>
        )}
        {error === null && (!isOpen || asked === null) && sessionState.state !== 'failed' && <Loading />}
        {isOpen && asked !== null && (
          <>
            <p>{texts.question(asked.clientName)}</p>
            <dl className="definitions">
              <dt>{texts.account}</dt>
              <dd>
                {sessionState.session.member.email}, {ROLE_NAMES[sessionState.session.member.role]},{' '}
                {sessionState.session.organization.name}
              </dd>
              <dt>{texts.host}</dt>
              <dd>
                <strong>{asked.redirectHost}</strong>
              </dd>
              <dt>{texts.registered}</dt>
              <dd>{format.dateTime(asked.dateRegistered)}</dd>
            </dl>
            <h2>{texts.scopes}</h2>
            <ul className="stack" data-gap="small">
              {asked.scopes.map((scope) => (
                <li key={scope}>
                  <code>{scope}</code>: {scopeTexts[scope]}
                </li>
              ))}
            </ul>
            <div className="notice" data-kind="warning">
              {texts.risk}
            </div>
            <div className="row">
              <Button kind="primary" isPending={isPending} onClick={() => decide('allow')}>
                {texts.allow}
              </Button>
              <Button disabled={isPending} onClick={() => decide('deny')}>
                {texts.deny}
              </Button>
            </div>
            <p className="small muted">{texts.later}</p>
          </>
        )}
      </div>
    </main>
  );
}
