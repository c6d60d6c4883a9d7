/**
 * Imports events between two services on SQLite, kills the command three times and the importing service once with
 * SIGKILL, and compares the receipt with what both services list.
 * Usage: npm run durability:import -- [events] [issues]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createClient } from '../../src/client/createClient';
import { Fixtures, type ProjectFixture } from '../../test/support/fixtures';
import { envelopeOf } from '../support/payloads';

const EVENTS = Number(process.argv[2] ?? 2_000);
const ISSUES = Number(process.argv[3] ?? 100);
/** Number of connections on which the source gets its events. */
const CONNECTIONS = 32;
const MAIN = ['--import', 'tsx', path.join(__dirname, '../../src/main.ts')];
const folder = mkdtempSync(path.join(tmpdir(), 'culprit-import-'));
const children: ChildProcess[] = [];

interface Side {
  readonly file: string;
  readonly url: string;
  readonly token: string;
  service: ChildProcess;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

function start(args: readonly string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...MAIN, ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

const serve = (file: string, url: string) =>
  start(['serve'], { DATABASE_URL: `sqlite:${file}`, PORT: new URL(url).port, SCRAPING: 'off' });

async function untilReady(url: string): Promise<void> {
  while (
    !(await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    ))
  )
    await setTimeout(100);
}

async function openSide<Created>(name: string, create: (fixtures: Fixtures) => Promise<Created>) {
  const file = path.join(folder, `${name}.db`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const { token, created } = await Fixtures.fill(`sqlite:${file}`, async (fixtures) => {
    await fixtures.organization({ slug: name });
    return { created: await create(fixtures), token: await fixtures.token(name) };
  });
  const service = serve(file, url);
  await untilReady(url);
  return { file, url, token, service, created };
}

/** Returns a word for a number: digits would be taken for the changing part of a message. */
const wordOf = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Sends the events of the source over several connections, as clients do. */
async function fill({ url }: Side, { id, publicKey }: ProjectFixture): Promise<void> {
  const now = Date.now();
  let next = 0;
  const send = async () => {
    while (next < EVENTS) {
      const number = next++;
      const value = { type: `Fault${wordOf(number % ISSUES)}`, value: 'planted' };
      const timestamp = new Date(now - (EVENTS - number) * 100).toISOString();
      const payload = { timestamp, platform: 'node', exception: { values: [value] } };
      const body = envelopeOf(randomUUID().replaceAll('-', ''), JSON.stringify(payload));
      const reply = await fetch(`${url}/api/${id}/envelope/?sentry_key=${publicKey}`, { method: 'POST', body });
      if (!reply.ok) throw new Error(`An event was answered with ${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

function countStored(file: string): number {
  const database = new Database(file, { readonly: true });
  const { count } = database.prepare('SELECT COUNT(*) AS count FROM event').get() as { count: number };
  database.close();
  return count;
}

function runImport(source: Side, target: Side): ChildProcess {
  const args = ['import', '--from', source.url, '--org', 'from', '--organization', 'to', '--json'];
  return start(args, { CULPRIT_URL: target.url, CULPRIT_TOKEN: target.token, CULPRIT_SOURCE_TOKEN: source.token });
}

/** Returns the issue of each event that a service lists. */
async function listEvents({ url, token }: Side, organization: string): Promise<Map<string, string>> {
  const culprit = createClient({ baseUrl: url, token });
  const events = new Map<string, string>();
  const list = { organization_slug: organization, project_slug: 'shop', per_page: 100 };
  for await (const { eventID, groupID } of culprit.listProjectEvents.records(list)) events.set(eventID, groupID);
  return events;
}

/** Returns a text that is the same for two services if they put the same events into the same issues. */
function partitionOf(events: ReadonlyMap<string, string>): string {
  const issues = new Map<string, string[]>();
  for (const [id, issue] of events) issues.set(issue, [...(issues.get(issue) ?? []), id]);
  return [...issues.values()]
    .map((ids) => ids.sort().join())
    .sort()
    .join('\n');
}

const checksumOf = (ids: Iterable<string>) =>
  createHash('sha256')
    .update(
      [...ids]
        .sort()
        .map((id) => `${id}\n`)
        .join(''),
    )
    .digest('hex');

async function main(): Promise<void> {
  const source = await openSide('from', (fixtures) => fixtures.project({ organization: 'from', slug: 'shop' }));
  const target = await openSide('to', () => Promise.resolve());
  const started = Date.now();
  const report = (text: string) => console.log(`${((Date.now() - started) / 1000).toFixed(0)} s  ${text}`);
  await fill(source, source.created);
  report(`${EVENTS} events of ${ISSUES} issues at the source`);
  for (const [share, victim] of [
    [0.2, 'command'],
    [0.45, 'service'],
    [0.7, 'command'],
  ] as const) {
    const command = runImport(source, target);
    while (countStored(target.file) < share * EVENTS) await setTimeout(50);
    const killed = victim === 'command' ? command : target.service;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    report(`${victim} killed with ${countStored(target.file)} events stored`);
    if (victim === 'service') {
      target.service = serve(target.file, target.url);
      await untilReady(target.url);
      // The command has waited, and goes on.
      while (countStored(target.file) < (share + 0.1) * EVENTS) await setTimeout(50);
      command.kill('SIGKILL');
      await once(command, 'exit');
    }
  }
  const command = runImport(source, target);
  let output = '';
  command.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  await once(command, 'close');
  const [receipt] = JSON.parse(output) as {
    events: Record<'source' | 'target' | 'stored', number> & Record<'sourceChecksum' | 'targetChecksum', string>;
    issues: { source: number; target: number; split: string[]; joined: string[] };
    notImported: unknown[];
  }[];
  report(`receipt: ${JSON.stringify(receipt)}`);
  const [sent, stored] = [await listEvents(source, 'from'), await listEvents(target, 'to')];
  const facts: [string, boolean][] = [
    ['all events are at the source', sent.size === EVENTS && receipt?.events.source === EVENTS],
    ['all events are at the target', stored.size === EVENTS && receipt?.events.target === EVENTS],
    ['the checksum of the source is right', receipt?.events.sourceChecksum === checksumOf(sent.keys())],
    ['the checksum of the target is right', receipt?.events.targetChecksum === checksumOf(stored.keys())],
    ['the issues have the same events', partitionOf(sent) === partitionOf(stored)],
    [
      'the receipt says so',
      receipt?.issues.target === ISSUES && receipt.issues.split.length + receipt.issues.joined.length === 0,
    ],
    ['no event is stored twice', countStored(target.file) === EVENTS],
    ['nothing is left out', receipt?.notImported.length === 0],
  ];
  for (const [fact, isSo] of facts) report(`${isSo ? 'yes' : 'NO '}  ${fact}`);
  if (facts.some(([, isSo]) => !isSo)) process.exitCode = 1;
}

void main().finally(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
