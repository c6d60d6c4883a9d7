import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { CheckField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useAction, useWholeList } from '../../state/api';
import { pathOf } from '../../state/location';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import type { SettingsPartProps } from './partDrafts';

const TEXTS = defineTexts({
  en: {
    title: 'Teams',
    help: 'The members of these teams get mails about the project, and see it among the projects of their team. A project belongs to at least one.',
    readOnly: 'To change the teams, a role needs project:write.',
    manage: 'Create teams and choose their members',
  },
  de: {
    title: 'Teams',
    help: 'Die Mitglieder dieser Teams erhalten Mails über das Projekt und sehen es unter den Projekten ihres Teams. Ein Projekt gehört mindestens einem.',
    readOnly: 'Um die Teams zu ändern, braucht eine Rolle project:write.',
    manage: 'Teams anlegen und ihre Mitglieder wählen',
  },
});

/** The teams that a project belongs to, as boxes to tick. Each takes effect at once. */
export function TeamSettings({ organization, project }: SettingsPartProps): ReactNode {
  const texts = useTexts(TEXTS);
  const mayWrite = useMayDo('project:write', 'project:admin');
  const teams = useWholeList('listTeams', { organization_slug: organization });
  const add = useAction('addProjectTeam', ['getProject', 'listOrganizationProjects']);
  const remove = useAction('removeProjectTeam', ['getProject', 'listOrganizationProjects']);
  // A box shows what was chosen last until the project says so, too.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const error = add.error ?? remove.error;
  const change = (team: string, belongs: boolean): void => {
    add.reset();
    remove.reset();
    const path = { organization_slug: organization, project_slug: project.slug, team_id_or_slug: team };
    const done: Promise<unknown> = belongs ? add.run(path) : remove.run(path);
    setChosen((before) => new Map([...before, [team, belongs]]));
    done.catch(() => setChosen((before) => new Map([...before].filter(([slug]) => slug !== team))));
  };
  return (
    <Section title={texts.title}>
      <p className="muted">{mayWrite ? texts.help : `${texts.help} ${texts.readOnly}`}</p>
      {error !== null && <ErrorNotice error={error} />}
      <Loaded query={teams}>
        {(records) => (
          <div className="stack" data-gap="small">
            {records.map(({ id, slug, name }) => (
              <CheckField
                key={id}
                label={
                  <>
                    {name} <code className="muted">#{slug}</code>
                  </>
                }
                disabled={!mayWrite}
                checked={chosen.get(slug) ?? project.teams.some((team) => team.slug === slug)}
                onChange={(event) => change(slug, event.currentTarget.checked)}
              />
            ))}
          </div>
        )}
      </Loaded>
      <p>
        <Link to={pathOf(organization, 'settings', 'teams')}>{texts.manage}</Link>
      </p>
    </Section>
  );
}
