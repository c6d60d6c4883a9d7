/** A schema of the contract with its references resolved, as modules such as `virtual:schema/ProjectUpdate` have it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/** The content of a control. */
export type Draft = string | boolean | { readonly count: string; readonly window: string };

/** The control with which a value is edited. */
export type Control = 'switch' | 'choice' | 'number' | 'rate' | 'list' | 'text' | 'line';

/** Texts that can be longer are edited in several lines. */
const LINE_LENGTH = 500;

function hasType({ type }: FieldSchema, name: string): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name;
}

/** Chooses the control of a value by its schema. */
export function controlOf(schema: FieldSchema): Control {
  if (hasType(schema, 'boolean')) return 'switch';
  if (schema.enum !== undefined) return 'choice';
  if (hasType(schema, 'integer')) return 'number';
  if (hasType(schema, 'object')) return 'rate';
  if (hasType(schema, 'array')) return 'list';
  return (schema.maxLength ?? 0) > LINE_LENGTH ? 'text' : 'line';
}

/** Writes a value as its control has it. */
export function draftOf(schema: FieldSchema, value: unknown): Draft {
  switch (controlOf(schema)) {
    case 'switch':
      return value === true;
    case 'list':
      return Array.isArray(value) ? value.join('\n') : '';
    case 'rate': {
      const { count, window } = (value ?? { count: '', window: '' }) as { count: unknown; window: unknown };
      return { count: String(count), window: String(window) };
    }
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

/** Reads the value that a control contains. The service refuses a text that cannot be a value. */
export function valueOf(schema: FieldSchema, draft: Draft): unknown {
  if (typeof draft === 'boolean') return draft;
  if (typeof draft === 'object')
    return draft.count === '' && draft.window === ''
      ? null
      : { count: numberOf(draft.count), window: numberOf(draft.window) };
  switch (controlOf(schema)) {
    case 'number':
      return numberOf(draft);
    case 'list':
      return linesOf(draft);
    default:
      return draft === '' && hasType(schema, 'null') ? null : draft;
  }
}

/** Returns the lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the number that a control contains; null if it is empty. */
export function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/**
 * Returns the names of the fields whose drafts have another value than the saved ones. Values that the schema
 * has no control for are compared as they are.
 */
export function changedFields<Values extends object, Name extends keyof Values & string>(
  schema: FieldSchema,
  names: readonly Name[],
  drafts: Partial<Values>,
  saved: Values,
): Name[] {
  const comparable = (name: Name, draft: unknown): string => {
    const property = schema.properties?.[name];
    const hasControl = property !== undefined && draft !== null && !Array.isArray(draft);
    return JSON.stringify(hasControl ? valueOf(property, draft as Draft) : draft);
  };
  return names.filter((name) => name in drafts && comparable(name, drafts[name]) !== comparable(name, saved[name]));
}
