import { type ReactNode, useRef } from 'react';
import schema from 'virtual:schema/AlertRuleUpdate';
import { Button, IconButton, SelectField, TextField } from '../../components/controls';
import formStyles from '../../components/operationForm.module.css';
import { Picker } from '../../components/picker';
import type { PickerOption } from '../../components/pickerFrame';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import {
  type FieldMessages,
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

/** Members and teams to choose from. */
export type Receivers = Readonly<Record<'member' | 'team', readonly PickerOption[]>>;

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
}: RuleFieldProps & { readonly named: Receivers }): ReactNode {
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
      {(recipient, change) => <RecipientField recipient={recipient} named={named} onChange={change} />}
    </Rows>
  );
}

function RecipientField({
  recipient,
  named,
  onChange,
}: {
  readonly recipient: RecipientDraft;
  readonly named: Receivers;
  readonly onChange: (recipient: RecipientDraft) => void;
}): ReactNode {
  const texts = useTexts(alertsTexts).recipientFields;
  const words = useTexts(alertsTexts).alertWords;
  const { type, id, address, url, format } = recipient;
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
      {(type === 'member' || type === 'team') && (
        <div className="field">
          <span className="label">{texts[type]}</span>
          <Picker
            label={texts[type]}
            summary={named[type].find(({ value }) => value === id)?.text ?? (id === '' ? texts.choose : id)}
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
      {type === 'webhook' && (
        <>
          <SelectField
            label={texts.format}
            value={format}
            options={MESSAGE_FORMATS.map((value) => ({ value, label: words[value] }))}
            onChange={(chosen) => onChange({ ...recipient, format: chosen })}
          />
          <div className={alertStyles.wide}>
            <TextField
              label={texts.url}
              help={texts.urlHelp}
              type="url"
              autoComplete="off"
              spellCheck={false}
              value={url}
              onChange={(event) => onChange({ ...recipient, url: event.currentTarget.value })}
            />
          </div>
        </>
      )}
    </>
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
