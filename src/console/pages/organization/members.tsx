import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmOperation, Dialog, Menu, MenuItem } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat, useNow } from '../../components/time';
import { useAction, useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo, useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';
import { EditForm, InviteForm, type ShownMember } from './memberForms';
import { ROLE_NAMES } from './roles';
import { ShownOnce } from './shownOnce';
import { MemberTokens } from './tokens';

/** The open dialog of the page, with its subject. */
type OpenMemberDialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'edit' | 'remove' | 'tokens' | 'revoke'; readonly member: ShownMember }
  | {
      readonly kind: 'link';
      readonly email: string;
      readonly url: string;
      readonly expiresAt: string;
      /** Null for a link that is no invitation. */
      readonly isMailed: boolean | null;
    };

type MemberAddress = Pick<ShownMember, 'id' | 'email'>;

/** The members of an organization, with the actions on them. */
export function Members({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).members;
  const search = useSearchState();
  const cursor = search.get('cursor');
  const members = useList('listMembers', { organization_slug: organization, ...(cursor !== null && { cursor }) });
  const mayManage = useMayDo('member:write', 'member:admin');
  const createLink = useAction('createSignInLink');
  const createInvitation = useAction('createInvitation', ['listMembers']);
  const [open, setOpen] = useState<OpenMemberDialog | null>(null);
  const columns = useColumns();
  const openLink = async ({ id, email }: MemberAddress): Promise<void> => {
    const { url, expiresAt } = await createLink.run({ organization_slug: organization, member_id: id });
    setOpen({ kind: 'link', email, url, expiresAt, isMailed: null });
  };
  const invite = async ({ id, email }: MemberAddress): Promise<void> => {
    const invitation = await createInvitation.run({ organization_slug: organization, member_id: id });
    setOpen({ kind: 'link', email, ...invitation });
  };
  const error = createLink.error ?? createInvitation.error;
  const actions: TableColumn<ShownMember> = {
    heading: texts.actions,
    kind: 'actions',
    cell: (member) => (
      <MemberMenu
        member={member}
        onLink={() => void openLink(member).catch(() => undefined)}
        onInvite={() => void invite(member).catch(() => undefined)}
        onOpen={(kind) => setOpen({ kind, member })}
      />
    ),
  };
  return (
    <Section
      title={texts.members}
      actions={
        mayManage && (
          <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: 'invite' })}>
            {texts.invite}
          </Button>
        )
      }
    >
      {!mayManage && <p className="muted">{texts.readOnly}</p>}
      {error !== null && <ErrorNotice error={error} />}
      <Loaded query={members} lines={6}>
        {({ records, previous, next }) => (
          <>
            <DataTable
              label={texts.members}
              columns={mayManage ? [...columns, actions] : columns}
              rows={records}
              keyOf={({ id }) => id}
            />
            <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
          </>
        )}
      </Loaded>
      <MemberDialog organization={organization} open={open} onInvited={invite} onClose={() => setOpen(null)} />
    </Section>
  );
}

/** Returns the columns that all see. */
function useColumns(): readonly TableColumn<ShownMember>[] {
  const texts = useTexts(organizationTexts).members;
  return [
    { heading: texts.email, cell: (member) => <MemberName member={member} /> },
    { heading: texts.role, cell: ({ role }) => ROLE_NAMES[role] },
    {
      heading: texts.teams,
      cell: ({ teams }) => (teams.length === 0 ? <span className="muted">{texts.noTeam}</span> : teams.join(', ')),
    },
    {
      heading: texts.secondFactor,
      cell: ({ hasPassword, hasSecondFactor }) => (
        <span className="muted">
          {hasSecondFactor ? texts.factor : hasPassword ? texts.noFactor : texts.noPassword}
        </span>
      ),
    },
    { heading: texts.added, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
  ];
}

function MemberMenu({
  member: { email, invitation },
  onLink,
  onInvite,
  onOpen,
}: {
  readonly member: ShownMember;
  readonly onLink: () => void;
  readonly onInvite: () => void;
  readonly onOpen: (kind: 'edit' | 'remove' | 'tokens' | 'revoke') => void;
}): ReactNode {
  const texts = useTexts(organizationTexts).members;
  const now = useNow();
  const isPending = invitation !== null && !invitation.isRevoked && Date.parse(invitation.expiresAt) > now;
  const mayRemove = useMayDo('member:admin');
  return (
    <Menu
      label={texts.actionsOf(email)}
      button={<Button kind="quiet" size="small" icon="more" aria-label={texts.actionsOf(email)} />}
    >
      <MenuItem icon="settings" onClick={() => onOpen('edit')}>
        {texts.edit}
      </MenuItem>
      {mayRemove && (
        <>
          {invitation === null ? (
            <MenuItem icon="link" onClick={onLink}>
              {texts.link}
            </MenuItem>
          ) : (
            <MenuItem icon="link" onClick={onInvite}>
              {texts.inviteAgain}
            </MenuItem>
          )}
          {isPending && (
            <MenuItem icon="close" onClick={() => onOpen('revoke')}>
              {texts.revoke}
            </MenuItem>
          )}
          <MenuItem icon="key" onClick={() => onOpen('tokens')}>
            {texts.tokens}
          </MenuItem>
          <MenuItem icon="trash" kind="danger" onClick={() => onOpen('remove')}>
            {texts.remove}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

interface MemberDialogProps {
  readonly organization: string;
  readonly onClose: () => void;
}

function MemberDialog({
  open,
  onInvited,
  ...props
}: MemberDialogProps & {
  readonly open: OpenMemberDialog | null;
  readonly onInvited: (member: MemberAddress) => Promise<void>;
}): ReactNode {
  const texts = useTexts(organizationTexts).members;
  const { organization, onClose } = props;
  if (open === null || !('member' in open)) return <InviteDialog {...props} open={open} onInvited={onInvited} />;
  if (open.kind === 'revoke') return <RevokeDialog {...props} member={open.member} />;
  if (open.kind === 'remove') return <RemoveDialog {...props} member={open.member} />;
  if (open.kind === 'edit')
    return (
      <Dialog title={open.member.email} isOpen onClose={onClose}>
        <EditForm {...props} member={open.member} />
      </Dialog>
    );
  return (
    <Dialog title={texts.tokensOf(open.member.email)} isOpen onClose={onClose}>
      <MemberTokens organization={organization} memberId={open.member.id} />
    </Dialog>
  );
}

/** Invites a member, then shows the link: one dialog, so that the focus stays in it. */
function InviteDialog({
  organization,
  open,
  onInvited,
  onClose,
}: MemberDialogProps & {
  readonly open: Extract<OpenMemberDialog, { kind: 'invite' | 'link' }> | null;
  readonly onInvited: (member: MemberAddress) => Promise<void>;
}): ReactNode {
  const texts = useTexts(organizationTexts).members;
  const format = useFormat();
  const link = open?.kind === 'link' ? open : null;
  const title =
    link === null ? texts.invite : link.isMailed === null ? texts.linkOf(link.email) : texts.invited(link.email);
  return (
    <Dialog title={title} isOpen={open !== null} isRequired={link !== null} onClose={onClose}>
      {link === null ? (
        // Without a link, the member is in the list, and the reason above it.
        <InviteForm organization={organization} onInvited={(member) => onInvited(member).catch(onClose)} />
      ) : (
        <ShownOnce label={title} secret={link.url} copy={texts.copy} onDone={onClose}>
          {link.isMailed !== null && <p>{link.isMailed ? texts.mailed(link.email) : texts.notMailed}</p>}
          <p>{(link.isMailed === null ? texts.linkText : texts.invitationText)(format.dateTime(link.expiresAt))}</p>
        </ShownOnce>
      )}
    </Dialog>
  );
}

/** Asks whether an invitation is revoked. */
function RevokeDialog({
  organization,
  member: { id, email },
  onClose,
}: MemberDialogProps & { readonly member: ShownMember }): ReactNode {
  const texts = useTexts(organizationTexts).members;
  return (
    <ConfirmOperation
      title={texts.revokeTitle(email)}
      action={texts.revokeAction}
      operation="removeInvitation"
      given={{ organization_slug: organization, member_id: id }}
      outdated={['listMembers']}
      done={texts.revoked(email)}
      onClose={onClose}
    >
      <p>{texts.revokeText}</p>
    </ConfirmOperation>
  );
}

/** Asks whether a member is removed. */
function RemoveDialog({
  organization,
  member: { id, email },
  onClose,
}: MemberDialogProps & { readonly member: ShownMember }): ReactNode {
  const texts = useTexts(organizationTexts).members;
  return (
    <ConfirmOperation
      title={texts.removeTitle(email)}
      action={texts.removeAction}
      operation="removeMember"
      given={{ organization_slug: organization, member_id: id }}
      outdated={['listMembers']}
      done={texts.removed(email)}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </ConfirmOperation>
  );
}

function MemberName({ member: { id, email, invitation } }: { readonly member: ShownMember }): ReactNode {
  const texts = useTexts(organizationTexts).members;
  const { member } = useSession();
  return (
    <>
      {email} {id === member.id && <span className="badge">{texts.you}</span>}
      {invitation !== null && <InvitationState invitation={invitation} />}
    </>
  );
}

/** Says until when an invitation can be accepted, or why it cannot. */
function InvitationState({ invitation }: { readonly invitation: NonNullable<ShownMember['invitation']> }): ReactNode {
  const texts = useTexts(organizationTexts).members;
  const format = useFormat();
  const now = useNow();
  const { expiresAt, isRevoked } = invitation;
  const text = isRevoked ? texts.wasRevoked : Date.parse(expiresAt) > now ? texts.pending : texts.expired;
  return <div className="small muted">{text(format.dateTime(expiresAt))}</div>;
}
