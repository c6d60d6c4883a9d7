import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { ApiError, useAction, useOperation } from '../../state/api';
import type { CurrentSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { signInTexts } from '../../texts/signIn';

/** Key under which the session storage keeps the secret of a sign-in until the OpenID provider leads back. */
export const OPEN_ID_SECRET = 'culprit-openid-secret';
/** Key for the slug of the organization that the person chose. */
export const OPEN_ID_ORGANIZATION = 'culprit-openid-organization';
/** Key for the page to return to after it. */
export const OPEN_ID_NEXT = 'culprit-openid-next';

/**
 * Signs a member in by password, or begins to at an OpenID provider. Not an `OperationForm`: a refusal names no field,
 * and the first page that people see loads less without it.
 */
export function SignInForm({
  address = '',
  asksOpenIdOrganization = false,
  onSignedIn,
}: {
  /** The e-mail address of who is probably signing in. */
  readonly address?: string;
  /** True if the account of the OpenID provider is that of members of several organizations. */
  readonly asksOpenIdOrganization?: boolean;
  readonly onSignedIn: (session: CurrentSession) => void;
}): ReactNode {
  const texts = useTexts(signInTexts).signInForm;
  const options = useOperation('getSignInOptions', {});
  const create = useAction('createSession');
  const begin = useAction('createOpenIdSignIn');
  const [email, setEmail] = useState(address);
  const [password, setPassword] = useState('');
  const [organization, setOrganization] = useState('');
  const [asksOrganization, setAsksOrganization] = useState(asksOpenIdOrganization);
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const { error } = create;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = { email, password, ...(asksOrganization && { organization }), ...(asksCode && { code }) };
    create.run({ body }).then(onSignedIn, (caught: unknown) => {
      if (!(caught instanceof ApiError)) return;
      if (caught.fields['organization'] !== undefined) setAsksOrganization(true);
      if (caught.fields['code'] !== undefined) setAsksCode(true);
    });
  };
  const signInWithOpenId = async (): Promise<void> => {
    const { url, secret } = await begin.run({});
    sessionStorage.setItem(OPEN_ID_SECRET, secret);
    sessionStorage.setItem(OPEN_ID_ORGANIZATION, organization);
    sessionStorage.setItem(OPEN_ID_NEXT, new URLSearchParams(location.search).get('next') ?? '');
    location.assign(url);
  };
  const provider = options.data?.openId ?? null;
  const hasPasswords = options.data?.password ?? true;
  return (
    <form className="stack" onSubmit={submit}>
      {hasPasswords && (
        <>
          <TextField
            label={texts.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextField
            label={texts.password}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      )}
      {asksOrganization && (
        <TextField
          label={texts.organization}
          help={texts.organizationHelp}
          errors={error?.fields['organization']}
          name="organization"
          required
          value={organization}
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
      )}
      {asksCode && (
        <TextField
          label={texts.code}
          help={texts.codeHelp}
          // The first reply only says that a code is required.
          errors={code === '' ? undefined : error?.fields['code']}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {error !== null &&
        error.fields['organization'] === undefined &&
        error.fields['code'] === undefined &&
        (error.status === 401 ? (
          <div className="notice" data-kind="danger" role="alert">
            {/OpenID/.test(error.message) ? texts.onlyOpenId : texts.wrong}
          </div>
        ) : (
          <ErrorNotice error={error} />
        ))}
      {begin.error !== null && <ErrorNotice error={begin.error} />}
      {hasPasswords && (
        <Button type="submit" kind="primary" isPending={create.isPending}>
          {texts.signIn}
        </Button>
      )}
      {provider !== null && (
        <Button onClick={() => void signInWithOpenId()} isPending={begin.isPending}>
          {texts.with(provider.name)}
        </Button>
      )}
      <div className="small muted stack">
        <p>{texts.forgotten}</p>
        <code>npx culprit member password --organization ORGANIZATION --email ADDRESS</code>
      </div>
    </form>
  );
}
