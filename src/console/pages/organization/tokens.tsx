import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, CheckField, SelectField, TextField } from '../../components/controls';
import { EmptyState, ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type ApiError, useAction, useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { type ScopeName, useMayDo, useSession } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import { ShownOnceDialog } from './shownOnceDialog';

const DAY_MS = 86_400_000;
const LIFETIMES = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof LIFETIMES)[number];

/** What continuous integration needs to upload source maps and record releases. */
const USUAL_SCOPES: readonly ScopeName[] = ['project:releases', 'project:read', 'org:read'];

/** Scopes of owners alone, which no token of an organization has. */
const OWNER_SCOPES: readonly ScopeName[] = ['org:admin'];

const TEXTS = defineTexts({
  en: {
    organizationTokens: 'Tokens of the organization',
    organizationHelp:
      'For continuous integration and other programs: they belong to no member, and stay when the member who created them is removed.',
    ownTokens: 'Your tokens',
    ownHelp: 'For your command-line tools and scripts. They may do at most what your role allows.',
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
    neverExpires: 'never',
    scopeCount: (count: number) => `${count} scopes`,
    unnamed: 'without a name',
    tokens: 'Tokens',
    created: 'Created',
    used: 'Last used',
    expires: 'Expires',
    notUsed: 'never',
    actions: 'Actions',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke the token “${name}”?`,
    revokeText: 'Programs that use it are refused at once. This cannot be undone; create another one in its place.',
    shown: 'Your new token',
    shownText: 'It is shown this once. Keep it where the program reads its secrets.',
    copy: 'Copy the token',
    none: 'No token yet',
    noneHelp: 'A token lets programs call the API without a person. It has only the scopes that you choose.',
    forbidden: 'Managers and owners see and create the tokens of the organization.',
  },
  de: {
    organizationTokens: 'Tokens der Organisation',
    organizationHelp:
      'Für Continuous Integration und andere Programme: Sie gehören keinem Mitglied und bleiben, wenn das Mitglied entfernt wird, das sie erzeugt hat.',
    ownTokens: 'Ihre Tokens',
    ownHelp: 'Für Ihre Kommandozeilenprogramme und Skripte. Sie dürfen höchstens, was Ihre Rolle erlaubt.',
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
    neverExpires: 'nie',
    scopeCount: (count) => `${count} Scopes`,
    unnamed: 'ohne Namen',
    tokens: 'Tokens',
    created: 'Erzeugt',
    used: 'Zuletzt verwendet',
    expires: 'Läuft ab',
    notUsed: 'nie',
    actions: 'Aktionen',
    revoke: 'Widerrufen',
    revokeOf: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `Das Token „${name}“ widerrufen?`,
    revokeText:
      'Programme, die es verwenden, werden sofort abgewiesen. Das kann nicht rückgängig gemacht werden; erzeugen Sie an seiner Stelle ein neues.',
    shown: 'Ihr neues Token',
    shownText: 'Es wird nur dieses Mal gezeigt. Bewahren Sie es dort auf, wo das Programm seine Geheimnisse liest.',
    copy: 'Token kopieren',
    none: 'Noch kein Token',
    noneHelp: 'Mit einem Token rufen Programme die API ohne eine Person auf. Es hat nur die Scopes, die Sie wählen.',
    forbidden: 'Managers und Owners sehen und erzeugen die Tokens der Organisation.',
  },
});

/** The members of a token that lists show. */
interface ShownToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly dateCreated: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly tokenLastCharacters: string | null;
}

/** The tokens of the organization itself. */
export function OrganizationTokens({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(TEXTS);
  const mayManage = useMayDo('org:write', 'org:admin');
  const search = useSearchState();
  const cursor = search.get('cursor');
  const path = { organization_slug: organization };
  const tokens = useList('listOrganizationTokens', mayManage ? { ...path, ...(cursor !== null && { cursor }) } : null);
  const create = useAction('createOrganizationToken', ['listOrganizationTokens']);
  const revoke = useAction('removeOrganizationToken', ['listOrganizationTokens']);
  if (!mayManage) return <p className="muted">{texts.forbidden}</p>;
  return (
    <TokenSection
      title={texts.organizationTokens}
      help={texts.organizationHelp}
      excluded={OWNER_SCOPES}
      query={tokens}
      onTurn={(to) => search.set({ cursor: to })}
      error={create.error}
      onClose={create.reset}
      onCreate={async (body) => (await create.run({ ...path, body })).token}
      onRevoke={async (id) => void (await revoke.run({ ...path, token_id: id }))}
    />
  );
}

/** The tokens of the member who is signed in. */
export function OwnTokens(): ReactNode {
  const texts = useTexts(TEXTS);
  const search = useSearchState();
  const cursor = search.get('cursor');
  const tokens = useList('listTokens', cursor === null ? {} : { cursor });
  const create = useAction('createToken', ['listTokens']);
  const revoke = useAction('removeToken', ['listTokens']);
  return (
    <TokenSection
      title={texts.ownTokens}
      help={texts.ownHelp}
      query={tokens}
      onTurn={(to) => search.set({ cursor: to })}
      error={create.error}
      onClose={create.reset}
      onCreate={async (body) => (await create.run({ body })).token}
      onRevoke={async (id) => void (await revoke.run({ token_id: id }))}
    />
  );
}

/** The tokens of another member, which can be revoked. */
export function MemberTokens({
  organization,
  memberId,
}: {
  readonly organization: string;
  readonly memberId: string;
}): ReactNode {
  const path = { organization_slug: organization, member_id: memberId };
  const [cursor, setCursor] = useState<string | null>(null);
  const tokens = useList('listMemberTokens', { ...path, ...(cursor !== null && { cursor }) });
  const revoke = useAction('removeMemberToken', ['listMemberTokens']);
  return (
    <Loaded query={tokens}>
      {({ records, previous, next }) => (
        <>
          <TokenTable tokens={records} onRevoke={async (id) => void (await revoke.run({ ...path, token_id: id }))} />
          <Pager previous={previous} next={next} onTurn={setCursor} />
        </>
      )}
    </Loaded>
  );
}

/** The body that creates a token. */
interface TokenBody {
  readonly name: string;
  scopes: ScopeName[];
  readonly expiresAt: string | null;
}

function TokenSection({
  title,
  help,
  query,
  excluded = [],
  error,
  onTurn,
  onClose,
  onCreate,
  onRevoke,
}: {
  readonly title: string;
  readonly help: string;
  readonly query: Parameters<
    typeof Loaded<{ records: readonly ShownToken[]; previous: string | null; next: string | null }>
  >[0]['query'];
  /** Scopes that such tokens never have. */
  readonly excluded?: readonly ScopeName[];
  readonly error: ApiError | null;
  readonly onTurn: (cursor: string) => void;
  /** Called when the form is closed. */
  readonly onClose: () => void;
  /** Returns the text of the token. */
  readonly onCreate: (body: TokenBody) => Promise<string>;
  readonly onRevoke: (id: string) => Promise<void>;
}): ReactNode {
  const texts = useTexts(TEXTS);
  // A token gives no scope that its creator does not hold.
  const { scopes: held } = useSession();
  const offered = held.filter((scope) => !excluded.includes(scope)).sort();
  const [open, setOpen] = useState<{ readonly token: string | null } | null>(null);
  const close = (): void => {
    onClose();
    setOpen(null);
  };
  return (
    <Section
      title={title}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setOpen({ token: null })}>
          {texts.create}
        </Button>
      }
    >
      <p className="muted">{help}</p>
      <Loaded query={query}>
        {({ records, previous, next }) => (
          <>
            <TokenTable tokens={records} onRevoke={onRevoke} />
            <Pager previous={previous} next={next} onTurn={onTurn} />
          </>
        )}
      </Loaded>
      <Dialog title={texts.create} isOpen={open !== null && open.token === null} onClose={close}>
        <TokenForm
          offered={offered}
          error={error}
          onSubmit={(body) =>
            void onCreate(body).then(
              (token) => setOpen({ token }),
              () => undefined,
            )
          }
        />
      </Dialog>
      {open !== null && open.token !== null && (
        <ShownOnceDialog title={texts.shown} secret={open.token} copy={texts.copy} onClose={close}>
          <p>{texts.shownText}</p>
        </ShownOnceDialog>
      )}
    </Section>
  );
}

function TokenTable({
  tokens,
  onRevoke,
}: {
  readonly tokens: readonly ShownToken[];
  readonly onRevoke: (id: string) => Promise<void>;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const [revoked, setRevoked] = useState<ShownToken | null>(null);
  const [error, setError] = useState<Error | null>(null);
  if (tokens.length === 0)
    return (
      <EmptyState title={texts.none}>
        <p className="muted">{texts.noneHelp}</p>
      </EmptyState>
    );
  const close = (): void => {
    setError(null);
    setRevoked(null);
  };
  const confirm = (token: ShownToken): void => {
    onRevoke(token.id).then(close, setError);
  };
  const columns: readonly TableColumn<ShownToken>[] = [
    {
      heading: texts.name,
      cell: ({ name, tokenLastCharacters: end }) => (
        <>
          {name === '' ? <span className="muted">{texts.unnamed}</span> : name}{' '}
          {end !== null && <code className="muted">…{end}</code>}
        </>
      ),
    },
    { heading: texts.scopes, cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
    { heading: texts.created, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
    { heading: texts.used, cell: ({ lastUsedAt: at }) => (at === null ? texts.notUsed : <TimeAgo time={at} />) },
    {
      heading: texts.expires,
      cell: ({ expiresAt: at }) => <span className="nowrap">{at === null ? texts.neverExpires : format.date(at)}</span>,
    },
    {
      heading: texts.actions,
      kind: 'actions',
      cell: (token) => (
        <Button
          size="small"
          kind="danger"
          aria-label={texts.revokeOf(token.name || texts.unnamed)}
          onClick={() => setRevoked(token)}
        >
          {texts.revoke}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable label={texts.tokens} columns={columns} rows={tokens} keyOf={({ id }) => id} />
      {revoked !== null && (
        <ConfirmDialog
          title={texts.revokeTitle(revoked.name || texts.unnamed)}
          isOpen
          action={texts.revoke}
          onConfirm={() => confirm(revoked)}
          onClose={close}
        >
          <p>{texts.revokeText}</p>
          {error !== null && <ErrorNotice error={error} />}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Scopes that a table shows without a click. */
const SHOWN_SCOPES = 4;

function ScopeList({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  const texts = useTexts(TEXTS);
  const list = <span className="small">{scopes.join(', ')}</span>;
  if (scopes.length <= SHOWN_SCOPES) return list;
  return (
    <details>
      <summary>{texts.scopeCount(scopes.length)}</summary>
      {list}
    </details>
  );
}

function TokenForm({
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
        maxLength={100}
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
