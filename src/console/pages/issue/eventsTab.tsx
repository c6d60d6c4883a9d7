import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { MultiPicker } from '../../components/picker';
import { SearchRow } from '../../components/searchField';
import { Pager } from '../../components/shell';
import { DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { useList, useOperation } from '../../state/api';
import { NO_FILTER, useEventFilter } from '../../state/eventFilter';
import { pathOf, useSearchState } from '../../state/location';
import { Link } from '../../state/router';
import { readTexts, storeTexts } from '../../state/storedTexts';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import type { ShownIssue } from './eventParts';
import { FilterText } from './issueSide';
import type { IssueProps } from './useIssueUpdate';

/** The tags that have columns until a reader chooses. */
const DEFAULT_COLUMNS = ['environment', 'release'];

/** The stored events of an issue, searched and in pages. */
export function EventsTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueTabs;
  const search = useSearchState();
  const format = useFormat();
  const query = search.get('query') ?? '';
  const cursor = search.get('cursor');
  const filter = useEventFilter();
  const { start, end } = filter.given;
  const events = useList(
    'listIssueEvents',
    {
      organization_slug: organization,
      issue_id: issue.id,
      per_page: 50,
      ...(query !== '' && { query }),
      ...filter.given,
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  const nameOf = useTagName();
  const [columns, setColumns] = useColumns(issue);
  const isAll = query === '' && !filter.isActive;
  return (
    <div className="stack">
      <SearchRow
        label={texts.search}
        help={texts.searchHelp}
        button={texts.find}
        value={query}
        onSearch={(typed) => search.set({ query: typed, cursor: null })}
      >
        <ColumnPicker organization={organization} issue={issue} columns={columns} onChange={setColumns} />
      </SearchRow>
      {(start !== undefined || end !== undefined) && (
        <div className="row">
          <FilterText {...(start !== undefined && { start })} {...(end !== undefined && { end })} />
          <Button size="small" onClick={() => search.set({ start: null, end: null, cursor: null })}>
            {texts.anyTime}
          </Button>
        </div>
      )}
      <Loaded query={events} lines={10}>
        {({ records, previous, next }) => (
          <>
            {records.length === 0 ? (
              <EmptyState title={texts.noneTitle}>
                <p>{next !== null ? texts.goesOn : isAll ? texts.noEvents : texts.none}</p>
                {!isAll && <Button onClick={() => search.set({ ...NO_FILTER, query: null })}>{texts.allEvents}</Button>}
              </EmptyState>
            ) : (
              <DataTable
                label={texts.allEvents}
                rows={records}
                keyOf={({ eventID }) => eventID}
                columns={[
                  {
                    heading: texts.event,
                    cell: ({ eventID, title }) => (
                      <>
                        <Link to={filter.addTo(pathOf(organization, 'issues', issue.shortId, 'events', eventID))}>
                          <code>{eventID.slice(0, 8)}</code>
                        </Link>
                        <div className="small muted">{title.slice(0, 160)}</div>
                      </>
                    ),
                  },
                  {
                    heading: texts.time,
                    cell: ({ dateCreated: time }) => (
                      <span className="nowrap" title={format.dateTime(time)}>
                        <TimeAgo time={time} />
                      </span>
                    ),
                  },
                  ...columns.map((tag) => ({
                    key: `tag:${tag}`,
                    heading: nameOf(tag),
                    kind: 'value' as const,
                    cell: (event: TaggedEvent) => tagOf(event, tag),
                  })),
                  {
                    heading: texts.user,
                    cell: ({ user }) => user?.email ?? user?.username ?? user?.id ?? user?.ip_address ?? null,
                  },
                ]}
              />
            )}
            <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Returns the tags of a project whose values the list of events shows, as this browser keeps them. */
function useColumns({ project }: ShownIssue): readonly [readonly string[], (columns: readonly string[]) => void] {
  const key = `culprit-event-columns-${project.id}`;
  const [columns, setColumns] = useState(() => readTexts(key) ?? DEFAULT_COLUMNS);
  const choose = (chosen: readonly string[]): void => {
    setColumns(chosen);
    storeTexts(key, chosen);
  };
  return [columns, choose];
}

/** Returns the function that names a tag: some have a name in the language of the reader. */
function useTagName(): (tag: string) => string {
  const { environment, release } = useTexts(issueTexts).issueTabs;
  return (tag) => new Map(Object.entries({ environment, release })).get(tag) ?? tag;
}

/** The choice of the tags that have columns, among those of the issue. */
function ColumnPicker({
  organization,
  issue,
  columns,
  onChange,
}: IssueProps & {
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}): ReactNode {
  const texts = useTexts(issueTexts).issueTabs;
  const nameOf = useTagName();
  const tags = useOperation(
    'listIssueTags',
    { organization_slug: organization, issue_id: issue.id },
    { staleTime: 60_000 },
  ).data;
  // A chosen tag that this issue does not have can be unchosen.
  const keys = new Set([...columns, ...(tags ?? []).map(({ key }) => key)]);
  return (
    <MultiPicker
      label={texts.columns}
      summary={texts.columnCount(columns.length)}
      options={[...keys].sort().map((key) => ({ value: key, text: nameOf(key) }))}
      values={columns}
      onChange={onChange}
    />
  );
}

interface TaggedEvent {
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

/** Returns the value of a tag of an event; null if it has none. */
function tagOf({ tags }: TaggedEvent, key: string): string | null {
  return tags.find((tag) => tag.key === key)?.value ?? null;
}
