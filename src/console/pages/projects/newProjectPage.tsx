import { type ReactNode, type SubmitEvent, useState } from 'react';
import creation from 'virtual:schema/ProjectCreation';
import { Button, Field, SelectField, TextField } from '../../components/controls';
import { EmptyState, ErrorNotice, Loaded } from '../../components/feedback';
import { Picker } from '../../components/picker';
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
  const [name, setName] = useState('');
  // Null while it follows the name.
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const [platform, setPlatform] = useState<Platform>('javascript');
  const [team, setTeam] = useState(teams[0].slug);
  const create = useAction('createProject', ['listOrganizationProjects']);
  const slug = typedSlug ?? slugOf(name);
  const errors = create.error?.fields ?? {};
  const isOfField = Object.keys(errors).some((field) => field === 'name' || field === 'slug' || field === 'platform');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    create
      .run({
        organization_slug: organization,
        team_id_or_slug: team,
        body: { name, platform, ...(slug !== '' && { slug }) },
      })
      .then(
        (project) => navigate(pathOf(organization, 'projects', project.slug)),
        () => undefined,
      );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {create.error !== null && !isOfField && <ErrorNotice error={create.error} />}
      <TextField
        label={texts.name}
        help={texts.nameHelp}
        errors={errors['name']}
        required
        maxLength={creation.properties?.['name']?.maxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={texts.slug}
        help={texts.slugHelp}
        errors={errors['slug']}
        spellCheck={false}
        maxLength={creation.properties?.['slug']?.maxLength}
        value={slug}
        onChange={(event) => setTypedSlug(event.currentTarget.value)}
      />
      <Field label={texts.platform} help={texts.platformHelp} errors={errors['platform']}>
        {(control) => (
          <Picker
            label={texts.platform}
            summary={platform}
            value={platform}
            options={PLATFORMS.map((value) => ({ value, text: value }))}
            onChange={(chosen) => setPlatform(PLATFORMS.find((one) => one === chosen) ?? platform)}
            button={
              <Button {...control} style={{ justifySelf: 'start' }}>
                {platform}
              </Button>
            }
          />
        )}
      </Field>
      <SelectField
        label={texts.team}
        help={texts.teamHelp}
        value={team}
        options={teams.map((one) => ({ value: one.slug, label: one.name }))}
        onChange={setTeam}
      />
      <div className="actions">
        <Button type="submit" kind="primary" disabled={create.isPending}>
          {texts.create}
        </Button>
      </div>
    </form>
  );
}
