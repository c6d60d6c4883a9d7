import { createHash } from 'node:crypto';
import { packBody } from '../../../src/domain/eventBody';
import { write, writer } from './database';

/** What the payloads of `scripts/bench/payloads.ts` have; nothing is checked. */
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
  readonly exception: { readonly values: readonly { type: string; value: string; stacktrace: { frames: readonly Record<string, unknown>[] } }[] };
}

const [ORGANIZATION, PROJECT] = [1, 1];

/* The statements of src/store/{events,issues,projectNotes}.ts, one after the other for each event. */
const SHOWN = 'NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)';
const has = writer.prepare(`SELECT 1 AS found FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${SHOWN}`);
const findByHash = writer.prepare<[number, string], { issueId: number }>('SELECT issue_id AS "issueId" FROM issue_hash WHERE project_id = ? AND hash = ?');
const see = writer.prepare(`UPDATE issue SET times_seen = times_seen + 1, first_seen = CASE WHEN first_seen > ? THEN ? ELSE first_seen END,
  last_seen = CASE WHEN last_seen < ? THEN ? ELSE last_seen END WHERE project_id = ? AND id = ?`);
const nextNumber = writer.prepare<[string], { value: number }>('UPDATE sequence SET value = value + 1 WHERE name = ? RETURNING value');
const insertIssue = writer.prepare(`INSERT INTO issue (project_id, id, title, culprit, type, level, platform, first_seen, last_seen, times_seen)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`);
const insertHash = writer.prepare('INSERT INTO issue_hash (project_id, hash, issue_id) VALUES (?, ?, ?)');
const insertEvent = writer.prepare(`INSERT INTO event (project_id, event_id, issue_id, timestamp, record) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, event_id) DO UPDATE SET issue_id = excluded.issue_id, timestamp = excluded.timestamp, record = excluded.record
  WHERE EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = event.project_id AND r.issue_id = event.issue_id)`);
const insertBody = writer.prepare(`INSERT INTO event_body (project_id, event_id, body) VALUES (?, ?, ?)
  ON CONFLICT (project_id, event_id) DO UPDATE SET body = excluded.body`);
const notePlatform = writer.prepare('INSERT INTO project_platform (project_id, platform) VALUES (?, ?) ON CONFLICT (project_id, platform) DO NOTHING');
const noteEnvironment = writer.prepare('INSERT INTO environment (project_id, name) VALUES (?, ?) ON CONFLICT (project_id, name) DO NOTHING');
const findRelease = writer.prepare<[number, string], { id: number; dated: number }>('SELECT id, dated FROM release WHERE organization_id = ? AND version = ?');
const insertRelease = writer.prepare<[number, string, number, number], { id: number; dated: number }>(`INSERT INTO release (organization_id, version, date_created, dated)
  VALUES (?, ?, ?, ?) RETURNING id, dated`);
const bindRelease = writer.prepare(`INSERT INTO release_project (project_id, release_id, dated, first_event, last_event, new_groups) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release_id) DO UPDATE SET first_event = COALESCE(release_project.first_event, excluded.first_event),
    last_event = CASE WHEN release_project.last_event > excluded.last_event THEN release_project.last_event ELSE excluded.last_event END,
    new_groups = release_project.new_groups + excluded.new_groups
  WHERE release_project.last_event IS NULL OR release_project.last_event + 60000 <= excluded.last_event OR excluded.new_groups > 0`);
const mirrorBinding = writer.prepare(`INSERT INTO release_binding (organization_id, release_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, release_id, project_id) DO NOTHING`);

interface Prepared {
  readonly payload: Payload;
  readonly id: string;
  readonly title: string;
  readonly hash: string;
  readonly record: string;
  readonly body: Uint8Array;
}

/** Stores the event of an envelope. */
export function storeEnvelope(bytes: Buffer, done: (reply: string) => void): void {
  const prepared = prepare(bytes);
  write(() => {
    store(prepared);
    return JSON.stringify({ id: prepared.id });
  }, done);
}

/** Header, item header and payload are a line each, as the SDK writes them. */
function prepare(bytes: Buffer): Prepared {
  const first = bytes.indexOf(10);
  const second = bytes.indexOf(10, first + 1);
  const { event_id: id } = JSON.parse(bytes.toString('utf8', 0, first)) as { event_id: string };
  JSON.parse(bytes.toString('utf8', first + 1, second));
  const payload = JSON.parse(bytes.toString('utf8', second + 1)) as Payload;
  const { level, environment, release, server_name, user, contexts, request } = payload;
  const [main] = payload.exception.values;
  const frames = main?.stacktrace.frames ?? [];
  const crash = frames[frames.length - 1];
  const title = `${main?.type}: ${main?.value}`;
  const metadata = { type: main?.type, value: main?.value, filename: crash?.['filename'], function: crash?.['function'] };
  const derived = { level, environment, release, server_name, url: request.url, user: `id:${user['id']}`, runtime: `node ${contexts['runtime']?.version}`, os: contexts['os']?.name };
  const tags = Object.entries({ ...payload.tags, ...derived });
  const record = JSON.stringify({
    id, 'event.type': 'error', eventID: id, projectID: String(PROJECT), message: '', title, location: crash?.['filename'], culprit: crash?.['function'], user,
    tags: tags.map(([key, value]) => ({ key, value })), platform: payload.platform, dateCreated: new Date(payload.timestamp * 1000).toISOString(), crashFile: null, metadata,
  });
  const components = ['stack', main?.type, ...frames.map((frame) => [frame['filename'], frame['function']])];
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32);
  const body = packBody({ event: payload, summary: { title, tags, metadata }, grouping: { hash, components } } as unknown as Parameters<typeof packBody>[0]);
  return { payload, id, title, hash, record, body };
}

function store({ payload, id, title, hash, record, body }: Prepared): void {
  if (has.get(PROJECT, id) !== undefined) return;
  const time = Math.round(payload.timestamp * 1000);
  const known = findByHash.get(PROJECT, hash)?.issueId;
  const issue = known ?? nextNumber.get('issue')?.value ?? 0;
  if (known !== undefined) see.run(time, time, time, time, PROJECT, issue);
  else {
    insertIssue.run(PROJECT, issue, title, null, 'error', payload.level, payload.platform, time, time);
    insertHash.run(PROJECT, hash, issue);
  }
  insertEvent.run(PROJECT, id, issue, time, record);
  insertBody.run(PROJECT, id, body);
  notePlatform.run(PROJECT, payload.platform);
  noteEnvironment.run(PROJECT, payload.environment);
  const now = Date.now();
  const release = findRelease.get(ORGANIZATION, payload.release) ?? insertRelease.get(ORGANIZATION, payload.release, now, now);
  const { changes } = bindRelease.run(PROJECT, release?.id, release?.dated, now, now, known === undefined ? 1 : 0);
  if (changes > 0) mirrorBinding.run(ORGANIZATION, release?.id, PROJECT);
}
