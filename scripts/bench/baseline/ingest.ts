import { createHash } from 'node:crypto';
import { compressEventBody } from '../../../src/compression/eventBody';
import { BLOCK_SIZE } from '../../../src/store/issues/issueTags';
import { ORGANIZATION, PROJECT, write, writer } from './database';

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

/** The payloads of `scripts/support/payloads.ts`, which are not validated. */
interface Payload {
  readonly event_id: string;
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

/** The stored values of an event, besides those of its payload. */
type StoredEvent = ReturnType<typeof prepareEvent>;

/**
 * Stores the event of an envelope, and replies once it is durable. The header, the item header and the payload are a
 * line each, as the SDK writes them.
 */
export function storeEnvelope(bytes: Buffer, done: (reply: string) => void): void {
  const first = bytes.indexOf(10);
  const second = bytes.indexOf(10, first + 1);
  JSON.parse(bytes.toString('utf8', 0, first));
  JSON.parse(bytes.toString('utf8', first + 1, second));
  const event = prepareEvent(JSON.parse(bytes.toString('utf8', second + 1)) as Payload);
  write(() => {
    storeEvent(event);
    return JSON.stringify({ id: event.payload.event_id });
  }, done);
}

function prepareEvent(payload: Payload) {
  const { event_id: id, user, platform, timestamp, level, environment, release, server_name, request } = payload;
  const [{ type, value, stacktrace }] = payload.exception.values;
  const components = ['stack', type, ...stacktrace.frames.map((frame) => [frame.filename, frame.function])];
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32);
  const versionOf = (name: string) => `${payload.contexts[name]?.name} ${payload.contexts[name]?.version}`;
  const labels = { level, environment, release, server_name, url: request.url, user: `id:${user['id']}` };
  const all = { ...payload.tags, ...labels, runtime: versionOf('runtime'), os: versionOf('os') };
  const tags = Object.entries(all).map(([key, tag]) => ({ key, value: tag }));
  const { filename, function: culprit } = stacktrace.frames.at(-1) ?? {};
  const title = `${type}: ${value}`;
  const dateCreated = new Date(timestamp * 1000).toISOString();
  const named = { id, 'event.type': 'error', eventID: id, projectID: '1', message: '', title };
  const metadata = { type, value, filename, function: culprit };
  const about = { location: filename, culprit, user, tags, platform, dateCreated, crashFile: null, metadata };
  // The lists in which the function looks for stack traces. The payload keeps its own under other names.
  const event = { exceptions: [], threads: [], ...payload };
  const stored = { event, grouping: { hash } } as unknown as Parameters<typeof compressEventBody>[0];
  const record = JSON.stringify({ ...named, ...about });
  return { payload, title, hash, time: Math.round(timestamp * 1000), tags, record, body: compressEventBody(stored) };
}

function storeEvent(event: StoredEvent): void {
  const { payload, time, hash, record, body } = event;
  const id = Buffer.from(payload.event_id, 'hex');
  if (has.get(PROJECT, id) !== undefined) return;
  const storedIssue = findByHash.get(PROJECT, hash);
  const issue = storedIssue?.id ?? openIssue(event);
  if (storedIssue !== undefined) updateIssue.run(time, time, time, time, PROJECT, issue);
  insertEvent.run(PROJECT, id, issue, time, record, body);
  for (const { key, value } of event.tags) {
    const { changes } = insertTag.run(PROJECT, key, value, issue);
    if (changes > 0) insertTagBlock.run(PROJECT, key, value, Math.floor(issue / BLOCK_SIZE));
    if (changes > 0 && key === 'user') countUser.run(PROJECT, issue);
  }
  notePlatform.run(PROJECT, payload.platform);
  noteEnvironment.run(PROJECT, payload.environment);
  const now = Date.now();
  const version = [ORGANIZATION, payload.release];
  const release = findRelease.get(...version) ?? insertRelease.get(...version, now, now);
  const newGroups = storedIssue === undefined ? 1 : 0;
  const { changes } = bindRelease.run(PROJECT, release?.id, release?.dated, now, now, newGroups);
  if (changes > 0) mirrorBinding.run(ORGANIZATION, release?.id, PROJECT);
}

function openIssue({ title, payload: { level, platform }, time, hash }: StoredEvent): number {
  const id = nextNumber.get('issue')?.id ?? 0;
  const number = countIssue.get(PROJECT)?.number ?? 0;
  insertIssue.run(PROJECT, id, title, null, 'error', level, platform, time, time, number);
  insertHash.run(PROJECT, hash, id);
  return id;
}
