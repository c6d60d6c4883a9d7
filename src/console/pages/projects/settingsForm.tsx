import type { ReactNode } from 'react';
import update from 'virtual:schema/ProjectUpdate';
import { TextField } from '../../components/controls';
import { fromLocalInput, toLocalInput } from '../../components/localInput';
import { type FormFields, OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import type { FieldLook, OwnControl } from '../../components/schemaField';
import { changedFields, type Draft } from '../../components/schemaValues';
import { useFormat } from '../../components/time';
import { ApiError, type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { usePreferences } from '../../state/preferences';
import { useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import { droppedByReason } from './outcomeSeries';
import {
  DROP_REASONS,
  type FieldName,
  savedSettings,
  type SettingDrafts,
  settingErrors,
  type SettingPart,
  settingSchema,
  updateOf,
} from './settingFields';

const SCHEMA = settingSchema(update);

/** Returns the body of `updateProject` with the drafts of some settings. */
export const updateOfDrafts = (names: readonly FieldName[], drafts: SettingDrafts) => updateOf(SCHEMA, names, drafts);

/** True if a draft has another value than the project. */
export function hasUnsaved(project: DataOf<'getProject'>, drafts: SettingDrafts): boolean {
  const names = Object.keys(drafts) as FieldName[];
  return changedFields(SCHEMA, names, drafts, savedSettings(SCHEMA, names, project)).length > 0;
}

/** The field that every reader of a project may change, because it is their own. */
const OWN_FIELD = 'isBookmarked' satisfies FieldName;

interface SettingsProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
  /** The settings to show. */
  readonly parts: readonly SettingPart[];
}

/** Settings by their purpose. Only changes are saved; the input stays until then. */
export function SettingsForm({
  organization,
  project,
  parts,
  drafts,
  onDrafts,
}: SettingsProps & {
  readonly drafts: SettingDrafts;
  readonly onDrafts: (drafts: SettingDrafts) => void;
}): ReactNode {
  const texts = useTexts(projectSettingsTexts).settingsForm;
  const show = useToast();
  const navigate = useNavigate();
  const mayWrite = useMayDo('project:write', 'project:admin');
  const { run } = useAction('updateProject', ['getProject', 'listOrganizationProjects']);
  const save = async (changed: readonly FieldName[]): Promise<void> => {
    const body = updateOf(SCHEMA, changed, drafts);
    try {
      const { slug } = await run({ organization_slug: organization, project_slug: project.slug, body });
      show({ text: texts.saved });
      if (slug !== project.slug) {
        const path = pathOf(organization, 'projects', slug, 'settings');
        void navigate(path, { replace: true, discards: true });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError(error.status, error.message, settingErrors(error.fields));
    }
  };
  const named = parts.map(({ title, fields }) => ({ title, names: fields.map(({ name }) => name) }));
  const names = named.flatMap((part) => part.names);
  const hasOwnField = names.includes(OWN_FIELD);
  return (
    <OperationForm
      layout="settings"
      schema={SCHEMA}
      fields={useSettingFields({ organization, project, parts })}
      parts={named}
      values={savedSettings(SCHEMA, names, project)}
      drafts={drafts}
      onDrafts={onDrafts}
      isReadOnly={!mayWrite && !hasOwnField}
      onSubmit={(_, changed) => save(changed)}
    >
      {!mayWrite && <p className="notice">{hasOwnField ? texts.readOnlyButStar : texts.readOnly}</p>}
    </OperationForm>
  );
}

/** Returns the fields of settings; filters also say how much they dropped. */
function useSettingFields({ organization, project, parts }: SettingsProps): FormFields<SettingDrafts> {
  const texts = useTexts(projectSettingsTexts).settingsForm;
  const format = useFormat();
  const mayWrite = useMayDo('project:write', 'project:admin');
  const shown = parts.flatMap(({ fields }) => fields);
  const outcomes = useOperation(
    'getProjectOutcomes',
    shown.some(({ name }) => name in DROP_REASONS)
      ? { organization_slug: organization, project_slug: project.slug, statsPeriod: '14d', interval: '1d' }
      : null,
  );
  const dropped = outcomes.data === undefined ? null : droppedByReason(outcomes.data);
  return Object.fromEntries(
    shown.map(({ name, label, help: text }): [FieldName, FormFields<SettingDrafts>[FieldName]] => {
      const reason = DROP_REASONS[name];
      const help =
        reason === undefined || dropped === null
          ? text
          : `${text} ${texts.dropped(format.number(dropped.get(reason) ?? 0))}`;
      const look: FieldLook = { label, help, disabled: !mayWrite && name !== OWN_FIELD };
      if (name !== 'secondaryGroupingExpiry') return [name, look];
      return [name, (control: OwnControl<Draft | undefined>) => <TimeSetting key={name} look={look} {...control} />];
    }),
  );
}

/** A setting that is a time, in the time zone of the reader. Its value is in seconds since 1970, 0 for none. */
function TimeSetting({
  look: { help, ...look },
  value,
  errors,
  onChange,
}: OwnControl<Draft | undefined> & { readonly look: FieldLook }): ReactNode {
  const texts = useTexts(projectSettingsTexts).settingsForm;
  const { timeZone } = usePreferences().preferences;
  const seconds = Number(value);
  return (
    <TextField
      {...look}
      help={`${help ?? ''} ${timeZone === 'utc' ? texts.utc : texts.zone}`}
      errors={errors}
      type="datetime-local"
      value={seconds > 0 ? toLocalInput(new Date(seconds * 1000).toISOString(), timeZone) : ''}
      onChange={({ currentTarget }) => {
        const time = fromLocalInput(currentTarget.value, timeZone);
        onChange(time === null ? '0' : String(Date.parse(time) / 1000));
      }}
    />
  );
}
