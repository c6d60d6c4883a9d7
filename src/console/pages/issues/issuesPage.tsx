import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loading } from '../../components/feedback';
import { Page, Pager } from '../../components/shell';
import { MAX_HITS, type RecordOfList, useWholeList } from '../../state/api';
import { type SearchValues, useSearchState } from '../../state/location';
import { usePreferences } from '../../state/preferences';
import { useLocation, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useShortcuts } from '../../state/shortcuts';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import { BulkBar, useQuickChanges } from './bulkBar';
import { EmptyList } from './emptyList';
import { IssueFilters } from './issueFilters';
import {
  DEFAULT_QUERY,
  type SelectedIssues,
  type ListedIssue,
  queryProblem,
  readIssueList,
  searchArguments,
  selectionOf,
} from './issueListState';
import { issueLinkId, IssueRows, type RowHandlers } from './issueRows';
import { LastDeploys } from './lastDeploys';
import styles from './issuesPage.module.css';
import { SavedSearches } from './savedSearches';
import { SEARCH_FIELD_ID, SearchField } from './searchField';
import { rememberSearch } from './searchStorage';
import { useIssueChanges } from './useIssueChanges';
import { useIsAtTop, useIssueList, useKeptPlace } from './useIssueList';
import { useIssuePaths, useOpenOrSearch } from './useSearchedIds';

/** The issues of an organization. */
export default function IssuesPage(): ReactNode {
  const texts = useTexts(issuesTexts).issuesPage;
  const { organization = '' } = useParams();
  const search = useSearchState();
  const state = useMemo(() => readIssueList(search), [search]);
  const projects = useWholeList(
    'listOrganizationProjects',
    { organization_slug: organization },
    { staleTime: 60_000, refetchInterval: 60_000 },
  ).data;
  const isAtTop = useIsAtTop();
  const [selected, setSelected] = useState(NOTHING);
  const searched = useMemo(() => searchArguments(state), [state]);
  const list = useIssueList(organization, state, isAtTop && selected.ids.size === 0);
  const issues = list.page?.records ?? NO_ISSUES;
  // A choice goes back to the first page of the list.
  const change = (changes: SearchValues): void => {
    setSelected(NOTHING);
    search.set({ ...changes, cursor: null });
  };
  const turn = (cursor: string | null): void => {
    setSelected(NOTHING);
    search.set({ cursor });
  };
  const showNewer = (): void => {
    list.renew();
    window.scrollTo(0, 0);
    if (state.cursor !== '') turn(null);
  };
  const slugs = (projects ?? NO_PROJECTS).map(({ slug }) => slug);
  // The search that the reader has made here; a link leads to others.
  const [made, setMade] = useState<string | null>(null);
  const openOrSearch = useOpenOrSearch(organization, slugs, (query) => {
    setMade(query);
    change({ query: query === DEFAULT_QUERY ? null : query });
  });
  const isFound = list.isCurrent && list.error === null;
  useEffect(() => {
    if (isFound && made === state.query) rememberSearch(organization, state.query);
  }, [isFound, organization, made, state.query]);
  const problem = list.error?.status === 400 ? queryProblem(list.error.message) : null;
  const isCursorError = list.error?.status === 400 && problem === null && state.cursor !== '';
  useShortcuts([{ key: '/', label: texts.search, run: () => document.getElementById(SEARCH_FIELD_ID)?.focus() }]);
  return (
    <Page
      title={texts.title}
      actions={<IssueFilters state={state} projects={projects ?? NO_PROJECTS} onChange={change} />}
    >
      <div className={styles.searchRow}>
        <SearchField query={state.query} problem={problem} onSearch={(query) => void openOrSearch(query)} />
        <SavedSearches
          state={state}
          onChoose={({ query, sort }) => change({ query, sort: sort === 'date' ? null : sort })}
        />
      </div>
      <LastDeploys state={state} projects={projects ?? NO_PROJECTS} />
      {list.error !== null && problem === null && (
        <div className="stack">
          <ErrorNotice error={list.error} onRetry={list.retry} />
          {isCursorError && (
            <div>
              <Button onClick={() => turn(null)}>{texts.firstPage}</Button>
            </div>
          )}
        </div>
      )}
      {list.page === undefined ? (
        list.error === null && <Loading lines={12} />
      ) : (
        <div className={styles.list} aria-busy={!list.isCurrent && list.error === null}>
          {!list.isCurrent && list.error !== null && <p className="muted small">{texts.outdated}</p>}
          <IssueTable
            issues={issues}
            hits={list.page.hits}
            searched={searched}
            isCurrent={list.isCurrent}
            isLoading={!list.isCurrent && list.error === null}
            selected={selected}
            onSelected={setSelected}
            onChanged={list.renew}
            newer={<NewerIssues count={list.newerCount} addedCount={list.addedCount} onShow={showNewer} />}
          />
          {issues.length === 0 && list.isCurrent && (
            <EmptyList state={state} projects={projects} next={list.page.next} onTurn={turn} onChange={change} />
          )}
          <Pager previous={list.page.previous} next={list.page.next} onTurn={turn} />
        </div>
      )}
    </Page>
  );
}

/** The selected issues of the page; `isEverything` if all that match the search are, on other pages too. */
interface Selected {
  readonly ids: ReadonlySet<string>;
  readonly isEverything: boolean;
}

const NOTHING: Selected = Object.freeze({ ids: new Set<string>(), isEverything: false });
const NO_ISSUES: readonly ListedIssue[] = Object.freeze([]);
const NO_PROJECTS: readonly RecordOfList<'listOrganizationProjects'>[] = Object.freeze([]);

/** Shows the number of newer issues, and a button that shows them. */
function NewerIssues({
  count,
  addedCount,
  onShow,
}: {
  readonly count: number;
  readonly addedCount: number;
  readonly onShow: () => void;
}): ReactNode {
  const texts = useTexts(issuesTexts).issuesPage;
  return (
    <div className={styles.newer}>
      <span className="hidden-text" aria-live="polite">
        {count > 0 ? texts.newer(count) : addedCount > 0 && texts.added(texts.newer(addedCount))}
      </span>
      {count > 0 && (
        <Button size="small" kind="primary" onClick={onShow}>
          {texts.show(texts.newer(count))}
        </Button>
      )}
    </div>
  );
}

/** Makes each issue a single line, or three again. */
function DensityButton(): ReactNode {
  const texts = useTexts(issuesTexts).issuesPage;
  const { preferences, change } = usePreferences();
  const isCompact = preferences.density === 'compact';
  return (
    <Button
      icon="menu"
      kind="quiet"
      size="small"
      className={`button ${styles.density ?? ''}`}
      aria-label={texts.compact}
      title={texts.compact}
      aria-pressed={isCompact}
      onClick={() => change({ density: isCompact ? 'normal' : 'compact' })}
    />
  );
}

/** Pixels at the top of the window that the bar above the rows covers. */
const HEAD_HEIGHT = 96;

/** The rows of the list, with their pointer and keyboard handlers. */
function IssueTable({
  issues,
  hits,
  searched,
  isCurrent,
  isLoading,
  selected,
  onSelected,
  onChanged,
  newer,
}: {
  readonly issues: readonly ListedIssue[];
  /** Number of issues of all pages; null if it is not known. */
  readonly hits: number | null;
  readonly searched: NonNullable<SelectedIssues['search']>;
  readonly isCurrent: boolean;
  /** True if another list is awaited. */
  readonly isLoading: boolean;
  readonly selected: Selected;
  readonly onSelected: (change: (before: Selected) => Selected) => void;
  readonly onChanged: () => void;
  readonly newer: ReactNode;
}): ReactNode {
  const texts = useTexts(issuesTexts).issuesPage;
  const { organization = '' } = useParams();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mayChange = useMayDo('event:write', 'event:admin');
  const changes = useIssueChanges(organization, onChanged);
  const quick = useQuickChanges(changes);
  const [assigning, setAssigning] = useState<{ id: string; isOpen: boolean } | null>(null);
  const [isBarAssigning, setBarAssigning] = useState(false);
  const [place, setPlace] = useState<{ id: string; index: number } | null>(null);
  // The row after one that has left the list takes its place.
  const position = place === null ? -1 : issues.findIndex(({ id }) => id === place.id);
  const index = place === null ? -1 : position === -1 ? Math.min(place.index, issues.length - 1) : position;
  const active = issues[index];
  const chosen = issues.filter(({ id }) => selected.ids.has(id));
  const isAll = issues.length > 0 && chosen.length === issues.length;
  const selection: SelectedIssues =
    selected.isEverything && isAll && hits !== null
      ? { issues: chosen, count: hits, search: searched }
      : selectionOf(chosen);
  const targets = chosen.length > 0 ? chosen : active === undefined ? [] : [active];
  const select = (change: (before: ReadonlySet<string>) => ReadonlySet<string>): void =>
    onSelected(({ ids }) => ({ ids: change(ids), isEverything: false }));
  useKeptPlace(isCurrent, active?.id ?? null, (id) => {
    setAssigning(null);
    if (id !== null) document.getElementById(issueLinkId(id))?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // The row that had the focus has left the list with it.
    if (position === -1 && active !== undefined && document.activeElement === document.body)
      document.getElementById(issueLinkId(active.id))?.focus({ preventScroll: true });
  });
  const from = useMemo(
    () => ({ list: pathname + search, issues: issues.map(({ id }) => id) }),
    [pathname, search, issues],
  );
  const pathTo = useIssuePaths(organization, searched.query);
  const handlers = useHandlers({ issues, changes, onSelected: select, setPlace, setAssigning });
  /** Removes issues that were changed from the selection. The reader may have selected others meanwhile. */
  const deselect = (changed: readonly ListedIssue[]): void => {
    const ids = new Set(changed.map(({ id }) => id));
    select((before) => new Set([...before].filter((id) => !ids.has(id))));
  };
  /** Goes some rows on; at first to the topmost row that is seen. */
  const move = (rows: number): void => {
    const linkOf = (issue: ListedIssue) => document.getElementById(issueLinkId(issue.id));
    const seen = issues.findIndex((issue) => (linkOf(issue)?.getBoundingClientRect().top ?? 0) > HEAD_HEIGHT);
    const to = active === undefined ? seen : index + rows;
    const issue = issues[Math.max(0, Math.min(to, issues.length - 1))];
    if (issue !== undefined) linkOf(issue)?.focus();
  };
  const apply = async (run: (selection: SelectedIssues) => Promise<boolean>): Promise<void> => {
    // All that match are changed by the bar, which asks first.
    if (selection.search !== null) document.querySelector<HTMLElement>(`.${styles.bulk} button`)?.focus();
    else if (targets.length > 0 && (await run(selectionOf(targets)))) deselect(targets);
  };
  const assign = (): void => {
    if (chosen.length > 0) setBarAssigning(true);
    else if (active !== undefined) setAssigning({ id: active.id, isOpen: true });
  };
  useShortcuts([
    { key: 'j', label: texts.down, run: () => move(1) },
    { key: 'k', label: texts.up, run: () => move(-1) },
    {
      key: 'Enter',
      label: texts.open,
      run: () => {
        if (active !== undefined) void navigate(pathTo(active.id), { state: from });
      },
    },
    ...(mayChange
      ? [
          { key: 'x', label: texts.select, run: () => active !== undefined && handlers.onSelect(active.id, false) },
          { key: 'e', label: texts.resolve, run: () => void apply(quick.resolve) },
          { key: 'i', label: texts.ignore, run: () => void apply(quick.ignore) },
          { key: 'a', label: texts.assign, run: assign },
        ]
      : []),
  ]);
  if (issues.length === 0) return newer;
  return (
    <>
      <div className={styles.bar}>
        {mayChange && (
          <label className={styles.boxLabel}>
            <input
              type="checkbox"
              aria-label={texts.selectAll}
              checked={isAll}
              ref={(element) => {
                if (element !== null) element.indeterminate = chosen.length > 0 && !isAll;
              }}
              onChange={() => select(() => new Set(isAll ? [] : issues.map(({ id }) => id)))}
            />
          </label>
        )}
        {mayChange && chosen.length > 0 ? (
          <BulkBar
            selection={selection}
            changes={changes}
            isAssigning={isBarAssigning}
            onAssigning={setBarAssigning}
            onDone={({ issues: changed }) => deselect(changed)}
          />
        ) : (
          <span className="muted small">
            {isLoading ? texts.loading : texts.shown(issues.length, hits, hits === MAX_HITS)}
          </span>
        )}
        {newer}
        <DensityButton />
      </div>
      {mayChange && isAll && hits !== null && hits > issues.length && (
        <div className={styles.everything} role="status">
          <span>
            {selection.search === null ? texts.pageSelected(chosen.length) : texts.allSelected(hits, hits === MAX_HITS)}
          </span>
          <Button
            size="small"
            kind="quiet"
            onClick={() => onSelected(({ ids }) => ({ ids, isEverything: selection.search === null }))}
          >
            {selection.search === null ? texts.selectMatching(hits, hits === MAX_HITS) : texts.onlyPage}
          </Button>
        </div>
      )}
      <IssueRows
        issues={issues}
        selected={selected.ids}
        active={active?.id ?? null}
        assigning={assigning}
        mayChange={mayChange}
        pathTo={pathTo}
        from={from}
        handlers={handlers}
      />
    </>
  );
}

/**
 * Returns the functions that rows call. They stay the same, so that a row is not drawn again because another one
 * changes.
 */
function useHandlers(present: {
  readonly issues: readonly ListedIssue[];
  readonly changes: ReturnType<typeof useIssueChanges>;
  readonly onSelected: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  readonly setPlace: (place: { id: string; index: number }) => void;
  readonly setAssigning: (assigning: { id: string; isOpen: boolean } | null) => void;
}): RowHandlers {
  const latest = useRef(present);
  const lastSelected = useRef<string | null>(null);
  // Before the effects of the rows' page, one of which moves the focus: its place is one of the present list.
  useLayoutEffect(() => {
    latest.current = present;
  });
  return useMemo(
    () => ({
      onSelect: (id, isRange) => {
        const { issues, onSelected } = latest.current;
        const at = issues.findIndex((issue) => issue.id === id);
        const last = issues.findIndex((issue) => issue.id === lastSelected.current);
        const range =
          isRange && last !== -1 ? issues.slice(Math.min(at, last), Math.max(at, last) + 1) : issues.slice(at, at + 1);
        lastSelected.current = id;
        onSelected((before) => {
          const after = new Set(before);
          for (const issue of range) {
            if (before.has(id)) after.delete(issue.id);
            else after.add(issue.id);
          }
          return after;
        });
      },
      onFocus: (id) => {
        const { issues, setPlace } = latest.current;
        setPlace({ id, index: issues.findIndex((issue) => issue.id === id) });
      },
      onAssignOpen: (id, isOpen) => latest.current.setAssigning({ id, isOpen }),
      onAssign: (id, assignee, done) => {
        const { issues, changes } = latest.current;
        void changes.assign(selectionOf(issues.filter((issue) => issue.id === id)), assignee, done);
      },
    }),
    [],
  );
}
