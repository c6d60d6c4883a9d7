import type { ReactNode } from 'react';
import schema from 'virtual:schema/MemberCreation';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { CheckGroup, type OwnControl } from '../../components/schemaField';
import { type RecordOfList, useAction, useWholeList } from '../../state/api';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import type { RoleName } from './roles';

export type ShownMember = RecordOfList<'listMembers'>;

const ROLE_ORDER = ['member', 'admin', 'manager', 'owner'] as const;

const TEXTS = defineTexts({
  en: {
    inviteHelp: 'You get a link that signs the person in once, within 15 minutes. Send it to them yourself.',
    email: 'E-mail address',
    role: 'Role',
    roleHelp: 'A role bounds what its member and their tokens may do.',
    teams: 'Teams',
    noTeam: 'The organization has no team yet.',
    member: 'Member: reads everything, works on issues',
    admin: 'Admin: changes projects and teams too',
    manager: 'Manager: manages members and tokens too',
    owner: 'Owner: may do everything',
    send: 'Create the link',
    saved: (email: string) => `${email} was changed.`,
  },
  de: {
    inviteHelp:
      'Sie erhalten einen Link, der die Person einmal anmeldet, innerhalb von 15 Minuten. Schicken Sie ihn ihr selbst.',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    roleHelp: 'Eine Rolle begrenzt, was ihr Mitglied und dessen Tokens dürfen.',
    teams: 'Teams',
    noTeam: 'Die Organisation hat noch kein Team.',
    member: 'Member: liest alles, bearbeitet Issues',
    admin: 'Admin: ändert auch Projekte und Teams',
    manager: 'Manager: verwaltet auch Mitglieder und Tokens',
    owner: 'Owner: darf alles',
    send: 'Link erzeugen',
    saved: (email) => `${email} wurde geändert.`,
  },
});

/** Returns the field for a role. */
function useRoleField(value: RoleName) {
  const texts = useTexts(TEXTS);
  // Only owners make owners.
  const mayMakeOwner = useMayDo('org:admin');
  const offered = ROLE_ORDER.filter((role) => role !== 'owner' || mayMakeOwner || value === 'owner');
  return {
    label: texts.role,
    help: texts.roleHelp,
    options: offered.map((role) => ({ value: role, label: texts[role] })),
  };
}

/** Boxes to tick for the teams of the organization. */
function TeamFields({
  organization,
  ...control
}: OwnControl<readonly string[]> & { readonly organization: string }): ReactNode {
  const texts = useTexts(TEXTS);
  const teams = useWholeList('listTeams', { organization_slug: organization });
  return (
    <Loaded query={teams} lines={1}>
      {(records) =>
        records.length === 0 ? (
          <fieldset>
            <legend>{texts.teams}</legend>
            <p className="muted small">{texts.noTeam}</p>
          </fieldset>
        ) : (
          <CheckGroup
            legend={texts.teams}
            options={records.map(({ slug, name }) => ({ value: slug, label: name }))}
            {...control}
          />
        )
      }
    </Loaded>
  );
}

/** Adds a member. */
export function InviteForm({
  organization,
  onInvited,
}: {
  readonly organization: string;
  readonly onInvited: (member: { readonly id: string; readonly email: string }) => Promise<void>;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const add = useAction('addMember', ['listMembers']);
  return (
    <OperationForm
      schema={schema}
      fields={{
        email: { label: texts.email, type: 'email' },
        role: useRoleField('member'),
        teams: (control) => <TeamFields organization={organization} {...control} />,
      }}
      values={{ email: '', role: 'member' as RoleName, teams: [] as readonly string[] }}
      action={texts.send}
      onSubmit={async ({ email, role, teams }) => {
        const body = { email: email.trim(), role, teams: [...teams] };
        await onInvited(await add.run({ organization_slug: organization, body }));
      }}
    >
      <p className="muted">{texts.inviteHelp}</p>
    </OperationForm>
  );
}

/** Changes the role and the teams of a member. */
export function EditForm({
  organization,
  member,
  onClose,
}: {
  readonly organization: string;
  readonly member: ShownMember;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const show = useToast();
  const update = useAction('updateMember', ['listMembers', 'getCurrentSession']);
  return (
    <OperationForm
      fields={{
        role: useRoleField(member.role),
        teams: (control) => <TeamFields organization={organization} {...control} />,
      }}
      values={{ role: member.role, teams: member.teams as readonly string[] }}
      onSubmit={async ({ role, teams }) => {
        const path = { organization_slug: organization, member_id: member.id };
        await update.run({ ...path, body: { role, teams: [...teams] } });
        onClose();
        show({ text: texts.saved(member.email) });
      }}
    />
  );
}
