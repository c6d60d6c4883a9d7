import type { components } from '../../generated/api';
import type { FieldErrors } from '../domain/errors';
import type { Project, ProjectChanges } from '../domain/project';
import type { ProjectSettings } from '../domain/settings';
import { CHECKS, type Check } from './settingChecks';

type Body = Partial<components['schemas']['ProjectUpdate']>;
type Options = components['schemas']['ProjectOptionsUpdate'];
type Column = Exclude<keyof ProjectChanges, 'settings'>;

/** What a body can change, under the one name it has inside the service. */
export type SettingName = Column | keyof ProjectSettings;

/** The setting that an option stands for: a field of the body that says the same (decisions.md D20), or one without a field. */
const OPTION_SETTINGS = {
  'digests:mail:maximum_delay': 'digestsMaxDelay',
  'digests:mail:minimum_delay': 'digestsMinDelay',
  'filters:blacklisted_ips': 'filterBlacklistedIps',
  'filters:chunk-load-error': 'filterChunkLoadError',
  'filters:error_messages': 'filterErrorMessages',
  'filters:react-hydration-errors': 'filterReactHydrationErrors',
  'filters:releases': 'filterReleases',
  'mail:subject_prefix': 'subjectPrefix',
  'quotas:spike-protection-disabled': 'spikeProtectionDisabled',
  'svc:default_environment': 'defaultEnvironment',
  'svc:grouping_config': 'groupingConfig',
  'svc:origins': 'allowedDomains',
  'svc:relay_pii_config': 'relayPiiConfig',
  'svc:resolve_age': 'resolveAge',
  'svc:scrape_javascript': 'scrapeJavaScript',
  'svc:scrub_data': 'dataScrubber',
  'svc:scrub_defaults': 'dataScrubberDefaults',
  'svc:scrub_ip_address': 'scrubIPAddresses',
  'svc:secondary_grouping_config': 'secondaryGroupingConfig',
  'svc:secondary_grouping_expiry': 'secondaryGroupingExpiry',
  'svc:sensitive_fields': 'sensitiveFields',
  'svc:token': 'securityToken',
  'svc:verify_ssl': 'verifySSL',
} as const satisfies Record<keyof Options, SettingName>;

const COLUMNS = [
  'name',
  'slug',
  'platform',
  'subjectPrefix',
  'subjectTemplate',
  'resolveAge',
  'securityToken',
] as const satisfies Column[];

/** What a body can hold, as the contract has it but for null: the compiler compares it with what can be changed. */
type Values = Omit<Body, 'isBookmarked' | 'options' | 'defaultEnvironment'> & { defaultEnvironment?: string } & {
  [Option in keyof Options as (typeof OPTION_SETTINGS)[Option]]?: Exclude<Options[Option], null>;
};

/** One value of a body, and where in it the caller wrote it. */
interface Entry {
  readonly setting: SettingName;
  /** As it is stored. */
  readonly value: unknown;
  /** Its key in `options`; null for a field of the body itself. */
  readonly option: string | null;
}

/** The changes that a body asks for. */
export function changesOf(body: Body): ProjectChanges {
  const values = Object.fromEntries(entriesOf(body).map(({ setting, value }) => [setting, value])) as Values;
  return { ...pick(values, COLUMNS), settings: omit(values, COLUMNS) };
}

function pick<Name extends keyof Values>(values: Values, names: readonly Name[]): Pick<Values, Name> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name as Name))) as Pick<
    Values,
    Name
  >;
}

function omit<Name extends keyof Values>(values: Values, names: readonly Name[]): Omit<Values, Name> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name as Name))) as Omit<
    Values,
    Name
  >;
}

/** What is wrong with a body beside what the contract says of each of its values: every fault at once. */
export function updateFaults(project: Project, body: Body, now: number): FieldErrors {
  const entries = entriesOf(body);
  const faults: FieldErrors = {};
  const add = ({ setting, option }: Entry, sentence: string) =>
    (faults[option === null ? setting : 'options'] ??= []).push(option === null ? sentence : `${option}: ${sentence}`);
  for (const entry of entries) {
    const check: Check | undefined = CHECKS[entry.setting];
    check?.(entry.value as never, now).forEach((sentence) => add(entry, sentence));
    const twin = entries.find((other) => other.setting === entry.setting && other.option === null);
    if (twin !== undefined && JSON.stringify(twin.value) !== JSON.stringify(entry.value)) {
      add(entry, `The field "${entry.setting}" of the same body says otherwise; they are one setting.`);
    }
  }
  const delays =
    entries.find(({ setting }) => setting === 'digestsMinDelay') ??
    entries.find(({ setting }) => setting === 'digestsMaxDelay');
  if (delays !== undefined)
    delayFaults({ ...project.settings, ...changesOf(body).settings }).forEach((sentence) => add(delays, sentence));
  return faults;
}

/** What is wrong with the two delays of digests together; of each alone the contract says it. */
export function delayFaults({ digestsMinDelay, digestsMaxDelay }: ProjectSettings): string[] {
  return digestsMinDelay <= digestsMaxDelay
    ? []
    : [
        `The minimum delay of ${digestsMinDelay} seconds is above the maximum delay of ${digestsMaxDelay}; give both so that it is not.`,
      ];
}

/** Options first: of two that agree, either will do. */
function entriesOf({ isBookmarked: _, options = {}, ...fields }: Body): Entry[] {
  const named = Object.entries(options).map(([option, value]): Entry => {
    const setting = OPTION_SETTINGS[option as keyof Options];
    return { setting, value: storedValue(setting, value), option };
  });
  const plain = Object.entries(fields).map(([field, value]): Entry => {
    const setting: SettingName = field as keyof typeof fields;
    return { setting, value: storedValue(setting, value), option: null };
  });
  return [...named, ...plain];
}

function storedValue(setting: SettingName, value: unknown): unknown {
  if (setting === 'defaultEnvironment') return value ?? '';
  if (setting === 'securityTokenHeader') return value === '' ? null : value;
  if (setting === 'relayPiiConfig') return typeof value === 'string' && value.trim() === '' ? null : value;
  return Array.isArray(value)
    ? [...new Set((value as string[]).map((text) => text.trim()).filter((text) => text !== ''))]
    : value;
}
