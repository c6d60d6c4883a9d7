import { type ReactNode, useState } from 'react';
import schema from 'virtual:schema/TokenUpdate';
import { Button } from '../../components/controls';
import { EmptyState } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmDialog, Dialog } from '../../components/overlays';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { useTexts } from '../../state/texts';
import { tokensTexts } from '../../texts/tokens';

/** The members of a token that lists show. */
export interface ShownToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly dateCreated: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly tokenLastCharacters: string | null;
  /** Where the program is that a member allowed to act for them; null for a token that somebody made. */
  readonly clientHost?: string | null;
}

/** A table of tokens, which can be revoked, and renamed if `onRename` is given. */
export function TokenTable({
  tokens,
  onRename,
  onRevoke,
}: {
  readonly tokens: readonly ShownToken[];
  readonly onRename?: ((id: string, name: string) => Promise<void>) | undefined;
  readonly onRevoke: (id: string) => Promise<void>;
}): ReactNode {
  const texts = useTexts(tokensTexts).tokenTable;
  const format = useFormat();
  const [revoked, setRevoked] = useState<ShownToken | null>(null);
  const [renamed, setRenamed] = useState<ShownToken | null>(null);
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
      cell: ({ name, tokenLastCharacters: end, clientHost = null }) => (
        <>
          {name === '' ? <span className="muted">{texts.unnamed}</span> : name}{' '}
          {clientHost !== null && <span className="badge">{texts.program(clientHost)}</span>}
          {end !== null && clientHost === null && <code className="muted nowrap">…{end}</code>}
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
        <>
          {onRename !== undefined && (
            <Button
              size="small"
              aria-label={texts.renameOf(token.name || texts.unnamed)}
              onClick={() => setRenamed(token)}
            >
              {texts.rename}
            </Button>
          )}
          <Button
            size="small"
            kind="danger"
            aria-label={texts.revokeOf(token.name || texts.unnamed)}
            onClick={() => setRevoked(token)}
          >
            {texts.revoke}
          </Button>
        </>
      ),
    },
  ];
  return (
    <>
      <DataTable label={texts.tokens} columns={columns} rows={tokens} keyOf={({ id }) => id} />
      {renamed !== null && onRename !== undefined && (
        <Dialog title={texts.renameOf(renamed.name || texts.unnamed)} isOpen onClose={() => setRenamed(null)}>
          <RenameForm
            name={renamed.name}
            onRename={async (name) => {
              await onRename(renamed.id, name);
              setRenamed(null);
            }}
          />
        </Dialog>
      )}
      {revoked !== null && (
        <ConfirmDialog
          title={texts.revokeTitle(revoked.name || texts.unnamed)}
          isOpen
          action={texts.revoke}
          error={error}
          onConfirm={() => confirm(revoked)}
          onClose={close}
        >
          <p>{texts.revokeText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function RenameForm({
  name,
  onRename,
}: {
  readonly name: string;
  readonly onRename: (name: string) => Promise<void>;
}): ReactNode {
  const texts = useTexts(tokensTexts).tokenTable;
  return (
    <OperationForm
      schema={schema}
      fields={{ name: { label: texts.name, help: texts.renameText, required: true } }}
      values={{ name }}
      onSubmit={(values) => onRename(values.name)}
    />
  );
}

/** Scopes that a table shows without a click. */
const SHOWN_SCOPES = 4;

function ScopeList({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  const texts = useTexts(tokensTexts).tokenTable;
  const list = <span className="small">{scopes.join(', ')}</span>;
  if (scopes.length <= SHOWN_SCOPES) return list;
  return (
    <details>
      <summary>{texts.scopeCount(scopes.length)}</summary>
      {list}
    </details>
  );
}
