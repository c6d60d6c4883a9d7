import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { pathOf } from '../state/location';
import { Link, type LinkProps } from '../state/router';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Icon, type IconName } from './icons';
import { TextWithCode } from './textWithCode';

/** Links to projects, one after another. */
export function ProjectLinks({
  organization,
  projects,
}: {
  readonly organization: string;
  readonly projects: readonly { readonly slug: string; readonly name: string }[];
}): ReactNode {
  return (
    <span className="row">
      {projects.map(({ slug, name }) => (
        <Link key={slug} to={pathOf(organization, 'projects', slug)}>
          {name}
        </Link>
      ))}
    </span>
  );
}

interface ButtonLook {
  /** `primary` at most once on a page; `danger` for actions that cannot be undone; `quiet` without a border. */
  readonly kind?: 'normal' | 'primary' | 'danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly icon?: IconName;
}

function lookOf({ kind = 'normal', size = 'normal' }: ButtonLook) {
  return { className: 'button', 'data-kind': kind, 'data-size': size };
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** True while its action runs: it does nothing more, but keeps the focus, which a disabled button would lose. */
  readonly isPending?: boolean;
}

export function Button({ kind, size, icon, isPending = false, children, ...props }: ButtonProps): ReactNode {
  const pending = isPending && { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
  return (
    <button type="button" {...lookOf({ ...(kind && { kind }), ...(size && { size }) })} {...props} {...pending}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({ kind, size, icon, children, ...props }: LinkProps & ButtonLook): ReactNode {
  return (
    <Link {...lookOf({ ...(kind && { kind }), ...(size && { size }) })} {...props}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A button with an icon alone. Its label is read out, and shown beside it when it has the pointer or the focus. */
export function IconButton({
  icon,
  label,
  shortcut,
  ...props
}: Omit<ComponentProps<typeof Button>, 'children' | 'icon'> & {
  readonly icon: IconName;
  readonly label: string;
  /** The key that does the same. */
  readonly shortcut?: string;
}): ReactNode {
  const tooltip = shortcut === undefined ? label : `${label} (${shortcut})`;
  return <Button icon={icon} aria-label={label} data-tooltip={tooltip} {...props} />;
}

/** Copies a text. */
export function CopyButton({
  text,
  label,
  ...look
}: {
  readonly text: string | (() => string);
  /** The text of the button, such as `Copy path`. */
  readonly label?: string;
} & Omit<ButtonLook, 'icon'>): ReactNode {
  const texts = useTexts(componentsTexts).controls;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
  };
  return (
    <Button icon={isCopied ? 'check' : 'copy'} size="small" {...look} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.copied : (label ?? texts.copy)}</span>
    </Button>
  );
}

/** A line for a shell. It scrolls inside its box, also by keyboard. */
export function Command({ text }: { readonly text: string }): ReactNode {
  const texts = useTexts(componentsTexts).controls;
  return (
    <div className="command">
      <pre tabIndex={0} role="group" aria-label={texts.command}>
        {text}
      </pre>
      <CopyButton text={text} label={texts.copyCommand} />
    </div>
  );
}

/** Returns the ref of a button that is clicked at first if somebody pressed it before its script was loaded. */
export function usePressed(isPressed: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(isPressed);
  useEffect(() => {
    if (wasPressed.current) button.current?.click();
    wasPressed.current = false;
  }, []);
  return button;
}

/** A button whose script is being loaded: what it opens opens then. */
export function Unready({
  onPress,
  children,
}: {
  readonly onPress: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    // The script may arrive before the pointer is released: no click is seen then.
    <span aria-busy="true" style={{ display: 'contents' }} onPointerDown={onPress} onClick={onPress}>
      {children}
    </span>
  );
}

/** Attributes of the control of a field. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A label with its control, help and errors. */
export function Field({
  label,
  help,
  errors = [],
  children,
}: {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly errors?: readonly string[] | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}): ReactNode {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const describedBy = [...(help === undefined ? [] : [helpId]), ...(errors.length === 0 ? [] : [errorId])].join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': errors.length > 0 ? true : undefined,
      })}
      {help !== undefined && (
        <div id={helpId} className="muted small">
          {help}
        </div>
      )}
      {errors.length > 0 && (
        <div id={errorId} className="field-error small" role="alert">
          <TextWithCode text={errors.join(' ')} />
        </div>
      )}
    </div>
  );
}

/** A field of one line. */
export function TextField({
  label,
  help,
  errors,
  ...props
}: Omit<ComponentProps<'input'>, 'id'> & Omit<ComponentProps<typeof Field>, 'children'>): ReactNode {
  return (
    <Field label={label} help={help} errors={errors}>
      {(control) => <input className="input" type="text" {...props} {...control} />}
    </Field>
  );
}

/** A field with a choice among few values. */
export function SelectField<Value extends string>({
  label,
  help,
  errors,
  value,
  options,
  onChange,
  ...props
}: Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> &
  Omit<ComponentProps<typeof Field>, 'children'> & {
    readonly value: Value;
    readonly options: readonly { readonly value: Value; readonly label: string }[];
    readonly onChange: (value: Value) => void;
  }): ReactNode {
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <Field label={label} help={help} errors={errors}>
      {(control) => (
        <select
          className="input"
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
          {...props}
          {...control}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A box to tick, or one of several buttons of which one is chosen, with its label behind it. */
export function CheckField({
  label,
  help,
  ...props
}: Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  readonly type?: 'checkbox' | 'radio';
  readonly label: ReactNode;
  readonly help?: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <div className="field-row">
        <input id={id} type="checkbox" aria-describedby={help === undefined ? undefined : `${id}-help`} {...props} />
        <label htmlFor={id}>{label}</label>
      </div>
      {help !== undefined && (
        <div id={`${id}-help`} className="muted small">
          {help}
        </div>
      )}
    </div>
  );
}

/**
 * Boxes to tick, each of which takes effect at once. A box shows the last choice until `isTicked` has the same value,
 * and goes back if the choice was refused.
 */
export function TickList({
  boxes,
  disabled = false,
  onTick,
}: {
  readonly boxes: readonly { readonly key: string; readonly label: ReactNode; readonly isTicked: boolean }[];
  readonly disabled?: boolean;
  /** The promise is rejected if the choice is refused. */
  readonly onTick: (key: string, isTicked: boolean) => Promise<unknown>;
}): ReactNode {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const tick = (key: string, isTicked: boolean): void => {
    setChosen((before) => new Map([...before, [key, isTicked]]));
    onTick(key, isTicked).catch(() => setChosen((before) => new Map([...before].filter(([other]) => other !== key))));
  };
  return (
    <div className="stack" data-gap="small">
      {boxes.map(({ key, label, isTicked }) => (
        <CheckField
          key={key}
          label={label}
          disabled={disabled}
          checked={chosen.get(key) ?? isTicked}
          onChange={(event) => tick(key, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

/** A choice among a few values that are all seen. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  /** Null if none is chosen. */
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  return (
    <div className="button-group" role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          size="small"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  );
}
