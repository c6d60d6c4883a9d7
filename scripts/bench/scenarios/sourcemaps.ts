import { createClient } from '../../../src/client/createClient';
import { makePayload } from '../../support/payloads';
import { uploadScript } from '../../support/uploadScript';
import type { Bench } from '../bench';
import { compare, comparedTable, requireSameResponse } from '../compare';
import { type Make, makeTemplates, requestsFrom } from '../requests';
import {
  type BenchFixture,
  call,
  envelopeTarget,
  EVENTS_PATH,
  repeat,
  requestBytes,
  type SeededDatabase,
} from '../fixture';
import { afterCount, type Requests } from '../load';
import { type Minified, minify, ORIGIN } from '../minified';
import type { RunningProgram } from '../programs';
import type { Outcome, Table } from '../report';
import type { SideName } from '../setup';

const CONNECTIONS = 10;
const FRAMES = 15;
const BYTES = 2 * 1024;

/** Measures resolving the frames of events as they arrive, and diagnosing one frame. */
export async function sourcemaps(bench: Bench): Promise<Outcome> {
  const minified = minify();
  const plain = await bench.copy(await bench.seeded(0));
  const mapped = await seedWithMaps(bench, plain, minified);
  const tables =
    bench.setup.theirs.kind === 'bare'
      ? [await resolution(bench, plain, mapped, minified), await debugging(bench, mapped, minified)]
      : [await comparison(bench, plain, mapped, minified)];
  return { tables, reached: {} };
}

/** Compares two services: all cases in one table. */
async function comparison(
  bench: Bench,
  plain: SeededDatabase,
  mapped: SeededDatabase,
  minified: Minified,
): Promise<Table> {
  const { fixture } = plain;
  const templates = makeTemplates(makerOf(minified));
  const events = () => Array.from({ length: CONNECTIONS }, () => requestsFrom(envelopeTarget(fixture), templates));
  const onCopies = (seeded: SeededDatabase, name: string, connections: () => Requests[]) =>
    bench.withSides(seeded, async ({ ours, theirs }) => {
      // The measured time excludes parsing the sources of the bundle.
      await bench.settle([ours, theirs], connections);
      return compare(bench, [ours, theirs], { name, connections });
    });
  const { stored, path } = await storeOne(bench, mapped, minified);
  const comparisons = [
    await onCopies(mapped, `an event with ${FRAMES} frames, with maps`, events),
    await onCopies(plain, `an event with ${FRAMES} frames, without maps`, events),
    await onCopies(stored, 'a frame that is diagnosed', () =>
      Array.from({ length: CONNECTIONS }, () => repeat(requestBytes(fixture, path))),
    ),
  ];
  const title = `Source maps, ${CONNECTIONS} connections`;
  return comparedTable(
    bench,
    { title, note: `The map of ${Math.round(minified.map.length / 1024)} KB is in the caches.` },
    comparisons,
  );
}

async function resolution(
  bench: Bench,
  plain: SeededDatabase,
  mapped: SeededDatabase,
  minified: Minified,
): Promise<Table> {
  const templates = makeTemplates(makerOf(minified));
  const connections = () =>
    Array.from({ length: CONNECTIONS }, () => requestsFrom(envelopeTarget(plain.fixture), templates));
  // The bare server does not resolve frames: the service without maps is compared instead.
  const [ours, theirs] = [await bench.copyFor('ours', mapped), await bench.copyFor('ours', plain)];
  const sides = [await bench.start('ours', ours), await bench.start('ours', theirs)] as const;
  try {
    const comparison = await compare(bench, sides, { name: `events with ${FRAMES} minified frames`, connections });
    await requireResolved(plain.fixture, sides[0], minified);
    const title = `Source maps: ingest, ${CONNECTIONS} connections`;
    const bundle = `the bundle of the events, whose map of ${Math.round(minified.map.length / 1024)} KB is in its cache`;
    const note = `Both are the service: one has ${bundle}, the other has none and stores the frames as sent.`;
    return comparedTable(bench, { title, note, names: ['with maps', 'without'] }, [comparison]);
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
    for (const { databases, url } of [ours, theirs]) await databases.drop(url);
  }
}

/** Stores an event with maps. Returns the database and the path that diagnoses a frame of the event. */
async function storeOne(
  bench: Bench,
  mapped: SeededDatabase,
  minified: Minified,
): Promise<{ stored: SeededDatabase; path: string }> {
  const stored = await bench.copy(mapped);
  const side = await bench.start(seedingSide(bench), stored);
  await sendOne(bench, stored.fixture, side, minified);
  const { id } = await newest(stored.fixture, side);
  await side.stop();
  return { stored, path: `${EVENTS_PATH}${id}/source-map-debug/?exception_idx=0&frame_idx=0` };
}

/**
 * Returns the side that fills the databases when two clones are compared: the other clone, because only newer services
 * open the databases of older ones.
 */
function seedingSide({ setup }: Bench): SideName {
  return setup.theirs.root === undefined ? 'ours' : 'theirs';
}

async function debugging(bench: Bench, mapped: SeededDatabase, minified: Minified): Promise<Table> {
  const { stored: seeded, path } = await storeOne(bench, mapped, minified);
  return bench.withSides(seeded, async (sides) => {
    await requireSameResponse(seeded.fixture, sides, path);
    const connections = () => Array.from({ length: CONNECTIONS }, () => repeat(requestBytes(seeded.fixture, path)));
    const comparison = await compare(bench, [sides.ours, sides.theirs], { name: 'a frame that resolves', connections });
    const note = 'The bare server only looks whether a map is there; the service finds the position in it.';
    return comparedTable(bench, { title: `Source maps: debug, ${CONNECTIONS} connections`, note }, [comparison]);
  });
}

async function seedWithMaps(bench: Bench, plain: SeededDatabase, minified: Minified): Promise<SeededDatabase> {
  const seeded = await bench.copy(plain);
  const side = await bench.start(seedingSide(bench), seeded);
  const client = createClient({ baseUrl: `http://127.0.0.1:${side.port}`, token: seeded.fixture.token });
  await uploadScript(client, {
    organization: 'acme',
    project: 'shop',
    name: minified.url.replace(ORIGIN, '~'),
    ...minified,
  });
  await side.stop();
  return seeded;
}

async function sendOne(bench: Bench, fixture: BenchFixture, side: RunningProgram, minified: Minified): Promise<void> {
  await bench.load(side, [requestsFrom(envelopeTarget(fixture), makeTemplates(makerOf(minified)))], afterCount(1));
}

/** Creates frames as a browser sends them for a minified file with a debug id. */
function makerOf({ url, debugId, positions }: Minified): Make {
  return (random, fixed) => {
    const frames = Array.from({ length: FRAMES }, () => {
      const { line, column } = random.pick(positions);
      return {
        filename: url,
        abs_path: url,
        function: random.pick(['e', 't', 'n', 'r']),
        lineno: line,
        colno: column,
        in_app: true,
      };
    });
    const value = { type: fixed.kind, value: 'the basket is empty', stacktrace: { frames } };
    const images = [{ type: 'sourcemap', code_file: url, debug_id: debugId }];
    return { ...makePayload(BYTES, random, fixed), exception: { values: [value] }, debug_meta: { images } };
  };
}

async function requireResolved(fixture: BenchFixture, side: RunningProgram, { url }: Minified): Promise<void> {
  const { entries } = await newest(fixture, side);
  const text = JSON.stringify(
    entries.find(({ type }) => type === 'exception')?.data.values[0].stacktrace.frames ?? null,
  );
  if (text === 'null' || text.includes(`"filename":"${url}"`))
    throw new Error('the frames of an event were not resolved');
}

interface Detail {
  readonly id: string;
  readonly entries: readonly { type: string; data: { values: [{ stacktrace: { frames: object[] } }] } }[];
}

async function newest(fixture: BenchFixture, { port }: RunningProgram): Promise<Detail> {
  const [detail] = (await (await call(fixture, port, `${EVENTS_PATH}?full=true&per_page=1`)).json()) as [Detail];
  return detail;
}
