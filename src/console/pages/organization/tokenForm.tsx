import type { ReactNode } from 'react';
import schema from 'virtual:schema/TokenCreation';
import { OperationForm } from '../../components/operationForm';
import { CheckGroup } from '../../components/schemaField';
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
  onCreate,
}: {
  readonly offered: readonly ScopeName[];
  readonly onCreate: (body: TokenBody) => Promise<unknown>;
}): ReactNode {
  const texts = useTexts(TEXTS);
  return (
    <OperationForm
      schema={schema}
      fields={{
        name: { label: texts.name, help: texts.nameHelp },
        expiresAt: {
          label: texts.lifetime,
          options: LIFETIMES.map((value) => ({ value, label: texts[value] })),
        },
        scopes: ({ value, errors, onChange }) => (
          <CheckGroup
            legend={texts.scopes}
            options={offered.map((scope) => ({ value: scope, label: <code>{scope}</code> }))}
            value={value}
            errors={value.length === 0 ? [texts.noScopes] : errors}
            onChange={onChange}
          />
        ),
      }}
      values={{
        name: '',
        expiresAt: '365' as Lifetime,
        scopes: USUAL_SCOPES.filter((scope) => offered.includes(scope)) as readonly ScopeName[],
      }}
      action={texts.create}
      canSubmit={({ scopes }) => scopes.length > 0}
      onSubmit={({ name, expiresAt, scopes }) => onCreate({ name, scopes: [...scopes], expiresAt: endOf(expiresAt) })}
    />
  );
}

/** Returns the time when a token that is created now expires; null for never. */
function endOf(lifetime: Lifetime): string | null {
  return lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}
