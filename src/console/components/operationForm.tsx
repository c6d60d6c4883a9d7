import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../state/api';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Button } from './controls';
import { ErrorNotice } from './feedback';
import styles from './operationForm.module.css';
import { DialogActions } from './overlays';
import { type FieldLook, type OwnControl, SchemaField } from './schemaField';
import { changedFields, type Draft, type FieldSchema } from './schemaValues';

/** A field with the control that its schema chooses, or with one of its own. */
type FormField<Value> = FieldLook | ((control: OwnControl<Value>) => ReactNode);

/** The fields of a form in their order, by the names of their values. A value without a field is not shown. */
export type FormFields<Values> = { readonly [Name in keyof Values]?: FormField<Values[Name]> | undefined };

interface OperationFormProps<Values> {
  /** The schema of the request's body. Its limits and its choices are those of the controls. */
  readonly schema?: FieldSchema | undefined;
  /** A function if fields depend on values. */
  readonly fields: FormFields<NoInfer<Values>> | ((values: NoInfer<Values>) => FormFields<NoInfer<Values>>);
  /** The fields by their purpose, each part under its title. */
  readonly parts?: readonly { readonly title: string; readonly names: readonly (keyof NoInfer<Values> & string)[] }[];
  /** The values that the form begins with; in settings the saved ones. */
  readonly values: Values;
  /** Unsaved values, if the page keeps them while the form is not shown. */
  readonly drafts?: Partial<NoInfer<Values>>;
  readonly onDrafts?: (drafts: Partial<NoInfer<Values>>) => void;
  /**
   * The place of the form: a dialog, whose buttons are at its end, or a page. In `settings`, the service checks the
   * input, and the form says how many values are not saved.
   */
  readonly layout?: 'dialog' | 'page' | 'settings';
  /** The text of the button that submits the form. */
  readonly action?: string;
  /** What the form is about, for the name of its button where another form of the page has a button like it. */
  readonly subject?: string;
  readonly kind?: 'primary' | 'normal';
  /** True if there is nothing to submit for the reader. */
  readonly isReadOnly?: boolean;
  /** True if the input is removed once the service has it, as always in `settings`. */
  readonly isCleared?: boolean;
  /** Decides whether values can be submitted. */
  readonly canSubmit?: (values: NoInfer<Values>) => boolean;
  /** Calls the operation. The form shows the errors if the promise is rejected. */
  readonly onSubmit: (
    values: NoInfer<Values>,
    changed: readonly (keyof NoInfer<Values> & string)[],
  ) => Promise<unknown>;
  /** The text above the fields. */
  readonly children?: ReactNode;
}

/**
 * A form for the body of an operation. Errors of the service stand beside their fields, the first of which gets the
 * focus; any other error stands below the fields.
 */
export function OperationForm<Values extends object>({
  schema = {},
  fields,
  parts,
  values: saved,
  layout = 'dialog',
  action,
  subject,
  kind = 'primary',
  isReadOnly = false,
  isCleared = layout === 'settings',
  canSubmit = () => true,
  onSubmit,
  children,
  ...kept
}: OperationFormProps<Values>): ReactNode {
  const texts = useTexts(componentsTexts).operationForm;
  const form = useRef<HTMLFormElement>(null);
  const [ownDrafts, setOwnDrafts] = useState<Partial<Values>>({});
  const { drafts = ownDrafts, onDrafts = setOwnDrafts } = kept;
  const { error, setError, isPending, follow } = useSubmission();
  const values = { ...saved, ...drafts };
  const shown = typeof fields === 'function' ? fields(values) : fields;
  const names = (Object.keys(shown) as (keyof Values & string)[]).filter((name) => shown[name] !== undefined);
  const changed = changedFields(schema, names, drafts, saved);
  const errors = error instanceof ApiError ? error.fields : {};
  const withoutDrafts = (): Partial<Values> => {
    const others = Object.entries(drafts).filter(([name]) => !names.some((one) => one === name));
    return Object.fromEntries(others) as Partial<Values>;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    follow(onSubmit(values, changed), () => {
      if (isCleared) onDrafts(withoutDrafts());
    });
  };
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const isSettings = layout === 'settings';
  const control = (name: keyof Values & string): ReactNode => (
    <FormControl
      key={name}
      name={name}
      field={shown[name] as FormField<unknown>}
      schema={schema}
      isChecked={!isSettings}
      value={values[name]}
      errors={errors[name]}
      onChange={(value) => onDrafts({ ...drafts, [name]: value })}
    />
  );
  return (
    <form ref={form} className={isSettings ? styles.fields : 'stack'} onSubmit={submit} noValidate={isSettings}>
      {children}
      {parts?.map((part) => (
        <fieldset key={part.title} className={styles.part}>
          <legend>{part.title}</legend>
          {part.names.map(control)}
        </fieldset>
      )) ?? names.map(control)}
      {error !== null && !names.some((name) => errors[name] !== undefined) && <ErrorNotice error={error} />}
      {isReadOnly ? null : isSettings ? (
        <SaveBar
          changes={changed.length}
          isPending={isPending}
          onDiscard={() => {
            onDrafts(withoutDrafts());
            setError(null);
          }}
        />
      ) : (
        <Actions isDialog={layout === 'dialog'}>
          <Button
            type="submit"
            kind={kind}
            disabled={isPending || !canSubmit(values)}
            {...(subject !== undefined && { 'aria-label': `${action ?? texts.save}: ${subject}` })}
          >
            {action ?? texts.save}
          </Button>
        </Actions>
      )}
    </form>
  );
}

function Actions({ isDialog, children }: { readonly isDialog: boolean; readonly children: ReactNode }): ReactNode {
  return isDialog ? <DialogActions>{children}</DialogActions> : <div className="actions">{children}</div>;
}

/** Returns the state of the request of a form, and the function that follows one. */
function useSubmission() {
  const [error, setError] = useState<Error | null>(null);
  const [isPending, setPending] = useState(false);
  const follow = (request: Promise<unknown>, onDone: () => void): void => {
    setError(null);
    setPending(true);
    request.then(onDone, (reason: unknown) => setError(reason as Error)).finally(() => setPending(false));
  };
  return { error, setError, isPending, follow };
}

/** The control of one field. */
function FormControl({
  name,
  field,
  schema,
  isChecked,
  value,
  errors,
  onChange,
}: OwnControl<unknown> & {
  readonly name: string;
  readonly field: FormField<unknown>;
  /** Of the whole body. */
  readonly schema: FieldSchema;
  /** True if the browser checks the input. */
  readonly isChecked: boolean;
}): ReactNode {
  if (typeof field === 'function') return field({ value, errors, onChange });
  const property = schema.properties?.[name] ?? {};
  const bounds = isChecked && { required: schema.required?.includes(name), maxLength: property.maxLength };
  return (
    <SchemaField
      look={{ ...bounds, ...field }}
      schema={property}
      value={value as Draft}
      errors={errors}
      onChange={onChange}
    />
  );
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
  const texts = useTexts(componentsTexts).operationForm;
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
