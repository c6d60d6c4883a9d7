import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, ProjectLinks, TextField, TickList } from '../../components/controls';
import { EmptyState, ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmDialog, Dialog, DialogActions, Menu, MenuItem, useToast } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { type RecordOfList, useAction, useList, useWholeList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';

type ListedTeam = RecordOfList<'listTeams'>;

const TEXTS = defineTexts({
  en: {
    teams: 'Teams',
    help: 'Projects belong to teams, and issues can be assigned to them.',
    readOnly: 'Admins, managers and owners create and change teams.',
    members: 'Members',
    membersOf: (name: string) => `Members of ${name}`,
    editMembers: 'Members…',
    noMember: 'none',
    actionsOf: (name: string) => `Actions for ${name}`,
    create: 'Create a team',
    rename: 'Rename…',
    renameOf: (name: string) => `Rename ${name}`,
    remove: 'Remove…',
    removeAction: 'Remove the team',
    removeTitle: (name: string) => `Remove the team ${name}?`,
    removeText:
      'Its projects must belong to another team first. Issues that are assigned to it are then assigned to nobody.',
    name: 'Name',
    slug: 'Slug',
    slugHelp: 'Its name in addresses and in searches such as assigned:#backend: lower-case letters, digits, hyphens.',
    projects: 'Projects',
    noProject: 'none',
    actions: 'Actions',
    save: 'Save',
    saved: (name: string) => `${name} was saved.`,
    removed: (name: string) => `${name} was removed.`,
    none: 'No team yet',
    noneHelp: 'Create one, then create a project in it.',
  },
  de: {
    teams: 'Teams',
    help: 'Projekte gehören Teams, und Issues können ihnen zugewiesen werden.',
    readOnly: 'Admins, Managers und Owners legen Teams an und ändern sie.',
    members: 'Mitglieder',
    membersOf: (name) => `Mitglieder von ${name}`,
    editMembers: 'Mitglieder …',
    noMember: 'keine',
    actionsOf: (name) => `Aktionen für ${name}`,
    create: 'Team anlegen',
    rename: 'Umbenennen …',
    renameOf: (name) => `${name} umbenennen`,
    remove: 'Entfernen …',
    removeAction: 'Team entfernen',
    removeTitle: (name) => `Das Team ${name} entfernen?`,
    removeText:
      'Seine Projekte müssen zuvor einem anderen Team gehören. Issues, die ihm zugewiesen sind, sind danach niemandem zugewiesen.',
    name: 'Name',
    slug: 'Slug',
    slugHelp: 'Sein Name in Adressen und in Suchen wie assigned:#backend: Kleinbuchstaben, Ziffern, Bindestriche.',
    projects: 'Projekte',
    noProject: 'keine',
    actions: 'Aktionen',
    save: 'Speichern',
    saved: (name) => `${name} wurde gespeichert.`,
    removed: (name) => `${name} wurde entfernt.`,
    none: 'Noch kein Team',
    noneHelp: 'Legen Sie eines an, und darin ein Projekt.',
  },
});

/** The teams of an organization and their projects. */
export function Teams({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(TEXTS);
  const show = useToast();
  const search = useSearchState();
  const cursor = search.get('cursor');
  const teams = useList('listTeams', { organization_slug: organization, ...(cursor !== null && { cursor }) });
  const mayWrite = useMayDo('team:write', 'team:admin');
  const mayRemove = useMayDo('team:admin');
  const remove = useAction('removeTeam', ['listTeams', 'listMembers']);
  const [edited, setEdited] = useState<ListedTeam | 'new' | null>(null);
  const [removed, setRemoved] = useState<ListedTeam | null>(null);
  const [peopled, setPeopled] = useState<ListedTeam | null>(null);
  const members = useWholeList('listMembers', { organization_slug: organization });
  const projects = useWholeList('listOrganizationProjects', { organization_slug: organization });
  const confirm = ({ slug, name }: ListedTeam): void => {
    remove.run({ organization_slug: organization, team_id_or_slug: slug }).then(
      () => {
        setRemoved(null);
        show({ text: texts.removed(name) });
      },
      () => undefined,
    );
  };
  const columns: readonly TableColumn<ListedTeam>[] = [
    { heading: texts.name, cell: ({ name }) => name },
    { heading: texts.slug, cell: ({ slug }) => <code>#{slug}</code> },
    {
      heading: texts.members,
      cell: ({ slug }) => {
        const names = members.data?.filter(({ teams: of }) => of.includes(slug)).map(({ email }) => email);
        return names?.length === 0 ? <span className="muted">{texts.noMember}</span> : names?.join(', ');
      },
    },
    {
      heading: texts.projects,
      cell: ({ slug }) => (
        <TeamProjects
          organization={organization}
          projects={projects.data?.filter(({ teams: of }) => of.some((team) => team.slug === slug)) ?? null}
        />
      ),
    },
  ];
  const actions: TableColumn<ListedTeam> = {
    heading: texts.actions,
    kind: 'actions',
    cell: (team) => (
      <Menu
        label={texts.actionsOf(team.name)}
        button={<Button kind="quiet" size="small" icon="more" aria-label={texts.actionsOf(team.name)} />}
      >
        <MenuItem icon="people" onClick={() => setPeopled(team)}>
          {texts.editMembers}
        </MenuItem>
        <MenuItem icon="settings" onClick={() => setEdited(team)}>
          {texts.rename}
        </MenuItem>
        {mayRemove && (
          <MenuItem icon="trash" kind="danger" onClick={() => setRemoved(team)}>
            {texts.remove}
          </MenuItem>
        )}
      </Menu>
    ),
  };
  return (
    <Section
      title={texts.teams}
      actions={
        mayWrite && (
          <Button kind="primary" icon="plus" onClick={() => setEdited('new')}>
            {texts.create}
          </Button>
        )
      }
    >
      <p className="muted">{mayWrite ? texts.help : `${texts.help} ${texts.readOnly}`}</p>
      <Loaded query={teams}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p className="muted">{texts.noneHelp}</p>
            </EmptyState>
          ) : (
            <>
              <DataTable
                label={texts.teams}
                columns={mayWrite ? [...columns, actions] : columns}
                rows={records}
                keyOf={({ id }) => id}
              />
              <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
            </>
          )
        }
      </Loaded>
      {edited !== null && (
        <Dialog
          title={edited === 'new' ? texts.create : texts.renameOf(edited.name)}
          isOpen
          onClose={() => setEdited(null)}
        >
          <TeamForm
            organization={organization}
            team={edited === 'new' ? null : edited}
            onSaved={(name) => {
              setEdited(null);
              show({ text: texts.saved(name) });
            }}
          />
        </Dialog>
      )}
      {peopled !== null && (
        <Dialog title={texts.membersOf(peopled.name)} isOpen onClose={() => setPeopled(null)}>
          <Loaded query={members}>
            {(records) => <TeamMembers organization={organization} team={peopled.slug} members={records} />}
          </Loaded>
        </Dialog>
      )}
      {removed !== null && (
        <ConfirmDialog
          title={texts.removeTitle(removed.name)}
          isOpen
          action={texts.removeAction}
          isPending={remove.isPending}
          onConfirm={() => confirm(removed)}
          onClose={() => {
            remove.reset();
            setRemoved(null);
          }}
        >
          <p>{texts.removeText}</p>
          {remove.error !== null && <ErrorNotice error={remove.error} />}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function TeamProjects({
  organization,
  projects,
}: {
  readonly organization: string;
  /** Null while they are read. */
  readonly projects: readonly RecordOfList<'listOrganizationProjects'>[] | null;
}): ReactNode {
  const texts = useTexts(TEXTS);
  if (projects === null) return null;
  if (projects.length === 0) return <span className="muted">{texts.noProject}</span>;
  return <ProjectLinks organization={organization} projects={projects} />;
}

/** Boxes to tick for the members of a team. Each takes effect at once. */
function TeamMembers({
  organization,
  team,
  members,
}: {
  readonly organization: string;
  readonly team: string;
  readonly members: readonly RecordOfList<'listMembers'>[];
}): ReactNode {
  const add = useAction('addTeamMember', ['listMembers']);
  const remove = useAction('removeTeamMember', ['listMembers']);
  const error = add.error ?? remove.error;
  const change = (memberId: string, isMember: boolean): Promise<unknown> => {
    const path = { organization_slug: organization, member_id: memberId, team_id_or_slug: team };
    return isMember ? add.run(path) : remove.run(path);
  };
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <TickList
        boxes={members.map(({ id, email, teams }) => ({ key: id, label: email, isTicked: teams.includes(team) }))}
        onTick={change}
      />
    </>
  );
}

/** Creates a team, or renames it. */
function TeamForm({
  organization,
  team,
  onSaved,
}: {
  readonly organization: string;
  readonly team: ListedTeam | null;
  readonly onSaved: (name: string) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const create = useAction('createTeam', ['listTeams']);
  const update = useAction('updateTeam', ['listTeams', 'listMembers', 'listOrganizationProjects']);
  const [name, setName] = useState(team?.name ?? '');
  const [slug, setSlug] = useState(team?.slug ?? '');
  const error = create.error ?? update.error;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = { organization_slug: organization };
    // Without a slug, the service makes one of the name.
    const body = { name, ...(slug !== '' && { slug }) };
    const saved =
      team === null ? create.run({ ...path, body }) : update.run({ ...path, team_id_or_slug: team.slug, body });
    saved.then(
      () => onSaved(name),
      () => undefined,
    );
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={texts.name}
        required
        value={name}
        errors={error?.fields['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={texts.slug}
        help={texts.slugHelp}
        value={slug}
        errors={error?.fields['slug']}
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
      {error !== null && Object.keys(error.fields).length === 0 && <ErrorNotice error={error} />}
      <DialogActions>
        <Button type="submit" kind="primary" disabled={create.isPending || update.isPending}>
          {texts.save}
        </Button>
      </DialogActions>
    </form>
  );
}
