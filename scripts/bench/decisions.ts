/*
 * Measures the figures of src/DECISIONS.md: `node --expose-gc --import tsx scripts/bench/decisions.ts PART`, where PART
 * is http (openapi-backend and Express beside src/http), globs (src/ingest/glob beside RE2JS) or compression (event
 * bodies by methods).
 */
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync } from 'node:zlib';
import express from 'express';
import OpenAPIBackend, { type Document, type Request } from 'openapi-backend';
import { RE2JS } from 're2js';
import contract from '../../generated/openapi.json';
import { EVENT_DICTIONARY } from '../../src/compression/eventBody';
import { DEFAULT_SETTINGS } from '../../src/domain/project';
import { readOperations } from '../../src/http/contract';
import { parseQuery, splitQuery } from '../../src/http/queryString';
import { Routes } from '../../src/http/routes';
import { createNodeServer } from '../../src/http/server';
import { compileGlobs } from '../../src/ingest/glob';
import { GlobBudget } from '../../src/ingest/globTexts';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub } from '../../src/ingest/processEvent';
import { makePayload, Random } from '../support/payloads';
import { median } from '../support/statistics';
import { after, load } from './load';

const ROUNDS = 5;
const PATH = '/api/0/projects/acme/shop/issues/';
const PER_PAGE = [{ name: 'per_page', schema: { type: 'integer' } }];
const DOCUMENT = { definition: contract as unknown as Document, quick: true } as const;

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  async http() {
    const api = new OpenAPIBackend({ ...DOCUMENT, ignoreTrailingSlashes: false });
    await api.init();
    const routes = new Routes(readOperations(contract));
    const request: Request = { method: 'get', path: PATH, headers: {}, query: { per_page: '10' } };
    const operation = api.router.matchOperation(request);
    await printTimes('routing', {
      'openapi-backend': () => api.router.matchOperation(request),
      'src/http/routes': () => routes.match('GET', PATH),
    });
    await printTimes('parsing a request', {
      'openapi-backend': () => api.router.parseRequest(request, operation),
      'src/http/queryString': () => parseQuery(splitQuery('per_page=10'), PER_PAGE, true),
    });
    await printTimes('dispatching a request of an SDK', await dispatches());
    const app = express().use((_request, response) => {
      response.writeHead(200, { 'Content-Length': 5 }).end('hello');
    });
    const [plain, own] = [await throughput(http.createServer(app)), await throughput(createNodeServer(app))];
    print('hello world, requests/s', { 'http.createServer(app)': plain, 'createNodeServer(app)': own });
  },

  async globs() {
    const phrases = Array.from({ length: 500 }, (_, index) => `*phrase${index} text*`);
    const message = `Error: ${'cannot read property of undefined phrase '.repeat(5)}`;
    await compareGlobs('500 phrases on 200 characters', phrases, message);
    // A deterministic automaton for these patterns has a state for each of many sets of positions.
    const wildcards = Array.from({ length: 20 }, (_, index) => `*a${'?'.repeat(400 + index)}c`);
    const random = new Random(1);
    const letters = Array.from({ length: 8192 }, () => random.pick(['a', 'b'])).join('');
    await compareGlobs('20 patterns of 400 wildcards on 8192 characters', wildcards, `c${letters}`);
  },

  async compression() {
    for (const kilobytes of [3, 16, 25, 50]) {
      const bodies = Array.from({ length: 200 }, (_, number) => bodyOf(kilobytes * 1024, number));
      for (const [name, compress] of METHODS) {
        const bytes = bodies.map((body) => compress(body).length);
        const microseconds = await timeOf(() => bodies.forEach(compress), 1);
        print(`${kilobytes} KB, ${name}`, { us: microseconds / bodies.length, bytes: median(bytes) });
      }
    }
  },
};

/**
 * Calls of `handleRequest` with routing and parsing replaced as in src/http/openapiBackend.ts: with security handlers
 * and validation, without both, which is how the service calls it, and of the validators alone.
 */
async function dispatches(): Promise<Record<string, () => unknown>> {
  const api = new OpenAPIBackend({ ...DOCUMENT, strict: true });
  const none = () => undefined;
  api.register({ storeEnvelope: none, postSecurityHandler: none, unauthorizedHandler: none, validationFail: none });
  for (const scheme of ['dsnQuery', 'dsnHeader', 'dsnAuthorization']) api.registerSecurityHandler(scheme, () => 'key');
  await api.init();
  const { router, validator } = api;
  const declared = router.getOperation('storeEnvelope') ?? { operationId: '', path: '', method: '' };
  const { requestBody: _, ...operation } = declared;
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
  return {
    'openapi-backend': () => handle(true),
    'its dispatch': () => handle(false),
    'its validators': () => validators.every((check) => check({ path: params, query: {}, header: {}, cookie: {} })),
  };
}

/** Measures requests a second, client and server in this process. */
async function throughput(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = Buffer.from('GET / HTTP/1.1\r\nHost: bench\r\n\r\n');
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { perSecond } = await load(
      [port],
      Array<() => Buffer>(16).fill(() => request),
      after(1),
    );
    rounds.push(perSecond);
  }
  server.close();
  return median(rounds);
}

/** Prints the time of matching the patterns, and the memory that the first call retains. */
async function compareGlobs(name: string, patterns: readonly string[], text: string): Promise<void> {
  const globs = patterns.map((pattern) => compileGlobs([pattern], { isPath: false, ignoresCase: true }));
  const flags = RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE;
  const expressions = patterns.map((pattern) =>
    RE2JS.compile(pattern.replaceAll('*', '.*').replaceAll('?', '.'), flags),
  );
  const works = {
    'src/ingest/glob': () => globs.filter((glob) => glob.matches(text, new GlobBudget(Number.MAX_SAFE_INTEGER))),
    RE2JS: () => expressions.filter((expression) => expression.matches(text)),
  };
  for (const [engine, work] of Object.entries(works)) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    work();
    globalThis.gc?.();
    const kept = (process.memoryUsage().heapUsed - before) / 1e6;
    print(`${name}, ${engine}`, { ms: (await timeOf(work, 1)) / 1000, 'MB kept': kept });
  }
}

const METHODS: readonly (readonly [name: string, compress: (body: string) => Uint8Array])[] = [
  ...[1, 3, 6].map((level) => {
    const options = { level, dictionary: EVENT_DICTIONARY };
    return [`deflate ${level}`, (body: string) => deflateRawSync(body, options)] as const;
  }),
  ...[0, 1, 2].map((quality) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 };
    return [`brotli ${quality}`, (body: string) => brotliCompressSync(body, { params })] as const;
  }),
];

function bodyOf(bytes: number, number: number): string {
  const eventId = number.toString(16).padStart(32, '0');
  const received = Date.UTC(2026, 0, 1);
  const payload = makePayload(bytes, new Random(number), {
    eventId,
    kind: `Error${number}`,
    timestamp: received / 1000,
  });
  const normalized = normalizeEvent(payload, { eventId, received, ipAddress: null });
  return JSON.stringify({ event: completeAndScrub(normalized, DEFAULT_SETTINGS), grouping: { hash: eventId } });
}

/** Measures the median processor time of a call in microseconds. */
async function timeOf(work: () => unknown, calls = 1000): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) await work();
    const { user, system } = process.cpuUsage(start);
    rounds.push((user + system) / calls);
  }
  return median(rounds);
}

async function printTimes(what: string, works: Readonly<Record<string, () => unknown>>): Promise<void> {
  const figures: Record<string, number> = {};
  for (const [name, work] of Object.entries(works)) figures[name] = await timeOf(work);
  print(`${what}, us`, figures);
}

function print(what: string, figures: Readonly<Record<string, number>>): void {
  const texts = Object.entries(figures).map(([name, figure]) => `${name} ${figure.toFixed(2)}`);
  console.log(`${what}: ${texts.join(', ')}`);
}

const part = PARTS[process.argv[2] ?? ''];
if (part === undefined) throw new Error(`The part is one of ${Object.keys(PARTS).join(', ')}.`);
void part();
