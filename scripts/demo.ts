/*
 * Starts the service on a temporary database, and calls the five operations on errors that a real SDK sends, and those
 * that give reasons. With `--console` it fills and serves a console.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as Sentry from '@sentry/node';
import { type Client, createClient } from '../src/client/createClient';
import { ensureBuilt, ServiceProcess } from '../test/support/process';
import { serveConsole } from './demo/console';

const SHOWN = 1200;

const EVENTS = '/api/0/projects/{organization_slug}/{project_slug}/events/';

interface Made {
  readonly url: string;
  readonly dsn: string;
  readonly token: string;
}

/** Starts the service on an empty database, and reads the DSN and the token from its output. */
async function startService(folder: string): Promise<Made & { stop(): Promise<unknown> }> {
  await ensureBuilt();
  const service = await ServiceProcess.start({ DATABASE_URL: `sqlite:${folder}/demo.db`, BOOTSTRAP: 'on' });
  const find = (pattern: RegExp) => pattern.exec(service.stdout)?.[1] ?? '';
  return { url: service.url, dsn: find(/DSN\s+(\S+)/), token: find(/token\s+(\S+)/), stop: () => service.stop() };
}

/** Fails with an error and its cause. */
function checkout(order: number): never {
  try {
    throw new RangeError(`stock of item ${order % 3} is negative`);
  } catch (cause) {
    throw new Error('checkout failed', { cause });
  }
}

async function sendErrors(dsn: string): Promise<void> {
  Sentry.init({ dsn, release: 'shop@1.4.0', environment: 'demo' });
  for (let order = 0; order < 3; order += 1) {
    try {
      checkout(order);
    } catch (error) {
      Sentry.captureException(error, { tags: { order: String(order) } });
    }
  }
  Sentry.captureMessage('The warehouse answers slowly', 'warning');
  await Sentry.close(5000);
}

type Answer<Data> =
  | { ok: true; status: number; data: Data; response: Response }
  | { ok: false; status: number | 'unexpected'; error: unknown; response: Response };

/** Prints a request and its reply. @throws Error if it failed */
async function show<Data>(method: string, response: Promise<Answer<Data>>, body?: object): Promise<Data> {
  const reply = await response;
  const { pathname, search } = new URL(reply.response.url);
  console.log(`\n$ ${method} ${pathname}${search}${body === undefined ? '' : `  ${JSON.stringify(body)}`}`);
  const link = reply.response.headers.get('link');
  console.log(
    `${reply.response.status} ${reply.response.headers.get('content-type')}${link === null ? '' : `\nLink: ${link}`}`,
  );
  const answer = reply.ok ? reply.data : reply.error;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
  console.log(text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${text.length - SHOWN} more characters` : text);
  if (!reply.ok) throw new Error(`${method} ${pathname} answered ${reply.status}`);
  return reply.data;
}

/** Calls the five operations with the published client, and those that give reasons. */
async function drive({ url, token }: Made): Promise<void> {
  const culprit = createClient({ baseUrl: url, token });
  const path = { organization_slug: 'acme', project_slug: 'shop' };
  const body = { name: 'Web shop', subjectPrefix: '[shop]', resolveAge: 720, isBookmarked: true };
  await show('PUT', culprit.updateProject({ ...path, body }), body);
  await show('GET', culprit.listTeamProjects({ organization_slug: 'acme', team_id_or_slug: 'backend' }));
  const events = await show('GET', culprit.listProjectEvents({ ...path, per_page: 2 }));
  await show('GET', culprit.listProjectEvents({ ...path, full: true }));
  const failed = await find(culprit.records(EVENTS, { params: { path } }), ({ title }) =>
    title.startsWith('Error: checkout failed'),
  );
  const frame = { event_id: failed?.eventID ?? '', exception_idx: 0, frame_idx: -1 };
  await show('GET', culprit.getSourceMapDebug({ ...path, ...frame }));
  await explain(culprit, failed?.eventID ?? '', failed?.groupID ?? '');
  await show('DELETE', culprit.removeIssues({ ...path, id: [Number(events[0]?.groupID)] }));
  await show('GET', culprit.listProjectEvents(path));
}

/**
 * Asks why an event is in its issue, why rules alerted about it or did not, whether its release is good, what became of
 * it, and what an agent would read.
 */
async function explain(culprit: Client, event: string, issue: string): Promise<void> {
  const path = { organization_slug: 'acme', project_slug: 'shop' };
  await show('GET', culprit.getEventGroupingInfo({ ...path, event_id: event }));
  await show('GET', culprit.listIssueAlertDecisions({ organization_slug: 'acme', issue_id: issue }));
  await show('GET', culprit.getReleaseVerdict({ organization_slug: 'acme', version: 'shop@1.4.0' }));
  await show('GET', culprit.getEventJourney({ ...path, event_id: event }));
  const call = { name: 'find_issues', arguments: {} };
  const message = { jsonrpc: '2.0' as const, id: 1, method: 'tools/call', params: call };
  await show('POST', culprit.sendAgentMessage({ body: message }), message);
}

async function find<T>(records: AsyncIterable<T>, isWanted: (record: T) => boolean): Promise<T | undefined> {
  for await (const record of records) if (isWanted(record)) return record;
  return undefined;
}

/** @throws Error unless it is a number of events, or undefined */
function parseCount(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9][0-9]{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`--events is "${text}", but must be a number of events from 1 to 999999.`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { console: { type: 'boolean' }, events: { type: 'string' } } });
  if (values.console === true) return serveConsole(parseCount(values.events));
  if (values.events !== undefined)
    throw new Error('--events is for --console: npm run demo -- --console --events 7000');
  const folder = mkdtempSync(path.join(tmpdir(), 'culprit-demo-'));
  const service = await startService(folder);
  try {
    console.log(`The service listens on ${service.url}; @sentry/node now sends four errors to ${service.dsn}`);
    await sendErrors(service.dsn);
    await drive(service);
    console.log('\nAll operations answered.');
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
