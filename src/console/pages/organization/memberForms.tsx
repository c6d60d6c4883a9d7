import type { ReactNode } from 'react';
import schema from 'virtual:schema/MemberCreation';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { CheckGroup, type OwnControl } from '../../components/schemaField';
import { type RecordOfList, useAction, useWholeList } from '../../state/api';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';
import type { RoleName } from './roles';

export type ShownMember = RecordOfList<'listMembers'>;

/** The role of a member, and the slugs of their teams. */
interface Membership {
  role: RoleName;
  teams: readonly string[];
}

const ROLE_ORDER = ['member', 'admin', 'manager', 'owner'] as const;

/** Returns the field for a role. */
function useRoleField(value: RoleName) {
  const texts = useTexts(organizationTexts).memberForms;
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
  const texts = useTexts(organizationTexts).memberForms;
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
  const texts = useTexts(organizationTexts).memberForms;
  const add = useAction('addMember', ['listMembers']);
  const update = useAction('updateMember', ['listMembers']);
  const members = useWholeList('listMembers', { organization_slug: organization });
  return (
    <OperationForm<Membership & { email: string }>
      schema={schema}
      fields={{
        email: { label: texts.email, type: 'email' },
        role: useRoleField('member'),
        teams: (control) => <TeamFields organization={organization} {...control} />,
      }}
      values={{ email: '', role: 'member', teams: [] }}
      action={texts.send}
      onSubmit={async ({ email, role, teams }) => {
        const body = { email: email.trim(), role, teams: [...teams] };
        const former = members.data?.find((one) => one.email.toLowerCase() === body.email.toLowerCase());
        // Who was invited before is invited again, with the role and the teams that are chosen now.
        const isPending = former !== undefined && former.invitation !== null;
        const invited = isPending
          ? await update.run({
              organization_slug: organization,
              member_id: former.id,
              body: { role, teams: [...teams] },
            })
          : await add.run({ organization_slug: organization, body });
        await onInvited(invited);
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
  const texts = useTexts(organizationTexts).memberForms;
  const show = useToast();
  const update = useAction('updateMember', ['listMembers', 'getCurrentSession']);
  return (
    <OperationForm<Membership>
      fields={{
        role: useRoleField(member.role),
        teams: (control) => <TeamFields organization={organization} {...control} />,
      }}
      values={{ role: member.role, teams: member.teams }}
      onSubmit={async ({ role, teams }) => {
        const path = { organization_slug: organization, member_id: member.id };
        await update.run({ ...path, body: { role, teams: [...teams] } });
        onClose();
        show({ text: texts.saved(member.email) });
      }}
    />
  );
}
