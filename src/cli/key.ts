import { randomBytes } from 'node:crypto';
import { aboutKey, keyDetails, maskedKey } from '../domain/audit';
import { DEFAULT_KEY_NAME, formatDsn, NO_ACTIVE_KEY, type Project, type ProjectKey } from '../domain/project';
import { formatRateLimit } from '../domain/rateLimit';
import {
  type CommandContext,
  findOrganization,
  findProject,
  isoTime,
  listAll,
  type OutputRow,
  parseName,
  parseRateLimit,
  recordChange,
} from './command';
import type { Readers } from '../store/stores';

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
  const change = { event: 'key.update', ...aboutKey(project, updated), details: keyDetails(changes) } as const;
  await recordChange(context, project.organizationId, change);
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
export function newPublicKey(): string {
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
