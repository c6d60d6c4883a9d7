import { type ReactNode, useEffect, useMemo } from 'react';
import { Button, LinkButton } from '../../components/controls';
import type { IconName } from '../../components/icons';
import { useFormat } from '../../components/time';
import { readEventFilter } from '../../state/eventFilter';
import { pathOf } from '../../state/location';
import { Link, useLocation, useNavigate, useParams } from '../../state/router';
import { useShortcuts } from '../../state/shortcuts';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import type { FromIssueList } from '../issues/issueRows';

/** The place of an issue in the list that led to it. */
export interface IssueNeighbours {
  readonly from: FromIssueList;
  /** Begins with 0. */
  readonly index: number;
  /** The id of the previous issue; null for the first one of the list's page. */
  readonly previous: string | null;
  readonly next: string | null;
}

const STORAGE_KEY = 'culprit-issue-list';

/** Returns the list that the page before has passed on; null if it was no list. */
function listIn(state: unknown): FromIssueList | null {
  const { list, issues } = (state ?? {}) as Partial<FromIssueList>;
  return typeof list === 'string' && Array.isArray(issues) ? { list, issues } : null;
}

function readKeptList(): FromIssueList | null {
  try {
    return listIn(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function keepList(from: FromIssueList): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(from));
  } catch {
    // Browsers can forbid storage: other parts of the issue then do not know the list.
    return;
  }
}

/**
 * Finds an issue in the list from which the reader opened it, which the tab keeps for the other parts of the issue.
 * Returns null if the last opened list does not have it.
 */
export function useIssueNeighbours(id: string): IssueNeighbours | null {
  const { state } = useLocation();
  const given = useMemo(() => listIn(state), [state]);
  const from = useMemo(() => given ?? readKeptList(), [given]);
  useEffect(() => {
    if (given !== null) keepList(given);
  }, [given]);
  const index = from?.issues.indexOf(id) ?? -1;
  if (from === null || index === -1) return null;
  return { from, index, previous: from.issues[index - 1] ?? null, next: from.issues[index + 1] ?? null };
}

/** Returns the address of an issue, with the environments and the time of the list. */
function pathFrom({ list }: FromIssueList, organization: string, id: string): string {
  const search = new URL(list, location.origin).searchParams;
  const filter = readEventFilter({ get: (name) => search.get(name), getAll: (name) => search.getAll(name) });
  return filter.addTo(pathOf(organization, 'issues', id));
}

/** Returns the function that goes on to the next issue of the list; from the last one, back to the list. */
export function useGoOn({ from, next }: Partial<IssueNeighbours>): () => void {
  const { organization = '' } = useParams();
  const navigate = useNavigate();
  return () => {
    if (next && from) void navigate(pathFrom(from, organization, next), { state: from });
    else if (from !== undefined) void navigate(from.list);
  };
}

/** The links to the list, and to the previous and the next issue of it. */
export function NeighbourLinks({ from, index, previous, next }: IssueNeighbours): ReactNode {
  const texts = useTexts(issueTexts).issueNeighbours;
  const format = useFormat();
  const { organization = '' } = useParams();
  const navigate = useNavigate();
  const pathTo = (id: string): string => pathFrom(from, organization, id);
  const key = (name: string, label: string, id: string | null) =>
    id === null ? [] : [{ key: name, label, run: () => void navigate(pathTo(id), { state: from }) }];
  useShortcuts([...key('j', texts.next, next), ...key('k', texts.previous, previous)]);
  const link = (id: string | null, text: string, icon: IconName): ReactNode =>
    id === null ? (
      <Button size="small" icon={icon} disabled>
        {text}
      </Button>
    ) : (
      <LinkButton size="small" icon={icon} to={pathTo(id)} state={from}>
        {text}
      </LinkButton>
    );
  return (
    <nav className="actions" aria-label={texts.neighbours}>
      <Link className="small" to={from.list}>
        {texts.place(format.number(index + 1), format.number(from.issues.length))}
      </Link>
      {link(previous, texts.previous, 'arrowLeft')}
      {link(next, texts.next, 'arrowRight')}
    </nav>
  );
}
