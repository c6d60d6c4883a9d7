import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { Icon } from '../../components/icons';
import { useFormat } from '../../components/time';
import type { ApiError, DataOf } from '../../state/api';
import { useTexts } from '../../state/texts';
import { signInTexts } from '../../texts/signIn';

/** Minimum number of characters of a password, as the contract has it. Its schemas would make the first page larger. */
const MIN_PASSWORD = 12;

/** Asks a member who was invited for the first password. Not an `OperationForm`, like the form to sign in. */
export function InvitationForm({
  invitation: { email, organization, expiresAt },
  error,
  isPending,
  onAccept,
}: {
  readonly invitation: DataOf<'testSignInLink'>;
  readonly error: ApiError | null;
  readonly isPending: boolean;
  readonly onAccept: (password: string) => void;
}): ReactNode {
  const texts = useTexts(signInTexts).invitationForm;
  const format = useFormat();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isSent, setSent] = useState(false);
  const rules = [
    { text: texts.long(MIN_PASSWORD), isMet: [...password].length >= MIN_PASSWORD },
    { text: texts.same, isMet: password !== '' && password === repeated },
  ];
  const isReady = rules.every(({ isMet }) => isMet);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (isReady) onAccept(password);
  };
  const errors = error?.fields['newPassword'];
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>
        {texts.invited(organization?.name ?? '', email ?? '')}{' '}
        {expiresAt !== null && <span className="muted">{texts.until(format.dateTime(expiresAt))}</span>}
      </p>
      {/* Password managers store the password for this address. */}
      <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <TextField
        label={texts.password}
        errors={errors}
        type="password"
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextField
        label={texts.repeat}
        type="password"
        name="repeated"
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      <ul className="stack small" data-gap="small" aria-label={texts.rules} aria-live="polite">
        {rules.map(({ text, isMet }) => (
          <li key={text} className={isSent && !isMet ? 'row field-error' : 'row muted'}>
            <Icon name={isMet ? 'check' : 'close'} />
            {isMet ? texts.met(text) : texts.unmet(text)}
          </li>
        ))}
      </ul>
      {error !== null && errors === undefined && <ErrorNotice error={error} />}
      <Button type="submit" kind="primary" isPending={isPending}>
        {texts.accept}
      </Button>
    </form>
  );
}
