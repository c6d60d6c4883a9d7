import type { ReactNode } from 'react';
import creation from 'virtual:schema/ProjectCreation';
import { Button, Field, TextField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { Picker } from '../../components/picker';
import type { OwnControl } from '../../components/schemaField';
import { Page } from '../../components/shell';
import { type ArgumentsOf, type RecordOfList, useAction, useWholeList } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import { slugOf } from './projectSlug';
import styles from './projects.module.css';

const TEXTS = defineTexts({
  en: {
    title: 'New project',
    name: 'Name',
    nameHelp: 'What people call the program, such as Shop.',
    slug: 'Name in addresses',
    slugHelp: 'Lowercase letters, digits, hyphens and underscores. Issues are numbered with it: SHOP-1.',
    platform: 'Platform',
    platformHelp: 'Its page then says how to send the first error. It can be changed later.',
    team: 'Team',
    teamHelp: 'The members of the team receive mails about new issues.',
    create: 'Create the project',
    noTeam: 'No team yet',
    noTeamHelp: 'A project belongs to a team. Create a team in the settings of the organization first.',
    forbidden: 'You cannot create projects',
    forbiddenHelp: 'Your role has neither project:write nor project:admin. Ask an owner of the organization.',
  },
  de: {
    title: 'Neues Projekt',
    name: 'Name',
    nameHelp: 'Wie das Programm genannt wird, etwa Shop.',
    slug: 'Name in Adressen',
    slugHelp: 'Kleinbuchstaben, Ziffern, Binde- und Unterstriche. Issues werden damit nummeriert: SHOP-1.',
    platform: 'Plattform',
    platformHelp: 'Die Seite des Projekts sagt dann, wie Sie den ersten Fehler senden. Sie lässt sich später ändern.',
    team: 'Team',
    teamHelp: 'Die Mitglieder des Teams erhalten Mails über neue Issues.',
    create: 'Projekt anlegen',
    noTeam: 'Noch kein Team',
    noTeamHelp: 'Ein Projekt gehört zu einem Team. Legen Sie zuerst in den Einstellungen der Organisation eines an.',
    forbidden: 'Sie können keine Projekte anlegen',
    forbiddenHelp:
      'Ihre Rolle hat weder project:write noch project:admin. Wenden Sie sich an einen Inhaber der Organisation.',
  },
});

type Platform = NonNullable<ArgumentsOf<'createProject'>['body']['platform']>;

const PLATFORMS = (creation.properties?.['platform']?.enum ?? []) as readonly Platform[];

/** A project as its form has it. */
interface ProjectValues {
  readonly name: string;
  /** Null while it follows the name. */
  readonly slug: string | null;
  readonly platform: Platform;
  readonly team: string;
}

/** Creates a project, and goes to its instructions. */
export default function NewProjectPage(): ReactNode {
  const texts = useTexts(TEXTS);
  const { organization = '' } = useParams();
  const mayCreate = useMayDo('project:write', 'project:admin');
  const teams = useWholeList('listTeams', mayCreate ? { organization_slug: organization } : null);
  return (
    <Page title={texts.title}>
      {mayCreate ? (
        <Loaded query={teams} lines={8}>
          {([first, ...others]) =>
            first === undefined ? (
              <EmptyState title={texts.noTeam}>
                <p>{texts.noTeamHelp}</p>
              </EmptyState>
            ) : (
              <NewProjectForm organization={organization} teams={[first, ...others]} />
            )
          }
        </Loaded>
      ) : (
        <EmptyState title={texts.forbidden}>
          <p>{texts.forbiddenHelp}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function NewProjectForm({
  organization,
  teams,
}: {
  readonly organization: string;
  readonly teams: readonly [RecordOfList<'listTeams'>, ...RecordOfList<'listTeams'>[]];
}): ReactNode {
  const texts = useTexts(TEXTS);
  const navigate = useNavigate();
  const create = useAction('createProject', ['listOrganizationProjects']);
  const save = async ({ name, slug: typed, platform, team }: ProjectValues): Promise<void> => {
    const slug = typed ?? slugOf(name);
    const body = { name, platform, ...(slug !== '' && { slug }) };
    const project = await create.run({ organization_slug: organization, team_id_or_slug: team, body });
    void navigate(pathOf(organization, 'projects', project.slug));
  };
  return (
    <div className={styles.form}>
      <OperationForm<ProjectValues>
        layout="page"
        schema={creation}
        fields={({ name }) => ({
          name: { label: texts.name, help: texts.nameHelp },
          slug: ({ value, errors, onChange }) => (
            <TextField
              label={texts.slug}
              help={texts.slugHelp}
              errors={errors}
              spellCheck={false}
              maxLength={creation.properties?.['slug']?.maxLength}
              value={value ?? slugOf(name)}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          ),
          platform: (control) => <PlatformField {...control} />,
          team: {
            label: texts.team,
            help: texts.teamHelp,
            options: teams.map((one) => ({ value: one.slug, label: one.name })),
          },
        })}
        values={{ name: '', slug: null, platform: 'javascript', team: teams[0].slug }}
        action={texts.create}
        onSubmit={save}
      />
    </div>
  );
}

function PlatformField({ value, errors, onChange }: OwnControl<Platform>): ReactNode {
  const texts = useTexts(TEXTS);
  return (
    <Field label={texts.platform} help={texts.platformHelp} errors={errors}>
      {(control) => (
        <Picker
          label={texts.platform}
          summary={value}
          value={value}
          options={PLATFORMS.map((one) => ({ value: one, text: one }))}
          onChange={(chosen) => onChange(PLATFORMS.find((one) => one === chosen) ?? value)}
          button={
            <Button {...control} style={{ justifySelf: 'start' }}>
              {value}
            </Button>
          }
        />
      )}
    </Field>
  );
}
