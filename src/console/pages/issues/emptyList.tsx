import { lazy, type ReactNode, Suspense } from 'react';
import { Button, LinkButton } from '../../components/controls';
import { EmptyState } from '../../components/feedback';
import type { RecordOfList } from '../../state/api';
import { importLater } from '../../state/later';
import { pathOf, type SearchValues } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import { DEFAULT_QUERY, isNarrowed, type IssueListState, showsEverything } from './issueListState';
import { eventIdIn } from './searchedIds';

const DroppedEvent = lazy(async () => ({
  default: (await importLater(() => import('../issue/eventJourney'))).DroppedEvent,
}));

/** Projects whose instructions are linked at most. */
const MAX_LINKS = 8;
/** Projects that are asked at most whether they know an event that is not stored. */
const MAX_ASKED = 20;

/** Shows the reason why the list is empty, and the next step. */
export function EmptyList({
  state,
  projects,
  next,
  onTurn,
  onChange,
}: {
  readonly state: IssueListState;
  readonly projects: readonly RecordOfList<'listOrganizationProjects'>[] | undefined;
  /** The cursor of the next page, if the search has not ended. */
  readonly next: string | null;
  readonly onTurn: (cursor: string) => void;
  readonly onChange: (changes: SearchValues) => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).emptyList;
  const { organization = '' } = useParams();
  if (projects === undefined) return null;
  if (next !== null)
    return (
      <EmptyState title={texts.searching}>
        <p>{texts.searchingHelp}</p>
        <Button kind="primary" onClick={() => onTurn(next)}>
          {texts.searchOn}
        </Button>
      </EmptyState>
    );
  if (projects.length === 0)
    return (
      <EmptyState title={texts.noProject}>
        <p>{texts.noProjectHelp}</p>
        <LinkButton kind="primary" icon="plus" to={pathOf(organization, 'projects', 'new')}>
          {texts.createProject}
        </LinkButton>
      </EmptyState>
    );
  const { projects: chosen } = state;
  const listedProjects =
    chosen.length === 0 ? projects : projects.filter(({ slug, id }) => chosen.includes(slug) || chosen.includes(id));
  if (listedProjects.length > 0 && listedProjects.every(({ firstEvent }) => firstEvent === null))
    return (
      <EmptyState title={texts.noEvent}>
        <p>{texts.noEventHelp}</p>
        <ul>
          {listedProjects.slice(0, MAX_LINKS).map(({ slug, name }) => (
            <li key={slug}>
              <Link to={pathOf(organization, 'projects', slug)}>{name}</Link>
            </li>
          ))}
        </ul>
      </EmptyState>
    );
  if (showsEverything(state))
    return (
      <EmptyState title={texts.none}>
        <p>{texts.noneHelp}</p>
      </EmptyState>
    );
  const event = eventIdIn(state.query);
  const isQuiet = state.query === DEFAULT_QUERY && !isNarrowed(state);
  return (
    <EmptyState title={isQuiet ? texts.allResolved : texts.nothing}>
      <p>{isQuiet ? texts.allResolvedHelp : texts.nothingHelp}</p>
      {event !== null && (
        <Suspense>
          {listedProjects.slice(0, MAX_ASKED).map((project) => (
            <DroppedEvent key={project.slug} organization={organization} project={project} event={event} />
          ))}
        </Suspense>
      )}
      <div className="actions">
        {state.period !== 'all' && (
          <Button onClick={() => onChange({ statsPeriod: 'all', start: null, end: null })}>{texts.anyTime}</Button>
        )}
        {isNarrowed(state) && (
          <Button onClick={() => onChange({ project: null, environment: null })}>{texts.everywhere}</Button>
        )}
        <Button
          onClick={() =>
            onChange({ query: '', statsPeriod: 'all', start: null, end: null, project: null, environment: null })
          }
        >
          {texts.clear}
        </Button>
      </div>
    </EmptyState>
  );
}
