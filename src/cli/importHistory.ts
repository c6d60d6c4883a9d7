import type { Client, components } from '../client/createClient';
import { convertEvent, type EventToImport } from './importedEvent';
import { type ImportSource, type SourceRecord, textOf } from './importSource';
import { dataOf, messageOf } from './service';

/* The events of a project of another tracker, and what was decided there about their issues. */

/** Something that was not imported. */
export interface Omission {
  readonly what: string;
  readonly count: number;
  readonly reason: string;
}

/** The two sides of an import. */
export interface Sides {
  readonly source: ImportSource;
  readonly from: string;
  readonly culprit: Client;
  readonly to: string;
  readonly isDryRun: boolean;
  readonly report: (text: string) => void;
}

/** A project on both sides. */
export interface ImportedProject extends Sides {
  /** Its slug, the same on both sides. */
  readonly slug: string;
  readonly omissions: Omission[];
}

/** Limits of one request of `importProjectData`. */
const MAX_BATCH_EVENTS = 100;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** Events that a page of the source lacks are read one by one if there are no more than these. */
const MAX_SINGLE = 5;
const MAX_ISSUES = 100;

/** Adds something that was not imported. Equal reasons are counted. */
export function omit({ omissions }: ImportedProject, what: string, reason: string, count = 1): void {
  const index = omissions.findIndex((one) => one.what === what && one.reason === reason);
  if (index === -1) omissions.push({ what, reason, count });
  else omissions[index] = { what, reason, count: (omissions[index]?.count ?? 0) + count };
}

/** Waits for a change of the target. Returns whether it was made; otherwise the receipt has the reason. */
export async function attempt(
  context: ImportedProject,
  what: string,
  change: Promise<{ ok: true; data: unknown } | { ok: false; error: unknown; response: Response }>,
): Promise<boolean> {
  const reply = await change;
  if (!reply.ok) omit(context, what, messageOf(reply));
  return reply.ok;
}

export async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Returns the path of a project's list at the source. */
export function sourcePath({ from, slug }: ImportedProject, list: string): string {
  return `/api/0/projects/${from}/${slug}/${list}`;
}

/** Returns the path parameters of the project at the target. */
export function targetOf({ to, slug }: ImportedProject): { organization_slug: string; project_slug: string } {
  return { organization_slug: to, project_slug: slug };
}

/** The events of the source, and the pages on which they are. */
interface SourceEvents {
  /** Event id → id of its issue. */
  readonly events: ReadonlyMap<string, string>;
  readonly pages: readonly { readonly cursor: string | null; readonly ids: readonly string[] }[];
}

const idOfEvent = ({ eventID, id }: SourceRecord) =>
  String(eventID ?? id)
    .replaceAll('-', '')
    .toLowerCase();

export async function listSource(context: ImportedProject): Promise<SourceEvents> {
  const { source, slug, report } = context;
  const events = new Map<string, string>();
  const pages: { cursor: string | null; ids: string[] }[] = [];
  for (let cursor: string | null = null; ;) {
    const { records, next } = await source.page(sourcePath(context, 'events/'), cursor);
    for (const record of records) events.set(idOfEvent(record), String(record['groupID']));
    pages.push({ cursor, ids: records.map(idOfEvent) });
    report(`${slug}  found ${events.size} events`);
    if (next === null || next === cursor) return { events, pages };
    cursor = next;
  }
}

/** Returns the id of the issue of each stored event. */
export async function listTarget(context: ImportedProject): Promise<Map<string, string>> {
  const events = new Map<string, string>();
  const parameters = { ...targetOf(context), per_page: 100 };
  for await (const { eventID, groupID } of context.culprit.listProjectEvents.records(parameters))
    events.set(eventID, groupID);
  return events;
}

/** Imports the events that the target lacks. Returns their number. */
export async function importEvents(
  context: ImportedProject,
  { events, pages }: SourceEvents,
  exists: boolean,
): Promise<number> {
  const { slug, isDryRun, report } = context;
  const known = new Set((exists ? await listTarget(context) : new Map<string, string>()).keys());
  const total = [...events.keys()].filter((id) => !known.has(id)).length;
  let [stored, done] = [0, 0];
  if (isDryRun) return 0;
  // The next page is read while the events of the last one are saved.
  let saving: Promise<number> = Promise.resolve(0);
  for (const { cursor, ids } of pages) {
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) continue;
    const found = await readEvents(context, cursor, missing);
    stored += await saving;
    saving = saveEvents(context, found);
    // The error, if there is one, is thrown where the number is awaited.
    saving.catch(() => undefined);
    done += missing.length;
    report(`${slug}  events ${bar(done / total)} ${done} of ${total}`);
  }
  return stored + (await saving);
}

type IssueUpdate = components['schemas']['IssueBulkUpdate'];

const BAR_WIDTH = 30;

function bar(share: number): string {
  const filled = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

/** Reads events as a whole: a page of them at once if the source has that, and others one by one. */
async function readEvents(
  context: ImportedProject,
  cursor: string | null,
  missing: readonly string[],
): Promise<EventToImport[]> {
  const { source } = context;
  const found = new Map<string, SourceRecord>();
  if (missing.length > MAX_SINGLE) {
    const { records } = await source.page(`${sourcePath(context, 'events/')}?full=true`, cursor);
    for (const record of records) if (Array.isArray(record['entries'])) found.set(idOfEvent(record), record);
  }
  const events: EventToImport[] = [];
  for (const id of missing) {
    const path = sourcePath(context, `events/${id}/`);
    const record = found.get(id) ?? ((await source.find(path)) as SourceRecord | undefined);
    const event = record === undefined ? null : convertEvent(record);
    if (event !== null) events.push(event);
    else
      omit(context, 'event', record === undefined ? 'The source does not show it.' : 'It is no error and no message.');
  }
  return events;
}

/** Returns the number of stored events. */
async function saveEvents(context: ImportedProject, events: readonly EventToImport[]): Promise<number> {
  const { culprit, source } = context;
  let stored = 0;
  for (let start = 0; start < events.length;) {
    const batch: EventToImport[] = [];
    for (let bytes = 0; start < events.length && batch.length < MAX_BATCH_EVENTS; start += 1) {
      const event = events[start] as EventToImport;
      bytes += Buffer.byteLength(JSON.stringify(event));
      if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
      batch.push(event);
    }
    const body = { source: source.baseUrl, events: batch };
    const result = dataOf(await culprit.importProjectData({ ...targetOf(context), body }));
    for (const { outcome, reason } of result.events) {
      if (outcome === 'stored') stored += 1;
      else if (outcome === 'dropped') omit(context, 'event', `The service does not store it: ${reason ?? 'unknown'}.`);
    }
  }
  return stored;
}

/** Which issues of both sides have events in common. */
interface IssuePairing {
  /** Issue of the source → issues of the target, each with the number of common events. */
  readonly targetsOf: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Issue of the target → issues of the source. */
  readonly sourcesOf: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export function pairIssues(sent: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): IssuePairing {
  const targetsOf = new Map<string, Map<string, number>>();
  const sourcesOf = new Map<string, Map<string, number>>();
  const count = (map: Map<string, Map<string, number>>, from: string, to: string) => {
    const counts = map.get(from) ?? new Map<string, number>();
    map.set(from, counts.set(to, (counts.get(to) ?? 0) + 1));
  };
  for (const [eventId, issue] of sent) {
    const target = stored.get(eventId);
    if (target === undefined) continue;
    count(targetsOf, issue, target);
    count(sourcesOf, target, issue);
  }
  return { targetsOf, sourcesOf };
}

/** Returns the issue with the most common events. */
function mainOf(counts: ReadonlyMap<string, number>): string {
  const [first = ['', 0]] = [...counts].sort(([a, one], [b, other]) => other - one || Number(a) - Number(b));
  return first[0];
}

/**
 * Merges the issues of the target whose events are in one issue of the source, because somebody merged it there.
 * @param sent event id → id of its issue at the source
 */
export async function mergeAsAtSource(
  context: ImportedProject,
  sent: ReadonlyMap<string, string>,
  pairing: IssuePairing,
): Promise<IssuePairing> {
  const { culprit, source, from, isDryRun } = context;
  let merged = 0;
  for (const [id, targets] of pairing.targetsOf) {
    const ids = [...targets.keys()];
    if (ids.length < 2 || isDryRun) continue;
    const isAlone = ids.every((target) => pairing.sourcesOf.get(target)?.size === 1);
    const hashes = isAlone ? await source.listIfAny(`/api/0/organizations/${from}/issues/${id}/hashes/`) : [];
    if (hashes.length < 2) continue;
    const body = { merge: 1 as const, into: mainOf(targets) };
    const merge = culprit.updateIssues({ ...targetOf(context), id: ids.map(Number), body });
    if (await attempt(context, 'merge of issues', merge)) merged += 1;
  }
  return merged === 0 ? pairing : pairIssues(sent, await listTarget(context));
}

/** Repeats what was decided about the issues of the source: status, assignee, first time and comments. */
export async function importDecisions(
  context: ImportedProject,
  { targetsOf, sourcesOf }: IssuePairing,
): Promise<{ decided: number; added: number; total: number }> {
  const { culprit, source, slug, report, isDryRun } = context;
  const issues = await source.list(sourcePath(context, 'issues/?query='));
  if (isDryRun || targetsOf.size === 0) return { decided: 0, added: 0, total: issues.length };
  const stored = await collect(culprit.listIssues.records({ ...targetOf(context), query: '', per_page: 100 }));
  const storedById = new Map(stored.map((issue) => [issue.id, issue]));
  const changes = new Map<string, { body: IssueUpdate; ids: number[] }>();
  let [decided, added] = [0, 0];
  for (const [index, issue] of issues.entries()) {
    const id = String(issue['id']);
    const main = mainOf(targetsOf.get(id) ?? new Map<string, number>());
    const storedIssue = storedById.get(main);
    if (storedIssue === undefined) continue;
    report(`${slug}  issues ${index + 1} of ${issues.length}`);
    added += await completeIssue(context, issue, Number(main), storedIssue.firstSeen);
    // An issue with events of several issues has the decisions of the one with the most events.
    if (mainOf(sourcesOf.get(main) ?? new Map<string, number>()) !== id) continue;
    for (const body of decisionsOf(issue, storedIssue)) {
      const key = JSON.stringify(body);
      const change = changes.get(key) ?? { body, ids: [] };
      change.ids.push(Number(main));
      changes.set(key, change);
    }
  }
  for (const { body, ids } of changes.values()) {
    for (let start = 0; start < ids.length; start += MAX_ISSUES) {
      const part = ids.slice(start, start + MAX_ISSUES);
      const change = culprit.updateIssues({ ...targetOf(context), id: part, body });
      if (await attempt(context, 'decision about issues', change)) decided += part.length;
    }
  }
  return { decided, added, total: issues.length };
}

type StoredIssue = Readonly<Pick<components['schemas']['Issue'], 'status' | 'assignedTo'>>;

/** Returns the updates with which an issue gets the status and the assignee of the source. */
function decisionsOf(issue: SourceRecord, stored: StoredIssue): IssueUpdate[] {
  const { status: sent } = issue;
  const status = sent === 'muted' ? 'ignored' : sent;
  const details = (issue['statusDetails'] ?? {}) as SourceRecord;
  const release = textOf(details['inRelease']);
  const minutes = Math.ceil((Date.parse(String(details['ignoreUntil'])) - Date.now()) / 60_000);
  const statusDetails = {
    ...(status === 'resolved' && release !== undefined && { inRelease: release }),
    ...(status === 'resolved' && details['inNextRelease'] === true && { inNextRelease: true as const }),
    ...(status === 'ignored' && minutes > 0 && { ignoreDuration: minutes }),
    ...(status === 'ignored' && details['ignoreUntilEscalating'] === true && { ignoreUntilEscalating: true as const }),
  };
  const updates: IssueUpdate[] = [];
  if ((status === 'resolved' || status === 'ignored' || status === 'unresolved') && status !== stored.status)
    updates.push({ status, ...(Object.keys(statusDetails).length > 0 && { statusDetails }) });
  const assignee = assigneeOf(issue['assignedTo']);
  if (assignee !== assigneeOf(stored.assignedTo)) updates.push({ assignedTo: assignee });
  return updates;
}

/** Returns an assignee as updates name them: the e-mail address of a member, or the slug of a team. */
function assigneeOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, email, name } = value as SourceRecord;
  if (type === 'team') return `#${String(name).toLowerCase().replaceAll(' ', '-')}`;
  return textOf(email) ?? textOf(name) ?? null;
}

/** Adds the first time of an issue and its comments. Returns the number of comments that were added. */
async function completeIssue(
  context: ImportedProject,
  issue: SourceRecord,
  id: number,
  storedFirstSeen: string,
): Promise<number> {
  const { culprit, source, from } = context;
  const firstSeen = textOf(issue['firstSeen']);
  const isEarlier = firstSeen !== undefined && Date.parse(firstSeen) < Date.parse(storedFirstSeen);
  const path = `/api/0/organizations/${from}/issues/${String(issue['id'])}/notes/`;
  const notes = Number(issue['numComments'] ?? 0) > 0 ? await source.listIfAny(path) : [];
  const comments = notes.flatMap(({ data, user, dateCreated }) => {
    const text = textOf((data as SourceRecord | null)?.['text']);
    const { email, username, name } = (user ?? {}) as SourceRecord;
    const author = textOf(email) ?? textOf(username) ?? textOf(name) ?? 'somebody';
    return text === undefined ? [] : [{ text, author, dateCreated: String(dateCreated) }];
  });
  if (!isEarlier && comments.length === 0) return 0;
  let added = 0;
  for (let start = 0; start === 0 || start < comments.length; start += MAX_ISSUES) {
    const part = comments.slice(start, start + MAX_ISSUES).reverse();
    const completed = { id, ...(isEarlier && { firstSeen }), comments: part };
    const body = { source: source.baseUrl, issues: [completed] };
    const { issues } = dataOf(await culprit.importProjectData({ ...targetOf(context), body }));
    added += issues[0]?.comments ?? 0;
  }
  return added;
}
