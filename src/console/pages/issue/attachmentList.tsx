import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Button, IconButton } from '../../components/controls';
import { Loaded, Loading } from '../../components/feedback';
import { Icon } from '../../components/icons';
import { ConfirmOperation, Dialog } from '../../components/overlays';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type RecordOfList, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { attachmentsTexts } from '../../texts/attachments';
import styles from './attachments.module.css';

const ViewHierarchy = lazy(() => import('./viewHierarchy'));

export type ShownAttachment = RecordOfList<'listEventAttachments'>;

/** Sizes up to which files are shown, in bytes. */
const MAX_TEXT = 1024 * 1024;
const MAX_VIEW_HIERARCHY = 4 * MAX_TEXT;

const VIEW_HIERARCHY = 'event.view_hierarchy';
/** Names and media types of images that browsers show and that contain no scripts; the service looks at the bytes. */
const IMAGE = /\.(?:gif|jpe?g|png|webp)$|^image\/(?:gif|jpeg|png|webp)$/i;
/** Names and media types of texts. */
const TEXT =
  /\.(?:conf|css|csv|env|html?|ini|js|json|jsonl|log|md|ndjson|sql|text|toml|ts|txt|xml|ya?ml)$|^text\/|[/+](?:json|xml|yaml|x-yaml|x-ndjson|javascript)$/i;

function isOf(kind: RegExp, { name, mimetype }: ShownAttachment): boolean {
  return kind.test(name) || kind.test(mimetype);
}

interface FileProps {
  readonly organization: string;
  /** The slug of the project. */
  readonly project: string;
  readonly attachment: ShownAttachment;
}

/** The address of the bytes. Only images are shown by browsers, and none of the files as a page of this origin. */
function bytesOf({ organization, project, attachment: { event_id: event, id } }: FileProps): string {
  const parts = [organization, project, 'events', event, 'attachments', id];
  return `/api/0/projects/${parts.map(encodeURIComponent).join('/')}/?download=1`;
}

/** Files that came with events: images, and a table of all of them. */
export function AttachmentList({
  organization,
  project,
  attachments,
  issue,
}: Omit<FileProps, 'attachment'> & {
  readonly attachments: readonly ShownAttachment[];
  /** The short id of the issue, if the files are of several events of it. */
  readonly issue?: string;
}): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentList;
  const format = useFormat();
  const mayRemove = useMayDo('project:admin');
  const area = useId();
  const [shownId, setShownId] = useState<string | null>(null);
  const [removed, setRemoved] = useState<ShownAttachment | null>(null);
  const shown = attachments.find(({ id }) => id === shownId);
  const columns: readonly TableColumn<ShownAttachment>[] = [
    { heading: texts.name, cell: (attachment) => <NameCell attachment={attachment} /> },
    ...(issue === undefined
      ? []
      : [
          {
            heading: texts.event,
            cell: ({ event_id: event }: ShownAttachment) => (
              <Link to={pathOf(organization, 'issues', issue, 'events', event)}>
                <code>{event.slice(0, 8)}</code>
              </Link>
            ),
          },
          { heading: texts.time, cell: ({ dateCreated }: ShownAttachment) => <TimeAgo time={dateCreated} /> },
        ]),
    { heading: texts.type, cell: (attachment) => <TypeCell attachment={attachment} /> },
    { heading: texts.size, kind: 'number', cell: ({ size }) => format.bytes(size) },
    {
      heading: texts.actions,
      kind: 'actions',
      cell: (attachment) => {
        const { id, name } = attachment;
        const isShown = id === shownId;
        return (
          <>
            {isReadable(attachment) && (
              <IconButton
                size="small"
                icon={isShown ? 'chevronDown' : 'chevronRight'}
                label={isShown ? texts.hide(name) : texts.show(name)}
                aria-expanded={isShown}
                aria-controls={isShown ? area : undefined}
                onClick={() => setShownId(isShown ? null : id)}
              />
            )}
            <a
              className="button"
              data-kind="normal"
              data-size="small"
              href={bytesOf({ organization, project, attachment })}
              download={name}
              aria-label={texts.download(name)}
              data-tooltip={texts.download(name)}
            >
              <Icon name="download" />
            </a>
            {mayRemove && (
              <IconButton size="small" icon="trash" label={texts.remove(name)} onClick={() => setRemoved(attachment)} />
            )}
          </>
        );
      },
    },
  ];
  return (
    <div className="stack">
      <Images organization={organization} project={project} attachments={attachments} />
      <DataTable label={texts.label} columns={columns} rows={attachments} keyOf={({ id }) => id} />
      {shown !== undefined && (
        <section id={area} className={styles['preview']} aria-label={shown.name}>
          <h3>{shown.name}</h3>
          <Preview key={shown.id} organization={organization} project={project} attachment={shown} />
        </section>
      )}
      {removed !== null && (
        <ConfirmOperation
          title={texts.removeTitle}
          action={texts.removeAction}
          operation="removeEventAttachment"
          given={{
            ...{ organization_slug: organization, project_slug: project },
            ...{ event_id: removed.event_id, attachment_id: removed.id },
          }}
          outdated={['listEventAttachments', 'listIssueAttachments', 'listIssueActivities']}
          done={texts.removed(removed.name)}
          onClose={() => setRemoved(null)}
        >
          <p>{texts.removeText(removed.name)}</p>
        </ConfirmOperation>
      )}
    </div>
  );
}

function isReadable(attachment: ShownAttachment): boolean {
  const { type, size } = attachment;
  if (type === VIEW_HIERARCHY) return size <= MAX_VIEW_HIERARCHY;
  return size <= MAX_TEXT && !isOf(IMAGE, attachment) && isOf(TEXT, attachment);
}

function NameCell({ attachment: { name, scrubbed } }: Pick<FileProps, 'attachment'>): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentList;
  return (
    <>
      {name} {scrubbed && <span className="badge">{texts.scrubbed}</span>}
    </>
  );
}

function TypeCell({ attachment: { type, mimetype } }: Pick<FileProps, 'attachment'>): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentList;
  const names = new Map([
    ['event.attachment', texts.file],
    ['event.minidump', texts.minidump],
    ['event.applecrashreport', texts.appleReport],
    [VIEW_HIERARCHY, texts.viewHierarchy],
  ]);
  return (
    <>
      {names.get(type) ?? type} <span className="muted small">{mimetype}</span>
    </>
  );
}

/** The images among files, small, each with a button that enlarges it. A file that is no image is left out. */
function Images({
  organization,
  project,
  attachments,
}: Omit<FileProps, 'attachment'> & { readonly attachments: readonly ShownAttachment[] }): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentList;
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const [openedId, setOpenedId] = useState<string | null>(null);
  const images = attachments.filter((one) => one.size > 0 && isOf(IMAGE, one) && !broken.has(one.id));
  const files = images.map((attachment) => ({ organization, project, attachment }));
  const opened = images.findIndex(({ id }) => id === openedId);
  if (images.length === 0) return null;
  return (
    <>
      <ul className={styles['images']} aria-label={texts.images}>
        {files.map((file) => {
          const { id, name } = file.attachment;
          return (
            <li key={id}>
              <button
                type="button"
                className={styles['thumbnail']}
                aria-label={texts.enlarge(name)}
                title={name}
                onClick={() => setOpenedId(id)}
              >
                <img
                  src={bytesOf(file)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  onError={() => setBroken((before) => new Set([...before, id]))}
                />
              </button>
            </li>
          );
        })}
      </ul>
      {opened >= 0 && (
        <Lightbox
          files={files}
          index={opened}
          onTurn={(index) => setOpenedId(images[index]?.id ?? null)}
          onClose={() => setOpenedId(null)}
        />
      )}
    </>
  );
}

/** One image in a dialog. The arrow keys lead to its neighbours. */
function Lightbox({
  files,
  index,
  onTurn,
  onClose,
}: {
  readonly files: readonly FileProps[];
  readonly index: number;
  readonly onTurn: (index: number) => void;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentList;
  const format = useFormat();
  const file = files[index];
  if (file === undefined) return null;
  const { name } = file.attachment;
  const turn = (by: number): void => {
    if (files[index + by] !== undefined) onTurn(index + by);
  };
  const handle = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
  };
  return (
    // Keys reach it from everywhere in the dialog.
    <div onKeyDown={handle}>
      <Dialog title={name} isOpen onClose={onClose}>
        <figure className={styles['lightbox']}>
          <img key={file.attachment.id} src={bytesOf(file)} alt={name} />
          {files.length > 1 && (
            <figcaption className="actions">
              <Button size="small" icon="arrowLeft" disabled={index === 0} onClick={() => turn(-1)}>
                {texts.previous}
              </Button>
              <Button size="small" icon="arrowRight" disabled={index === files.length - 1} onClick={() => turn(1)}>
                {texts.next}
              </Button>
              <span className="muted small" aria-live="polite">
                {texts.position(format.number(index + 1), format.number(files.length))}
              </span>
            </figcaption>
          )}
        </figure>
      </Dialog>
    </div>
  );
}

/** A file as text, or as the tree of views that it describes. */
function Preview({ organization, project, attachment: { event_id: event, id, name, type } }: FileProps): ReactNode {
  const content = useOperation(
    'getEventAttachment',
    {
      ...{ organization_slug: organization, project_slug: project },
      ...{ event_id: event, attachment_id: id, download: '1' },
    },
    { staleTime: Infinity },
  );
  return (
    <Loaded query={content} lines={4}>
      {(data) => (
        <div className={styles['content']} ref={bringIntoView}>
          <PreviewText name={name} type={type} text={data instanceof Uint8Array ? decode(data) : null} />
        </div>
      )}
    </Loaded>
  );
}

/** Scrolls to the content of a file: in a long list its button is far above. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function PreviewText({
  name,
  type,
  text,
}: Pick<ShownAttachment, 'name' | 'type'> & { readonly text: string | null }): ReactNode {
  const texts = useTexts(attachmentsTexts).attachmentList;
  if (text === null) return <p className="muted">{texts.noText}</p>;
  if (type === VIEW_HIERARCHY)
    return (
      <Suspense fallback={<Loading lines={4} />}>
        <ViewHierarchy text={text} />
      </Suspense>
    );
  return (
    <pre className={styles['text']} tabIndex={0} role="group" aria-label={name}>
      {text}
    </pre>
  );
}

/** Decodes a text; returns null for other bytes. */
function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
