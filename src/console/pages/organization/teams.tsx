import { type ReactNode, useState } from 'react';
import schema from 'virtual:schema/TeamCreation';
import { Button, ProjectLinks, TickList } from '../../components/controls';
import { EmptyState, ErrorNotice, Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation, Dialog, Menu, MenuItem, useToast } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { type RecordOfList, useAction, useList, useWholeList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { organizationTexts } from '../../texts/organization';

type ListedTeam = RecordOfList<'listTeams'>;

/** The open dialog of the page, with its subject. */
type OpenTeamDialog =
  { readonly kind: 'create' } | { readonly kind: 'rename' | 'members' | 'remove'; readonly team: ListedTeam };

/** The teams of an organization and their projects. */
export function Teams({ organization }: { readonly organization: string }): ReactNode {
  const texts = useTexts(organizationTexts).teams;
  const search = useSearchState();
  const cursor = search.get('cursor');
  const teams = useList('listTeams', { organization_slug: organization, ...(cursor !== null && { cursor }) });
  const mayWrite = useMayDo('team:write', 'team:admin');
  const columns = useColumns(organization);
  const [open, setOpen] = useState<OpenTeamDialog | null>(null);
  const actions: TableColumn<ListedTeam> = {
    heading: texts.actions,
    kind: 'actions',
    cell: (team) => <TeamMenu team={team} onOpen={(kind) => setOpen({ kind, team })} />,
  };
  return (
    <Section
      title={texts.teams}
      actions={
        mayWrite && (
          <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
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
      {open !== null && <TeamDialog organization={organization} open={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** Returns the columns that all see. */
function useColumns(organization: string): readonly TableColumn<ListedTeam>[] {
  const texts = useTexts(organizationTexts).teams;
  const members = useWholeList('listMembers', { organization_slug: organization });
  const projects = useWholeList('listOrganizationProjects', { organization_slug: organization });
  return [
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
      cell: ({ slug }) => {
        const own = projects.data?.filter(({ teams: of }) => of.some((team) => team.slug === slug));
        if (own?.length === 0) return <span className="muted">{texts.noProject}</span>;
        return own && <ProjectLinks organization={organization} projects={own} />;
      },
    },
  ];
}

function TeamMenu({
  team: { name },
  onOpen,
}: {
  readonly team: ListedTeam;
  readonly onOpen: (kind: 'rename' | 'members' | 'remove') => void;
}): ReactNode {
  const texts = useTexts(organizationTexts).teams;
  const mayRemove = useMayDo('team:admin');
  return (
    <Menu
      label={texts.actionsOf(name)}
      button={<Button kind="quiet" size="small" icon="more" aria-label={texts.actionsOf(name)} />}
    >
      <MenuItem icon="people" onClick={() => onOpen('members')}>
        {texts.editMembers}
      </MenuItem>
      <MenuItem icon="settings" onClick={() => onOpen('rename')}>
        {texts.rename}
      </MenuItem>
      {mayRemove && (
        <MenuItem icon="trash" kind="danger" onClick={() => onOpen('remove')}>
          {texts.remove}
        </MenuItem>
      )}
    </Menu>
  );
}

interface TeamDialogProps {
  readonly organization: string;
  readonly onClose: () => void;
}

function TeamDialog({ open, ...props }: TeamDialogProps & { readonly open: OpenTeamDialog }): ReactNode {
  const texts = useTexts(organizationTexts).teams;
  const { onClose } = props;
  if (open.kind === 'remove') return <RemoveDialog {...props} team={open.team} />;
  if (open.kind === 'members')
    return (
      <Dialog title={texts.membersOf(open.team.name)} isOpen onClose={onClose}>
        <TeamMembers organization={props.organization} team={open.team.slug} />
      </Dialog>
    );
  return (
    <Dialog title={open.kind === 'create' ? texts.create : texts.renameOf(open.team.name)} isOpen onClose={onClose}>
      <TeamForm {...props} team={open.kind === 'create' ? null : open.team} />
    </Dialog>
  );
}

/** Asks whether a team is removed. */
function RemoveDialog({
  organization,
  team: { slug, name },
  onClose,
}: TeamDialogProps & { readonly team: ListedTeam }): ReactNode {
  const texts = useTexts(organizationTexts).teams;
  return (
    <ConfirmOperation
      title={texts.removeTitle(name)}
      action={texts.removeAction}
      operation="removeTeam"
      given={{ organization_slug: organization, team_id_or_slug: slug }}
      outdated={['listTeams', 'listMembers']}
      done={texts.removed(name)}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </ConfirmOperation>
  );
}

/** Boxes to tick for the members of a team. Each takes effect at once. */
function TeamMembers({ organization, team }: { readonly organization: string; readonly team: string }): ReactNode {
  const members = useWholeList('listMembers', { organization_slug: organization });
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
      <Loaded query={members}>
        {(records) => (
          <TickList
            boxes={records.map(({ id, email, teams }) => ({ key: id, label: email, isTicked: teams.includes(team) }))}
            onTick={change}
          />
        )}
      </Loaded>
    </>
  );
}

/** Creates a team, or renames it. */
function TeamForm({ organization, team, onClose }: TeamDialogProps & { readonly team: ListedTeam | null }): ReactNode {
  const texts = useTexts(organizationTexts).teams;
  const show = useToast();
  const create = useAction('createTeam', ['listTeams']);
  const update = useAction('updateTeam', ['listTeams', 'listMembers', 'listOrganizationProjects']);
  const save = async ({ name, slug }: { readonly name: string; readonly slug: string }): Promise<void> => {
    const path = { organization_slug: organization };
    // Without a slug, the service makes one of the name.
    const body = { name, ...(slug !== '' && { slug }) };
    await (team === null ? create.run({ ...path, body }) : update.run({ ...path, team_id_or_slug: team.slug, body }));
    onClose();
    show({ text: texts.saved(name) });
  };
  return (
    <OperationForm
      schema={schema}
      fields={{ name: { label: texts.name, required: true }, slug: { label: texts.slug, help: texts.slugHelp } }}
      values={{ name: team?.name ?? '', slug: team?.slug ?? '' }}
      onSubmit={save}
    />
  );
}
