import type { components } from '../../../generated/api';
import { actorOf, type ActivityActor } from '../../domain/issue';
import { aboutProject } from '../../domain/audit';
import { BadRequest, InvalidFields, NotFound, RateLimited, TooLarge } from '../../domain/errors';
import type { Organization } from '../../domain/organization';
import type { DropReason } from '../../domain/outcome';
import { expiryTime, type Project, retentionOf } from '../../domain/project';
import { sanitizeText } from '../../domain/text';
import type { IngestService } from '../../ingest/authorizeDsn';
import { MAX_EVENT_BYTES } from '../../ingest/payload';
import type { IncomingEvent, ReceivingProject } from '../../ingest/processEvent';
import { findReceivingProject } from '../../ingest/items/feedback';
import type { Writers } from '../../store/stores';
import { operation } from '../operation';
import { findProject } from '../subjects';

export type ImportedEvent = components['schemas']['ImportedEvent'];
type ImportedIssue = components['schemas']['ImportedIssue'];
type ImportResult = components['schemas']['ProjectImportResult'];

/**
 * Imports events of another tracker, and the comments and first times of their issues; or only notes in the audit log
 * that other operations imported the rest.
 */
export const importProjectData = operation('importProjectData', {
  subject: findProject,
  takesLong: true,

  async handle({ organization, project, body, ingest, read, write, audit, caller, now }) {
    const { source, events = [], issues = [] } = body;
    const receiver = await read((stores) => findReceivingProject(stores, organization.id, project.id));
    if (receiver === undefined) throw new NotFound();
    // Checked before events are stored, so that a refused request stores nothing.
    const ids = issues.map(({ id }) => String(id));
    requireIssues(ids, await read((stores) => stores.issues.listByIds(project.id, ids)));
    const expiry = expiryTime(retentionOf(organization.settings, project.settings).days, now) ?? 0;
    const imported = await Promise.all(events.map((event) => importEvent(ingest, receiver, event, { expiry, now })));
    const stored = imported.filter(({ outcome }) => outcome === 'stored').length;
    const completed = await write(
      async (stores) => {
        const changes = await completeIssues(stores, { organization, project }, issues, actorOf(caller));
        const comments = changes.reduce((sum, one) => sum + one.comments, 0);
        const isNote = events.length + issues.length === 0;
        if (isNote || stored + comments > 0 || changes.some(({ isEarlier }) => isEarlier))
          await stores.auditLog.insert(
            audit({ event: 'project.import', ...aboutProject(project), details: { source, events: stored, comments } }),
          );
        return changes.map(({ id, comments: added }) => ({ id, comments: added }));
      },
      { projects: [project.id] },
    );
    return { status: 200, body: { events: imported, issues: completed } };
  },
});

/**
 * Stores an event, unless it is too old, and counts it in the hour of its arrival at the other tracker.
 * @throws Unavailable
 */
async function importEvent(
  { processAndSave, quota }: Pick<IngestService, 'processAndSave' | 'quota'>,
  project: ReceivingProject,
  { id, received: time, payload }: ImportedEvent,
  { expiry, now }: { readonly expiry: number; readonly now: number },
): Promise<ImportResult['events'][number]> {
  const received = Math.min(now, Date.parse(time));
  if (received < expiry) return { id, outcome: 'dropped', reason: 'expired' };
  let dropped: DropReason | 'repeated' | null;
  try {
    ({ dropped } = await processAndSave(incomingEventOf(project, { id, payload }, received)));
  } catch (error) {
    dropped = refusalOf(error);
  }
  if (dropped === 'repeated') return { id, outcome: 'repeated', reason: null };
  quota.countImported(project.id, dropped, received);
  return { id, outcome: dropped === null ? 'stored' : 'dropped', reason: dropped };
}

/** Returns an imported event for processing. @throws TooLarge if events of this size are not stored */
export function incomingEventOf(
  project: ReceivingProject,
  { id, payload }: Pick<ImportedEvent, 'id' | 'payload'>,
  received: number,
): IncomingEvent {
  const bytes = Buffer.from(JSON.stringify(payload));
  if (bytes.length > MAX_EVENT_BYTES) throw new TooLarge('The event is too large.');
  const rest = { eventId: id, flags: [], received, sentAt: null, ipAddress: null };
  return { project, payload: bytes, format: 'imported', ...rest };
}

/** Returns the reason of an error for which only this event is dropped. @throws any other error again */
export function refusalOf(error: unknown): DropReason {
  if (error instanceof TooLarge) return 'too_large';
  if (error instanceof BadRequest) return 'invalid_json';
  if (error instanceof RateLimited) return 'new-issues';
  throw error;
}

/** Number of comments that were added to an issue, and whether its first event became an earlier one. */
interface CompletedIssue {
  readonly id: number;
  readonly comments: number;
  readonly isEarlier: boolean;
}

/** @throws InvalidFields if an issue is none of the project */
function requireIssues(ids: readonly string[], stored: readonly { readonly id: string }[]): void {
  const unknown = ids.find((id) => !stored.some((issue) => issue.id === id));
  if (unknown !== undefined) throw new InvalidFields({ issues: [`Issue ${unknown} is no issue of this project.`] });
}

/** Adds comments and first times of the other tracker to issues. @throws InvalidFields if one is none of the project */
async function completeIssues(
  stores: Writers,
  { organization, project }: { readonly organization: Organization; readonly project: Project },
  issues: readonly ImportedIssue[],
  importer: ActivityActor,
): Promise<CompletedIssue[]> {
  const locked = await stores.issueStates.lock(
    project.id,
    issues.map(({ id }) => id),
  );
  requireIssues(
    issues.map(({ id }) => String(id)),
    locked,
  );
  const completed: CompletedIssue[] = [];
  for (const { id, firstSeen, comments = [] } of issues) {
    const issue = { id: String(id), projectId: project.id };
    const isEarlier = firstSeen !== undefined && (await stores.issues.setFirstSeen(issue, Date.parse(firstSeen)));
    let added = 0;
    for (const { author, text, dateCreated } of comments) {
      const member = await stores.members.findByEmail(organization.id, author);
      const actor: ActivityActor = member === undefined ? importer : { kind: 'member', id: member.id };
      const comment = sanitizeText(member === undefined ? `${author}:\n\n${text}` : text);
      const at = Date.parse(dateCreated);
      if (await stores.activities.importComment(issue, { actor, at }, comment)) added += 1;
    }
    completed.push({ id, comments: added, isEarlier });
  }
  return completed;
}
