import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { Dialog } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { useAction, useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { type ScopeName, useMayDo, useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { tokensTexts } from '../../texts/tokens';
import { ShownOnce } from './shownOnce';
import { findPurpose, type TokenBody, TokenForm } from './tokenForm';
import { type ShownToken, TokenTable } from './tokenTable';

/** Scopes of owners alone, which no token of an organization has. */
const OWNER_SCOPES: readonly ScopeName[] = ['org:admin'];

/** The tokens of the organization itself. */
export function OrganizationTokens({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(tokensTexts).tokens;
  const mayManage = useMayDo('org:write', 'org:admin');
  const search = useSearchState();
  const cursor = search.get('cursor');
  const path = { organization_slug: organization };
  const tokens = useList('listOrganizationTokens', mayManage ? { ...path, ...(cursor !== null && { cursor }) } : null);
  const create = useAction('createOrganizationToken', ['listOrganizationTokens']);
  const rename = useAction('updateOrganizationToken', ['listOrganizationTokens']);
  const revoke = useAction('removeOrganizationToken', ['listOrganizationTokens']);
  if (!mayManage) return <p className="muted">{texts.forbidden}</p>;
  return (
    <TokenSection
      title={texts.organizationTokens}
      help={texts.organizationHelp}
      excluded={OWNER_SCOPES}
      query={tokens}
      onTurn={(to) => search.set({ cursor: to })}
      onCreate={async (body) => (await create.run({ ...path, body })).token}
      onRename={async (id, name) => void (await rename.run({ ...path, token_id: id, body: { name } }))}
      onRevoke={async (id) => void (await revoke.run({ ...path, token_id: id }))}
    />
  );
}

/** The tokens of the member who is signed in. */
export function OwnTokens(): ReactNode {
  const texts = useTexts(tokensTexts).tokens;
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

function TokenSection({
  title,
  help,
  query,
  excluded = [],
  onTurn,
  onCreate,
  onRename,
  onRevoke,
}: {
  readonly title: string;
  readonly help: string;
  readonly query: Parameters<
    typeof Loaded<{ records: readonly ShownToken[]; previous: string | null; next: string | null }>
  >[0]['query'];
  /** Scopes that such tokens never have. */
  readonly excluded?: readonly ScopeName[];
  readonly onTurn: (cursor: string) => void;
  /** Returns the text of the token. */
  readonly onCreate: (body: TokenBody) => Promise<string>;
  readonly onRename?: (id: string, name: string) => Promise<void>;
  readonly onRevoke: (id: string) => Promise<void>;
}): ReactNode {
  const texts = useTexts(tokensTexts).tokens;
  // A token gives no scope that its creator does not hold.
  const { scopes: held } = useSession();
  const offered = held.filter((scope) => !excluded.includes(scope)).sort();
  // A link can ask for a token, and name its purpose.
  const search = useSearchState();
  const purpose = findPurpose(search.get('create'));
  const [open, setOpen] = useState<{ readonly token: string | null } | null>(purpose ? { token: null } : null);
  const secret = open?.token ?? null;
  const close = (): void => {
    setOpen(null);
    if (purpose !== undefined) search.set({ create: null }, { replaces: true });
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
            <TokenTable tokens={records} onRename={onRename} onRevoke={onRevoke} />
            <Pager previous={previous} next={next} onTurn={onTurn} />
          </>
        )}
      </Loaded>
      <Dialog
        title={secret === null ? texts.create : texts.shown}
        isOpen={open !== null}
        isRequired={secret !== null}
        onClose={close}
      >
        {secret === null ? (
          <TokenForm
            purpose={purpose}
            offered={offered}
            onCreate={(body) => onCreate(body).then((token) => setOpen({ token }))}
          />
        ) : (
          <ShownOnce label={texts.shown} secret={secret} copy={texts.copy} onDone={close}>
            <p>{texts.shownText}</p>
          </ShownOnce>
        )}
      </Dialog>
    </Section>
  );
}
