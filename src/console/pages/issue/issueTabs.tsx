import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loaded, Loading } from '../../components/feedback';
import { ConfirmDialog, useToast } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { DataTable } from '../../components/table';
import { TextWithCode } from '../../components/textWithCode';
import { TimeAgo, useFormat } from '../../components/time';
import { useAction, useList, useOperation } from '../../state/api';
import { useEventFilter } from '../../state/eventFilter';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import styles from './issuePage.module.css';
import { TagShare } from './issueSide';
import { type IssueProps, OUTDATED } from './useIssueUpdate';

const GroupingReasons = lazy(() => import('./groupingReasons'));

/** All tags of an issue, or all values of one of them. */
export function TagsTab(props: IssueProps): ReactNode {
  const search = useSearchState();
  const key = search.get('key');
  return key === null ? <AllTags {...props} /> : <TagValues key={key} {...props} name={key} />;
}

function AllTags({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueTabs;
  const format = useFormat();
  const filter = useEventFilter();
  const tags = useOperation(
    'listIssueTags',
    { organization_slug: organization, issue_id: issue.id, ...filter.environments },
    { staleTime: 60_000 },
  );
  return (
    <Loaded query={tags} lines={10}>
      {(tags) =>
        tags.length === 0 ? (
          <p className="muted">
            <TextWithCode text={texts.noTags} />
          </p>
        ) : (
          <div className={styles['tagGrid']}>
            {tags.map(({ key, topValues, uniqueValues }) => (
              <section key={key} className={styles['tagCard']}>
                <div className="section-head">
                  <h2>{key}</h2>
                  <Link className="small" to={filter.addTo(`?key=${encodeURIComponent(key)}`)}>
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
  const texts = useTexts(issueTexts).issueTabs;
  const search = useSearchState();
  const format = useFormat();
  const filter = useEventFilter();
  const prefix = search.get('value') ?? '';
  const cursor = search.get('cursor');
  const values = useList(
    'listIssueTagValues',
    {
      organization_slug: organization,
      issue_id: issue.id,
      key: name,
      per_page: 50,
      ...filter.environments,
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
          <Link to={filter.addTo('?')}>{texts.back}</Link>
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

/** The grouping hashes of an issue, and the issues that may have the same cause. */
export function GroupingTab(props: IssueProps): ReactNode {
  return (
    <>
      <Suspense fallback={<Loading lines={6} />}>
        <GroupingReasons {...props} />
      </Suspense>
      <Hashes {...props} />
      <SimilarIssues {...props} />
    </>
  );
}

function SimilarIssues({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueTabs;
  const format = useFormat();
  const similar = useOperation('listSimilarIssues', { organization_slug: organization, issue_id: issue.id });
  return (
    <Section title={texts.similar}>
      <p className="muted">{texts.similarHelp}</p>
      <Loaded query={similar}>
        {(similar) =>
          similar.length === 0 ? (
            <p>{texts.noSimilar}</p>
          ) : (
            <DataTable
              label={texts.similar}
              rows={similar}
              keyOf={({ issue: { id } }) => id}
              columns={[
                {
                  heading: texts.issue,
                  cell: ({ issue: { shortId, title, culprit } }) => (
                    <>
                      <Link to={pathOf(organization, 'issues', shortId)}>{title}</Link>
                      <div className="muted small clip">
                        {shortId} {culprit}
                      </div>
                    </>
                  ),
                },
                {
                  heading: texts.similarity,
                  kind: 'number',
                  cell: ({ similarity }) => format.percent(similarity),
                },
                { heading: texts.count, kind: 'number', cell: ({ issue: { count } }) => format.number(Number(count)) },
                { heading: texts.lastSeen, cell: ({ issue: { lastSeen } }) => <TimeAgo time={lastSeen} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The grouping hashes of an issue, which can become an issue of their own. */
function Hashes({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueTabs;
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
