import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useWholeList } from '../../state/api';
import { useTexts } from '../../state/texts';
import { attachmentsTexts } from '../../texts/attachments';
import { AttachmentList } from './attachmentList';

/** The files of one event; nothing if it has none. */
export default function EventAttachments({
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
  const texts = useTexts(attachmentsTexts).eventAttachments;
  const { data, error, refetch } = useWholeList(
    'listEventAttachments',
    { organization_slug: organization, project_slug: project, event_id: event, per_page: 100 },
    { staleTime: 60_000 },
  );
  if (data === undefined ? error === null : data.length === 0) return null;
  return (
    <Section title={texts.title}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <AttachmentList organization={organization} project={project} attachments={data} />}
    </Section>
  );
}
