import { createHash } from 'node:crypto';
import { compressEventBody } from '../../../src/compression/eventBody';
import { BLOCK_SIZE } from '../../../src/store/issues/issueTags';
import { write, writer } from './database';

/** The stored values of an event. */
interface StoredEvent {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly title: string;
  readonly hash: string;
  readonly level: string;
  readonly platform: string;
  readonly environment: string;
  readonly release: string;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
  readonly record: string;
  readonly body: Uint8Array;
}

const [ORGANIZATION, PROJECT] = [1, 1];

/* The statements of src/store/{events,issues,projects}.ts, run for each event. */
const has = writer.prepare(`SELECT 1 AS found FROM event e WHERE e.project_id = ? AND e.event_id = ?
  AND NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)`);
const findByHash = writer.prepare<unknown[], { id: number }>(
  'SELECT issue_id AS "id" FROM issue_hash WHERE project_id = ? AND hash = ?',
);
const updateIssue =
  writer.prepare(`UPDATE issue SET times_seen = times_seen + 1, first_seen = CASE WHEN first_seen > ? THEN ? ELSE first_seen END,
  last_seen = CASE WHEN last_seen < ? THEN ? ELSE last_seen END WHERE project_id = ? AND id = ?`);
const nextNumber = writer.prepare<unknown[], { id: number }>(
  'UPDATE sequence SET value = value + 1 WHERE name = ? RETURNING value AS "id"',
);
const insertIssue =
  writer.prepare(`INSERT INTO issue (project_id, id, title, culprit, type, level, platform, first_seen, last_seen, times_seen, number)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`);
const countIssue = writer.prepare<
  unknown[],
  { number: number }
>(`INSERT INTO issue_counter (project_id, last_number) VALUES (?, 1)
  ON CONFLICT (project_id) DO UPDATE SET last_number = issue_counter.last_number + 1 RETURNING last_number AS "number"`);
const insertTag = writer.prepare(`INSERT INTO issue_tag (project_id, key, value, issue_id) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, key, value, issue_id) DO NOTHING`);
const insertTagBlock = writer.prepare(`INSERT INTO issue_tag_block (project_id, key, value, block) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, key, value, block) DO NOTHING`);
const countUser = writer.prepare('UPDATE issue SET user_count = user_count + 1 WHERE project_id = ? AND id = ?');
const insertHash = writer.prepare('INSERT INTO issue_hash (project_id, hash, issue_id) VALUES (?, ?, ?)');
const insertEvent =
  writer.prepare(`INSERT INTO event (project_id, event_id, issue_id, timestamp, record, body) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, event_id) DO UPDATE SET issue_id = excluded.issue_id, timestamp = excluded.timestamp, record = excluded.record,
    body = excluded.body
  WHERE EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = event.project_id AND r.issue_id = event.issue_id)`);
const notePlatform = writer.prepare(`INSERT INTO project_platform (project_id, platform) VALUES (?, ?)
  ON CONFLICT (project_id, platform) DO NOTHING`);
const noteEnvironment = writer.prepare(
  'INSERT INTO environment (project_id, name) VALUES (?, ?) ON CONFLICT (project_id, name) DO NOTHING',
);
const findRelease = writer.prepare<unknown[], { id: number; dated: number }>(`SELECT id, dated FROM release
  WHERE organization_id = ? AND version = ?`);
const insertRelease = writer.prepare<unknown[], { id: number; dated: number }>(`INSERT INTO release
  (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?) RETURNING id, dated`);
const bindRelease =
  writer.prepare(`INSERT INTO release_project (project_id, release_id, dated, first_event, last_event, new_groups)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release_id) DO UPDATE SET first_event = COALESCE(release_project.first_event, excluded.first_event),
    last_event = CASE WHEN release_project.last_event > excluded.last_event THEN release_project.last_event ELSE excluded.last_event END,
    new_groups = release_project.new_groups + excluded.new_groups
  WHERE release_project.last_event IS NULL OR release_project.last_event + 60000 <= excluded.last_event OR excluded.new_groups > 0`);
const mirrorBinding =
  writer.prepare(`INSERT INTO release_binding (organization_id, release_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, release_id, project_id) DO NOTHING`);

/** Stores an event inside a transaction. */
function storeEvent(event: StoredEvent): void {
  const id = Buffer.from(event.id, 'hex');
  if (has.get(PROJECT, id) !== undefined) return;
  const storedIssue = findByHash.get(PROJECT, event.hash);
  const issue = storedIssue === undefined ? openIssue(event) : recordOccurrence(storedIssue.id, event.time);
  insertEvent.run(PROJECT, id, issue, event.time, event.record, event.body);
  for (const tag of event.tags) insertIssueTag(issue, tag);
  notePlatform.run(PROJECT, event.platform);
  noteEnvironment.run(PROJECT, event.environment);
  const now = Date.now();
  const release =
    findRelease.get(ORGANIZATION, event.release) ?? insertRelease.get(ORGANIZATION, event.release, now, now);
  const { changes } = bindRelease.run(
    PROJECT,
    release?.id,
    release?.dated,
    now,
    now,
    storedIssue === undefined ? 1 : 0,
  );
  if (changes > 0) mirrorBinding.run(ORGANIZATION, release?.id, PROJECT);
}

function insertIssueTag(issue: number, { key, value }: StoredEvent['tags'][number]): void {
  const { changes } = insertTag.run(PROJECT, key, value, issue);
  if (changes > 0) insertTagBlock.run(PROJECT, key, value, Math.floor(issue / BLOCK_SIZE));
  if (changes > 0 && key === 'user') countUser.run(PROJECT, issue);
}

function recordOccurrence(id: number, time: number): number {
  updateIssue.run(time, time, time, time, PROJECT, id);
  return id;
}

function openIssue({ title, level, platform, time, hash }: StoredEvent): number {
  const id = nextNumber.get('issue')?.id ?? 0;
  insertIssue.run(PROJECT, id, title, null, 'error', level, platform, time, time, countIssue.get(PROJECT)?.number ?? 0);
  insertHash.run(PROJECT, hash, id);
  return id;
}

/** The payloads of `scripts/bench/payloads.ts`, which are not validated. */
interface Payload {
  readonly timestamp: number;
  readonly platform: string;
  readonly level: string;
  readonly environment: string;
  readonly release: string;
  readonly server_name: string;
  readonly tags: Record<string, string>;
  readonly user: Record<string, string>;
  readonly contexts: Record<string, { name?: string; version?: string }>;
  readonly request: { readonly url: string };
  readonly exception: {
    readonly values: readonly [{ type: string; value: string; stacktrace: { frames: readonly Frame[] } }];
  };
}

interface Frame {
  readonly filename: string;
  readonly function: string;
}

/** Stores the event of an envelope, and replies once it is durable. */
export function storeEnvelope(bytes: Buffer, done: (reply: string) => void): void {
  const event = parseEnvelope(bytes);
  write(() => {
    storeEvent(event);
    return JSON.stringify({ id: event.id });
  }, done);
}

/** Parses an envelope whose header, item header and payload are a line each, as the SDK writes them. */
function parseEnvelope(bytes: Buffer): StoredEvent {
  const first = bytes.indexOf(10);
  const second = bytes.indexOf(10, first + 1);
  const { event_id: id } = JSON.parse(bytes.toString('utf8', 0, first)) as { event_id: string };
  JSON.parse(bytes.toString('utf8', first + 1, second));
  const payload = JSON.parse(bytes.toString('utf8', second + 1)) as Payload;
  const { level, platform, environment, release } = payload;
  const summary = summarizeEvent(payload);
  const grouping = groupEvent(payload);
  const time = Math.round(payload.timestamp * 1000);
  const record = JSON.stringify(recordOf(id, payload, summary));
  // The lists in which the function looks for stack traces. The payload keeps its own under other names.
  const event = { exceptions: [], threads: [], ...payload };
  const body = compressEventBody({ event, grouping: { hash: grouping.hash } } as unknown as Parameters<
    typeof compressEventBody
  >[0]);
  return {
    id,
    time,
    title: summary.title,
    hash: grouping.hash,
    level,
    platform,
    environment,
    release,
    tags: summary.tags,
    record,
    body,
  };
}

function summarizeEvent({
  exception,
  level,
  environment,
  release,
  server_name,
  request,
  tags,
  user,
  contexts,
}: Payload) {
  const [{ type, value, stacktrace }] = exception.values;
  const crash = stacktrace.frames.at(-1);
  const os = `${contexts['os']?.name} ${contexts['os']?.version}`;
  const runtime = `${contexts['runtime']?.name} ${contexts['runtime']?.version}`;
  const all = {
    ...tags,
    level,
    environment,
    release,
    server_name,
    url: request.url,
    user: `id:${user['id']}`,
    runtime,
    os,
  };
  return {
    title: `${type}: ${value}`,
    location: crash?.filename,
    culprit: crash?.function,
    tags: Object.entries(all).map(([key, value]) => ({ key, value })),
    metadata: { type, value, filename: crash?.filename, function: crash?.function },
  };
}

function groupEvent({ exception }: Payload) {
  const [{ type, stacktrace }] = exception.values;
  const components = ['stack', type, ...stacktrace.frames.map((frame) => [frame.filename, frame.function])];
  return { components, hash: createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32) };
}

function recordOf(
  id: string,
  { user, platform, timestamp }: Payload,
  { title, location, culprit, tags, metadata }: ReturnType<typeof summarizeEvent>,
) {
  const dateCreated = new Date(timestamp * 1000).toISOString();
  const named = { id, 'event.type': 'error', eventID: id, projectID: '1', message: '', title, location, culprit };
  return { ...named, user, tags, platform, dateCreated, crashFile: null, metadata };
}
