/**
 * Real bundles of a sample application, run in Node.js and in a browser: the frames of each error, resolved by the
 * service, are the same as in the run without a bundler.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEvents, type EventDetail } from '../../support/sdkEvents';
import type { ProjectFixture } from '../../support/fixtures';
import { type Service, startService } from '../../support/service';
import { findBrowser } from '../support/browser';
import { runSentryCli } from '../support/sentryCli';
import { Application } from './application';
import { type Bundle, BUNDLES, fileOfEntry, folderOf } from './bundles';
import {
  compareFrames,
  type IsSamePlace,
  type JudgedFrame,
  ownName,
  type ReferenceFrame,
  type ResolvedFrame,
} from './compareFrames';
import { BrowserEngine, type Engine, NodeEngine, type RecordedError, type RunResult, type SentFrame } from './engines';
import { Expressions, MapReader, type Place } from './originalPlaces';

/** The entries of the reference run. */
const REFERENCE = ['plain.js', 'typescript.ts.js', 'react.jsx.js', 'vue/vue.js'];

interface ShownFrame {
  readonly filename: string | null;
  readonly function: string;
  readonly lineNo: number | null;
  readonly colNo: number | null;
}

/** The judged frames of a bundle in an engine. */
interface Row {
  readonly bundle: string;
  readonly engine: string;
  readonly frames: readonly (JudgedFrame & { readonly title: string })[];
}

const browser = findBrowser();
if ('missing' in browser) {
  const note = `test/bundles: the runs in a browser are skipped: ${browser.missing}.`;
  if (process.env['CI'] !== undefined) throw new Error(note);
  process.stderr.write(`${note}\n`);
}

let service: Service;
let project: ProjectFixture;
let token: string;
let application: Application;
let engines: Engine[] = [];
let rows: Row[] = [];

beforeAll(async () => {
  application = await Application.build();
  service = await startService();
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  engines = [new NodeEngine(application.path)];
  if (!('missing' in browser)) engines.push(await BrowserEngine.start(application.path, browser));
  await uploadBundles();
  rows = await measure();
  process.stdout.write(`${renderTable(rows)}\n`);
  const details = process.env['BUNDLES_DETAILS'];
  if (details !== undefined) await writeFile(details, JSON.stringify(rows.flatMap(detailsOf), null, 1));
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await service.close();
  await application.dispose();
});

async function sentryCli(...args: string[]): Promise<void> {
  const settings = {
    url: service.url,
    token,
    organization: project.organization,
    project: project.slug,
    directory: application.path,
  };
  const { code, output } = await runSentryCli('3.8.0', settings, args);
  if (code !== 0) throw new Error(output);
}

/**
 * Uploads the bundles as their authors would: with debug ids, or for a release and by the names that each engine gives
 * the files.
 */
async function uploadBundles(): Promise<void> {
  await sentryCli('sourcemaps', 'inject', 'dist/debug-ids');
  await sentryCli('sourcemaps', 'upload', 'dist/debug-ids');
  for (const bundle of BUNDLES.filter(({ upload }) => upload === 'release')) {
    for (const engine of engines) {
      const prefix = engine.nameOf(folderOf(bundle)).replace(/^http:\/\/[^/]+/, '');
      await sentryCli('sourcemaps', 'upload', folderOf(bundle), '--release', bundle.name, '--url-prefix', `~${prefix}`);
    }
  }
}

async function measure(): Promise<Row[]> {
  const measured: Row[] = [];
  for (const engine of engines) {
    const reference = referenceFrames(engine, await engine.run(REFERENCE.map((file) => `unbundled/${file}`)));
    const sent: {
      readonly bundle: Bundle;
      readonly title: string;
      readonly error: number;
      readonly eventId: string;
    }[] = [];
    for (const bundle of BUNDLES) {
      const result = await engine.run(bundle.entries.map((entry) => `${folderOf(bundle)}/${fileOfEntry(entry)}`));
      for (const { title, errors } of result.records) {
        if (errors.length === 0) throw new Error(`${bundle.name} in ${engine.name} throws nothing in "${title}"`);
        for (const [error, recorded] of errors.entries()) {
          const eventId = await send(engine, bundle, recorded, result.debugIds);
          sent.push({ bundle, title, error, eventId });
        }
      }
    }
    const events = new Map(
      (await readEvents(service.client, project.path, token)).map((event) => [event.eventID, event]),
    );
    const maps = new MapReader(application.path);
    const expressions = new Expressions(join(application.path, 'src'));
    const isSamePlace: IsSamePlace = ({ file }, place, expected) =>
      expressions.isPartOfCall(place, expected) || maps.isNearest(file, place, expected);
    for (const bundle of BUNDLES) {
      const frames = sent
        .filter((one) => one.bundle === bundle)
        .flatMap(({ title, error, eventId }) => {
          const own = ownFrames(engine, maps, framesOf(events.get(eventId)!));
          return compareFrames(own, reference.get(`${title} ${error}`) ?? [], isSamePlace).map((frame) => ({
            ...frame,
            title,
          }));
        });
      measured.push({ bundle: bundle.name, engine: engine.name, frames });
    }
  }
  return measured;
}

/** Returns the frames of the run without a bundler, by case. */
function referenceFrames(engine: Engine, { records }: RunResult): Map<string, ReferenceFrame[]> {
  const maps = new MapReader(application.path);
  const frames = new Map<string, ReferenceFrame[]>();
  for (const { title, errors } of records) {
    for (const [index, { stack }] of errors.entries()) {
      const own = engine.parseStack(stack).flatMap((frame) => {
        const place = placeInReference(engine, maps, frame);
        return place === null ? [] : [{ ...place, name: frame.function ?? '?' }];
      });
      frames.set(`${title} ${index}`, own);
    }
  }
  return frames;
}

function placeInReference(engine: Engine, maps: MapReader, frame: SentFrame): Place | null {
  const file = fileOf(engine, frame.filename);
  if (file === null || frame.lineno === undefined || frame.colno === undefined) return null;
  if (!file.startsWith('unbundled/') || file.startsWith('unbundled/packages/')) return null;
  if (!/\.(?:ts|jsx)\.js$|^unbundled\/vue\//.test(file)) {
    return { file: file.replace(/^unbundled\//, ''), line: frame.lineno, column: frame.colno };
  }
  return maps.originalOf(file, frame.lineno, frame.colno);
}

/** Returns the file of the application that has a name in stack traces. */
function fileOf(engine: Engine, name: string | null | undefined): string | null {
  const folder = engine.nameOf('');
  return name?.startsWith(folder) === true ? name.slice(folder.length).replace(/^\//, '') : null;
}

async function send(
  engine: Engine,
  bundle: Bundle,
  { type, value, stack }: RecordedError,
  debugIds: RunResult['debugIds'],
): Promise<string> {
  const images = Object.entries(debugIds).map(([registered, debug_id]) => ({
    type: 'sourcemap',
    code_file: engine.parseStack(registered).at(-1)?.filename,
    debug_id,
  }));
  return service.fixtures.event(project, {
    platform: engine.platform,
    sdk: { name: `sentry.javascript.${engine.platform}`, version: '11.11.0' },
    ...(bundle.upload === 'release' ? { release: bundle.name } : { debug_meta: { images } }),
    exception: { values: [{ type, value, stacktrace: { frames: engine.parseStack(stack) } }] },
  });
}

/** Returns the frames of an event as the service shows them, beside the sent frames. */
function framesOf(event: EventDetail): { readonly resolved: ShownFrame; readonly raw: ShownFrame }[] {
  const entry = event.entries.find(({ type }) => type === 'exception')?.data as {
    values: { stacktrace: { frames: ShownFrame[] } | null; rawStacktrace: { frames: ShownFrame[] } | null }[];
  };
  const [value] = entry.values;
  const resolvedFrames = value?.stacktrace?.frames ?? [];
  return resolvedFrames.map((frame, index) => ({ resolved: frame, raw: value?.rawStacktrace?.frames[index] ?? frame }));
}

/** Returns the frames in the application's own code. A reader of maps says which these are, and not the service. */
function ownFrames(engine: Engine, maps: MapReader, frames: ReturnType<typeof framesOf>): ResolvedFrame[] {
  return frames.flatMap(({ resolved, raw }) => {
    const file = fileOf(engine, raw.filename);
    if (file === null || raw.lineNo === null || raw.colNo === null) return [];
    const mapped = maps.originalOf(file, raw.lineNo, raw.colNo);
    if (mapped === null) return [];
    const source = /^src\/(.*)$/.exec(resolved.filename ?? '')?.[1];
    const isPlaced = source !== undefined && resolved.lineNo !== null && resolved.colNo !== null;
    const place = isPlaced ? { file: source, line: resolved.lineNo, column: resolved.colNo } : null;
    return [{ sentName: raw.function, name: resolved.function, place, mapped, file }];
  });
}

const isWorse = ({ frame, expected, wasRightAsSent }: JudgedFrame) =>
  wasRightAsSent && expected !== null && ownName(frame.name) !== ownName(expected.name);

const COLUMNS = ['right', 'wrong place', 'not in the map', 'wrong name', 'minified', 'added'] as const;

function renderTable(all: readonly Row[]): string {
  const lines = [...all, { bundle: 'all', engine: '', frames: all.flatMap(({ frames }) => frames) }].map(
    ({ bundle, engine, frames }) => [
      bundle,
      engine,
      String(frames.length),
      ...COLUMNS.map((column) => String(frames.filter(({ verdict }) => verdict === column).length)),
      String(frames.filter(isWorse).length),
    ],
  );
  const counted = all.flatMap(({ frames }) => frames).filter(({ verdict }) => verdict !== 'added');
  const right = counted.filter(({ verdict }) => verdict === 'right').length;
  const share = `${((100 * right) / counted.length).toFixed(2)} % of ${counted.length} frames that are not added are right`;
  const table = [['bundle', 'engine', 'frames', ...COLUMNS, 'name worse than as sent'], ...lines];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ');
  return [...table.map(lineOf), share].join('\n');
}

function detailsOf({ bundle, engine, frames }: Row): unknown[] {
  return frames
    .filter((frame) => frame.verdict !== 'right' || isWorse(frame))
    .map(({ title, verdict, frame, expected }) => ({ bundle, engine, title, verdict, frame, expected }));
}

test('every bundle ran in every engine', () => {
  for (const { bundle, engine, frames } of rows) expect([bundle, engine, frames.length]).not.toContain(0);
  expect(rows).toHaveLength(BUNDLES.length * engines.length);
});

test('no frame is shown at a wrong place', () => {
  const wrong = rows.flatMap(({ frames }) => frames.filter(({ verdict }) => verdict === 'wrong place'));
  expect(wrong).toEqual([]);
});

/**
 * Frames that stand for none of the run without a bundler are left out: TypeScript adds helpers for older engines,
 * whose code its maps give the place of other code. All others count. Wrong are those whose expression has no place in
 * the map: some minifiers write only the place of the statement around `await`, and none for calls of functions that
 * they join.
 */
test('99.5 % of the frames have the place and the name of the run without a bundler', () => {
  const verdicts = rows.flatMap(({ frames }) => frames.map(({ verdict }) => verdict));
  const counted = verdicts.filter((verdict) => verdict !== 'added');
  expect(counted.filter((verdict) => verdict === 'right').length / counted.length).toBeGreaterThanOrEqual(0.995);
  expect(counted.length / verdicts.length).toBeGreaterThan(0.98);
});

test('no name is wrong that was right as it was sent', () => {
  const worse = rows.flatMap(({ frames }) => frames.filter(isWorse));
  expect(worse).toEqual([]);
});
