import path from 'node:path';
import fc from 'fast-check';
import { compressContent } from '../../../src/compression/eventBody';
import { Unavailable } from '../../../src/domain/errors';
import type { MapRequest, ParseResult } from '../../../src/sourcemaps/parse/parse';
import { parseNow } from '../../../src/sourcemaps/parse/parseNow';
import type {
  ParserLimits,
  ParserThread as ParserThreadClass,
  PARSER_LIMITS as Limits,
} from '../../../src/sourcemaps/parse/parserThread';
import { PackedSourceMap } from '../../../src/sourcemaps/resolve/packedMap';
import { InvalidSourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { SourceMapCache } from '../../../src/sourcemaps/resolve/sourceMapCache';
import { mapText } from '../../support/artifacts';
import { largeMapText, manyNamesMapText } from '../../support/sourceMap';
import { ensureBuilt, poll } from '../../support/process';

/** The class from the build: a worker thread cannot run TypeScript. */
let ParserThread: typeof ParserThreadClass;
let PARSER_LIMITS: typeof Limits;
let parser: ParserThreadClass | undefined;
let errors: unknown[];
/** Number of times that the thread ended by itself. */
let ends: number;

beforeAll(async () => {
  await ensureBuilt();
  ({ ParserThread, PARSER_LIMITS } = jest.requireActual(
    path.resolve(__dirname, '../../../dist/src/sourcemaps/parse/parserThread.js'),
  ));
});

beforeEach(() => {
  errors = [];
  ends = 0;
});

afterEach(async () => {
  await parser?.close();
  parser = undefined;
  expect(errors).toEqual([]);
});

function start(limits: Partial<ParserLimits> = {}): ParserThreadClass {
  parser = new ParserThread(
    (error) => errors.push(error),
    () => (ends += 1),
    { ...PARSER_LIMITS, ...limits },
  );
  return parser;
}

async function requestOf(content: string | Uint8Array, more: Partial<MapRequest> = {}): Promise<MapRequest> {
  const bytes = Buffer.from(content);
  const slices = (await compressContent(bytes)).map((slice) => new Uint8Array(slice));
  return { slices, size: bytes.length, inlineHeaders: null, ...more };
}

/** Returns a result without the classes of buffers, which a message does not keep. */
function plain(result: ParseResult): unknown {
  return JSON.parse(
    JSON.stringify(result, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value,
    ),
  );
}

const SMALL = mapText([[0, 'a.ts', 0, 0, 'pay']], { 'a.ts': 'pay();' });

it('gives what parsing on this thread gives, for maps of every kind', async () => {
  const thread = start();
  const mapping = fc.tuple(fc.nat(200), fc.constantFrom('a.ts', 'b.ts', ''), fc.nat(40), fc.nat(90), fc.string());
  const map = fc.tuple(fc.array(mapping, { maxLength: 30 }), fc.string({ unit: 'binary' })).map(([mappings, text]) => {
    const sorted = mappings.sort(([one], [other]) => one - other);
    return mapText(sorted, { 'a.ts': text, 'b.ts': 'one\ntwo' }, { ignoreList: sorted.length > 9 ? [0] : [] });
  });
  const indexed = fc.array(map, { maxLength: 4 }).map((maps) => {
    const sections = maps.map((text, line) => ({ offset: { line: 3 * line, column: line }, map: JSON.parse(text) }));
    return JSON.stringify({ version: 3, sections });
  });
  const inline = map.map(
    (text) => `code\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString('base64')}`,
  );
  const broken = fc.tuple(map, fc.nat(100)).map(([text, end]) => text.slice(0, end));
  await fc.assert(
    fc.asyncProperty(fc.oneof(map, indexed, broken, inline, fc.string()), fc.boolean(), async (text, isInline) => {
      const more = { inlineHeaders: isInline ? {} : null };
      const here = parseNow('map', await requestOf(text, more));
      expect(plain(await thread.parse('map', await requestOf(text, more)))).toEqual(plain(here));
    }),
    { numRuns: 200 },
  );
});

it('leaves this thread free while it parses a map of 53 MB', async () => {
  const thread = start();
  const request = await requestOf(largeMapText(53_000_000));
  let turns = 0;
  let isParsing = true;
  const count = () => {
    turns += 1;
    if (isParsing) setTimeout(count, 1);
  };
  setTimeout(count, 1);
  const result = await thread.parse('map', request);
  isParsing = false;
  if (!('map' in result)) throw new Error('the map was not parsed');
  // On this thread, parsing is one turn of the event loop.
  expect(turns).toBeGreaterThan(20);
  const map = new PackedSourceMap(result.map);
  expect(map.find(1, 1)).toMatchObject({ source: '../src/module0.ts', line: 1, column: 1 });
  expect(map.find(1, 1)?.content?.around(2).contextLine).toBe('export function handler1() {}');
});

it('fails a map that takes too long, and parses the next ones', async () => {
  const thread = start({ requestMs: 250 });
  const large = await requestOf(largeMapText(53_000_000));
  expect(await thread.parse('map', large)).toEqual({ failure: 'parsing it takes longer than 0.25 seconds' });
  expect(ends).toBe(1);
  // Starting a thread takes a part of the time.
  await poll(async () => 'map' in (await thread.parse('map', await requestOf(SMALL))));
});

it('fails a map that takes too much memory, and parses the next ones', async () => {
  const thread = start({ heapMb: 48 });
  const [large, small] = [await requestOf(manyNamesMapText(1_900_000)), await requestOf(SMALL)];
  const results = await Promise.all([thread.parse('map', large), thread.parse('map', small)]);
  expect(results[0]).toEqual({ failure: 'parsing it takes more than 48 MB of memory' });
  expect(results[1]).toHaveProperty('map');
  expect(ends).toBe(1);
});

it('does not have a map parsed again for each event that took too much', async () => {
  const thread = start({ heapMb: 48 });
  let parsed = 0;
  const cache = new SourceMapCache((kind, request) => {
    parsed += 1;
    return thread.parse(kind, request);
  });
  const load = async (sha1: string, text: string) => {
    const { slices, size } = await requestOf(text);
    const artifact = { projectId: '1', name: '~/a.js.map', headers: {}, sha1, size };
    return cache.getMap('1', { artifact, isInline: false, url: '~/a.js.map' }, (_, number) =>
      Promise.resolve(slices[number] ?? null),
    );
  };
  const large = manyNamesMapText(1_900_000);
  for (let time = 0; time < 3; time += 1) {
    expect(await load('large', large)).toEqual(new InvalidSourceMap('parsing it takes more than 48 MB of memory'));
  }
  expect(parsed).toBe(1);
  expect(await load('small', SMALL)).toBeInstanceOf(PackedSourceMap);
});

it('rejects requests beyond the memory for those that wait', async () => {
  const thread = start({ waitingBytes: 100 });
  const requests = await Promise.all(Array.from({ length: 9 }, () => requestOf(SMALL)));
  const results = await Promise.allSettled(requests.map((request) => thread.parse('map', request)));
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  expect(reasons.length).toBeGreaterThan(5);
  for (const reason of reasons) expect(reason.message).toBe('Too many source maps are waiting to be parsed.');
  expect(thread.status()).toEqual({ waiting: 0, oldestSeconds: 0 });
});

it('rejects what is in progress and what waits when it is closed, and what comes later', async () => {
  const thread = start();
  const large = await requestOf(largeMapText(53_000_000));
  const [small, later] = [await requestOf(SMALL), await requestOf(SMALL)];
  const pending = Promise.allSettled([thread.parse('map', large), thread.parse('map', small)]);
  expect(thread.status().waiting).toBe(2);
  await thread.close();
  const results = [...(await pending), ...(await Promise.allSettled([thread.parse('map', later)]))];
  expect(results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : null))).toEqual(
    Array(3).fill(new Unavailable('The service is being stopped.').message),
  );
  expect(thread.status().waiting).toBe(0);
  expect(ends).toBe(0);
});

it('ends its thread when there is nothing to parse, and starts another one', async () => {
  const thread = start({ idleMs: 0 });
  for (let time = 0; time < 3; time += 1) {
    expect(await thread.parse('map', await requestOf(SMALL))).toHaveProperty('map');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(ends).toBe(0);
});

it('parses on this thread if there is no other one', async () => {
  const here = new ParserThread(undefined, undefined, PARSER_LIMITS, null);
  expect(plain(await here.parse('map', await requestOf(SMALL)))).toEqual(
    plain(parseNow('map', await requestOf(SMALL))),
  );
});
