import type { ReactNode } from 'react';
import schema from 'virtual:schema/TokenCreation';
import { OperationForm } from '../../components/operationForm';
import { CheckGroup } from '../../components/schemaField';
import type { ScopeName } from '../../state/session';
import { useTexts } from '../../state/texts';
import { tokensTexts } from '../../texts/tokens';

const DAY_MS = 86_400_000;
const LIFETIMES = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof LIFETIMES)[number];

/** Scopes that continuous integration needs to upload source maps and record releases. */
const USUAL_SCOPES: readonly ScopeName[] = ['project:releases', 'project:read', 'org:read'];

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
  const texts = useTexts(tokensTexts).tokenForm;
  return (
    <OperationForm<{ name: string; expiresAt: Lifetime; scopes: readonly ScopeName[] }>
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
        expiresAt: '365',
        scopes: USUAL_SCOPES.filter((scope) => offered.includes(scope)),
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
