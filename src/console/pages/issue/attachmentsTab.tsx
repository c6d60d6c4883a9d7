import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, CheckField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Pager } from '../../components/shell';
import { useList } from '../../state/api';
import { NO_FILTER, useEventFilter } from '../../state/eventFilter';
import { useSearchState } from '../../state/location';
import { useTexts } from '../../state/texts';
import { attachmentsTexts } from '../../texts/attachments';
import { AttachmentList } from './attachmentList';
import styles from './issuePage.module.css';
import type { IssueProps } from './useIssueUpdate';

const PER_PAGE = 25;

/** The files of all stored events of an issue, the last to arrive first. */
export default function AttachmentsTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentsTab;
  const search = useSearchState();
  const filter = useEventFilter();
  const query = search.get('query') ?? '';
  const isScreenshot = search.get('screenshot') !== null;
  const cursor = search.get('cursor');
  const attachments = useList(
    'listIssueAttachments',
    {
      ...{ organization_slug: organization, issue_id: issue.id, per_page: PER_PAGE, ...filter.given },
      ...(query !== '' && { query }),
      ...(isScreenshot && { screenshot: '1' }),
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  const isAll = query === '' && !isScreenshot && !filter.isActive;
  return (
    <div className="stack">
      <SearchForm
        query={query}
        isScreenshot={isScreenshot}
        onSearch={(changes) => search.set({ ...changes, cursor: null })}
      />
      <Loaded query={attachments} lines={8}>
        {({ records, previous, next }) => (
          <>
            {records.length === 0 ? (
              <EmptyState title={texts.noneTitle}>
                <p>{next !== null ? texts.goesOn : isAll ? texts.noneAtAll : texts.none}</p>
                {!isAll && (
                  <Button onClick={() => search.set({ ...NO_FILTER, query: null, screenshot: null })}>
                    {texts.all}
                  </Button>
                )}
              </EmptyState>
            ) : (
              <AttachmentList
                organization={organization}
                project={issue.project.slug}
                issue={issue.shortId}
                attachments={records}
              />
            )}
            <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function SearchForm({
  query,
  isScreenshot,
  onSearch,
}: {
  readonly query: string;
  readonly isScreenshot: boolean;
  readonly onSearch: (changes: { readonly query?: string | null; readonly screenshot?: string | null }) => void;
}): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentsTab;
  const [typed, setTyped] = useState(query);
  const [isTicked, setTicked] = useState(isScreenshot);
  const [searched, setSearched] = useState({ query, isScreenshot });
  // Another address, for example after the back button, has another search.
  if (searched.query !== query || searched.isScreenshot !== isScreenshot) {
    setSearched({ query, isScreenshot });
    setTyped(query);
    setTicked(isScreenshot);
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSearch({ query: typed.trim() === '' ? null : typed.trim() });
  };
  return (
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
      <CheckField
        label={texts.screenshots}
        checked={isTicked}
        onChange={({ currentTarget: { checked } }) => {
          setTicked(checked);
          onSearch({ screenshot: checked ? '1' : null });
        }}
      />
    </form>
  );
}
