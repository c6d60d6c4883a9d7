import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '../../components/controls';
import { EmptyState, ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmDialog, useToast } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { useAction, useList, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import styles from './issuePage.module.css';
import { TagShare } from './issueSide';
import { type IssueProps, OUTDATED } from './useIssueUpdate';

const TEXTS = defineTexts({
  en: {
    search: 'Search events',
    searchHelp: 'Such as environment:production, release:latest or words of the message.',
    find: 'Search',
    event: 'Event',
    time: 'Time',
    user: 'User',
    release: 'Release',
    environment: 'Environment',
    noneTitle: 'No event matches',
    none: 'No stored event of this issue has this. Remove a term of the search, or look at all events.',
    goesOn: 'None of the events that were searched so far matches. Go on with the next page.',
    allEvents: 'All events',
    noEvents: 'No event is stored: their retention is over. The issue keeps its counts.',
    tag: 'Values of',
    filter: 'Begins with',
    back: 'All tags',
    value: 'Value',
    count: 'Events',
    share: 'Share',
    firstSeen: 'First seen',
    lastSeen: 'Last seen',
    noTags: 'The events of this issue have no tags. SDKs set some; set your own with `setTag`.',
    noValues: 'No value begins with this.',
    values: (count: string) => (count === '1' ? '1 value' : `${count} values`),
    hashes: 'Grouping hashes',
    hashesHelp:
      'Each hash is a kind of error that the grouping tells apart. An issue has several if issues were merged, or if grouping changed. Hashes that do not belong here become an issue of their own.',
    oneHash: 'All events of this issue have one hash. Merge issues to have several here.',
    hash: 'Hash',
    newest: 'Newest event',
    noStored: 'no event is stored',
    unmerge: (count: number) => (count === 1 ? 'Move 1 hash to a new issue' : `Move ${count} hashes to a new issue`),
    unmergeTitle: 'Move to a new issue?',
    unmergeText: 'The stored events with these hashes move to a new issue, and the next events with them.',
    unmerged: (id: string) => `The events are in ${id} now.`,
    oneMustStay: 'One hash must stay.',
    choose: (hash: string) => `Choose hash ${hash}`,
  },
  de: {
    search: 'Events suchen',
    searchHelp: 'Etwa environment:production, release:latest oder Wörter der Meldung.',
    find: 'Suchen',
    event: 'Event',
    time: 'Zeit',
    user: 'Nutzer',
    release: 'Release',
    environment: 'Umgebung',
    noneTitle: 'Kein Event passt',
    none: 'Kein gespeichertes Event dieses Issues hat das. Entfernen Sie einen Teil der Suche, oder sehen Sie alle Events an.',
    goesOn: 'Unter den bisher durchsuchten Events passt keines. Fahren Sie mit der nächsten Seite fort.',
    allEvents: 'Alle Events',
    noEvents: 'Es ist kein Event gespeichert: Ihre Aufbewahrung ist vorbei. Das Issue behält seine Zahlen.',
    tag: 'Werte von',
    filter: 'Beginnt mit',
    back: 'Alle Tags',
    value: 'Wert',
    count: 'Events',
    share: 'Anteil',
    firstSeen: 'Zuerst gesehen',
    lastSeen: 'Zuletzt gesehen',
    noTags: 'Die Events dieses Issues haben keine Tags. SDKs setzen einige; eigene setzen Sie mit `setTag`.',
    noValues: 'Kein Wert beginnt damit.',
    values: (count) => (count === '1' ? '1 Wert' : `${count} Werte`),
    hashes: 'Gruppierungs-Hashes',
    hashesHelp:
      'Jeder Hash ist eine Art von Fehler, die die Gruppierung unterscheidet. Ein Issue hat mehrere, wenn Issues zusammengeführt wurden oder die Gruppierung sich änderte. Hashes, die nicht hierher gehören, werden ein eigenes Issue.',
    oneHash: 'Alle Events dieses Issues haben einen Hash. Führen Sie Issues zusammen, um hier mehrere zu haben.',
    hash: 'Hash',
    newest: 'Neuestes Event',
    noStored: 'kein Event gespeichert',
    unmerge: (count) =>
      count === 1 ? '1 Hash in ein neues Issue verschieben' : `${count} Hashes in ein neues Issue verschieben`,
    unmergeTitle: 'In ein neues Issue verschieben?',
    unmergeText:
      'Die gespeicherten Events mit diesen Hashes kommen in ein neues Issue, und die nächsten Events mit ihnen.',
    unmerged: (id) => `Die Events sind jetzt in ${id}.`,
    oneMustStay: 'Ein Hash muss bleiben.',
    choose: (hash) => `Hash ${hash} wählen`,
  },
});

/** The stored events of an issue, searched and in pages. */
export function EventsTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(TEXTS);
  const search = useSearchState();
  const format = useFormat();
  const query = search.get('query') ?? '';
  const cursor = search.get('cursor');
  const [typed, setTyped] = useState(query);
  const [searched, setSearched] = useState(query);
  // Another address, for example after the back button, has another search.
  if (searched !== query) {
    setSearched(query);
    setTyped(query);
  }
  const events = useList(
    'listIssueEvents',
    {
      organization_slug: organization,
      issue_id: issue.id,
      per_page: 50,
      ...(query !== '' && { query }),
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search.set({ query: typed.trim() === '' ? null : typed.trim(), cursor: null });
  };
  return (
    <div className="stack">
      <form role="search" onSubmit={submit}>
        <div className={styles['searchRow']}>
          <input
            className="input"
            type="search"
            aria-label={texts.search}
            placeholder={texts.searchHelp}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" icon="search">
            {texts.find}
          </Button>
        </div>
      </form>
      <Loaded query={events} lines={10}>
        {({ records, previous, next }) => (
          <>
            {records.length === 0 ? (
              <EmptyState title={texts.noneTitle}>
                <p>{next !== null ? texts.goesOn : query === '' ? texts.noEvents : texts.none}</p>
                {query !== '' && (
                  <Button onClick={() => search.set({ query: null, cursor: null })}>{texts.allEvents}</Button>
                )}
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
                        <Link to={pathOf(organization, 'issues', issue.shortId, 'events', eventID)}>
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
                  { heading: texts.environment, cell: (event) => tagOf(event, 'environment') },
                  { heading: texts.release, cell: (event) => tagOf(event, 'release') },
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

/** Returns the value of a tag of an event; null if it has none. */
function tagOf({ tags }: { readonly tags: readonly { key: string; value: string }[] }, key: string): string | null {
  return tags.find((tag) => tag.key === key)?.value ?? null;
}

/** All tags of an issue, or all values of one of them. */
export function TagsTab(props: IssueProps): ReactNode {
  const search = useSearchState();
  const key = search.get('key');
  return key === null ? <AllTags {...props} /> : <TagValues key={key} {...props} name={key} />;
}

function AllTags({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const tags = useOperation(
    'listIssueTags',
    { organization_slug: organization, issue_id: issue.id },
    { staleTime: 60_000 },
  );
  return (
    <Loaded query={tags} lines={10}>
      {(tags) =>
        tags.length === 0 ? (
          <p className="muted">{texts.noTags}</p>
        ) : (
          <div className={styles['tagGrid']}>
            {tags.map(({ key, topValues, uniqueValues }) => (
              <section key={key} className={styles['tagCard']}>
                <div className="section-head">
                  <h2>{key}</h2>
                  <Link className="small" to={`?key=${encodeURIComponent(key)}`}>
                    {texts.values(format.number(uniqueValues))}
                  </Link>
                </div>
                {topValues.map(({ value, share }) => (
                  <TagShare
                    key={value}
                    organization={organization}
                    issue={issue}
                    name={key}
                    value={value}
                    share={share}
                  />
                ))}
              </section>
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function TagValues({ organization, issue, name }: IssueProps & { readonly name: string }): ReactNode {
  const texts = useTexts(TEXTS);
  const search = useSearchState();
  const format = useFormat();
  const prefix = search.get('value') ?? '';
  const cursor = search.get('cursor');
  const values = useList(
    'listIssueTagValues',
    {
      organization_slug: organization,
      issue_id: issue.id,
      key: name,
      per_page: 50,
      ...(prefix !== '' && { query: prefix }),
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  return (
    <Section
      title={`${texts.tag} ${name}`}
      actions={
        <>
          <input
            className="input"
            type="search"
            aria-label={texts.filter}
            placeholder={texts.filter}
            value={prefix}
            onChange={({ currentTarget: { value } }) =>
              search.set({ value: value === '' ? null : value, cursor: null }, { replaces: true })
            }
          />
          <Link to="?">{texts.back}</Link>
        </>
      }
    >
      <Loaded query={values} lines={10}>
        {({ records, previous, next }) => (
          <>
            {records.length === 0 ? (
              <p className="muted">{texts.noValues}</p>
            ) : (
              <DataTable
                label={`${texts.tag} ${name}`}
                rows={records}
                keyOf={({ value }) => value}
                columns={[
                  {
                    heading: texts.value,
                    cell: ({ value, share }) => (
                      <TagShare organization={organization} issue={issue} name={name} value={value} share={share} />
                    ),
                  },
                  { heading: texts.count, kind: 'number', cell: ({ count }) => format.number(count) },
                  {
                    heading: texts.firstSeen,
                    cell: ({ firstSeen: time }) => (time === null ? null : <TimeAgo time={time} />),
                  },
                  {
                    heading: texts.lastSeen,
                    cell: ({ lastSeen: time }) => (time === null ? null : <TimeAgo time={time} />),
                  },
                ]}
              />
            )}
            <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The grouping hashes of an issue, which can become an issue of their own. */
export function HashesTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const navigate = useNavigate();
  const show = useToast();
  const mayWrite = useMayDo('event:write', 'event:admin');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const hashes = useOperation('listIssueHashes', { organization_slug: organization, issue_id: issue.id });
  const unmerge = useAction('unmergeIssue', [...OUTDATED, 'listIssueHashes', 'getIssueEvent', 'listIssueEvents']);
  const confirm = (): void => {
    unmerge.run({ organization_slug: organization, issue_id: issue.id, id: [...chosen] }).then(
      ({ shortId }) => {
        setAsking(false);
        show({ text: texts.unmerged(shortId) });
        void navigate(pathOf(organization, 'issues', shortId));
      },
      () => setAsking(false),
    );
  };
  return (
    <Section title={texts.hashes}>
      <p className="muted">{texts.hashesHelp}</p>
      {unmerge.error !== null && <ErrorNotice error={unmerge.error} />}
      <Loaded query={hashes}>
        {(hashes) => (
          <>
            <DataTable
              label={texts.hashes}
              rows={hashes}
              keyOf={({ id }) => id}
              columns={[
                {
                  heading: texts.hash,
                  cell: ({ id }) => (
                    <label className="field-row">
                      {mayWrite && hashes.length > 1 && (
                        <input
                          type="checkbox"
                          aria-label={texts.choose(id)}
                          checked={chosen.includes(id)}
                          onChange={({ currentTarget: { checked } }) =>
                            setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                          }
                        />
                      )}
                      <code className="nowrap">{id}</code>
                    </label>
                  ),
                },
                { heading: texts.count, kind: 'number', cell: ({ count }) => format.number(count) },
                {
                  heading: texts.newest,
                  cell: ({ latestEvent: event }) =>
                    event === null ? (
                      <span className="muted">{texts.noStored}</span>
                    ) : (
                      <>
                        <Link to={pathOf(organization, 'issues', issue.shortId, 'events', event.id)}>
                          {event.title.slice(0, 160)}
                        </Link>{' '}
                        <span className="muted small">
                          <TimeAgo time={event.dateCreated} />
                        </span>
                      </>
                    ),
                },
              ]}
            />
            {hashes.length < 2 ? (
              <p className="muted">{texts.oneHash}</p>
            ) : (
              <div className="row">
                <Button
                  disabled={!mayWrite || chosen.length === 0 || chosen.length === hashes.length}
                  onClick={() => setAsking(true)}
                >
                  {texts.unmerge(chosen.length)}
                </Button>
                {chosen.length === hashes.length && <span className="muted">{texts.oneMustStay}</span>}
              </div>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        title={texts.unmergeTitle}
        isOpen={isAsking}
        kind="primary"
        action={texts.unmerge(chosen.length)}
        isPending={unmerge.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>{texts.unmergeText}</p>
      </ConfirmDialog>
    </Section>
  );
}
