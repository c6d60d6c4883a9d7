import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, CheckField, SelectField, TextField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { DialogActions } from '../../components/overlays';
import { type RecordOfList, useAction, useWholeList } from '../../state/api';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';

export type ShownMember = RecordOfList<'listMembers'>;
type RoleName = ShownMember['role'];

/** The roles, each of which includes the rights of the ones before it, with the names that people read. */
export const ROLE_NAMES = {
  member: 'Member',
  admin: 'Admin',
  manager: 'Manager',
  owner: 'Owner',
} as const satisfies Record<RoleName, string>;
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
    save: 'Save',
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
    save: 'Speichern',
  },
});

function RoleField({
  value,
  onChange,
}: {
  readonly value: RoleName;
  readonly onChange: (role: RoleName) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  // Only owners make owners.
  const mayMakeOwner = useMayDo('org:admin');
  const offered = ROLE_ORDER.filter((role) => role !== 'owner' || mayMakeOwner || value === 'owner');
  return (
    <SelectField
      label={texts.role}
      help={texts.roleHelp}
      value={value}
      options={offered.map((role) => ({ value: role, label: texts[role] }))}
      onChange={onChange}
    />
  );
}

/** Boxes to tick for the teams of the organization. */
function TeamFields({
  organization,
  value,
  onChange,
}: {
  readonly organization: string;
  readonly value: readonly string[];
  readonly onChange: (teams: readonly string[]) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const teams = useWholeList('listTeams', { organization_slug: organization });
  return (
    <fieldset>
      <legend>{texts.teams}</legend>
      <Loaded query={teams} lines={1}>
        {(records) =>
          records.length === 0 ? (
            <p className="muted small">{texts.noTeam}</p>
          ) : (
            <div className="choices">
              {records.map(({ slug, name }) => (
                <CheckField
                  key={slug}
                  label={name}
                  checked={value.includes(slug)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? [...value, slug] : value.filter((one) => one !== slug))
                  }
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </fieldset>
  );
}

/** Adds a member. */
export function InviteForm({
  organization,
  onInvited,
}: {
  readonly organization: string;
  readonly onInvited: (member: { readonly id: string; readonly email: string }) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const add = useAction('addMember', ['listMembers']);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleName>('member');
  const [teams, setTeams] = useState<readonly string[]>([]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = { email: email.trim(), role, teams: [...teams] };
    add.run({ organization_slug: organization, body }).then(onInvited, () => undefined);
  };
  const { error } = add;
  return (
    <form className="stack" onSubmit={submit}>
      <p className="muted">{texts.inviteHelp}</p>
      <TextField
        label={texts.email}
        type="email"
        required
        value={email}
        errors={error?.fields['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleField value={role} onChange={setRole} />
      <TeamFields organization={organization} value={teams} onChange={setTeams} />
      {error !== null && error.fields['email'] === undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button type="submit" kind="primary" disabled={add.isPending}>
          {texts.send}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Changes the role and the teams of a member. */
export function EditForm({
  organization,
  member,
  onSaved,
}: {
  readonly organization: string;
  readonly member: ShownMember;
  readonly onSaved: () => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const update = useAction('updateMember', ['listMembers', 'getCurrentSession']);
  const [role, setRole] = useState(member.role);
  const [teams, setTeams] = useState<readonly string[]>(member.teams);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = { organization_slug: organization, member_id: member.id };
    update.run({ ...path, body: { role, teams: [...teams] } }).then(onSaved, () => undefined);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <RoleField value={role} onChange={setRole} />
      <TeamFields organization={organization} value={teams} onChange={setTeams} />
      {update.error !== null && <ErrorNotice error={update.error} />}
      <DialogActions>
        <Button type="submit" kind="primary" disabled={update.isPending}>
          {texts.save}
        </Button>
      </DialogActions>
    </form>
  );
}
