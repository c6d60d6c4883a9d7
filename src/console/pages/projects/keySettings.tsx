import { type ReactNode, type SubmitEvent, useState } from 'react';
import keyUpdate from 'virtual:schema/ProjectKeyUpdate';
import { Button, CheckField, CopyButton, TextField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmDialog, Dialog, DialogActions, useToast } from '../../components/overlays';
import { Section } from '../../components/shell';
import { useFormat } from '../../components/time';
import { ApiError, type DataOf, type RecordOfList, useAction, useWholeList } from '../../state/api';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import styles from './projects.module.css';

const TEXTS = defineTexts({
  en: {
    title: 'DSN keys',
    help: 'Programs send their events with the DSN of a key. Several keys can be limited and disabled apart from each other.',
    readOnly: 'To change keys, a role needs project:write.',
    create: 'New key',
    edit: (name: string) => `Edit ${name}`,
    name: 'Name',
    active: 'Events with this key are accepted',
    disabled: 'disabled',
    limit: 'Events at most',
    window: 'in so many seconds',
    limitHelp: 'Empty for no limit of its own.',
    limited: (count: string, window: string) => `At most ${count} events in ${window} seconds.`,
    created: (date: string) => `Since ${date}.`,
    save: 'Save',
    change: 'Edit',
    rotate: 'Rotate',
    rotateTitle: (name: string) => `Rotate ${name}`,
    rotateHelp: 'The key gets a new DSN. Events with the present one are refused at once: programs need the new one.',
    rotated: 'The key has a new DSN.',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove ${name}`,
    removeHelp: 'Events with this DSN are refused at once. The key cannot be brought back.',
    removed: 'The key is removed.',
    failed: (reason: string) => `Not done: ${reason}`,
  },
  de: {
    title: 'DSN-Schlüssel',
    help: 'Programme senden ihre Ereignisse mit der DSN eines Schlüssels. Mehrere Schlüssel lassen sich getrennt begrenzen und abschalten.',
    readOnly: 'Um Schlüssel zu ändern, braucht eine Rolle project:write.',
    create: 'Neuer Schlüssel',
    edit: (name) => `${name} bearbeiten`,
    name: 'Name',
    active: 'Ereignisse mit diesem Schlüssel werden angenommen',
    disabled: 'abgeschaltet',
    limit: 'Höchstens Ereignisse',
    window: 'in so vielen Sekunden',
    limitHelp: 'Leer für kein eigenes Limit.',
    limited: (count, window) => `Höchstens ${count} Ereignisse in ${window} Sekunden.`,
    created: (date) => `Seit ${date}.`,
    save: 'Speichern',
    change: 'Bearbeiten',
    rotate: 'Erneuern',
    rotateTitle: (name) => `${name} erneuern`,
    rotateHelp:
      'Der Schlüssel erhält eine neue DSN. Ereignisse mit der jetzigen werden sofort abgelehnt: Programme brauchen die neue.',
    rotated: 'Der Schlüssel hat eine neue DSN.',
    remove: 'Entfernen',
    removeTitle: (name) => `${name} entfernen`,
    removeHelp: 'Ereignisse mit dieser DSN werden sofort abgelehnt. Der Schlüssel lässt sich nicht zurückholen.',
    removed: 'Der Schlüssel ist entfernt.',
    failed: (reason) => `Nicht ausgeführt: ${reason}`,
  },
});

type ProjectKeyRecord = RecordOfList<'listProjectKeys'>;

interface KeysProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
}

/** The keys that a project accepts events with. */
export function KeySettings({ organization, project }: KeysProps): ReactNode {
  const texts = useTexts(TEXTS);
  const mayWrite = useMayDo('project:write', 'project:admin');
  const [edited, setEdited] = useState<ProjectKeyRecord | 'new' | null>(null);
  const keys = useWholeList('listProjectKeys', { organization_slug: organization, project_slug: project.slug });
  return (
    <Section
      title={texts.title}
      actions={
        mayWrite && (
          <Button icon="plus" onClick={() => setEdited('new')}>
            {texts.create}
          </Button>
        )
      }
    >
      <p className="muted">{mayWrite ? texts.help : texts.readOnly}</p>
      <Loaded query={keys} lines={6}>
        {(records) => (
          <>
            {records[0]?.warning !== undefined && records[0].warning !== null && (
              <p className="notice" data-kind="warning">
                {records[0].warning}
              </p>
            )}
            {records.map((key) => (
              <KeyCard
                key={key.id}
                organization={organization}
                project={project}
                projectKey={key}
                onEdit={() => setEdited(key)}
              />
            ))}
          </>
        )}
      </Loaded>
      <Dialog
        title={edited === 'new' || edited === null ? texts.create : texts.edit(edited.name)}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <KeyForm
          organization={organization}
          project={project}
          edited={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      </Dialog>
    </Section>
  );
}

function KeyCard({
  organization,
  project,
  projectKey,
  onEdit,
}: KeysProps & { readonly projectKey: ProjectKeyRecord; readonly onEdit: () => void }): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const show = useToast();
  const mayWrite = useMayDo('project:write', 'project:admin');
  const mayRemove = useMayDo('project:admin');
  const [openDialog, setOpenDialog] = useState<'rotate' | 'remove' | null>(null);
  const rotation = useAction('rotateProjectKey', ['listProjectKeys']);
  const removal = useAction('removeProjectKey', ['listProjectKeys']);
  const { id, name, dsn, isActive, rateLimit, dateCreated } = projectKey;
  const given = { organization_slug: organization, project_slug: project.slug, key_id: id };
  const settle = (done: Promise<unknown>, text: string): void => {
    done
      .then(
        () => show({ text }),
        (error: unknown) => show({ text: texts.failed(error instanceof ApiError ? error.message : String(error)) }),
      )
      .finally(() => setOpenDialog(null));
  };
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.codeHead}>
        <h3>
          {name} {!isActive && <span className="badge">{texts.disabled}</span>}
        </h3>
        <CopyButton text={dsn.public} />
      </div>
      <code className={styles.wrap}>{dsn.public}</code>
      <p className="muted small">
        {texts.created(format.date(dateCreated))}{' '}
        {rateLimit !== null && texts.limited(format.number(rateLimit.count), format.number(rateLimit.window))}
      </p>
      {mayWrite && (
        <div className="actions">
          <Button size="small" onClick={onEdit}>
            {texts.change}
          </Button>
          <Button size="small" onClick={() => setOpenDialog('rotate')}>
            {texts.rotate}
          </Button>
          {mayRemove && (
            <Button size="small" kind="danger" onClick={() => setOpenDialog('remove')}>
              {texts.remove}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        title={texts.rotateTitle(name)}
        isOpen={openDialog === 'rotate'}
        action={texts.rotate}
        isPending={rotation.isPending}
        onConfirm={() => settle(rotation.run(given), texts.rotated)}
        onClose={() => setOpenDialog(null)}
      >
        <p>{texts.rotateHelp}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={texts.removeTitle(name)}
        isOpen={openDialog === 'remove'}
        action={texts.remove}
        isPending={removal.isPending}
        onConfirm={() => settle(removal.run(given), texts.removed)}
        onClose={() => setOpenDialog(null)}
      >
        <p>{texts.removeHelp}</p>
      </ConfirmDialog>
    </article>
  );
}

function KeyForm({
  organization,
  project,
  edited,
  onClose,
}: KeysProps & { readonly edited: ProjectKeyRecord | null; readonly onClose: () => void }): ReactNode {
  const texts = useTexts(TEXTS);
  const creation = useAction('createProjectKey', ['listProjectKeys']);
  const update = useAction('updateProjectKey', ['listProjectKeys']);
  const [name, setName] = useState(edited?.name ?? '');
  const [isActive, setActive] = useState(edited?.isActive ?? true);
  const [count, setCount] = useState(String(edited?.rateLimit?.count ?? ''));
  const [window, setWindow] = useState(String(edited?.rateLimit?.window ?? ''));
  const error = creation.error ?? update.error;
  const limits = keyUpdate.properties?.['rateLimit']?.properties;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const rateLimit = count === '' && window === '' ? null : { count: Number(count), window: Number(window) };
    const given = { organization_slug: organization, project_slug: project.slug };
    const done =
      edited === null
        ? creation.run({ ...given, body: { ...(name !== '' && { name }), rateLimit } })
        : update.run({ ...given, key_id: edited.id, body: { name, isActive, rateLimit } });
    done.then(onClose, () => undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {error !== null && error.fields['name'] === undefined && <ErrorNotice error={error} />}
      <TextField
        label={texts.name}
        errors={error?.fields['name']}
        maxLength={keyUpdate.properties?.['name']?.maxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {edited !== null && (
        <CheckField
          label={texts.active}
          checked={isActive}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
      )}
      <TextField
        label={texts.limit}
        help={texts.limitHelp}
        type="number"
        min={limits?.['count']?.minimum}
        max={limits?.['count']?.maximum}
        required={window !== ''}
        value={count}
        onChange={(event) => setCount(event.currentTarget.value)}
      />
      <TextField
        label={texts.window}
        type="number"
        min={limits?.['window']?.minimum}
        max={limits?.['window']?.maximum}
        required={count !== ''}
        value={window}
        onChange={(event) => setWindow(event.currentTarget.value)}
      />
      <DialogActions>
        <Button type="submit" kind="primary" disabled={creation.isPending || update.isPending}>
          {texts.save}
        </Button>
      </DialogActions>
    </form>
  );
}
