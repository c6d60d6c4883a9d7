import { type ReactNode, useId, useState } from 'react';
import schema from 'virtual:schema/TokenCreation';
import { CheckField } from '../../components/controls';
import { OperationForm } from '../../components/operationForm';
import { CheckGroup, type OwnControl } from '../../components/schemaField';
import type { ScopeName } from '../../state/session';
import { useTexts } from '../../state/texts';
import { tokensTexts } from '../../texts/tokens';
import { IMPORT_SCOPES } from './importCommand';

const DAY_MS = 86_400_000;
const LIFETIMES = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof LIFETIMES)[number];

/** The purposes for which a token is created. Each but the last has scopes. */
const PRESETS = ['uploads', 'read', 'import', 'everything', 'custom'] as const;
type Preset = (typeof PRESETS)[number];
type Purpose = Exclude<Preset, 'custom'>;
const FIRST = 'uploads';

/** Scopes with which continuous integration uploads source maps and records releases. */
const UPLOAD_SCOPES: readonly ScopeName[] = ['project:releases', 'project:read', 'org:read'];

/** The body that creates a token. */
export interface TokenBody {
  readonly name: string;
  scopes: ScopeName[];
  readonly expiresAt: string | null;
}

/** Returns the purpose that a link names; undefined if it names none. */
export function findPurpose(name: string | null): Purpose | undefined {
  return PRESETS.filter((one) => one !== 'custom').find((one) => one === name);
}

/** Asks for a new token. */
export function TokenForm({
  purpose = FIRST,
  offered,
  onCreate,
}: {
  /** The purpose that is chosen at first. */
  readonly purpose?: Purpose | undefined;
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
        scopes: (control) => <ScopeFields purpose={purpose} offered={offered} {...control} />,
      }}
      values={{ name: '', expiresAt: '365', scopes: scopesFor(purpose, offered) }}
      action={texts.create}
      canSubmit={({ scopes }) => scopes.length > 0}
      onSubmit={({ name, expiresAt, scopes }) => onCreate({ name, scopes: [...scopes], expiresAt: endOf(expiresAt) })}
    />
  );
}

/** The purpose of a token, which ticks scopes, and each scope with what it allows. */
function ScopeFields({
  purpose,
  offered,
  value,
  errors,
  onChange,
}: OwnControl<readonly ScopeName[]> & {
  readonly purpose: Purpose;
  readonly offered: readonly ScopeName[];
}): ReactNode {
  const texts = useTexts(tokensTexts).tokenForm;
  const group = useId();
  const [preset, setPreset] = useState<Preset>(purpose);
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
function scopesFor(preset: Purpose, offered: readonly ScopeName[]): ScopeName[] {
  const isWanted = {
    uploads: (scope: ScopeName) => UPLOAD_SCOPES.includes(scope),
    read: (scope: ScopeName) => scope.endsWith(':read'),
    import: (scope: ScopeName) => IMPORT_SCOPES.includes(scope),
    everything: () => true,
  }[preset];
  return offered.filter(isWanted);
}

/** Returns the time when a token that is created now expires; null for never. */
function endOf(lifetime: Lifetime): string | null {
  return lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}
