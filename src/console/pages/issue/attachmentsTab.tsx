import type { ReactNode } from 'react';
import { Button, CheckField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { SearchRow, useDraft } from '../../components/searchField';
import { Pager } from '../../components/shell';
import { useList } from '../../state/api';
import { NO_FILTER, useEventFilter } from '../../state/eventFilter';
import { useSearchState } from '../../state/location';
import { useTexts } from '../../state/texts';
import { attachmentsTexts } from '../../texts/attachments';
import { AttachmentList } from './attachmentList';
import type { IssueProps } from './useIssueUpdate';

const PER_PAGE = 25;

/** The files of all stored events of an issue, the last to arrive first. */
export default function AttachmentsTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentsTab;
  const search = useSearchState();
  const filter = useEventFilter();
  const query = search.get('query') ?? '';
  const isScreenshot = search.get('screenshot') !== null;
  const [isTicked, setTicked] = useDraft(isScreenshot);
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
      <div>
        <SearchRow
          label={texts.search}
          help={texts.searchHelp}
          button={texts.find}
          value={query}
          onSearch={(typed) => search.set({ query: typed, cursor: null })}
        />
        <CheckField
          label={texts.screenshots}
          checked={isTicked}
          onChange={({ currentTarget: { checked } }) => {
            setTicked(checked);
            search.set({ screenshot: checked ? '1' : null, cursor: null });
          }}
        />
      </div>
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
