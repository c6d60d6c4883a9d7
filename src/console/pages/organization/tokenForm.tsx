import { type ReactNode, useId, useState } from 'react';
import schema from 'virtual:schema/TokenCreation';
import { CheckField } from '../../components/controls';
import { OperationForm } from '../../components/operationForm';
import { CheckGroup, type OwnControl } from '../../components/schemaField';
import type { ScopeName } from '../../state/session';
import { useTexts } from '../../state/texts';
import { tokensTexts } from '../../texts/tokens';

const DAY_MS = 86_400_000;
const LIFETIMES = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof LIFETIMES)[number];

/** The purposes for which a token is created. Each but the last has scopes. */
const PRESETS = ['uploads', 'read', 'everything', 'custom'] as const;
type Preset = (typeof PRESETS)[number];
const FIRST = 'uploads';

/** Scopes with which continuous integration uploads source maps and records releases. */
const UPLOAD_SCOPES: readonly ScopeName[] = ['project:releases', 'project:read', 'org:read'];

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
        scopes: (control) => <ScopeFields offered={offered} {...control} />,
      }}
      values={{ name: '', expiresAt: '365', scopes: scopesFor(FIRST, offered) }}
      action={texts.create}
      canSubmit={({ scopes }) => scopes.length > 0}
      onSubmit={({ name, expiresAt, scopes }) => onCreate({ name, scopes: [...scopes], expiresAt: endOf(expiresAt) })}
    />
  );
}

/** The purpose of a token, which ticks scopes, and each scope with what it allows. */
function ScopeFields({
  offered,
  value,
  errors,
  onChange,
}: OwnControl<readonly ScopeName[]> & { readonly offered: readonly ScopeName[] }): ReactNode {
  const texts = useTexts(tokensTexts).tokenForm;
  const group = useId();
  const [preset, setPreset] = useState<Preset>(FIRST);
  const choose = (chosen: Preset): void => {
    setPreset(chosen);
    if (chosen !== 'custom') onChange(scopesFor(chosen, offered));
  };
  return (
    <>
      <fieldset>
        <legend>{texts.preset}</legend>
        <div className="stack" data-gap="small">
          {PRESETS.map((one) => (
            <CheckField
              key={one}
              type="radio"
              name={group}
              label={texts[one]}
              help={texts[`${one}Help`]}
              checked={one === preset}
              onChange={() => choose(one)}
            />
          ))}
        </div>
      </fieldset>
      <CheckGroup
        legend={texts.scopes}
        options={offered.map((scope) => ({ value: scope, label: <code>{scope}</code>, help: texts.scopeTexts[scope] }))}
        value={value}
        errors={value.length === 0 ? [texts.noScopes] : errors}
        onChange={(scopes) => {
          setPreset('custom');
          onChange(scopes);
        }}
      />
    </>
  );
}

/** Returns the scopes of a purpose, as far as they can be chosen. */
function scopesFor(preset: Exclude<Preset, 'custom'>, offered: readonly ScopeName[]): ScopeName[] {
  const isWanted = {
    uploads: (scope: ScopeName) => UPLOAD_SCOPES.includes(scope),
    read: (scope: ScopeName) => scope.endsWith(':read'),
    everything: () => true,
  }[preset];
  return offered.filter(isWanted);
}

/** Returns the time when a token that is created now expires; null for never. */
function endOf(lifetime: Lifetime): string | null {
  return lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}
