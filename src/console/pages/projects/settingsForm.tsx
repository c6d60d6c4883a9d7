import type { ReactNode } from 'react';
import update from 'virtual:schema/ProjectUpdate';
import { type FormFields, OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { useSchemaHelp } from '../../components/schemaField';
import { useFormat } from '../../components/time';
import { ApiError, type DataOf, useAction, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectSettingsTexts } from '../../texts/projectSettings';
import { droppedByReason } from './outcomeSeries';
import {
  DROP_REASONS,
  type FieldName,
  savedSettings,
  SETTING_GROUPS,
  type SettingDrafts,
  settingErrors,
  type SettingGroup,
  settingSchema,
  updateOf,
} from './settingFields';

const SCHEMA = settingSchema(update);

interface GroupProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
  readonly group: SettingGroup;
}

/** A group of settings. Only changes are saved; the input stays until then. */
export function SettingsForm({
  organization,
  project,
  group,
  drafts,
  onDrafts,
}: GroupProps & {
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
      if (slug !== project.slug) void navigate(pathOf(organization, 'projects', slug, 'settings'), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError(error.status, error.message, settingErrors(error.fields));
    }
  };
  return (
    <OperationForm
      layout="settings"
      schema={SCHEMA}
      fields={useSettingFields({ organization, project, group })}
      values={savedSettings(SCHEMA, SETTING_GROUPS[group], project)}
      drafts={drafts}
      onDrafts={onDrafts}
      isReadOnly={!mayWrite}
      onSubmit={(_, changed) => save(changed)}
    >
      {!mayWrite && <p className="notice">{texts.readOnly}</p>}
    </OperationForm>
  );
}

/** Returns the fields of a group with the help of the contract; filters also say how much they dropped. */
function useSettingFields({ organization, project, group }: GroupProps): FormFields<SettingDrafts> {
  const texts = useTexts(projectSettingsTexts).settingsForm;
  const labels: Readonly<Partial<Record<FieldName, string>>> = useTexts(projectSettingsTexts).settingLabels[group];
  const format = useFormat();
  const helpOf = useSchemaHelp();
  const disabled = !useMayDo('project:write', 'project:admin');
  const outcomes = useOperation(
    'getProjectOutcomes',
    group === 'filters'
      ? { organization_slug: organization, project_slug: project.slug, statsPeriod: '14d', interval: '1d' }
      : null,
  );
  const dropped = outcomes.data === undefined ? null : droppedByReason(outcomes.data);
  return Object.fromEntries(
    SETTING_GROUPS[group].map((name) => {
      const help = [helpOf(SCHEMA.properties?.[name])];
      const reason = DROP_REASONS[name];
      if (reason !== undefined && dropped !== null) help.push(texts.dropped(format.number(dropped.get(reason) ?? 0)));
      return [name, { label: labels[name] ?? name, help: help.join(' '), disabled }];
    }),
  );
}
