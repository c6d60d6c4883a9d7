import path from 'node:path';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { buildSync } from 'esbuild';
import { createClient } from '../../../src/client/createClient';
import { ROOT } from '../../../test/support/process';
import { makePayload } from '../../support/payloads';
import { uploadScript } from '../../support/uploadScript';
import type { Bench, SideName } from '../bench';
import { compare, comparedTable, type Comparison } from '../compare';
import { afterCount, type Requests } from '../load';
import type { RunningProgram } from '../programs';
import type { Outcome, Table } from '../report';
import { call, EVENTS_PATH, getConnections, type Make, makeTemplates, requestsFrom } from '../requests';
import type { BenchFixture, SeededDatabase } from '../seed';

const CONNECTIONS = 10;
const FRAMES = 15;
const BYTES = 2 * 1024;
/** One mapping in this number becomes the position of a frame. */
const STEP = 7;
const FILE = '/assets/app.min.js';
const URL = `https://shop.acme.test${FILE}`;
const DEBUG_ID = 'a3c1f0de-5b7d-4c2e-9f60-1d2e3f4a5b6c';
const [EVENT, FRAME] = [`an event with ${FRAMES} frames`, 'a frame that is diagnosed'];

/** A database with one event, one of whose frames is diagnosed at the path. */
interface Stored {
  readonly seeded: SeededDatabase;
  readonly path: string;
}

/** Measures resolving the frames of events as they arrive, and diagnosing one frame. */
export async function sourcemaps(bench: Bench): Promise<Outcome> {
  const { text, map, make } = minify();
  const empty = await bench.seeded(0);
  const templates = makeTemplates(make);
  const next = () => requestsFrom(empty.fixture, templates);
  const events = () => Array.from({ length: CONNECTIONS }, next);
  const withMaps = await store(bench, empty, next(), { text, map });
  const without = await store(bench, empty, next());
  const measure = bench.setup.theirs.kind === 'bare' ? compareWithout : compareSides;
  return { tables: [await measure(bench, withMaps, without, events)], reached: {} };
}

/** Stores one event in a copy of a database, after the files of its script if they are given. */
async function store(
  bench: Bench,
  seeded: SeededDatabase,
  event: Requests,
  files?: { readonly text: string; readonly map: string },
): Promise<Stored> {
  // When two clones are compared, the other fills the databases: only newer services open those of older ones.
  const filler: SideName = bench.setup.theirs.root === undefined ? 'ours' : 'theirs';
  const copy = await bench.copyFor('seed', seeded);
  const { fixture } = copy;
  const program = await bench.start(filler, copy);
  const client = createClient({ baseUrl: `http://127.0.0.1:${program.port}`, token: fixture.token });
  const script = { organization: 'acme', project: 'shop', name: `~${FILE}`, debugId: DEBUG_ID };
  if (files !== undefined) await uploadScript(client, { ...script, ...files });
  await bench.load(program, [event], afterCount(1));
  const { id } = await newest(fixture, program);
  await program.stop();
  return { seeded: copy, path: `${EVENTS_PATH}${id}/source-map-debug/?exception_idx=0&frame_idx=0` };
}

/** Compares two services. */
async function compareSides(bench: Bench, withMaps: Stored, without: Stored, events: () => Requests[]): Promise<Table> {
  const onCopies = ({ seeded }: Stored, name: string, connections: () => Requests[]): Promise<Comparison> =>
    bench.withSides(seeded, async ({ ours, theirs }) => {
      // The measured time excludes parsing the sources of the bundle.
      await bench.settle([ours, theirs], connections);
      return compare(bench, [ours, theirs], { name, connections });
    });
  const diagnose = () => getConnections(withMaps.seeded.fixture, withMaps.path, CONNECTIONS);
  const comparisons = [
    await onCopies(withMaps, `${EVENT}, with maps`, events),
    await onCopies(without, `${EVENT}, without maps`, events),
    await onCopies(withMaps, FRAME, diagnose),
  ];
  return comparedTable(bench, { title: `Source maps, ${CONNECTIONS} connections` }, comparisons);
}

/** Compares the service with itself without maps: the bare server neither resolves nor diagnoses frames. */
async function compareWithout(
  bench: Bench,
  withMaps: Stored,
  without: Stored,
  events: () => Requests[],
): Promise<Table> {
  return bench.withSide('ours', withMaps.seeded, (ours, { fixture }) =>
    bench.withSide('ours', without.seeded, async (theirs) => {
      const diagnose = (side: RunningProgram) =>
        getConnections(fixture, side === ours ? withMaps.path : without.path, CONNECTIONS);
      const comparisons = [
        await compare(bench, [ours, theirs], { name: EVENT, connections: events }),
        await compare(bench, [ours, theirs], { name: FRAME, connections: diagnose }),
      ];
      const { entries } = await newest(fixture, ours);
      const frames = entries.find(({ type }) => type === 'exception')?.data.values[0].stacktrace.frames;
      if (frames === undefined || JSON.stringify(frames).includes(`"filename":"${URL}"`))
        throw new Error('the frames of an event were not resolved');
      const title = `Source maps, ${CONNECTIONS} connections`;
      const note =
        'Both are the service: one has the bundle of the events in its cache, the other has none and stores the frames as sent.';
      return comparedTable(bench, { title, note, names: ['with maps', 'without'] }, comparisons);
    }),
  );
}

/** Minifies an installed package as the build of a site does, and makes events as a browser sends them for it. */
function minify(): { readonly text: string; readonly map: string; readonly make: Make } {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(ROOT, 'node_modules/ajv/dist/2020.js')],
    outfile: 'app.min.js',
    bundle: true,
    minify: true,
    sourcemap: true,
    write: false,
    logLevel: 'warning',
  });
  const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  const map = JSON.stringify({ ...(JSON.parse(textOf('.map')) as object), debug_id: DEBUG_ID });
  const positions: { lineno: number; colno: number }[] = [];
  let count = 0;
  eachMapping(new TraceMap(map), ({ generatedLine, generatedColumn, source }) => {
    if (source !== null && count++ % STEP === 0) positions.push({ lineno: generatedLine, colno: generatedColumn + 1 });
  });
  const make: Make = (random, fixed) => {
    const frames = Array.from({ length: FRAMES }, () => {
      const frame = { filename: URL, abs_path: URL, function: random.pick(['e', 't', 'n', 'r']), in_app: true };
      return { ...frame, ...random.pick(positions) };
    });
    const value = { type: fixed.kind, value: 'the basket is empty', stacktrace: { frames } };
    const images = [{ type: 'sourcemap', code_file: URL, debug_id: DEBUG_ID }];
    return { ...makePayload(BYTES, random, fixed), exception: { values: [value] }, debug_meta: { images } };
  };
  return { text: `${textOf('.min.js')}\n//# debugId=${DEBUG_ID}\n`, map, make };
}

interface Detail {
  readonly id: string;
  readonly entries: readonly { type: string; data: { values: [{ stacktrace: { frames: object[] } }] } }[];
}

async function newest(fixture: BenchFixture, { port }: RunningProgram): Promise<Detail> {
  const [detail] = (await (await call(fixture, port, `${EVENTS_PATH}?full=true&per_page=1`)).json()) as [Detail];
  return detail;
}
