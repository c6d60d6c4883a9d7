import type { ReactNode } from 'react';
import { TickList } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useAction, useWholeList } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
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
  const error = add.error ?? remove.error;
  const change = (team: string, belongs: boolean): Promise<unknown> => {
    add.reset();
    remove.reset();
    const path = { organization_slug: organization, project_slug: project.slug, team_id_or_slug: team };
    return belongs ? add.run(path) : remove.run(path);
  };
  return (
    <Section title={texts.title}>
      <p className="muted">{mayWrite ? texts.help : `${texts.help} ${texts.readOnly}`}</p>
      {error !== null && <ErrorNotice error={error} />}
      <Loaded query={teams}>
        {(records) => (
          <TickList
            boxes={records.map(({ slug, name }) => ({
              key: slug,
              label: (
                <>
                  {name} <code className="muted">#{slug}</code>
                </>
              ),
              isTicked: project.teams.some((team) => team.slug === slug),
            }))}
            disabled={!mayWrite}
            onTick={change}
          />
        )}
      </Loaded>
      <p>
        <Link to={pathOf(organization, 'settings', 'teams')}>{texts.manage}</Link>
      </p>
    </Section>
  );
}
