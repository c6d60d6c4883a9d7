/* Starts the service on a throw-away database and drives the five operations on errors that a real SDK sends. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as Sentry from '@sentry/node';

const CULPRIT = path.resolve(__dirname, '../dist/src/main.js');
const SHOWN = 1200;

interface Made {
  readonly url: string;
  readonly dsn: string;
  readonly token: string;
}

/** Starts the service and waits until it listens; it tells the DSN and the token it made. */
async function startService(folder: string): Promise<Made & { stop(): Promise<void> }> {
  const environment = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: `sqlite:${folder}/demo.db`, LOG_LEVEL: 'warn', BOOTSTRAP: 'on' };
  const service = spawn(process.execPath, [CULPRIT, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  let output = '';
  for await (const chunk of service.stdout) {
    output += String(chunk);
    if (output.includes('listening on')) break;
  }
  const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  const made = { url: find(/listening on (\S+)/), dsn: find(/DSN\s+(\S+)/), token: find(/token\s+(\S+)/) };
  return { ...made, stop: () => (service.kill('SIGTERM'), ended) };
}

/** A checkout that fails the way programs do: a cause, wrapped twice. */
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

async function call(made: Made, method: string, target: string, body?: object): Promise<unknown> {
  const headers: Record<string, string> = { Authorization: `Bearer ${made.token}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  console.log(`\n$ ${method} ${target}${body === undefined ? '' : `  ${JSON.stringify(body)}`}`);
  const response = await fetch(made.url + target, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  const link = response.headers.get('link');
  console.log(`${response.status} ${response.headers.get('content-type')}${link === null ? '' : `\nLink: ${link}`}`);
  const isJson = response.headers.get('content-type') === 'application/json';
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  console.log(shown.length > SHOWN ? `${shown.slice(0, SHOWN)}\n… ${shown.length - SHOWN} more characters` : shown);
  if (!response.ok) throw new Error(`${method} ${target} answered ${response.status}`);
  return isJson ? JSON.parse(text) : text;
}

async function drive(made: Made): Promise<void> {
  const project = '/api/0/projects/acme/shop/';
  await call(made, 'PUT', project, { name: 'Web shop', subjectPrefix: '[shop]', resolveAge: 720, isBookmarked: true });
  await call(made, 'GET', '/api/0/teams/acme/backend/projects/');
  const events = (await call(made, 'GET', `${project}events/?per_page=2`)) as { groupID: string }[];
  const [failed] = (await call(made, 'GET', `${project}events/?full=true`)) as { eventID: string; groupID: string }[];
  const failure = (await eventWithException(made, project)) ?? failed;
  await call(made, 'GET', `${project}events/${failure?.eventID}/source-map-debug/?exception_idx=0&frame_idx=-1`);
  await call(made, 'DELETE', `${project}issues/?id=${events[0]?.groupID}`);
  await call(made, 'GET', `${project}events/`);
}

async function eventWithException(made: Made, project: string): Promise<{ eventID: string; groupID: string } | undefined> {
  const response = await fetch(`${made.url}${project}events/`, { headers: { Authorization: `Bearer ${made.token}` } });
  const events = (await response.json()) as { eventID: string; groupID: string; title: string }[];
  return events.find(({ title }) => title.startsWith('Error: checkout failed'));
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'culprit-demo-'));
  const service = await startService(folder);
  try {
    console.log(`The service listens on ${service.url}; @sentry/node now sends four errors to ${service.dsn}`);
    await sendErrors(service.dsn);
    await drive(service);
    console.log('\nAll five operations answered.');
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
