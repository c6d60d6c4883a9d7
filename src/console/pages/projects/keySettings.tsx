import { type ReactNode, useState } from 'react';
import keyUpdate from 'virtual:schema/ProjectKeyUpdate';
import { Button, CopyButton } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation, Dialog } from '../../components/overlays';
import { Section } from '../../components/shell';
import { useFormat } from '../../components/time';
import { type DataOf, type RecordOfList, useAction, useWholeList } from '../../state/api';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import styles from './projects.module.css';

type ProjectKeyRecord = RecordOfList<'listProjectKeys'>;

/** A key as its form has it. */
interface KeyValues {
  readonly name: string;
  readonly isActive: boolean;
  readonly count: string;
  readonly window: string;
}

interface KeysProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
}

/** The keys that a project accepts events with. */
export function KeySettings({ organization, project }: KeysProps): ReactNode {
  const texts = useTexts(projectSettingsTexts).keySettings;
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
  const texts = useTexts(projectSettingsTexts).keySettings;
  const format = useFormat();
  const mayWrite = useMayDo('project:write', 'project:admin');
  const mayRemove = useMayDo('project:admin');
  const [openDialog, setOpenDialog] = useState<'rotate' | 'remove' | null>(null);
  const { id, name, dsn, isActive, rateLimit, dateCreated } = projectKey;
  const confirmation = {
    given: { organization_slug: organization, project_slug: project.slug, key_id: id },
    outdated: ['listProjectKeys'],
    onClose: () => setOpenDialog(null),
  } as const;
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
      {openDialog === 'rotate' && (
        <ConfirmOperation
          title={texts.rotateTitle(name)}
          action={texts.rotate}
          operation="rotateProjectKey"
          done={texts.rotated}
          {...confirmation}
        >
          <p>{texts.rotateHelp}</p>
        </ConfirmOperation>
      )}
      {openDialog === 'remove' && (
        <ConfirmOperation
          title={texts.removeTitle(name)}
          action={texts.remove}
          operation="removeProjectKey"
          done={texts.removed}
          {...confirmation}
        >
          <p>{texts.removeHelp}</p>
        </ConfirmOperation>
      )}
    </article>
  );
}

/** The fields of a key, the numbers of its rate limit among them. */
const SCHEMA = { properties: { ...keyUpdate.properties, ...keyUpdate.properties?.['rateLimit']?.properties } };

function KeyForm({
  organization,
  project,
  edited,
  onClose,
}: KeysProps & { readonly edited: ProjectKeyRecord | null; readonly onClose: () => void }): ReactNode {
  const texts = useTexts(projectSettingsTexts).keySettings;
  const creation = useAction('createProjectKey', ['listProjectKeys']);
  const update = useAction('updateProjectKey', ['listProjectKeys']);
  const save = async ({ name, isActive, count, window }: KeyValues): Promise<void> => {
    const rateLimit = count === '' && window === '' ? null : { count: Number(count), window: Number(window) };
    const given = { organization_slug: organization, project_slug: project.slug };
    await (edited === null
      ? creation.run({ ...given, body: { ...(name !== '' && { name }), rateLimit } })
      : update.run({ ...given, key_id: edited.id, body: { name, isActive, rateLimit } }));
    onClose();
  };
  return (
    <OperationForm<KeyValues>
      schema={SCHEMA}
      fields={({ count, window }) => ({
        name: { label: texts.name },
        isActive: edited === null ? undefined : { label: texts.active },
        count: { label: texts.limit, help: texts.limitHelp, required: window !== '' },
        window: { label: texts.window, required: count !== '' },
      })}
      values={{
        name: edited?.name ?? '',
        isActive: edited?.isActive ?? true,
        count: String(edited?.rateLimit?.count ?? ''),
        window: String(edited?.rateLimit?.window ?? ''),
      }}
      onSubmit={save}
    />
  );
}
