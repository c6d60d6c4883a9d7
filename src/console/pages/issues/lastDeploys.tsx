import type { ReactNode } from 'react';
import { TimeAgo } from '../../components/time';
import type { RecordOfList } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import type { IssueListState } from './issueListState';

/** Number of deploys that are named, the last of each release. */
const MAX_NAMED = 3;

/** Names the last deploys of the listed projects and environments, and leads to what their releases broke. */
export function LastDeploys({
  state,
  projects,
}: {
  readonly state: IssueListState;
  readonly projects: readonly RecordOfList<'listOrganizationProjects'>[];
}): ReactNode {
  const texts = useTexts(issuesTexts).lastDeploys;
  const { organization = '' } = useParams();
  const listed = projects.filter(
    ({ id, slug }) => state.projects.length === 0 || state.projects.includes(slug) || state.projects.includes(id),
  );
  const deploys = listed
    .flatMap(({ latestDeploys }) => Object.entries(latestDeploys ?? {}))
    .filter(([environment]) => state.environments.length === 0 || state.environments.includes(environment))
    .map(([environment, { version, dateFinished }]) => ({ environment, version, dateFinished }))
    .sort((one, other) => Date.parse(other.dateFinished) - Date.parse(one.dateFinished));
  const last = deploys
    .filter(({ version }, index) => deploys.findIndex((one) => one.version === version) === index)
    .slice(0, MAX_NAMED);
  if (last.length === 0) return null;
  return (
    <p className="small">
      <span className="muted">{texts.last}</span>{' '}
      {last.map(({ environment, version, dateFinished }, index) => (
        <span key={version}>
          {index > 0 && <span className="muted"> · </span>}
          <Link to={pathOf(organization, 'releases', version)}>{version}</Link>{' '}
          <span className="muted">
            {texts.to(environment)}, <TimeAgo time={dateFinished} />
          </span>
        </span>
      ))}
    </p>
  );
}
