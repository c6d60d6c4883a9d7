import { type AuditEntry, isAuditEvent } from '../domain/audit';
import { type CommandContext, findOrganization, isoTime, listAll, type OutputRow } from './command';

const MAX_ENTRIES = 1000;

/** Lists the newest entries of the audit log of an organization. @throws Error if an option is invalid */
export async function listAudit(
  { stores }: CommandContext,
  options: { organization: string; event?: string; actor?: string; project?: string },
): Promise<OutputRow[]> {
  const { event, actor, project } = options;
  if (event !== undefined && !isAuditEvent(event))
    throw new Error(`--event is "${event}", but must be a noun and a verb such as project.update.`);
  const organization = await findOrganization(stores, options.organization);
  const filter = { event, actor, project };
  const entries = await listAll((page) => stores.auditLog.list(organization.id, filter, page), MAX_ENTRIES);
  return entries.map(presentEntry);
}

function presentEntry(entry: AuditEntry): OutputRow {
  return {
    id: entry.id,
    date: isoTime(entry.dateCreated),
    event: entry.event,
    target: entry.targetName,
    targetId: entry.targetId,
    project: entry.projectSlug,
    actor: entry.email ?? entry.user,
    token: entry.tokenId,
    address: entry.ipAddress,
    details: JSON.stringify(entry.details),
  };
}
