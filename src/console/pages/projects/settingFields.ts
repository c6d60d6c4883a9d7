import type { components } from '../../../client/createClient';

type ShownSettings = components['schemas']['Project'];
type Update = components['schemas']['ProjectUpdate'];
type OptionName = keyof NonNullable<Update['options']>;

/** A schema of the contract with its references resolved, as modules such as `virtual:schema/ProjectUpdate` have it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/** Options that are other names of fields. They change with the field. */
export const ALIASES = [
  'digests:mail:maximum_delay',
  'digests:mail:minimum_delay',
  'svc:scrub_defaults',
  'svc:scrub_data',
  'svc:scrub_ip_address',
  'svc:scrape_javascript',
  'mail:subject_prefix',
  'svc:resolve_age',
  'svc:grouping_config',
  'svc:secondary_grouping_config',
  'svc:secondary_grouping_expiry',
  'svc:origins',
  'svc:sensitive_fields',
  'svc:default_environment',
  'svc:relay_pii_config',
  'svc:token',
  'svc:verify_ssl',
] as const satisfies readonly OptionName[];

/** The name of a setting: a field of `updateProject`, or an option that is no other name of one. */
export type FieldName = Exclude<keyof Update, 'options'> | Exclude<OptionName, (typeof ALIASES)[number]>;

/** The settings by the section of the page that they are in. Everything else about them is in the contract. */
export const SETTING_GROUPS = {
  general: [
    'name',
    'slug',
    'platform',
    'isBookmarked',
    'defaultEnvironment',
    'resolveAge',
    'rateLimit',
    'quotas:spike-protection-disabled',
    'retentionDays',
    'retentionEvents',
  ],
  mail: ['subjectPrefix', 'subjectTemplate', 'digestsMinDelay', 'digestsMaxDelay'],
  grouping: [
    'groupingConfig',
    'secondaryGroupingConfig',
    'secondaryGroupingExpiry',
    'fingerprintingRules',
    'groupingEnhancements',
  ],
  privacy: [
    'dataScrubber',
    'dataScrubberDefaults',
    'sensitiveFields',
    'safeFields',
    'scrubIPAddresses',
    'relayPiiConfig',
  ],
  filters: [
    'allowedDomains',
    'filters:error_messages',
    'filters:releases',
    'filters:blacklisted_ips',
    'filters:chunk-load-error',
    'filters:react-hydration-errors',
  ],
  source: [
    'sourceLinkPattern',
    'sourceLinkRoot',
    'scrapeJavaScript',
    'verifySSL',
    'securityToken',
    'securityTokenHeader',
  ],
} as const satisfies Readonly<Record<string, readonly FieldName[]>>;

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** The reason in the outcomes of events that a filter dropped. */
export const DROP_REASONS: Readonly<Partial<Record<FieldName, string>>> = {
  allowedDomains: 'cors',
  'filters:error_messages': 'error-message',
  'filters:releases': 'release-version',
  'filters:blacklisted_ips': 'ip-address',
  'filters:chunk-load-error': 'chunk-load-error',
  'filters:react-hydration-errors': 'react-hydration-errors',
};

/** The content of a setting's control. */
export type SettingDraft = string | boolean | { readonly count: string; readonly window: string };
export type SettingDrafts = Readonly<Partial<Record<FieldName, SettingDraft>>>;

/** The control with which a setting is edited. */
export type SettingControl = 'switch' | 'choice' | 'number' | 'rate' | 'list' | 'text' | 'line';

/** Texts that can be longer are edited in several lines. */
const LINE_LENGTH = 500;

function hasType({ type }: FieldSchema, name: string): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name;
}

/** Chooses the control of a setting by its schema. */
export function controlOf(schema: FieldSchema): SettingControl {
  if (hasType(schema, 'boolean')) return 'switch';
  if (schema.enum !== undefined) return 'choice';
  if (hasType(schema, 'integer')) return 'number';
  if (hasType(schema, 'object')) return 'rate';
  if (hasType(schema, 'array')) return 'list';
  return (schema.maxLength ?? 0) > LINE_LENGTH ? 'text' : 'line';
}

function isOption(name: FieldName): name is FieldName & OptionName {
  return name.includes(':');
}

/** Returns the schema of a setting, as `updateProject` has it. */
export function schemaOf(update: FieldSchema, name: FieldName): FieldSchema {
  const properties = isOption(name) ? update.properties?.['options']?.properties : update.properties;
  return properties?.[name] ?? {};
}

/** Returns the present value of a setting. */
export function settingOf(project: ShownSettings, name: FieldName): unknown {
  return isOption(name) ? project.options[name] : project[name];
}

/** Writes a value as its control has it. */
export function draftOf(schema: FieldSchema, value: unknown): SettingDraft {
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
export function valueOf(schema: FieldSchema, draft: SettingDraft): unknown {
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

/** True if a draft has another value than the project. */
function isChanged(schema: FieldSchema, draft: SettingDraft, value: unknown): boolean {
  return JSON.stringify(valueOf(schema, draft)) !== JSON.stringify(valueOf(schema, draftOf(schema, value)));
}

/** Returns the settings of a group whose drafts differ from the project. */
export function changedSettings(
  update: FieldSchema,
  group: SettingGroup,
  drafts: SettingDrafts,
  project: ShownSettings,
): FieldName[] {
  return SETTING_GROUPS[group].filter((name) => {
    const draft = drafts[name];
    return draft !== undefined && isChanged(schemaOf(update, name), draft, settingOf(project, name));
  });
}

/** Returns the body of `updateProject` with the drafts of some settings, and nothing else. */
export function updateOf(update: FieldSchema, names: readonly FieldName[], drafts: SettingDrafts): Update {
  const values = names.map((name) => [name, valueOf(schemaOf(update, name), drafts[name] ?? '')] as const);
  const fields = values.filter(([name]) => !isOption(name));
  const options = values.filter(([name]) => isOption(name));
  return {
    ...Object.fromEntries(fields),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
  };
}

/** Returns the errors of a setting. Errors of an option stand under `options` and begin with its name. */
export function errorsOf(
  error: { readonly fields: Readonly<Record<string, readonly string[]>> } | null,
  name: FieldName,
): readonly string[] {
  if (!isOption(name)) return error?.fields[name] ?? [];
  const start = `${name}: `;
  const messages = error?.fields['options'] ?? [];
  return messages.filter((message) => message.startsWith(start)).map((message) => message.slice(start.length));
}
