/*
 * What the same work costs without the service: bare node:http on the same schema, with the same statements and pragmas, the same
 * JSON to parse, the same compression of bodies and group commit. No framework, no authentication, no validation, no
 * normalisation, no scrubbing. `tsx baseline.ts FILE` listens on any free port of the loopback address.
 */
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { packBody } from '../../src/domain/eventBody';

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
  readonly exception: { readonly values: readonly { type: string; value: string; stacktrace: { frames: readonly { filename: string; function: string }[] } }[] };
}

const [file = ''] = process.argv.slice(2);
const [ORGANIZATION, PROJECT] = [1, 1];

const writer = new Database(file);
for (const pragma of ['wal_autocheckpoint = 4000', 'journal_mode = WAL', 'synchronous = FULL', 'journal_size_limit = 67108864', 'foreign_keys = ON']) {
  writer.pragma(pragma);
}
const reader = new Database(file, { readonly: true });

/* The statements of src/store/{events,issues,projectNotes}.ts; the run compares what both answer and store. */
const SHOWN = 'NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)';
const list = reader.prepare<[number, number], { issueId: string; record: string }>(
  `SELECT CAST(e.project_id AS TEXT) AS "projectId", e.event_id AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp",
   e.record AS "record" FROM event e WHERE e.project_id = ? AND ${SHOWN} ORDER BY e.timestamp DESC, e.event_id DESC LIMIT ?`,
);
const begin = writer.prepare('BEGIN IMMEDIATE');
const commit = writer.prepare('COMMIT');
const has = writer.prepare(`SELECT 1 AS found FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${SHOWN}`);
const findByHash = writer.prepare<[number, string], { issueId: string }>(
  'SELECT CAST(issue_id AS TEXT) AS "issueId" FROM issue_hash WHERE project_id = ? AND hash = ?',
);
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
const platform = writer.prepare('INSERT INTO project_platform (project_id, platform) VALUES (?, ?) ON CONFLICT (project_id, platform) DO NOTHING');
const environment = writer.prepare('INSERT INTO environment (project_id, name) VALUES (?, ?) ON CONFLICT (project_id, name) DO NOTHING');
const release = writer.prepare('INSERT INTO release (organization_id, version, date_created) VALUES (?, ?, ?) ON CONFLICT (organization_id, version) DO NOTHING');
const bindRelease = writer.prepare(`INSERT INTO release_project (project_id, release_id, dated)
  SELECT ?, id, COALESCE(date_released, date_created) FROM release WHERE organization_id = ? AND version = ? ON CONFLICT (project_id, release_id) DO NOTHING`);

function listEvents(): string {
  const rows = list.all(PROJECT, 101).slice(0, 100);
  return `[${rows.map(({ issueId, record }) => `{"groupID":${JSON.stringify(issueId)},${record.slice(1)}`).join(',')}]`;
}

interface Job {
  readonly payload: Payload;
  readonly id: string;
  readonly title: string;
  readonly hash: string;
  readonly record: string;
  readonly body: Uint8Array;
  readonly done: (reply: string) => void;
}

/** Header, item header and payload are a line each, as the SDK writes them. */
function prepare(bytes: Buffer, done: Job['done']): Job {
  const [first, second] = [bytes.indexOf(10), bytes.indexOf(10, bytes.indexOf(10) + 1)];
  const { event_id: id } = JSON.parse(bytes.toString('utf8', 0, first)) as { event_id: string };
  JSON.parse(bytes.toString('utf8', first + 1, second));
  const payload = JSON.parse(bytes.toString('utf8', second + 1)) as Payload;
  const [main] = payload.exception.values;
  const frames = main?.stacktrace.frames ?? [];
  const crash = frames[frames.length - 1];
  const title = `${main?.type}: ${main?.value}`;
  const metadata = { type: main?.type, value: main?.value, filename: crash?.filename, function: crash?.function };
  const { level, environment, release, server_name, user, contexts } = payload;
  const tags = Object.entries({ ...payload.tags, level, environment, release, server_name, user: `id:${user['id']}`, runtime: `node ${contexts['runtime']?.version}`, os: contexts['os']?.name });
  const record = JSON.stringify({
    id, 'event.type': 'error', eventID: id, projectID: String(PROJECT), message: '', title, location: crash?.filename, culprit: crash?.function, user,
    tags: tags.map(([key, value]) => ({ key, value })), platform: payload.platform, dateCreated: new Date(payload.timestamp * 1000).toISOString(), crashFile: null, metadata,
  });
  const components = ['stack', main?.type, ...frames.map((frame) => [frame.filename, frame.function])];
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32);
  const body = packBody({ event: payload, summary: { title, tags, metadata }, grouping: { hash, components } } as unknown as Parameters<typeof packBody>[0]);
  return { payload, id, title, hash, record, body, done };
}

function store({ payload, id, title, hash, record, body }: Job): void {
  if (has.get(PROJECT, id) !== undefined) return;
  const time = Math.round(payload.timestamp * 1000);
  let issue = Number(findByHash.get(PROJECT, hash)?.issueId ?? 0);
  if (issue > 0) see.run(time, time, time, time, PROJECT, issue);
  else {
    issue = nextNumber.get('issue')?.value ?? 0;
    insertIssue.run(PROJECT, issue, title, null, 'error', payload.level, payload.platform, time, time);
    insertHash.run(PROJECT, hash, issue);
  }
  insertEvent.run(PROJECT, id, issue, time, record);
  insertBody.run(PROJECT, id, body);
  platform.run(PROJECT, payload.platform);
  environment.run(PROJECT, payload.environment);
  release.run(ORGANIZATION, payload.release, Date.now());
  bindRelease.run(PROJECT, ORGANIZATION, payload.release);
}

let waiting: Job[] = [];

/** All that wait share one transaction. */
function flush(): void {
  const jobs = waiting;
  waiting = [];
  begin.run();
  for (const job of jobs) store(job);
  commit.run();
  for (const { id, done } of jobs) done(JSON.stringify({ id }));
}

function accept(bytes: Buffer, done: Job['done']): void {
  if (waiting.push(prepare(bytes, done)) === 1) setImmediate(flush);
}

const server = http.createServer((request, response) => {
  const reply = (text: string): void => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  };
  if (request.method === 'GET') return reply(listEvents());
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => accept(Buffer.concat(chunks), reply));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`baseline is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
