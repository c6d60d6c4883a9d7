import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, CheckField, SelectField, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { DialogActions } from '../../components/overlays';
import type { ApiError } from '../../state/api';
import type { ScopeName } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';

const DAY_MS = 86_400_000;
const LIFETIMES = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof LIFETIMES)[number];

/** Scopes that continuous integration needs to upload source maps and record releases. */
const USUAL_SCOPES: readonly ScopeName[] = ['project:releases', 'project:read', 'org:read'];

const TEXTS = defineTexts({
  en: {
    create: 'Create a token',
    name: 'Name',
    nameHelp: 'Where it is used, such as “Deployment”.',
    scopes: 'Scopes',
    noScopes: 'Choose at least one scope.',
    lifetime: 'Valid for',
    '30': '30 days',
    '90': '90 days',
    '365': 'a year',
    never: 'no limit',
  },
  de: {
    create: 'Token erzeugen',
    name: 'Name',
    nameHelp: 'Wo es verwendet wird, etwa „Deployment“.',
    scopes: 'Scopes',
    noScopes: 'Wählen Sie mindestens einen Scope.',
    lifetime: 'Gültig für',
    '30': '30 Tage',
    '90': '90 Tage',
    '365': 'ein Jahr',
    never: 'unbegrenzt',
  },
});

/** The body that creates a token. */
export interface TokenBody {
  readonly name: string;
  scopes: ScopeName[];
  readonly expiresAt: string | null;
}

/** Asks for a new token. */
export function TokenForm({
  offered,
  error,
  onSubmit,
}: {
  readonly offered: readonly ScopeName[];
  readonly error: ApiError | null;
  readonly onSubmit: (body: TokenBody) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ScopeName[]>(USUAL_SCOPES.filter((scope) => offered.includes(scope)));
  const [lifetime, setLifetime] = useState<Lifetime>('365');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const expiresAt = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
    onSubmit({ name, scopes: [...scopes], expiresAt });
  };
  const ofField = (field: string): readonly string[] | undefined => error?.fields[field];
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={texts.name}
        help={texts.nameHelp}
        required
        maxLength={64}
        value={name}
        errors={ofField('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={texts.lifetime}
        value={lifetime}
        options={LIFETIMES.map((value) => ({ value, label: texts[value] }))}
        errors={ofField('expiresAt')}
        onChange={setLifetime}
      />
      <fieldset>
        <legend>{texts.scopes}</legend>
        <div className="choices">
          {offered.map((scope) => (
            <CheckField
              key={scope}
              label={<code>{scope}</code>}
              checked={scopes.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
        </div>
        {scopes.length === 0 && <p className="field-error small">{texts.noScopes}</p>}
      </fieldset>
      {error !== null && Object.keys(error.fields).length === 0 && <ErrorNotice error={error} />}
      {ofField('scopes') !== undefined && <p className="field-error small">{ofField('scopes')?.join(' ')}</p>}
      <DialogActions>
        <Button type="submit" kind="primary" disabled={scopes.length === 0}>
          {texts.create}
        </Button>
      </DialogActions>
    </form>
  );
}
