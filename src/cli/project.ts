import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadOwnershipCheck, projectFieldErrors, runForCommand, testProjectWebhook } from '../administration';
import { aboutKey, aboutProject, keyUpdate, maskedKey } from '../domain/audit';
import { changeOwnership, ownershipFields, rulesOfCodeowners } from '../domain/ownership';
import {
  DEFAULT_KEY_NAME,
  NO_ACTIVE_KEY,
  type Project,
  type ProjectKey,
  formatDsn,
  retentionOf,
} from '../domain/project';
import { formatRateLimit } from '../domain/rateLimit';
import { presentOwnership } from '../presenters/project';
import {
  type CommandContext,
  type OutputRow,
  type RetentionOptions,
  findOrganization,
  findProject,
  findTeam,
  formatBlocks,
  isoTime,
  listAll,
  nameChanges,
  parseName,
  parseRateLimit,
  parseRetention,
  recordChange,
  recordUpdate,
  rejectConflict,
  requireConfirmation,
  runOnDatabase,
} from './command';
import type { Readers } from '../store/stores';
import { type Delivery, digestDueAt, presentedState } from '../domain/alert';
import { readConfig } from '../config';

interface CreateProjectOptions {
  readonly organization: string;
  readonly team: string;
  readonly slug: string;
  readonly name?: string;
  readonly platform?: string;
}

/** @throws Error with one line per option that the contract does not allow */
async function checkProjectFields(fields: Readonly<Record<string, string>>): Promise<void> {
  const errors = Object.entries(await projectFieldErrors(fields)).map(
    ([field, messages]) => `--${field} is "${fields[field]}": ${messages.join(' ')}`,
  );
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

/** Creates a project that belongs to a team, and its first key. @throws Error if an option is invalid */
export async function createProject(
  context: CommandContext,
  options: CreateProjectOptions,
): Promise<{ project: Project; dsn: string }> {
  const { stores, publicUrl, now } = context;
  const { slug, name = slug, platform } = options;
  await checkProjectFields({ slug, name: name.trim(), ...(platform === undefined ? {} : { platform }) });
  const organization = await findOrganization(stores, options.organization);
  const { id: organizationId } = organization;
  const team = await findTeam(stores, organization, options.team);
  const securityToken = randomBytes(16).toString('hex');
  const row = { organizationId, slug, name: name.trim(), platform: platform ?? null, dateCreated: now, securityToken };
  const project = await rejectConflict(`a project "${slug}" in "${organization.slug}"`, stores.projects.insert(row));
  await stores.projects.addTeam({ organizationId, projectId: project.id, teamId: team.id });
  const key = {
    projectId: project.id,
    publicKey: newPublicKey(),
    name: DEFAULT_KEY_NAME,
    isActive: true,
    dateCreated: now,
  };
  await stores.projectKeys.insert(key);
  const details = { team: team.slug };
  await recordChange(context, organizationId, { event: 'project.create', ...aboutProject(project), details });
  return { project, dsn: formatDsn(publicUrl, key) };
}

/** Changes the given settings, and returns the limits that are in effect. @throws Error if an option is invalid */
export async function updateProject(
  context: CommandContext,
  options: { organization: string; project: string; rateLimit?: string } & RetentionOptions,
): Promise<OutputRow> {
  const { stores } = context;
  const organization = await findOrganization(stores, options.organization);
  const project = await findProject(stores, organization, options.project);
  const settings = {
    ...(options.rateLimit === undefined ? {} : { rateLimit: parseRateLimit(options.rateLimit) }),
    ...parseRetention(options, true),
  };
  const updated = await stores.projects.update(project, { settings });
  const change = { event: 'project.update', ...aboutProject(updated) } as const;
  const compared = { names: Object.keys(settings), before: project.settings, after: updated.settings };
  await recordUpdate(context, project.organizationId, change, compared);
  const { days, events } = retentionOf(organization.settings, updated.settings);
  const rateLimit = formatRateLimit(updated.settings.rateLimit);
  return { id: updated.id, slug: updated.slug, rateLimit, retentionDays: days, retentionEvents: events };
}

interface NamedProjectOptions {
  readonly organization: string;
  readonly slug: string;
}

/** Renames a project. @throws Error if an option is invalid */
export async function renameProject(
  context: CommandContext,
  options: NamedProjectOptions & { name?: string; newSlug?: string },
): Promise<Project> {
  const { stores } = context;
  const changes = nameChanges(options);
  await checkProjectFields({ ...changes });
  const organization = await findOrganization(stores, options.organization);
  const project = await findProject(stores, organization, options.slug);
  const update = stores.projects.update(project, { ...changes, settings: {} });
  const updated = await rejectConflict(`a project "${changes.slug ?? ''}" in "${organization.slug}"`, update);
  const change = { event: 'project.update', ...aboutProject(updated) } as const;
  await recordUpdate(context, organization.id, change, {
    names: Object.keys(changes),
    before: project,
    after: updated,
  });
  return updated;
}

/** Moves a project from all its present teams to one other team. @throws Error if an option is invalid */
export async function transferProject(
  context: CommandContext,
  options: NamedProjectOptions & { team: string },
): Promise<{ id: string; slug: string; team: string }> {
  const { stores } = context;
  const organization = await findOrganization(stores, options.organization);
  const { id: organizationId } = organization;
  const project = await findProject(stores, organization, options.slug);
  const team = await findTeam(stores, organization, options.team);
  const relations = await stores.projects.findRelations([project], { organizationId, memberId: null });
  const isAdded = await stores.projects.addTeam({ organizationId, projectId: project.id, teamId: team.id });
  const added = { event: 'project.add_team', ...aboutProject(project), details: { team: team.slug } } as const;
  if (isAdded) await recordChange(context, organizationId, added);
  for (const former of relations.get(project.id)?.teams ?? []) {
    if (former.id === team.id) continue;
    await stores.projects.removeTeam({ organizationId, projectId: project.id, teamId: former.id });
    const removed = { event: 'project.remove_team', ...aboutProject(project), details: { team: former.slug } } as const;
    await recordChange(context, organizationId, removed);
  }
  return { id: project.id, slug: project.slug, team: team.slug };
}

interface OwnershipOptions {
  readonly organization: string;
  readonly project: string;
  readonly file?: string;
  readonly codeowners?: string;
}

/**
 * Returns the ownership rules of a project, after it has replaced them if a file is given.
 * @throws Error with a line for each wrong rule
 */
export async function projectOwnership(options: OwnershipOptions): Promise<OutputRow> {
  const given = await readRules(options);
  const check = await loadOwnershipCheck();
  return runOnDatabase(async (context) => {
    const { stores, now } = context;
    const organization = await findOrganization(stores, options.organization);
    const project = await findProject(stores, organization, options.project);
    const former = await stores.ownership.find(project.id);
    if (given === null) return presentOwnership(former);
    const errors = await check(stores, project, given.raw);
    if (errors.length > 0) throw new Error(errors.map((error) => `${given.path}: ${error}`).join('\n'));
    const changes = { raw: given.raw };
    const updated = changeOwnership(former, changes, now);
    if (updated === null) return presentOwnership(former);
    await stores.ownership.save(project, updated);
    const details = { fields: ownershipFields(former, changes) };
    await recordChange(context, organization.id, { event: 'project.update', ...aboutProject(project), details });
    return presentOwnership(updated);
  });
}

/** Parts of messages about a file that cannot be read, by the code of the error. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a directory',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
};

/** Reads the file of rules that the options name; null if they name none. @throws Error if it cannot be read */
async function readRules({ file, codeowners }: OwnershipOptions): Promise<{ path: string; raw: string } | null> {
  if (file !== undefined && codeowners !== undefined) throw new Error('Give --file or --codeowners, not both.');
  const path = file ?? codeowners;
  if (path === undefined) return null;
  const option = file === undefined ? '--codeowners' : '--file';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`${option} is "${path}", which ${UNREADABLE[code] ?? `cannot be read: ${code}`}.`);
  }
  return { path, raw: file === undefined ? rulesOfCodeowners(text) : text };
}

/** Formats ownership settings: the rules, unchanged, follow the other values. */
export function formatOwnership([settings = {}]: readonly OutputRow[]): string {
  const { raw, ...rest } = settings;
  return `${formatBlocks([rest])}\n${raw === null ? 'no rules' : String(raw).trimEnd()}\n`;
}

/** Lists the projects of an organization with their teams. @throws Error if it is unknown */
export async function listProjects(
  { stores }: CommandContext,
  options: { organization: string },
): Promise<OutputRow[]> {
  const { id: organizationId } = await findOrganization(stores, options.organization);
  const projects = await listAll((page) => stores.projects.listByOrganization(organizationId, page));
  const relations = await stores.projects.findRelations(projects, { organizationId, memberId: null });
  return projects.map(({ id, slug, name, platform, dateCreated }) => {
    const teams = (relations.get(id)?.teams ?? []).map((team) => team.slug);
    return { id, slug, name, platform, teams, dateCreated: isoTime(dateCreated) };
  });
}

/** Removes a project with all that belongs to it. @throws Error if an option is invalid */
export async function removeProject(
  context: CommandContext,
  options: NamedProjectOptions & { yes?: boolean },
): Promise<{ id: string; slug: string }> {
  const organization = await findOrganization(context.stores, options.organization);
  const project = await findProject(context.stores, organization, options.slug);
  requireConfirmation(`the project "${project.slug}"`, options);
  await context.stores.removals.removeProject(organization.id, project.id, context.now);
  await recordChange(context, organization.id, { event: 'project.remove', ...aboutProject(project) });
  return { id: project.id, slug: project.slug };
}

/* The commands `culprit key`. */

interface ProjectOptions {
  readonly organization: string;
  readonly project: string;
}

interface KeyOptions extends ProjectOptions {
  readonly key: string;
}

/** Allowed length of the name of a key, in characters. */
const NAME_LENGTH = { min: 1, max: 64 };

/** Lists the keys of a project with their DSNs. @throws Error if the project is unknown */
export async function listKeys({ stores, publicUrl }: CommandContext, options: ProjectOptions): Promise<OutputRow[]> {
  const project = await findKeyProject(stores, options);
  const keys = await listAll((page) => stores.projectKeys.list(project.id, page));
  return keys.map((key) => presentKey(key, publicUrl));
}

/** Creates a key of a project. @throws Error if an option is invalid */
export async function createKey(
  context: CommandContext,
  options: ProjectOptions & { name?: string },
): Promise<OutputRow> {
  const { stores, publicUrl, now } = context;
  const name = parseName(options.name ?? DEFAULT_KEY_NAME, NAME_LENGTH);
  const project = await findKeyProject(stores, options);
  const key = {
    projectId: project.id,
    publicKey: newPublicKey(),
    name,
    isActive: true,
    dateCreated: now,
    rateLimit: null,
  };
  await stores.projectKeys.insert(key);
  await recordChange(context, project.organizationId, { event: 'key.create', ...aboutKey(project, key) });
  return presentKey(key, publicUrl);
}

/** Changes the name, the rate limit or the state of a key. @throws Error if an option is invalid */
export async function updateKey(
  context: CommandContext,
  options: KeyOptions & { name?: string; isActive?: boolean; rateLimit?: string },
): Promise<OutputRow> {
  const { stores, publicUrl } = context;
  const { name, isActive, rateLimit } = options;
  const changes = {
    ...(name !== undefined && { name: parseName(name, NAME_LENGTH) }),
    ...(isActive !== undefined && { isActive }),
    ...(rateLimit !== undefined && { rateLimit: parseRateLimit(rateLimit) }),
  };
  const { project, key } = await findKey(stores, options);
  const updated = (await stores.projectKeys.update(key, changes)) ?? key;
  const change = keyUpdate(project, changes, key, updated);
  if (change !== null) await recordChange(context, project.organizationId, change);
  return withWarning(stores, presentKey(updated, publicUrl), key);
}

/** Gives a key a new public key. @throws Error if an option is invalid */
export async function rotateKey(context: CommandContext, options: KeyOptions): Promise<OutputRow> {
  const { stores, publicUrl, now } = context;
  const { project, key } = await findKey(stores, options);
  const next = { publicKey: newPublicKey(), dateCreated: now };
  const rotated = (await stores.projectKeys.replace(key, next)) ?? key;
  const details = { former: maskedKey(key.publicKey) };
  const change = { event: 'key.rotate', ...aboutKey(project, rotated), details } as const;
  await recordChange(context, project.organizationId, change);
  return withWarning(stores, presentKey(rotated, publicUrl), key);
}

/** Removes a key. @throws Error if an option is invalid */
export async function removeKey(context: CommandContext, options: KeyOptions): Promise<OutputRow> {
  const { stores } = context;
  const { project, key } = await findKey(stores, options);
  await stores.projectKeys.remove(key);
  await recordChange(context, project.organizationId, { event: 'key.remove', ...aboutKey(project, key) });
  return withWarning(stores, { publicKey: key.publicKey, name: key.name }, key);
}

/** Generates the public key of a DSN. */
function newPublicKey(): string {
  return randomBytes(16).toString('hex');
}

function presentKey(key: ProjectKey, publicUrl: string): OutputRow {
  const { publicKey, name, isActive, dateCreated, rateLimit } = key;
  const limit = formatRateLimit(rateLimit);
  return {
    publicKey,
    name,
    dsn: formatDsn(publicUrl, key),
    isActive,
    dateCreated: isoTime(dateCreated),
    rateLimit: limit,
  };
}

/** Adds a warning to the output if the project of a key has no enabled key after the command. */
async function withWarning(stores: Readers, output: OutputRow, { projectId }: ProjectKey): Promise<OutputRow> {
  return { ...output, warning: (await stores.projectKeys.hasActive(projectId)) ? null : NO_ACTIVE_KEY };
}

async function findKeyProject(stores: Readers, options: ProjectOptions): Promise<Project> {
  return findProject(stores, await findOrganization(stores, options.organization), options.project);
}

async function findKey(stores: Readers, options: KeyOptions): Promise<{ project: Project; key: ProjectKey }> {
  const project = await findKeyProject(stores, options);
  const key = await stores.projectKeys.find(project.id, options.key);
  if (key === undefined) {
    const { organization } = options;
    throw new Error(
      `There is no key "${options.key}" of "${project.slug}"; list them with: culprit key list --organization ${organization} --project ${project.slug}`,
    );
  }
  return { project, key };
}

const MAX_DELIVERIES = 1000;

/**
 * Lists the alerts that wait for a mail, then the newest deliveries of an organization or a project.
 * @throws Error if a name is unknown
 */
export async function listAlerts(
  { stores, now }: CommandContext,
  options: { organization: string; project?: string },
): Promise<OutputRow[]> {
  const organization = await findOrganization(stores, options.organization);
  const project = options.project === undefined ? null : await findProject(stores, organization, options.project);
  const waiting = (await stores.alerts.findPending('mail', now)).filter(({ project: { id, organizationId } }) =>
    project === null ? organizationId === organization.id : id === project.id,
  );
  const gathering = waiting.map(({ project: { slug, settings }, first, last }) => ({
    project: slug,
    channel: 'mail',
    recipient: null,
    state: 'gathering',
    alerts: null,
    attempts: 0,
    dateCreated: isoTime(first),
    nextAttempt: isoTime(digestDueAt({ first, last }, settings)),
    lastError: null,
  }));
  const deliveries = await stores.alerts.list(organization.id, project?.id ?? null, {
    cursor: null,
    size: MAX_DELIVERIES,
  });
  return [...gathering, ...deliveries.rows.map(presentDelivery)];
}

function presentDelivery(delivery: Delivery & { project: string; email: string | null }): OutputRow {
  const { project, channel, email, alertCount, attempts, dateCreated, dueAt, error, state } = delivery;
  return {
    project,
    channel,
    recipient: email,
    state: presentedState(delivery),
    alerts: alertCount,
    attempts,
    dateCreated: isoTime(dateCreated),
    nextAttempt: state === 'waiting' ? isoTime(dueAt) : null,
    lastError: error,
  };
}

/**
 * Sends a test alert to the webhook of a project. No transaction is open while the command waits for the reply.
 * @throws Error if the project has no webhook, or if the alert is not confirmed
 */
export async function testWebhook(options: { organization: string; project: string }): Promise<OutputRow> {
  const config = readConfig(process.env);
  return runForCommand(config, async (database) => {
    const subject = await database.read(async (stores) => {
      const organization = await findOrganization(stores, options.organization);
      return { organization, project: await findProject(stores, organization, options.project) };
    });
    const { error, durationMs } = await testProjectWebhook(config, database, subject);
    if (error !== null) throw new Error(error);
    return { delivered: true, detail: 'The webhook confirmed the test alert.', durationMs };
  });
}
