import type { ReactNode } from 'react';
import { TickList } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useAction, useWholeList } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import type { SettingsPartProps } from './partDrafts';

/** The teams that a project belongs to, as boxes to tick. Each takes effect at once. */
export function TeamSettings({ organization, project }: SettingsPartProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).teamSettings;
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
