import { type ReactNode, type SubmitEvent, useState } from 'react';
import update from 'virtual:schema/ProjectUpdate';
import { Button, CheckField, Field, SelectField, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { useToast } from '../../components/overlays';
import { useFormat } from '../../components/time';
import { type ApiError, type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import { droppedByReason } from './outcomeSeries';
import styles from './projects.module.css';
import {
  changedSettings,
  controlOf,
  DROP_REASONS,
  draftOf,
  errorsOf,
  type FieldSchema,
  schemaOf,
  SETTING_GROUPS,
  type SettingDraft,
  type SettingDrafts,
  type SettingGroup,
  type FieldName,
  settingOf,
  updateOf,
} from './settingFields';
import { SETTING_LABELS } from './settingLabels';

const TEXTS = defineTexts({
  en: {
    save: 'Save',
    discard: 'Discard the changes',
    saved: 'The settings are saved.',
    unsaved: (count: number) => (count === 1 ? '1 change is not saved.' : `${count} changes are not saved.`),
    unchanged: 'Nothing is changed.',
    readOnly: 'You can read these settings. To change them, a role needs project:write.',
    oneInLine: 'One in each line.',
    atMost: (count: string) => `At most ${count} characters.`,
    between: (low: string, high: string) => `From ${low} to ${high}.`,
    count: 'Events',
    window: 'in so many seconds',
    none: 'none',
    dropped: (count: string) => `Dropped ${count} events in the last 14 days.`,
  },
  de: {
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
    saved: 'Die Einstellungen sind gespeichert.',
    unsaved: (count) =>
      count === 1 ? '1 Änderung ist nicht gespeichert.' : `${count} Änderungen sind nicht gespeichert.`,
    unchanged: 'Nichts ist geändert.',
    readOnly: 'Sie können diese Einstellungen lesen. Um sie zu ändern, braucht eine Rolle project:write.',
    oneInLine: 'Eines je Zeile.',
    atMost: (count) => `Höchstens ${count} Zeichen.`,
    between: (low, high) => `Von ${low} bis ${high}.`,
    count: 'Ereignisse',
    window: 'in so vielen Sekunden',
    none: 'keine',
    dropped: (count) => `Hat in den letzten 14 Tagen ${count} Ereignisse verworfen.`,
  },
});

/** A group of settings. Only changes are saved; the input stays until then. */
export function SettingsForm({
  organization,
  project,
  group,
  drafts,
  onDrafts,
}: {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
  readonly group: SettingGroup;
  readonly drafts: SettingDrafts;
  readonly onDrafts: (drafts: SettingDrafts) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const show = useToast();
  const navigate = useNavigate();
  const mayWrite = useMayDo('project:write', 'project:admin');
  const save = useAction('updateProject', ['getProject', 'listOrganizationProjects']);
  const [error, setError] = useState<ApiError | null>(null);
  const names: readonly FieldName[] = SETTING_GROUPS[group];
  const changed = changedSettings(update, group, drafts, project);
  const outcomes = useOperation(
    'getProjectOutcomes',
    group === 'filters'
      ? { organization_slug: organization, project_slug: project.slug, statsPeriod: '14d', interval: '1d' }
      : null,
  );
  const dropped = outcomes.data === undefined ? null : droppedByReason(outcomes.data);
  const without = (): SettingDrafts =>
    Object.fromEntries(Object.entries(drafts).filter(([name]) => !names.some((one) => one === name)));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setError(null);
    const body = updateOf(update, changed, drafts);
    save.run({ organization_slug: organization, project_slug: project.slug, body }).then(
      ({ slug }) => {
        onDrafts(without());
        show({ text: texts.saved });
        if (slug !== project.slug) void navigate(pathOf(organization, 'projects', slug, 'settings'), { replace: true });
      },
      (reason: unknown) => setError(reason as ApiError),
    );
  };
  const isShownBeside = names.some((name) => errorsOf(error, name).length > 0);
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      {!mayWrite && <p className="notice">{texts.readOnly}</p>}
      {names.map((name) => {
        const schema = schemaOf(update, name);
        const reason = DROP_REASONS[name];
        return (
          <SettingField
            key={name}
            name={name}
            schema={schema}
            draft={drafts[name] ?? draftOf(schema, settingOf(project, name))}
            errors={errorsOf(error, name)}
            isDisabled={!mayWrite}
            dropped={reason === undefined || dropped === null ? null : (dropped.get(reason) ?? 0)}
            onChange={(draft) => onDrafts({ ...drafts, [name]: draft })}
          />
        );
      })}
      {error !== null && !isShownBeside && <ErrorNotice error={error} />}
      {mayWrite && (
        <SaveBar
          changes={changed.length}
          isPending={save.isPending}
          onDiscard={() => {
            onDrafts(without());
            setError(null);
          }}
        />
      )}
    </form>
  );
}

/** Returns the function that returns the help of a value from the contract: its description and its limits. */
export function useSchemaHelp(): (schema: FieldSchema | undefined) => string {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  return (schema = {}) => {
    const { description, minimum, maximum, maxLength } = schema;
    const hints = [
      description?.replaceAll('`', ''),
      controlOf(schema) === 'list' ? texts.oneInLine : undefined,
      maxLength === undefined ? undefined : texts.atMost(format.number(maxLength)),
      minimum === undefined || maximum === undefined
        ? undefined
        : texts.between(format.number(minimum), format.number(maximum)),
    ];
    return hints.filter((hint) => hint !== undefined).join(' ');
  };
}

/** The buttons at the end of a form that is saved as a whole, and how much of it is not. */
export function SaveBar({
  changes,
  isPending,
  onDiscard,
}: {
  readonly changes: number;
  readonly isPending: boolean;
  readonly onDiscard: () => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  return (
    <div className={styles.saveBar}>
      <Button type="submit" kind="primary" disabled={changes === 0 || isPending}>
        {texts.save}
      </Button>
      <Button disabled={changes === 0 || isPending} onClick={onDiscard}>
        {texts.discard}
      </Button>
      <span className="muted" aria-live="polite">
        {changes === 0 ? texts.unchanged : texts.unsaved(changes)}
      </span>
    </div>
  );
}

/** The control of a setting, which its schema chooses, with the help and the limits of the contract. */
function SettingField({
  name,
  schema,
  draft,
  errors,
  isDisabled,
  dropped,
  onChange,
}: {
  readonly name: FieldName;
  readonly schema: FieldSchema;
  readonly draft: SettingDraft;
  readonly errors: readonly string[];
  readonly isDisabled: boolean;
  /** The number of events that the setting dropped; null if it drops none. */
  readonly dropped: number | null;
  readonly onChange: (draft: SettingDraft) => void;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const label = useTexts(SETTING_LABELS)[name];
  const format = useFormat();
  const control = controlOf(schema);
  const helpOf = useSchemaHelp();
  const help = [helpOf(schema), ...(dropped === null ? [] : [texts.dropped(format.number(dropped))])].join(' ');
  if (typeof draft === 'boolean')
    return (
      <CheckField
        label={label}
        help={help}
        checked={draft}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (typeof draft === 'object') {
    const part = (which: 'count' | 'window'): ReactNode => (
      <TextField
        label={texts[which]}
        type="number"
        min={schema.properties?.[which]?.minimum}
        max={schema.properties?.[which]?.maximum}
        disabled={isDisabled}
        value={draft[which]}
        onChange={(event) => onChange({ ...draft, [which]: event.currentTarget.value })}
      />
    );
    return (
      <fieldset className={styles.group}>
        <legend>{label}</legend>
        <div className={styles.lineRow}>
          {part('count')}
          {part('window')}
        </div>
        <div className="muted small">{help}</div>
        {errors.length > 0 && (
          <div className="field-error small" role="alert">
            {errors.join(' ')}
          </div>
        )}
      </fieldset>
    );
  }
  if (control === 'choice')
    return (
      <SelectField
        label={label}
        help={help}
        errors={errors}
        disabled={isDisabled}
        value={draft}
        // A value that the contract no longer accepts stays until another one is chosen.
        options={[...new Set([draft, ...(schema.enum ?? [])])].map((value) => ({ value, label: value || texts.none }))}
        onChange={onChange}
      />
    );
  if (control === 'text' || control === 'list')
    return (
      <Field label={label} help={help} errors={errors}>
        {(attributes) => (
          <textarea
            className="input code"
            spellCheck={false}
            disabled={isDisabled}
            value={draft}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...attributes}
          />
        )}
      </Field>
    );
  return (
    <TextField
      label={label}
      help={help}
      errors={errors}
      type={control === 'number' ? 'number' : 'text'}
      min={schema.minimum}
      max={schema.maximum}
      disabled={isDisabled}
      value={draft}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
