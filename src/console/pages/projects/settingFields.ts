import type { components } from '../../../client/createClient';
import { type Draft, draftOf, type FieldSchema, valueOf } from '../../components/schemaValues';
import type { Translated } from '../../state/translated';
import { en } from '../../texts/en/projectSettings';

type ShownSettings = components['schemas']['Project'];
type Update = components['schemas']['ProjectUpdate'];
type OptionName = keyof NonNullable<Update['options']>;

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

/** The texts of all settings in one language. */
export type SettingTexts = Translated<typeof en.settings>;

export type SettingGroup = keyof SettingTexts;

export const GROUP_NAMES = Object.keys(en.settings) as readonly SettingGroup[];

/** The settings that serve one purpose, with their texts. */
export interface SettingPart {
  readonly group: SettingGroup;
  readonly title: string;
  readonly fields: readonly { readonly name: FieldName; readonly label: string; readonly help: string }[];
}

/** Returns the settings of a section of the page by their purpose, in the order of the texts. */
export function settingParts(texts: SettingTexts, group: SettingGroup): readonly SettingPart[] {
  type PartTexts = Readonly<{ title: string; fields: Readonly<Record<string, { label: string; help: string }>> }>;
  return Object.values<PartTexts>(texts[group]).map(({ title, fields }) => ({
    group,
    title,
    fields: Object.entries(fields).map(([name, look]) => ({ name: name as FieldName, ...look })),
  }));
}

/** True if a text has all words of a search, in any order and case. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Returns the settings of all sections whose purpose, label and help have the words of a search. */
export function findSettings(texts: SettingTexts, search: string): readonly SettingPart[] {
  return GROUP_NAMES.flatMap((group) => settingParts(texts, group))
    .map(({ fields, ...part }) => ({
      ...part,
      fields: fields.filter(({ label, help }) => hasWords(`${part.title} ${label} ${help}`, search)),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** The reason in the outcomes of events that a filter dropped. */
export const DROP_REASONS: Readonly<Partial<Record<FieldName, string>>> = {
  allowedDomains: 'cors',
  'filters:error_messages': 'error-message',
  'filters:releases': 'release-version',
  'filters:blacklisted_ips': 'ip-address',
  'filters:chunk-load-error': 'chunk-load-error',
  'filters:react-hydration-errors': 'react-hydration-errors',
  'svc:csp_ignored_sources_defaults': 'invalid-csp',
};

/** The unsaved content of the controls of settings. */
export type SettingDrafts = Readonly<Partial<Record<FieldName, Draft>>>;

function isOption(name: FieldName): name is FieldName & OptionName {
  return name.includes(':');
}

/** Returns the schema of `updateProject` with the options among the fields, as the page has them. */
export function settingSchema(update: FieldSchema): FieldSchema {
  return { properties: { ...update.properties, ...update.properties?.['options']?.properties } };
}

/** Returns the present values of some settings, as their controls have them. */
export function savedSettings(schema: FieldSchema, names: readonly FieldName[], project: ShownSettings): SettingDrafts {
  return Object.fromEntries(
    names.map((name) => {
      const value: unknown = isOption(name) ? project.options[name] : project[name];
      return [name, draftOf(schema.properties?.[name] ?? {}, value)];
    }),
  );
}

/** Returns the body of `updateProject` with the drafts of some settings, and nothing else. */
export function updateOf(schema: FieldSchema, names: readonly FieldName[], drafts: SettingDrafts): Update {
  const values = names.map((name) => [name, valueOf(schema.properties?.[name] ?? {}, drafts[name] ?? '')] as const);
  const fields = values.filter(([name]) => !isOption(name));
  const options = values.filter(([name]) => isOption(name));
  return {
    ...Object.fromEntries(fields),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
  };
}

/**
 * Returns the errors of `updateProject` by the names of settings. Errors of options stand under `options`, and begin
 * with the name of the option.
 */
export function settingErrors({
  options = [],
  ...others
}: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  const errors: Record<string, readonly string[]> = others;
  for (const message of options) {
    const [name = ''] = message.split(': ', 1);
    errors[name] = [...(errors[name] ?? []), message.slice(name.length + 2)];
  }
  return errors;
}
