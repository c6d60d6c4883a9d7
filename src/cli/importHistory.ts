import type { Client, components } from '../client/createClient';
import { type ImportSource, objectOf, present, type SourceRecord, textOf } from './importSource';
import { dataOf, messageOf } from './service';

/* What was decided in another tracker about the issues of a project. */

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
  /** What this run created or changed at the target, without events and comments. */
  readonly changes: string[];
}

/** Limits of one request: issues, and comments on them. */
const MAX_ISSUES = 100;
const MAX_COMMENTS = 100;
/** Limits of the contract for comments. */
const MAX_TEXT = 65_536;
const MAX_AUTHOR = 254;
/** Number of requests at a time: the source answers others too. */
const AT_ONCE = 4;
const MINUTE_MS = 60_000;

/** Works on several items at a time. @throws the first error, and begins no item after it */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  let hasFailed = false;
  const next = async () => {
    for (const item of queue) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Adds something that was not imported. Equal reasons are counted. */
export function omit({ omissions }: ImportedProject, what: string, reason: string, count = 1): void {
  const index = omissions.findIndex((one) => one.what === what && one.reason === reason);
  if (index === -1) omissions.push({ what, reason, count });
  else omissions[index] = { what, reason, count: (omissions[index]?.count ?? 0) + count };
}

/** Waits for a change of the target, and notes it. Returns true if it was made; else the receipt has the reason. */
export async function attempt(
  context: ImportedProject,
  what: string,
  change: Promise<{ ok: true; data: unknown } | { ok: false; error: unknown; response: Response }>,
): Promise<boolean> {
  const reply = await change;
  if (reply.ok) context.changes.push(what);
  else omit(context, what, messageOf(reply));
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

/** Returns all records of a list of the source. If it refuses to show them, the receipt says so. */
export function listOrOmit(context: ImportedProject, what: string, path: string): Promise<SourceRecord[]> {
  return context.source.listIfAny(path, () =>
    omit(context, what, 'The source refuses to list them: its token may not read this.'),
  );
}

/** Returns the path parameters of the project at the target. */
export function targetOf({ to, slug }: ImportedProject): { organization_slug: string; project_slug: string } {
  return { organization_slug: to, project_slug: slug };
}

type IssueUpdate = components['schemas']['IssueBulkUpdate'];

/** Which issues of both sides have events in common. */
interface IssuePairing {
  /** Issue of the source → issues of the target, each with the number of common events. */
  readonly targetsOf: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Issue of the target → issues of the source. */
  readonly sourcesOf: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

function pairIssues(sent: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): IssuePairing {
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
 * Merges the issues of the target whose events are in one issue of the source, because somebody merged it there; in a
 * dry run, pairs them as if they were merged.
 * @param sent event id → id of its issue at the source
 * @param stored event id → id of its issue at the target
 */
export async function mergeAsAtSource(
  context: ImportedProject,
  sent: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string>,
): Promise<IssuePairing> {
  const { culprit, from, isDryRun } = context;
  const pairing = pairIssues(sent, stored);
  const mergedInto = new Map<string, string>();
  for (const [id, targets] of pairing.targetsOf) {
    const ids = [...targets.keys()];
    const isAlone = ids.length > 1 && ids.every((target) => pairing.sourcesOf.get(target)?.size === 1);
    const path = `/api/0/organizations/${from}/issues/${id}/hashes/`;
    if (!isAlone || (await listOrOmit(context, 'merge of issues', path)).length < 2) continue;
    const into = mainOf(targets);
    const merge = () => culprit.updateIssues({ ...targetOf(context), id: ids.map(Number), body: { merge: 1, into } });
    if (isDryRun || (await attempt(context, 'merge of issues', merge())))
      for (const target of ids) mergedInto.set(target, into);
  }
  if (mergedInto.size === 0) return pairing;
  return pairIssues(sent, new Map([...stored].map(([event, issue]) => [event, mergedInto.get(issue) ?? issue])));
}

/** Repeats what was decided about the issues of the source: status, assignee, first time and comments. */
export async function importDecisions(
  context: ImportedProject,
  { targetsOf, sourcesOf }: IssuePairing,
): Promise<{ decided: number; added: number; total: number }> {
  const { culprit, slug, report, isDryRun } = context;
  const issues = await listOrOmit(context, 'issues', sourcePath(context, 'issues/?query='));
  if (isDryRun || targetsOf.size === 0) return { decided: 0, added: 0, total: issues.length };
  const stored = await collect(culprit.listIssues.records({ ...targetOf(context), query: '', per_page: 100 }));
  const storedById = new Map(stored.map((issue) => [issue.id, issue]));
  const changes = new Map<string, { body: IssueUpdate; ids: number[] }>();
  const completions: Completion[] = [];
  let [decided, done] = [0, 0];
  await inParallel(issues, async (issue) => {
    const id = String(issue['id']);
    const main = mainOf(targetsOf.get(id) ?? new Map<string, number>());
    const storedIssue = storedById.get(main);
    report(`${slug}  issues ${(done += 1)} of ${issues.length}`);
    if (storedIssue === undefined) return;
    completions.push(...(await completionsOf(context, issue, Number(main), storedIssue.firstSeen)));
    // An issue with events of several issues has the decisions of the one with the most events.
    if (mainOf(sourcesOf.get(main) ?? new Map<string, number>()) !== id) return;
    for (const body of decisionsOf(context, issue, storedIssue)) {
      const key = JSON.stringify(body);
      const change = changes.get(key) ?? { body, ids: [] };
      change.ids.push(Number(main));
      changes.set(key, change);
    }
  });
  const added = await completeIssues(context, completions);
  for (const { body, ids } of changes.values()) {
    for (let start = 0; start < ids.length; start += MAX_ISSUES) {
      const part = ids.slice(start, start + MAX_ISSUES);
      const change = culprit.updateIssues({ ...targetOf(context), id: part, body });
      if (await attempt(context, 'decision about issues', change)) decided += part.length;
    }
  }
  return { decided, added, total: issues.length };
}

type StoredIssue = Readonly<Pick<components['schemas']['Issue'], 'status' | 'statusDetails' | 'assignedTo'>>;
type StatusConditions = NonNullable<IssueUpdate['statusDetails']>;

/** Numbers on which the status `ignored` depends: they are read and written under the same names. */
const IGNORE_NUMBERS = ['ignoreCount', 'ignoreWindow', 'ignoreUserCount', 'ignoreUserWindow'] as const;
/** Other details that are copied, or that only say how an issue got its status. */
const OTHER_DETAILS: readonly string[] = [
  ...['inRelease', 'inNextRelease', 'ignoreUntil', 'ignoreUntilEscalating'],
  ...['escalatesAbove', 'autoResolved', 'actor', 'info', 'pendingEvents'],
];

/** Returns the updates with which an issue gets the status and the assignee of the source. */
function decisionsOf(context: ImportedProject, issue: SourceRecord, stored: StoredIssue): IssueUpdate[] {
  const { status, details } = decidedStatusOf(issue);
  const { status: storedStatus, statusDetails: storedDetails } = stored;
  for (const [name, value] of Object.entries(objectOf(issue['statusDetails']))) {
    const isKnown =
      OTHER_DETAILS.includes(name) ||
      (name === 'inCommit' && details.inCommit !== undefined) ||
      IGNORE_NUMBERS.some((one) => one === name);
    if (!isKnown && value !== null && value !== undefined && value !== false)
      omit(context, `condition "${name}" of the status of issues`, 'The target has no such condition.');
  }
  const updates: IssueUpdate[] = [];
  const isDone =
    details.inCommit === undefined
      ? status === storedStatus && hasDetails(storedDetails, details)
      : // The target resolves the issue in the release that has the commit.
        storedStatus === 'resolved' || storedDetails.inCommit?.commit === details.inCommit.commit;
  if ((status === 'resolved' || status === 'ignored' || status === 'unresolved') && !isDone)
    updates.push({ status, ...(Object.keys(details).length > 0 && { statusDetails: details }) });
  const assignee = assigneeOf(issue['assignedTo']);
  if (assignee !== assigneeOf(stored.assignedTo)) updates.push({ assignedTo: assignee });
  return updates;
}

/** Returns the status of an issue of the source, and what it depends on, as updates name it. */
function decidedStatusOf(issue: SourceRecord): { status: unknown; details: StatusConditions } {
  const status = issue['status'] === 'muted' ? 'ignored' : issue['status'];
  const given = objectOf(issue['statusDetails']);
  if (status === 'resolved') {
    const release = textOf(given['inRelease']);
    if (release !== undefined) return { status, details: { inRelease: release } };
    return { status, details: given['inNextRelease'] === true ? { inNextRelease: true } : {} };
  }
  if (status !== 'ignored') {
    const { commit, repository } = objectOf(given['inCommit']);
    if (status !== 'unresolved' || typeof commit !== 'string') return { status, details: {} };
    return { status: 'resolved', details: { inCommit: { commit, ...present({ repository: textOf(repository) }) } } };
  }
  if (given['ignoreUntilEscalating'] === true || issue['substatus'] === 'archived_until_escalating')
    return { status, details: { ignoreUntilEscalating: true } };
  const minutes = Math.ceil((Date.parse(String(given['ignoreUntil'])) - Date.now()) / MINUTE_MS);
  // The source is about to reopen it; without the time, it would be ignored for ever.
  if (minutes <= 0) return { status: 'unresolved', details: {} };
  const numbers = IGNORE_NUMBERS.flatMap((name) => (typeof given[name] === 'number' ? [[name, given[name]]] : []));
  const details = {
    ...(minutes > 0 && { ignoreDuration: minutes }),
    ...(Object.fromEntries(numbers) as StatusConditions),
  };
  return { status, details };
}

/** Returns true if the status of a stored issue depends on the same. Durations are whole minutes. */
function hasDetails(stored: StoredIssue['statusDetails'], details: StatusConditions): boolean {
  const left = Math.ceil((Date.parse(stored.ignoreUntil ?? '') - Date.now()) / MINUTE_MS);
  const isSameTime =
    details.ignoreDuration === undefined
      ? stored.ignoreUntil === undefined
      : Math.abs(left - details.ignoreDuration) <= 1;
  const names = [...IGNORE_NUMBERS, 'inRelease', 'inNextRelease', 'ignoreUntilEscalating'] as const;
  return isSameTime && stored.inCommit === undefined && names.every((name) => details[name] === stored[name]);
}

/** Returns an assignee as updates name them: the e-mail address of a member, or the slug of a team. */
function assigneeOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, email, name } = value as SourceRecord;
  if (type === 'team') return `#${String(name).toLowerCase().replaceAll(' ', '-')}`;
  return textOf(email) ?? textOf(name) ?? null;
}

type Completion = components['schemas']['ImportedIssue'];

/** Returns what the source knows about an issue and the target lacks: its first time, and its comments. */
async function completionsOf(
  context: ImportedProject,
  issue: SourceRecord,
  id: number,
  storedFirstSeen: string,
): Promise<Completion[]> {
  const firstSeen = textOf(issue['firstSeen']);
  const isEarlier = firstSeen !== undefined && Date.parse(firstSeen) < Date.parse(storedFirstSeen);
  const path = `/api/0/organizations/${context.from}/issues/${String(issue['id'])}/notes/`;
  const notes = Number(issue['numComments'] ?? 0) > 0 ? await listOrOmit(context, 'comments', path) : [];
  const comments = notes.reverse().flatMap(({ data, user, dateCreated }) => {
    const text = textOf(objectOf(data)['text'])?.replaceAll('\0', '').slice(0, MAX_TEXT);
    const { email, username, name } = objectOf(user);
    const author = textOf(email) ?? textOf(username) ?? textOf(name) ?? 'somebody';
    const at = String(dateCreated);
    return textOf(text) === undefined || Number.isNaN(Date.parse(at))
      ? []
      : [{ text: String(text), author: author.slice(0, MAX_AUTHOR), dateCreated: at }];
  });
  const completions: Completion[] = isEarlier ? [{ id, firstSeen }] : [];
  for (let start = 0; start < comments.length; start += MAX_COMMENTS)
    completions.push({ id, comments: comments.slice(start, start + MAX_COMMENTS) });
  return completions;
}

/** Adds first times and comments, many with one request. Returns the number of comments that were added. */
async function completeIssues(context: ImportedProject, completions: readonly Completion[]): Promise<number> {
  const { culprit, source } = context;
  let added = 0;
  for (let start = 0; start < completions.length;) {
    const issues: Completion[] = [];
    for (let comments = 0; start < completions.length && issues.length < MAX_ISSUES; start += 1) {
      const next = completions[start] as Completion;
      comments += next.comments?.length ?? 0;
      if (issues.length > 0 && comments > MAX_COMMENTS) break;
      issues.push(next);
    }
    const body = { source: source.name, issues };
    const result = dataOf(await culprit.importProjectData({ ...targetOf(context), body }));
    added += result.issues.reduce((sum, { comments }) => sum + comments, 0);
  }
  return added;
}
