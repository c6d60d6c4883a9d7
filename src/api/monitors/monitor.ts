import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../../generated/api';
import { aboutProject, type Audit, type AuditedChange, changedFields, listedValues } from '../../domain/audit';
import { type FieldErrors, InvalidFields } from '../../domain/errors';
import { type Monitor, type MonitorConfig, parseMonitorConfig } from '../../domain/monitor';
import type { Project } from '../../domain/project';
import { findMonitorOwner, reschedule } from '../../ingest/items/checkIn';
import { presentMonitor } from '../../presenters/monitor';
import type { Readers, Write, Writers } from '../../store/stores';
import { assigneesOf } from '../issues/issueRecords';
import { requireMonitor } from '../subjects';

type MonitorBody = Partial<components['schemas']['MonitorCreation']>;

/** Reads and presents the records of monitors. @param environmentNames the environments to present; empty for all */
export async function monitorRecords(
  stores: Readers,
  organizationId: string,
  monitors: readonly Monitor[],
  projects: readonly Project[],
  environmentNames: readonly string[] = [],
): Promise<components['schemas']['Monitor'][]> {
  const environments = await stores.monitors.listEnvironments(monitors);
  const owners = monitors.flatMap(({ owner }) => owner ?? []);
  const relations = await assigneesOf(stores, organizationId, owners);
  return monitors.flatMap((monitor) => {
    const project = projects.find(({ id }) => id === monitor.projectId);
    const own = environments.filter(
      ({ monitorId, name }) =>
        monitorId === monitor.id && (environmentNames.length === 0 || environmentNames.includes(name)),
    );
    return project === undefined ? [] : [presentMonitor(monitor, own, project, relations)];
  });
}

/** Reads and presents the record of one monitor. */
export async function monitorRecord(
  stores: Readers,
  monitor: Monitor,
  project: Project,
): Promise<components['schemas']['Monitor']> {
  const [record] = await monitorRecords(stores, monitor.organizationId, [monitor], [project]);
  return record as components['schemas']['Monitor'];
}

/** Returns the target of a change of a monitor, for the audit log. */
export function aboutMonitor(
  project: Pick<Project, 'id' | 'slug'>,
  { guid, slug }: Pick<Monitor, 'guid' | 'slug'>,
): Required<Pick<AuditedChange, 'target' | 'project'>> {
  return { ...aboutProject(project), target: { id: guid, name: slug } };
}

/** Returns the errors of a monitor that its schema cannot express. @param former null for a new monitor */
export async function validateMonitor(
  stores: Readers,
  organizationId: string,
  { config, owner, slug }: MonitorBody,
  former: Monitor | null,
  now: number,
): Promise<FieldErrors> {
  const parsed = config === undefined ? null : parseMonitorConfig(config, former?.config ?? null, now);
  const messages =
    parsed === null || 'config' in parsed
      ? []
      : Object.entries(parsed.errors).flatMap(([field, errors]) => errors.map((message) => `${field}: ${message}`));
  const namesOwner = owner !== undefined && owner !== null && owner !== '';
  const isUnknown = namesOwner && (await findMonitorOwner(stores, organizationId, owner)) === null;
  return {
    ...(messages.length > 0 && { config: messages }),
    ...(isUnknown && { owner: [`There is no owner "${owner}" in this organization.`] }),
    ...(slug !== undefined && (await isTaken(stores, organizationId, slug, former)) && { slug: [slugTaken(slug)] }),
  };
}

/** Returns the message about a slug that another monitor of the organization has. */
export function slugTaken(slug: string): string {
  return `The slug "${slug}" is in use by another monitor of the organization.`;
}

/** Returns true if another monitor of the organization has a slug. @param former null for a new monitor */
export async function isTaken(
  { monitors }: Pick<Readers, 'monitors'>,
  organizationId: string,
  slug: string,
  former: Monitor | null,
): Promise<boolean> {
  const other = await monitors.findInOrganization(organizationId, slug);
  return other !== undefined && other.guid !== former?.guid;
}

/**
 * Converts the members of a body to properties of a monitor; absent members have none.
 * @throws InvalidFields if the configuration does not suit the stored one, which may have changed since the validation
 */
export async function readMonitorBody(
  stores: Readers,
  organizationId: string,
  { name, slug, status, is_muted: isMuted, owner, config }: MonitorBody,
  former: MonitorConfig | null,
  now: number,
): Promise<Partial<Pick<Monitor, 'name' | 'slug' | 'isActive' | 'isMuted' | 'owner' | 'config'>>> {
  const parsed = config === undefined ? null : parseMonitorConfig(config, former, now);
  if (parsed !== null && 'errors' in parsed) throw new InvalidFields(parsed.errors);
  return {
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(status !== undefined && { isActive: status === 'active' }),
    ...(isMuted !== undefined && { isMuted }),
    ...(owner !== undefined && { owner: await findMonitorOwner(stores, organizationId, owner) }),
    ...(parsed !== null && { config: parsed.config }),
  };
}

/** The properties whose changes the audit log names. */
const FIELDS = ['name', 'slug', 'isActive', 'isMuted', 'owner', 'config'];

/** Changes a monitor, and presents it. A body that changes nothing writes nothing. */
export async function changeMonitor(
  stores: Writers,
  project: Project,
  { id, organizationId }: Monitor,
  body: MonitorBody,
  { audit, now }: { readonly audit: Audit; readonly now: number },
): Promise<components['schemas']['Monitor']> {
  const { monitors, auditLog } = stores;
  const former = requireMonitor(await monitors.find(project.id, id));
  const values = await readMonitorBody(stores, organizationId, body, former.config, now);
  const changed = { ...former, ...values };
  const fields = changedFields(FIELDS, former, changed);
  if (fields.length > 0) {
    if (await isTaken(stores, organizationId, changed.slug, former))
      throw new InvalidFields({ slug: [slugTaken(changed.slug)] });
    await monitors.update(changed);
    if (former.isActive !== changed.isActive || !isDeepStrictEqual(former.config, changed.config))
      await reschedule(stores, former, changed, now);
    await auditLog.insert(audit({ event: 'monitor.update', ...aboutMonitor(project, changed), details: { fields } }));
  }
  return monitorRecord(stores, changed, project);
}

/** Number of check-ins that one transaction deletes. */
const CHECK_INS_PER_STEP = 5_000;

/**
 * Deletes a monitor, or some of its environments with their check-ins.
 * @param names undefined for the monitor itself
 */
export async function deleteMonitor(
  write: Write,
  project: Project,
  monitor: Monitor,
  names: readonly string[] | undefined,
  audit: Audit,
): Promise<void> {
  await write(async ({ monitors, auditLog }) => {
    if (names === undefined) await monitors.remove(monitor);
    else if ((await monitors.removeEnvironments(monitor, names)) === 0) return;
    const details = names === undefined ? {} : { environments: listedValues(names) };
    await auditLog.insert(audit({ event: 'monitor.remove', ...aboutMonitor(project, monitor), details }));
  });
  if (names === undefined) return;
  let deleted = CHECK_INS_PER_STEP;
  while (deleted === CHECK_INS_PER_STEP)
    deleted = await write(({ monitors }) => monitors.deleteCheckIns(monitor, names, CHECK_INS_PER_STEP));
}
