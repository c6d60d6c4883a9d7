import type { ReactNode } from 'react';
import { Loaded } from '../../components/feedback';
import { Pager, Section } from '../../components/shell';
import { useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useTexts } from '../../state/texts';
import { feedbackTexts } from '../../texts/feedback';
import type { IssueProps } from '../issue/useIssueUpdate';
import { Entry, folderOf } from './feedbackPage';
import styles from './feedbackPage.module.css';

/** What people wrote about the errors of an issue, whatever its status: each entry opens the page of feedback. */
export default function FeedbackTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(feedbackTexts).feedbackTab;
  const search = useSearchState();
  const cursor = search.get('cursor');
  const words = `associated_issue_id:${issue.id}`;
  const found = useList(
    'listOrganizationIssues',
    {
      organization_slug: organization,
      query: `issue.category:feedback ${words}`,
      sort: 'new',
      per_page: 25,
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  return (
    <Section title={texts.title}>
      <Loaded query={found} lines={6}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <>
              <ul className={styles['list']} aria-label={texts.title}>
                {records.map((feedback) => (
                  <li key={feedback.id}>
                    <Entry issue={feedback} folder={folderOf(feedback)} words={words} cursor={null} isShown={false} />
                  </li>
                ))}
              </ul>
              <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
