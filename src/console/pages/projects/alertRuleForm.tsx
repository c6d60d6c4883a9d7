import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import schema from 'virtual:schema/AlertRuleUpdate';
import { Button, CheckField, Field, TextField } from '../../components/controls';
import { ErrorNotice } from '../../components/feedback';
import { useLevelName } from '../../components/levelName';
import formStyles from '../../components/operationForm.module.css';
import { useToast } from '../../components/overlays';
import { MultiPicker } from '../../components/picker';
import { linesOf } from '../../components/schemaValues';
import { Section } from '../../components/shell';
import { type RecordOfList, useAction, useOperation } from '../../state/api';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import {
  chosenConditions,
  CONDITION_TYPES,
  conditionMessages,
  type ConditionDraft,
  type ConditionType,
  LEVELS,
  messagesAt,
  messagesElsewhere,
  missingNumbers,
  NEW_RULE,
  numbersOf,
  type RuleDraft,
  ruleDraftOf,
  ruleUpdateOf,
} from './alertRule';
import type { SettingsPartProps } from './partDrafts';
import { Errors, type Receivers, RecipientFields, Rows, type RuleFieldProps } from './recipientFields';
import { RulePreview } from './rulePreview';
import { RuleSentence } from './ruleSentence';
import alertStyles from './alerts.module.css';

const FIELDS = schema.properties ?? {};
const FILTERS = FIELDS['filters']?.properties ?? {};
const CONDITION = FIELDS['conditions']?.items?.properties ?? {};

/**
 * The form of a rule. The input stays until it is saved or cancelled. Not an `OperationForm`: conditions, filters and
 * recipients are lists of objects, whose errors name places in them.
 */
export function AlertRuleForm({
  organization,
  project,
  rule,
  named,
  draft: typed,
  onDraft,
  onClose,
}: Pick<SettingsPartProps, 'organization' | 'project'> & {
  /** Null for a new rule. */
  readonly rule: RecordOfList<'listAlertRules'> | null;
  readonly named: Receivers;
  readonly draft: RuleDraft | undefined;
  readonly onDraft: (draft: RuleDraft | undefined) => void;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(alertsTexts).alertRuleForm;
  const show = useToast();
  const creation = useAction('createAlertRule', ['listAlertRules', 'listOrganizationAlertRules']);
  const update = useAction('updateAlertRule', ['listAlertRules', 'listOrganizationAlertRules', 'listAlertDeliveries']);
  const saved = rule === null ? NEW_RULE : ruleDraftOf(rule);
  const draft = typed ?? saved;
  const preview = useAction('previewAlertRule');
  const saveError = creation.error ?? update.error;
  const error = saveError ?? preview.error;
  const onChange = (changes: Partial<RuleDraft>): void => {
    const changed = { ...draft, ...changes };
    // A draft that says what is saved is none: nothing would be lost with it.
    onDraft(JSON.stringify(changed) === JSON.stringify(saved) ? undefined : changed);
  };
  const close = (): void => {
    onDraft(undefined);
    onClose();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    preview.reset();
    const given = { organization_slug: organization, project_slug: project.slug };
    const body = ruleUpdateOf(draft);
    const done = rule === null ? creation.run({ ...given, body }) : update.run({ ...given, rule_id: rule.id, body });
    done.then(
      () => {
        show({ text: texts.saved });
        close();
      },
      () => undefined,
    );
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== null) focusFirstError(form.current);
  }, [error]);
  const part = { draft, error, onChange };
  return (
    <Section title={rule === null ? texts.create : texts.edit(rule.name)}>
      <form ref={form} className={formStyles.fields} onSubmit={submit} noValidate>
        <TextField
          label={texts.name}
          help={texts.nameHelp}
          errors={error?.fields['name']}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <CheckField
          label={texts.active}
          checked={draft.isActive}
          onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
        />
        <ConditionFields {...part} />
        <FilterFields {...part} organization={organization} project={project} />
        <RecipientFields {...part} named={named} subject={{ organization, project: project.slug }} />
        <TextField
          label={texts.frequency}
          help={texts.frequencyHelp}
          errors={error?.fields['frequency']}
          type="number"
          min={FIELDS['frequency']?.minimum}
          max={FIELDS['frequency']?.maximum}
          value={draft.frequency}
          onChange={(event) => onChange({ frequency: event.currentTarget.value })}
        />
        <div role="group" aria-label={texts.does} aria-live="polite" className="notice">
          <RuleSentence
            rule={ruleUpdateOf(draft)}
            nameOf={(type, id) => named[type].find(({ value }) => value === id)?.text ?? (id === '' ? '…' : null)}
          />
        </div>
        <RulePreview
          organization={organization}
          project={project.slug}
          rule={ruleUpdateOf(draft)}
          preview={preview}
          onShow={() => {
            creation.reset();
            update.reset();
          }}
        />
        {saveError !== null && Object.keys(saveError.fields).length === 0 && <ErrorNotice error={saveError} />}
        <div className={formStyles.saveBar}>
          <Button type="submit" kind="primary" isPending={creation.isPending || update.isPending}>
            {texts.save}
          </Button>
          <Button onClick={close}>{texts.cancel}</Button>
          {saveError !== null && Object.keys(saveError.fields).length > 0 && (
            <span className="field-error">{texts.unsaved}</span>
          )}
        </div>
      </form>
    </Section>
  );
}

/** Focuses the first wrong control; of errors that stand below several controls, the first of these. */
function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]');
  const control = first?.role === 'alert' ? first.parentElement?.querySelector<HTMLElement>(CONTROLS) : first;
  control?.focus();
}

const CONTROLS = 'input, select, textarea, button';

function ConditionFields({ draft, error, onChange }: RuleFieldProps): ReactNode {
  const texts = useTexts(alertsTexts).alertRuleForm;
  const words = useTexts(alertsTexts).alertWords;
  const chosen = chosenConditions(draft);
  const places = chosen.map((_, index) => `conditions[${index}]`);
  const change = (type: ConditionType, changes: Partial<ConditionDraft>): void =>
    onChange({ conditions: { ...draft.conditions, [type]: { ...draft.conditions[type], ...changes } } });
  const number = (type: ConditionType, name: ReturnType<typeof numbersOf>[number]): ReactNode => {
    const { minimum, maximum } = CONDITION[name] ?? {};
    const label = { ...texts, count: type === 'users' ? texts.users : texts.events }[name];
    return (
      <TextField
        key={name}
        label={type === 'crashFreeUsers' && name === 'minimum' ? texts.minimumUsers : label}
        type="number"
        min={minimum}
        max={maximum}
        step={name === 'percent' ? 'any' : undefined}
        errors={error !== null && missingNumbers(draft, type).includes(name) ? [texts.missing] : undefined}
        value={draft.conditions[type][name]}
        onChange={(event) => change(type, { [name]: event.currentTarget.value })}
      />
    );
  };
  return (
    <fieldset className={formStyles.group}>
      <legend>{texts.when}</legend>
      <div className="muted small">{texts.whenHelp}</div>
      {CONDITION_TYPES.map((type) => (
        <div key={type} className={alertStyles.rows}>
          <CheckField
            label={words[`${type}Short`]}
            help={words[`${type}Help`]}
            checked={draft.conditions[type].isChosen}
            onChange={(event) => change(type, { isChosen: event.currentTarget.checked })}
          />
          {numbersOf(type).length > 0 && draft.conditions[type].isChosen && (
            <div className={`${formStyles.lineRow ?? ''} ${alertStyles.inner ?? ''}`}>
              {numbersOf(type).map((name) => number(type, name))}
            </div>
          )}
          <Errors messages={conditionMessages(error, draft, type)} />
        </div>
      ))}
      <Errors messages={messagesElsewhere(error, 'conditions', places)} />
    </fieldset>
  );
}

function FilterFields({
  draft,
  error,
  onChange,
  organization,
  project,
}: RuleFieldProps & Pick<SettingsPartProps, 'organization' | 'project'>): ReactNode {
  const texts = useTexts(alertsTexts).alertRuleForm;
  const levelName = useLevelName();
  const environments = useOperation('listProjectEnvironments', {
    organization_slug: organization,
    project_slug: project.slug,
  });
  const environmentNames = (environments.data ?? []).map(({ name }) => name).filter((name) => name !== '');
  const places = ['levels', 'environments', 'releases', 'tags'].map((name) => `filters.${name}`);
  const chosen = linesOf(draft.environments);
  return (
    <fieldset className={formStyles.group}>
      <legend>{texts.only}</legend>
      <div className="muted small">{texts.onlyHelp}</div>
      <fieldset className={formStyles.group}>
        <legend>{texts.levels}</legend>
        <div className={alertStyles.checks}>
          {LEVELS.map((level) => (
            <CheckField
              key={level}
              label={levelName(level)}
              checked={draft.levels.includes(level)}
              onChange={(event) =>
                onChange({
                  levels: LEVELS.filter((one) =>
                    one === level ? event.currentTarget.checked : draft.levels.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
        <Errors messages={messagesAt(error, 'filters', 'filters.levels')} />
      </fieldset>
      <div className="field">
        <span className="label">{texts.environments}</span>
        <div className="muted small">{texts.environmentsHelp}</div>
        <div>
          <MultiPicker
            label={texts.environments}
            summary={chosen.join(', ') || texts.allEnvironments}
            options={environmentNames.map((name) => ({ value: name, text: name }))}
            addition={texts.addEnvironment}
            values={chosen}
            onChange={(names) => onChange({ environments: names.join('\n') })}
          />
        </div>
        <Errors messages={messagesAt(error, 'filters', 'filters.environments')} />
      </div>
      <CheckField
        label={texts.noEnvironment}
        checked={draft.matchesNoEnvironment}
        onChange={(event) => onChange({ matchesNoEnvironment: event.currentTarget.checked })}
      />
      <Field label={texts.releases} help={texts.releasesHelp} errors={messagesAt(error, 'filters', 'filters.releases')}>
        {(attributes) => (
          <textarea
            className="input code"
            style={{ minHeight: '4rem' }}
            spellCheck={false}
            value={draft.releases}
            onChange={(event) => onChange({ releases: event.currentTarget.value })}
            {...attributes}
          />
        )}
      </Field>
      <Rows
        legend={texts.tags}
        help={texts.tagsHelp}
        rows={draft.tags}
        most={FILTERS['tags']?.maxItems}
        newRow={{ key: '', value: '' }}
        texts={{ row: texts.tag, add: texts.addTag, remove: texts.removeTag }}
        errorsOf={(index) => messagesAt(error, 'filters', `filters.tags[${index}]`)}
        onChange={(tags) => onChange({ tags })}
      >
        {(tag, change) =>
          (['key', 'value'] as const).map((name) => (
            <TextField
              key={name}
              label={texts[name]}
              help={texts[`${name}Help`]}
              spellCheck={false}
              value={tag[name]}
              onChange={(event) => change({ ...tag, [name]: event.currentTarget.value })}
            />
          ))
        }
      </Rows>
      <Errors messages={messagesElsewhere(error, 'filters', places)} />
    </fieldset>
  );
}
