import { canWriteProject } from '../../domain/access';
import { aboutProject, changedFields } from '../../domain/audit';
import { Conflict, Forbidden, InvalidFields, type FieldErrors } from '../../domain/errors';
import {
  FIELD_SETTINGS,
  originError,
  type Project,
  type ProjectChanges,
  type ProjectSettings,
} from '../../domain/project';
import type { components } from '../../../generated/api';
import { copyRateLimit, type RateLimit } from '../../domain/rateLimit';
import { checkSourceLinkPattern } from '../../domain/sourceLink';
import { checkGlobList, checkIpNetworks, checkSources } from '../../ingest/filters/filterEvent';
import { checkFingerprintingRules } from '../../ingest/grouping/fingerprintRules';
import { checkGroupingEnhancements } from '../../ingest/grouping/stackTraceRules';
import { checkPiiConfig } from '../../ingest/scrub/piiConfig';
import { presentTime } from '../../presenters/format';
import { operation } from '../operation';
import { findProject, requireMember } from '../subjects';
import { readProjectRecord } from './projectRecord';

/** Changes the fields that the body has, all of them or none, and returns the whole record. */
export const updateProject = operation('updateProject', {
  subject: findProject,

  authorizeFields({ caller }, fields) {
    const onlyBookmark = fields.every((field) => field === 'isBookmarked');
    if (!onlyBookmark && !canWriteProject(caller)) throw new Forbidden(undefined, ['project:write', 'project:admin']);
  },

  async validate({ organization, project, body, read, now }) {
    const errors = validateProjectUpdate(project, body, now);
    const { slug } = body;
    if (slug === undefined) return errors;
    const holder = await read(({ projects }) => projects.findBySlug(organization.id, slug));
    return holder === undefined || holder.id === project.id ? errors : { ...errors, slug: slugTaken(slug) };
  },

  async handle({ organization, project, body, write, audit, caller, publicUrl }) {
    const { isBookmarked } = body;
    const changes = projectChangesOf(body);
    try {
      return await write(async (stores) => {
        const { projects, auditLog } = stores;
        const updated = await projects.update(project, changes);
        // Another update may have been committed since validation: each of the two is valid, but perhaps not both
        // together.
        const errors = digestDelayErrors(updated.settings);
        if (errors.length > 0) throw new InvalidFields({ digestsMinDelay: errors });
        let isMarked = false;
        if (isBookmarked !== undefined) {
          const memberId = requireMember(caller);
          const owner = { organizationId: organization.id, memberId };
          isMarked = await projects.setBookmark({ ...owner, projectId: project.id, isBookmarked });
        }
        const fields = [...changedSettings(body, project, updated), ...(isMarked ? ['isBookmarked'] : [])];
        const details = { fields, ...(updated.slug !== project.slug && { previousSlug: project.slug }) };
        if (fields.length > 0)
          await auditLog.insert(audit({ event: 'project.update', ...aboutProject(updated), details }));
        const subject = { organization, project: updated, caller, publicUrl };
        return { status: 200, body: await readProjectRecord(stores, subject) };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ slug: slugTaken(changes.slug ?? '') });
      throw error;
    }
  },
});

/** Returns the fields of a body whose settings an update has changed. */
function changedSettings(body: ProjectUpdateBody, before: Project, after: Project): string[] {
  const former = { ...before, ...before.settings };
  const present = { ...after, ...after.settings };
  return Object.entries(body).flatMap(([name, value]) => {
    const settings = entriesOf({ [name]: value }).map(({ setting }) => setting);
    return changedFields(settings, former, present).length > 0 ? [name] : [];
  });
}

/** Returns the error of a slug that another project has. */
export function slugTaken(slug: string): string[] {
  return [`The slug "${slug}" is already used by another project of this organization; choose a different one.`];
}

/** Returns the error messages of a value that matches its schema. @param now milliseconds since 1970, UTC */
type SettingCheck = (value: never, now: number) => string[];

/** Maximum number of characters of all field names in a list together. */
const MAX_CHARACTERS = 4000;

/** Maximum time for which the secondary grouping stays in use: 91 days. */
const MAX_EXPIRY_SECONDS = 91 * 24 * 60 * 60;

/** Setting → check for errors that its schema cannot express. */
const SETTING_CHECKS: { readonly [Setting in string]?: SettingCheck } = {
  allowedDomains: checkOrigins,
  safeFields: checkLength,
  sensitiveFields: checkLength,
  filterBlacklistedIps: checkIpNetworks,
  filterReleases: checkGlobList,
  filterErrorMessages: checkGlobList,
  cspIgnoredSources: checkSources,
  fingerprintingRules: checkFingerprintingRules,
  groupingEnhancements: checkGroupingEnhancements,
  relayPiiConfig: (text) => (text === null ? [] : checkPiiConfig(text)),
  secondaryGroupingExpiry: checkExpiry,
  securityTokenHeader: checkHeader,
  sourceLinkPattern: checkSourceLinkPattern,
} satisfies {
  readonly [Setting in keyof ProjectSettings]?: (value: ProjectSettings[Setting], now: number) => string[];
};

function checkOrigins(origins: readonly string[]): string[] {
  if (origins.length === 0) return ['A list of empty strings would reject every origin; use "*" to allow all.'];
  return origins.flatMap((origin) => originError(origin) ?? []);
}

/**
 * Headers that the service itself sets on requests for a project, headers of the connection, and headers that identify
 * a client.
 */
const RESERVED_HEADERS =
  /^(?:accept|accept-encoding|authorization|connection|content-.*|cookie|date|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|webhook-.*|x-forwarded-.*)$/i;

function checkHeader(name: string | null): string[] {
  return name !== null && RESERVED_HEADERS.test(name)
    ? [`The header "${name}" has another meaning; choose one of your own, such as X-Culprit-Token.`]
    : [];
}

function checkExpiry(expiry: number, now: number): string[] {
  const seconds = Math.floor(now / 1000);
  const latest = seconds + MAX_EXPIRY_SECONDS;
  if (expiry === 0 || (expiry > seconds && expiry <= latest)) return [];
  return [`The time is not in the next 91 days, until ${presentTime(latest * 1000)}; send 0 for none.`];
}

function checkLength(texts: readonly string[]): string[] {
  const count = texts.reduce((sum, text) => sum + [...text].length, 0);
  return count <= MAX_CHARACTERS
    ? []
    : [`The values have ${count} characters together; at most ${MAX_CHARACTERS} are allowed.`];
}

type ProjectUpdateBody = Partial<components['schemas']['ProjectUpdate']>;
type ProjectOptionsBody = components['schemas']['ProjectOptionsUpdate'];
type ProjectColumn = Exclude<keyof ProjectChanges, 'settings'>;

/** A column or setting of a project that a body can change. */
type SettingName = ProjectColumn | keyof ProjectSettings;

/** A field of the body that is a column or a setting. */
type SettingField = Exclude<keyof ProjectUpdateBody, 'isBookmarked' | 'options'>;

/** Option → its setting. Most settings are also a field of the body (openapi/DECISIONS.md D20). */
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
  'svc:csp_ignored_sources': 'cspIgnoredSources',
  'svc:csp_ignored_sources_defaults': 'cspIgnoredSourcesDefaults',
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
} as const satisfies Record<keyof ProjectOptionsBody, SettingName>;

const OPTIONS = Object.keys(OPTION_SETTINGS) as (keyof ProjectOptionsBody)[];

/** The fields of a body that are columns; the others are settings. */
const COLUMN_FIELDS = [
  'name',
  'slug',
  'platform',
  'subjectPrefix',
  'subjectTemplate',
  'resolveAge',
  'securityToken',
] as const satisfies readonly (SettingField & ProjectColumn)[];

/** The settings that are columns. */
const COLUMNS: ReadonlySet<SettingName> = new Set<SettingName>(COLUMN_FIELDS);

/** The fields of a body, in the order in which a reply names their errors. */
const FIELDS: readonly SettingField[] = [...COLUMN_FIELDS, ...FIELD_SETTINGS];

/** The values of a body, typed as in the contract: the compiler compares them with the changes of a project. */
type ProjectUpdateValues = Omit<ProjectUpdateBody, 'isBookmarked' | 'options' | 'defaultEnvironment'> & {
  defaultEnvironment?: string;
} & {
  [Option in keyof ProjectOptionsBody as (typeof OPTION_SETTINGS)[Option]]?: Exclude<ProjectOptionsBody[Option], null>;
};

/** A value of a body, with its location. */
interface SettingEntry {
  readonly setting: SettingName;
  /** The value as stored. */
  readonly value: unknown;
  /** The key in `options`; null for a field of the body itself. */
  readonly option: string | null;
}

/** Returns the changes of a body. */
function projectChangesOf(body: ProjectUpdateBody): ProjectChanges {
  const columns: Pick<ProjectUpdateValues, ProjectColumn> = {};
  const settings: Omit<ProjectUpdateValues, ProjectColumn> = {};
  for (const { setting, value } of entriesOf(body))
    Object.assign(COLUMNS.has(setting) ? columns : settings, { [setting]: value });
  return { ...columns, settings };
}

/** Returns all errors of a body that the schemas of its values cannot express. */
function validateProjectUpdate(project: Project, body: ProjectUpdateBody, now: number): FieldErrors {
  const entries = entriesOf(body);
  const errors: FieldErrors = {};
  const add = ({ setting, option }: SettingEntry, message: string) =>
    (errors[option === null ? setting : 'options'] ??= []).push(option === null ? message : `${option}: ${message}`);
  for (const entry of entries) {
    const check: SettingCheck | undefined = SETTING_CHECKS[entry.setting];
    check?.(entry.value as never, now).forEach((message) => add(entry, message));
    const field = entries.find((other) => other.setting === entry.setting && other.option === null);
    if (field !== undefined && JSON.stringify(field.value) !== JSON.stringify(entry.value)) {
      add(entry, `The field "${entry.setting}" of the same body has another value, but both are the same setting.`);
    }
  }
  const delays =
    entries.find(({ setting }) => setting === 'digestsMinDelay') ??
    entries.find(({ setting }) => setting === 'digestsMaxDelay');
  if (delays !== undefined)
    digestDelayErrors({ ...project.settings, ...projectChangesOf(body).settings }).forEach((message) =>
      add(delays, message),
    );
  return errors;
}

/** Returns the error messages of the two delays of digests together. The contract limits each of them. */
function digestDelayErrors({ digestsMinDelay, digestsMaxDelay }: ProjectSettings): string[] {
  return digestsMinDelay <= digestsMaxDelay
    ? []
    : [
        `The minimum delay of ${digestsMinDelay} seconds is greater than the maximum delay of ${digestsMaxDelay} seconds; change one of them.`,
      ];
}

/** Returns the values of a body, options first. In a valid body, an option and a field of one setting are equal. */
function entriesOf(body: ProjectUpdateBody): SettingEntry[] {
  const { options = {} } = body;
  const entries: SettingEntry[] = [];
  for (const option of OPTIONS) {
    const setting = OPTION_SETTINGS[option];
    const value = options[option];
    if (value !== undefined) entries.push({ setting, value: storedValue(setting, value), option });
  }
  for (const setting of FIELDS) {
    const value = body[setting];
    if (value !== undefined) entries.push({ setting, value: storedValue(setting, value), option: null });
  }
  return entries;
}

/** Converts a value of a body to the form in which it is stored. */
function storedValue(setting: SettingName, value: unknown): unknown {
  if (setting === 'defaultEnvironment') return value ?? '';
  if (setting === 'rateLimit') return copyRateLimit(value as RateLimit | null);
  if (setting === 'securityTokenHeader') return value === '' ? null : value;
  if (setting === 'relayPiiConfig') return typeof value === 'string' && value.trim() === '' ? null : value;
  return Array.isArray(value)
    ? [...new Set((value as string[]).map((text) => text.trim()).filter((text) => text !== ''))]
    : value;
}
