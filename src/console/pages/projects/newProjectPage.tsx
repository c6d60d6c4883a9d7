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
import { useTexts } from '../../state/texts';
import { projectsTexts } from '../../texts/projects';
import { slugOf } from './projectSlug';
import styles from './projects.module.css';

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
  const texts = useTexts(projectsTexts).newProjectPage;
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
  const texts = useTexts(projectsTexts).newProjectPage;
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
  const texts = useTexts(projectsTexts).newProjectPage;
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
