import { type AuditEntry, isAuditEvent } from '../domain/audit';
import { decodeCursor, DEFAULT_PAGE_SIZE, type PageRequest } from '../domain/page';
import { type CommandContext, findOrganization, isoTime, type OutputRow } from './command';

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
  const entries: AuditEntry[] = [];
  for (let cursor: PageRequest['cursor'] = null, exists = true; exists && entries.length < MAX_ENTRIES;) {
    const page = await stores.auditLog.list(
      organization.id,
      { event, actor, project },
      { cursor, size: DEFAULT_PAGE_SIZE },
    );
    entries.push(...page.rows);
    ({ exists } = page.next);
    cursor = decodeCursor(page.next.cursor);
  }
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
