import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../components/controls';
import { EmptyState } from '../../components/feedback';
import type { RecordOfList } from '../../state/api';
import { pathOf, type SearchValues } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { defineTexts, useTexts } from '../../state/texts';
import { DEFAULT_QUERY, isNarrowed, type IssueListState, showsEverything } from './issueListState';

const TEXTS = defineTexts({
  en: {
    noProject: 'No project yet',
    noProjectHelp: 'A project receives the errors of one program. Create one, and its page says how to send the first.',
    createProject: 'Create a project',
    noEvent: 'No event yet',
    noEventHelp:
      'Issues appear here, without reload, once a program sends its first error. Each project has instructions for its platform:',
    searching: 'Nothing found so far',
    searchingHelp: 'This search goes through many issues. It has not reached the end of them.',
    searchOn: 'Search on',
    allResolved: 'No unresolved issues',
    allResolvedHelp: 'Nothing that needs attention happened in this time.',
    nothing: 'No issue matches',
    nothingHelp: 'No issue fits the search, the projects, the environments and the time together.',
    clear: 'Show all issues',
    anyTime: 'Search at any time',
    everywhere: 'In all projects and environments',
    none: 'No issues',
    noneHelp: 'New errors appear here without reload.',
  },
  de: {
    noProject: 'Noch kein Projekt',
    noProjectHelp:
      'Ein Projekt empfängt die Fehler eines Programms. Legen Sie eines an; seine Seite sagt, wie Sie den ersten senden.',
    createProject: 'Projekt anlegen',
    noEvent: 'Noch kein Ereignis',
    noEventHelp:
      'Issues erscheinen hier ohne Neuladen, sobald ein Programm seinen ersten Fehler sendet. Jedes Projekt hat eine Anleitung für seine Plattform:',
    searching: 'Bisher nichts gefunden',
    searchingHelp: 'Diese Suche geht durch viele Issues. Sie hat deren Ende noch nicht erreicht.',
    searchOn: 'Weitersuchen',
    allResolved: 'Keine ungelösten Issues',
    allResolvedHelp: 'In dieser Zeit ist nichts geschehen, um das sich jemand kümmern muss.',
    nothing: 'Kein Issue passt',
    nothingHelp: 'Kein Issue passt zugleich zur Suche, zu den Projekten, den Umgebungen und der Zeit.',
    clear: 'Alle Issues anzeigen',
    anyTime: 'Jederzeit suchen',
    everywhere: 'In allen Projekten und Umgebungen',
    none: 'Keine Issues',
    noneHelp: 'Neue Fehler erscheinen hier ohne Neuladen.',
  },
});

/** Projects whose instructions are linked at most. */
const MAX_LINKS = 8;

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
  const texts = useTexts(TEXTS);
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
  const isQuiet = state.query === DEFAULT_QUERY && !isNarrowed(state);
  return (
    <EmptyState title={isQuiet ? texts.allResolved : texts.nothing}>
      <p>{isQuiet ? texts.allResolvedHelp : texts.nothingHelp}</p>
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
