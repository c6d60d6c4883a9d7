import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useList, useWholeList } from '../../state/api';
import { useTexts } from '../../state/texts';
import { attachmentsTexts } from '../../texts/attachments';
import { AttachmentList, type ShownAttachment } from './attachmentList';

/** Files of an event or an issue. */
interface AttachmentQuery {
  readonly data: readonly ShownAttachment[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The files of one event; nothing if it has none. */
export function EventAttachments({
  organization,
  project,
  event,
}: {
  readonly organization: string;
  /** The slug of the project. */
  readonly project: string;
  /** The id of the event. */
  readonly event: string;
}): ReactNode {
  const query = useWholeList(
    'listEventAttachments',
    { organization_slug: organization, project_slug: project, event_id: event, per_page: 100 },
    { staleTime: 60_000 },
  );
  return <AttachmentSection organization={organization} project={project} query={query} />;
}

/** The newest files of an issue that has one event, such as feedback; nothing if it has none. */
export function IssueAttachments({
  organization,
  issue,
}: {
  readonly organization: string;
  readonly issue: { readonly id: string; readonly project: { readonly slug: string } };
}): ReactNode {
  const { data, error, refetch } = useList(
    'listIssueAttachments',
    { organization_slug: organization, issue_id: issue.id },
    { staleTime: 60_000 },
  );
  const query = { data: data?.records, error, refetch };
  return <AttachmentSection organization={organization} project={issue.project.slug} query={query} />;
}

function AttachmentSection({
  organization,
  project,
  query: { data, error, refetch },
}: {
  readonly organization: string;
  readonly project: string;
  readonly query: AttachmentQuery;
}): ReactNode {
  const texts = useTexts(attachmentsTexts).eventAttachments;
  if (data === undefined ? error === null : data.length === 0) return null;
  return (
    <Section title={texts.title}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <AttachmentList organization={organization} project={project} attachments={data} />}
    </Section>
  );
}
