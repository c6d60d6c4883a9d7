/**
 * Measures the parts of openapi-backend and Express that src/http replaces, beside the replacements: the figures of
 * src/DECISIONS.md. Run with `npx tsx scripts/bench/httpStack.ts`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import OpenAPIBackend, { type Document, type Request } from 'openapi-backend';
import contract from '../../generated/openapi.json';
import { type App, openApp } from '../../src/app';
import { readConfig } from '../../src/config';
import { readOperations } from '../../src/http/contract';
import { parseQuery, splitQuery } from '../../src/http/queryString';
import { Routes } from '../../src/http/routes';
import { createNodeServer } from '../../src/http/server';
import { openLog } from '../../src/log';
import { Connection } from './load';
import { median } from '../support/statistics';

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 16;
/** Number of envelopes that each server receives. */
const REQUESTS = 20_000;

const PATH = '/api/0/projects/acme/shop/issues/';

async function main(): Promise<void> {
  const api = new OpenAPIBackend({
    definition: contract as unknown as Document,
    quick: true,
    ignoreTrailingSlashes: false,
  });
  await api.init();
  const routes = new Routes(readOperations(contract));
  const request: Request = { method: 'get', path: PATH, headers: {}, query: { per_page: '10' } };
  const operation = api.router.matchOperation(request);
  print('routing, us', {
    'openapi-backend': time(() => api.router.matchOperation(request)),
    'src/http/routes': time(() => routes.match('GET', PATH)),
  });
  print('parsing a request, us', {
    'openapi-backend': time(() => api.router.parseRequest(request, operation)),
    'src/http/queryString': time(() => parseQuery(splitQuery('per_page=10'), PER_PAGE, true)),
  });
  print('dispatching a request of an SDK, us', await timeDispatch());
  print('request with an envelope of 3 KB, us', await timeEnvelopes());
  const ids = Array.from({ length: 2000 }, (_, index) => `id=${index + 1}`).join('&');
  const parsed = api.router.parseRequest({ method: 'get', path: `${PATH}?${ids}`, headers: {} }, operation);
  const isList = Array.isArray((parsed.query as { id: unknown }).id);
  print('2000 repeated ids become', {
    'openapi-backend': isList ? 'a list' : 'an object',
    'src/http/queryString': 'a list',
  });
  print('hello fixture, requests/s', {
    'http.createServer(app)': await throughput(() => http.createServer(hello())),
    'createNodeServer(app)': await throughput(() => createNodeServer(hello())),
  });
}

/**
 * Processor time of `handleRequest` with routing and parsing replaced as in src/http/openapiBackend.ts: with security
 * handlers and validation, without both, which is how the service calls it, and of the validators alone.
 */
async function timeDispatch(): Promise<Record<string, number>> {
  const api = new OpenAPIBackend({ definition: contract as unknown as Document, quick: true, strict: true });
  const none = () => undefined;
  api.register({ storeEnvelope: none, postSecurityHandler: none, unauthorizedHandler: none, validationFail: none });
  for (const scheme of ['dsnQuery', 'dsnHeader', 'dsnAuthorization']) api.registerSecurityHandler(scheme, () => 'key');
  await api.init();
  const { router, validator } = api;
  const { requestBody: _, ...operation } = router.getOperation('storeEnvelope') ?? {
    operationId: '',
    path: '',
    method: '',
  };
  const params = { project_id: '1' };
  const request = { method: 'post', path: '/api/1/envelope/', params, query: {}, headers: {}, cookies: {}, body: {} };
  router.getOperation = () => operation;
  router.parseRequest = () => ({ ...request, requestBody: undefined });
  const validators = validator.getRequestValidatorsForOperation('storeEnvelope');
  const unsecured = { ...operation, security: [] };
  const handle = (validates: boolean) => {
    api.validate = validates;
    router.matchOperation = () => (validates ? operation : unsecured);
    return api.handleRequest(request);
  };
  const timed = {
    'openapi-backend': () => handle(true),
    'its dispatch': () => handle(false),
    'its validators': () =>
      validators.every((validate) => validate({ path: params, query: {}, header: {}, cookie: {} })),
  };
  const times: Record<string, number> = {};
  for (const [name, work] of Object.entries(timed)) times[name] = await processorTime(work);
  return times;
}

/**
 * Processor time of a request from the socket to the reply, without processing: the only item of the envelope is of a
 * type that is skipped. Another process sends the requests.
 */
async function timeEnvelopes(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'culprit-http-'));
  const config = readConfig({ DATABASE_URL: `sqlite:${path.join(folder, 'culprit.db')}`, PORT: '0', SCRAPING: 'off' });
  const app = await openApp(config, openLog('silent'));
  const plain = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 2 }).end('{}');
    });
  });
  try {
    const service = Number(new URL(await app.listen()).port);
    const target = await createProject(app);
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    const { port } = plain.address() as AddressInfo;
    return { 'node:http': await timeSender(port, target), 'the service': await timeSender(service, target) };
  } finally {
    plain.close();
    await app.close();
    await rm(folder, { recursive: true });
  }
}

/** Returns the path and the query to which clients of a new project send envelopes. */
async function createProject({ database }: App): Promise<string> {
  const publicKey = '0123456789abcdef0123456789abcdef';
  const named = { slug: 'shop', name: 'Shop', dateCreated: Date.now() };
  const { id } = await database.write(async ({ organizations, projects, projectKeys }) => {
    const { id: organizationId } = await organizations.insert(named);
    const project = await projects.insert({ ...named, organizationId, platform: null, securityToken: '' });
    await projectKeys.insert({
      publicKey,
      projectId: project.id,
      isActive: true,
      name: 'Default',
      dateCreated: named.dateCreated,
    });
    return project;
  });
  return `/api/${id}/envelope/?sentry_key=${publicKey}&sentry_version=7`;
}

/**
 * Measures the processor time of this process for each request that another process sends; the first ones are not
 * counted.
 */
async function timeSender(port: number, target: string): Promise<number> {
  const sender = fork(__filename, ['send', String(port), target]);
  await once(sender, 'message');
  const start = process.cpuUsage();
  await once(sender, 'exit');
  const { user, system } = process.cpuUsage(start);
  return Number(((user + system) / REQUESTS).toFixed(1));
}

/**
 * Sends envelopes: first a fifth of the number to warm up, then a message to the parent process, then the counted ones.
 */
async function sendEnvelopes(port: number, target: string): Promise<void> {
  const payload = JSON.stringify({ discarded_events: 'x'.repeat(3000) });
  const body = `{}\n{"type":"client_report","length":${payload.length}}\n${payload}\n`;
  const request = Buffer.from(
    `POST ${target} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const connections = await Promise.all(Array.from({ length: 50 }, () => Connection.open(port)));
  const send = async (count: number): Promise<void> => {
    let left = count;
    await Promise.all(
      connections.map(async (connection) => {
        while (left-- > 0) await connection.send(request);
      }),
    );
  };
  await send(REQUESTS / 5);
  process.send?.('warm');
  await send(REQUESTS);
  process.exit();
}

/** Measures the median processor time of a call in microseconds. */
async function processorTime(work: () => unknown): Promise<number> {
  const durations: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const calls = 5000;
    const start = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) await work();
    const { user, system } = process.cpuUsage(start);
    durations.push((user + system) / calls);
  }
  return Number(median(durations).toFixed(1));
}

const PER_PAGE = [{ name: 'per_page', schema: { type: 'integer' } }];

function hello(): express.Express {
  const app = express();
  app.use((_request, response) => {
    response.writeHead(200, { 'Content-Length': 5 }).end('hello');
  });
  return app;
}

/** Measures the median duration of a call in microseconds. */
function time(work: () => unknown): number {
  const durations = Array.from({ length: ROUNDS }, () => {
    const calls = 2000;
    const start = performance.now();
    for (let call = 0; call < calls; call += 1) work();
    return ((performance.now() - start) * 1000) / calls;
  });
  return Number(median(durations).toFixed(1));
}

/** Measures the median of requests a second, client and server in this process. */
async function throughput(create: () => Server): Promise<number> {
  const server = create().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const end = performance.now() + SECONDS * 1000;
    const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendUntil(end, port, agent)));
    rounds.push(counts.reduce((sum, count) => sum + count, 0) / SECONDS);
  }
  agent.destroy();
  server.close();
  return Math.round(median(rounds));
}

async function sendUntil(end: number, port: number, agent: http.Agent): Promise<number> {
  let count = 0;
  for (; performance.now() < end; count += 1) {
    await new Promise((resolve, reject) => {
      http.get({ port, agent, path: '/' }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  }
  return count;
}

function print(what: string, figures: Readonly<Record<string, number | string>>): void {
  const text = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  process.stdout.write(`${what}: ${text.join(', ')}\n`);
}

const [command, port, target = ''] = process.argv.slice(2);
(command === 'send' ? sendEnvelopes(Number(port), target) : main()).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
