import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { CheckField, Field, SelectField, TextField } from './controls';
import styles from './operationForm.module.css';
import { controlOf, type Draft, type FieldSchema } from './schemaValues';
import { TextWithCode } from './textWithCode';

/** The label of a field, and what the schema does not say about it. */
export interface FieldLook extends Pick<
  ComponentProps<'input'>,
  'type' | 'required' | 'disabled' | 'readOnly' | 'autoComplete' | 'spellCheck' | 'min' | 'max' | 'maxLength'
> {
  readonly label: string;
  readonly help?: string | undefined;
  /** The values to choose from, if they are not those of the schema. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** The properties of a control that a form has for one of its fields alone. */
export interface OwnControl<Value> {
  readonly value: Value;
  readonly errors: readonly string[] | undefined;
  readonly onChange: (value: Value) => void;
}

/** The control that a schema chooses. */
export function SchemaField({
  look: { label, help, options, ...attributes },
  schema,
  value,
  errors = [],
  onChange,
}: OwnControl<Draft> & { readonly look: FieldLook; readonly schema: FieldSchema }): ReactNode {
  const texts = useTexts(componentsTexts).schemaField;
  const { type, disabled } = attributes;
  const control = type === undefined ? controlOf(schema) : 'line';
  if (typeof value === 'boolean')
    return (
      <>
        <CheckField
          label={label}
          help={help}
          checked={value}
          disabled={disabled}
          aria-invalid={errors.length > 0 ? true : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <FieldErrors messages={errors} />
      </>
    );
  if (typeof value === 'object')
    return (
      <RateField look={{ label, help, disabled }} schema={schema} value={value} errors={errors} onChange={onChange} />
    );
  if (options !== undefined || control === 'choice')
    return (
      <SelectField
        label={label}
        help={help}
        errors={errors}
        disabled={disabled}
        value={value}
        // A value that the contract no longer accepts stays until another one is chosen.
        options={
          options ??
          [...new Set([value, ...(schema.enum ?? [])])].map((one) => ({ value: one, label: one || texts.none }))
        }
        onChange={onChange}
      />
    );
  if (control === 'text' || control === 'list')
    return (
      <Field label={label} help={help} errors={errors}>
        {(identity) => (
          <textarea
            className="input code"
            spellCheck={false}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...identity}
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
      {...attributes}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The two numbers of a rate. */
function RateField({
  look: { label, help, disabled },
  schema,
  value,
  errors = [],
  onChange,
}: OwnControl<Exclude<Draft, string | boolean>> & {
  readonly look: Pick<FieldLook, 'label' | 'help' | 'disabled'>;
  readonly schema: FieldSchema;
}): ReactNode {
  const texts = useTexts(componentsTexts).schemaField;
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.lineRow}>
        {(['count', 'window'] as const).map((part) => (
          <TextField
            key={part}
            label={texts[part]}
            type="number"
            min={schema.properties?.[part]?.minimum}
            max={schema.properties?.[part]?.maximum}
            disabled={disabled}
            value={value[part]}
            onChange={(event) => onChange({ ...value, [part]: event.currentTarget.value })}
          />
        ))}
      </div>
      {help !== undefined && <div className="muted small">{help}</div>}
      <FieldErrors messages={errors} />
    </fieldset>
  );
}

/** Boxes to tick for the members of a list. */
export function CheckGroup<Value extends string>({
  legend,
  options,
  value,
  errors,
  onChange,
}: OwnControl<readonly Value[]> & {
  readonly legend: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly help?: string }[];
}): ReactNode {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={options.some(({ help }) => help !== undefined) ? 'stack' : 'choices'} data-gap="small">
        {options.map((option) => (
          <CheckField
            key={option.value}
            label={option.label}
            help={option.help}
            checked={value.includes(option.value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...value, option.value] : value.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
      <FieldErrors messages={errors} />
    </fieldset>
  );
}

/** The errors of a control that has no place for them. */
function FieldErrors({ messages = [] }: { readonly messages?: readonly string[] | undefined }): ReactNode {
  if (messages.length === 0) return null;
  return (
    <div className="field-error small" role="alert">
      <TextWithCode text={messages.join(' ')} />
    </div>
  );
}
