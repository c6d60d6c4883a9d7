import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import schema from 'virtual:schema/AlertRuleUpdate';
import { Button, Field, IconButton, SelectField, TextField } from '../../components/controls';
import formStyles from '../../components/operationForm.module.css';
import { Picker } from '../../components/picker';
import type { PickerOption } from '../../components/pickerFrame';
import { type DataOf, useAction } from '../../state/api';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import {
  type FieldMessages,
  FORMAT_PARTS,
  MESSAGE_FORMATS,
  messagesAt,
  messagesElsewhere,
  NEW_RECIPIENT,
  RECIPIENT_TYPES,
  type RecipientDraft,
  type RuleDraft,
} from './alertRule';
import alertStyles from './alerts.module.css';

const LIST = schema.properties?.['recipients'];

/** Pause after the last input before the preview of a template is asked for. */
const PREVIEW_DELAY_MS = 400;

/** The slugs of the project whose rule it is, and of its organization. */
interface RuleProject {
  readonly organization: string;
  readonly project: string;
}

/** Members, teams and ticket connections to choose from. */
export type Receivers = Readonly<Record<'member' | 'team' | 'ticket', readonly PickerOption[]>>;

/** Properties of each part of a rule's form. */
export interface RuleFieldProps {
  readonly draft: RuleDraft;
  readonly error: FieldMessages;
  readonly onChange: (changes: Partial<RuleDraft>) => void;
}

/** The recipients of a rule's alerts. */
export function RecipientFields({
  draft,
  error,
  onChange,
  named,
  subject,
}: RuleFieldProps & { readonly named: Receivers; readonly subject: RuleProject }): ReactNode {
  const texts = useTexts(alertsTexts).recipientFields;
  const places = draft.recipients.map((_, index) => `recipients[${index}]`);
  return (
    <Rows
      legend={texts.recipients}
      help={texts.recipientsHelp}
      rows={draft.recipients}
      most={LIST?.maxItems}
      newRow={NEW_RECIPIENT}
      texts={{ row: texts.recipient, add: texts.addRecipient, remove: texts.removeRecipient }}
      errorsOf={(index) => messagesAt(error, 'recipients', `recipients[${index}]`)}
      errors={messagesElsewhere(error, 'recipients', places)}
      onChange={(recipients) => onChange({ recipients })}
    >
      {(recipient, change) => (
        <RecipientField recipient={recipient} named={named} subject={subject} onChange={change} />
      )}
    </Rows>
  );
}

function RecipientField({
  recipient,
  named,
  subject,
  onChange,
}: {
  readonly recipient: RecipientDraft;
  readonly named: Receivers;
  readonly subject: RuleProject;
  readonly onChange: (recipient: RecipientDraft) => void;
}): ReactNode {
  const texts = useTexts(alertsTexts).recipientFields;
  const words = useTexts(alertsTexts).alertWords;
  const { type, id, address } = recipient;
  const unknown = id === '' ? texts.choose : type === 'ticket' ? words.unknownConnection : id;
  return (
    <>
      <SelectField
        label={texts.kind}
        help={texts[`${type}Help`]}
        value={type}
        options={RECIPIENT_TYPES.map((value) => ({ value, label: words[value] }))}
        // An id is of one type only.
        onChange={(chosen) => onChange({ ...recipient, type: chosen, id: '' })}
      />
      {(type === 'member' || type === 'team' || type === 'ticket') && (
        <div className="field">
          <span className="label">{texts[type]}</span>
          <Picker
            label={texts[type]}
            summary={named[type].find(({ value }) => value === id)?.text ?? unknown}
            options={named[type]}
            value={id}
            onChange={(chosen) => onChange({ ...recipient, id: chosen })}
          />
        </div>
      )}
      {type === 'email' && (
        <TextField
          label={texts.address}
          type="email"
          autoComplete="off"
          value={address}
          onChange={(event) => onChange({ ...recipient, address: event.currentTarget.value })}
        />
      )}
      {type === 'webhook' && <WebhookFields recipient={recipient} subject={subject} onChange={onChange} />}
    </>
  );
}

/** Where alerts are posted, and in which form. */
function WebhookFields({
  recipient,
  subject,
  onChange,
}: {
  readonly recipient: RecipientDraft;
  readonly subject: RuleProject;
  readonly onChange: (recipient: RecipientDraft) => void;
}): ReactNode {
  const texts = useTexts(alertsTexts).recipientFields;
  const words = useTexts(alertsTexts).alertWords;
  const { url, format, token, target, template } = recipient;
  const { parts = [], defaultUrl } = FORMAT_PARTS[format] ?? {};
  return (
    <>
      <SelectField
        label={texts.format}
        help={format in texts.formatHelp ? texts.formatHelp[format as keyof typeof texts.formatHelp] : undefined}
        value={format}
        options={MESSAGE_FORMATS.map((value) => ({ value, label: words[value] }))}
        // A secret is for one service only.
        onChange={(chosen) => onChange({ ...recipient, format: chosen, token: '', target: '' })}
      />
      <div className={alertStyles.wide}>
        <TextField
          label={texts.url}
          help={defaultUrl === undefined ? texts.urlHelp : texts.defaultUrlHelp(defaultUrl)}
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={defaultUrl}
          value={url}
          onChange={(event) => onChange({ ...recipient, url: event.currentTarget.value })}
        />
      </div>
      {parts.includes('token') && (
        <div className={alertStyles.wide}>
          <TextField
            label={texts.token}
            help={token.startsWith('…') ? texts.storedTokenHelp : undefined}
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => onChange({ ...recipient, token: event.currentTarget.value })}
          />
        </div>
      )}
      {parts.includes('target') && (
        <TextField
          label={texts.target}
          autoComplete="off"
          value={target}
          onChange={(event) => onChange({ ...recipient, target: event.currentTarget.value })}
        />
      )}
      {parts.includes('template') && (
        <TemplateField
          template={template}
          subject={subject}
          onChange={(changed) => onChange({ ...recipient, template: changed })}
        />
      )}
    </>
  );
}

/** A template, and beside it what it becomes. */
function TemplateField({
  template,
  subject: { organization, project },
  onChange,
}: {
  readonly template: string;
  readonly subject: RuleProject;
  readonly onChange: (template: string) => void;
}): ReactNode {
  const texts = useTexts(alertsTexts).recipientFields;
  const preview = useAction('previewAlertTemplate');
  const [shown, setShown] = useState<DataOf<'previewAlertTemplate'> | null>(null);
  const run = useEffectEvent(() => {
    if (template.trim() === '') return;
    preview.run({ organization_slug: organization, project_slug: project, body: { template } }).then(setShown, () => {
      // The error is beside the field, and the last preview remains.
    });
  });
  // Asks once the input rests.
  useEffect(() => {
    const timer = setTimeout(run, PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [template, organization, project]);
  return (
    <div className={alertStyles.template}>
      <Field label={texts.template} help={texts.templateHelp} errors={preview.error?.fields['template']}>
        {(control) => (
          <textarea
            className="input mono"
            rows={8}
            spellCheck={false}
            value={template}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...control}
          />
        )}
      </Field>
      <div className="field" role="region" aria-label={texts.templatePreview} aria-live="polite">
        <span className="label">{texts.templatePreview}</span>
        <pre className={alertStyles.preview}>{shown?.body ?? '…'}</pre>
        {shown !== null && (
          <details className="muted small">
            <summary>{texts.templateNames}</summary>
            {shown.names.join(', ')}, event.tags.…
          </details>
        )}
      </div>
    </div>
  );
}

/** Rows of fields, which can be added and removed. */
export function Rows<Row>({
  legend,
  help,
  rows,
  most = Infinity,
  newRow,
  texts,
  errorsOf,
  errors = [],
  onChange,
  children,
}: {
  readonly legend: string;
  readonly help: string | undefined;
  readonly rows: readonly Row[];
  /** Rows that there may be. */
  readonly most: number | undefined;
  readonly newRow: Row;
  readonly texts: {
    readonly row: (number: number) => string;
    readonly add: string;
    readonly remove: (number: number) => string;
  };
  readonly errorsOf: (index: number) => readonly string[];
  readonly errors?: readonly string[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly children: (row: Row, change: (row: Row) => void) => ReactNode;
}): ReactNode {
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className={formStyles.group}>
      <legend>{legend}</legend>
      {help !== undefined && <div className="muted small">{help}</div>}
      <div className={alertStyles.rows}>
        {rows.map((row, index) => (
          <div key={index} className={alertStyles.rowBox} role="group" aria-label={texts.row(index + 1)}>
            <div className={alertStyles.rowFields}>
              {children(row, (changed) => onChange(rows.with(index, changed)))}
            </div>
            <IconButton
              icon="trash"
              kind="quiet"
              label={texts.remove(index + 1)}
              onClick={() => {
                onChange(rows.toSpliced(index, 1));
                // The button that has the focus goes away.
                addButton.current?.focus();
              }}
            />
            <Errors messages={errorsOf(index)} />
          </div>
        ))}
      </div>
      <Errors messages={errors} />
      <div>
        <Button
          ref={addButton}
          size="small"
          icon="plus"
          disabled={rows.length >= most}
          onClick={() => onChange([...rows, newRow])}
        >
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}

/** The errors that the service returns for a group of fields. */
export function Errors({ messages }: { readonly messages: readonly string[] }): ReactNode {
  if (messages.length === 0) return null;
  return (
    <div className="field-error small" role="alert">
      {messages.join(' ')}
    </div>
  );
}
