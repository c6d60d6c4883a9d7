/** The same errors of two builds of one program, whose minified names, columns and files differ. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event, JsonObject } from '../../../../src/domain/event';
import type { Project } from '../../../../src/domain/project';
import { groupAndDescribe } from '../../../../src/ingest/processEvent';
import { resolveEvent } from '../../../../src/sourcemaps/resolve/resolveEvent';
import { SourceMapCache } from '../../../../src/sourcemaps/resolve/sourceMapCache';
import { putArtifacts } from '../../../support/artifacts';
import {
  makeTemporaryDirectory,
  openTemporaryDatabase,
  type TemporaryDatabase,
  type TemporaryDirectory,
} from '../../../support/database';
import { project as makeProject } from '../../../support/rows';
import { normalized, settings } from '../../../ingest/build';
import { asNodeEvents, type Bundle, type ProgramEvents, runVersion, withEsbuild, withWebpack } from './twoVersions';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.dispose());

const SIMPLE_4 = settings({ groupingConfig: 'simple:4' });
const groupingOf = (event: Event) => groupAndDescribe(event, SIMPLE_4).grouping;
const hashesOf = (events: ProgramEvents) =>
  Object.entries(events).map(([name, payload]) => [name, groupingOf(normalized({ ...payload })).hash] as const);

/** Returns the cases that have one issue in both versions, and the cases that share an issue. */
function judge(...versions: (readonly (readonly [name: string, hash: string])[])[]) {
  const [first = [], second = []] = versions;
  const others = new Map(second);
  const split = first.filter(([name, hash]) => others.get(name) !== hash).map(([name]) => name);
  const merged = first
    .filter(([, hash], at) => first.findIndex((other) => other[1] === hash) !== at)
    .map(([name]) => name);
  return { cases: first.length, split, merged };
}

const BUNDLES: [string, Bundle][] = [
  ['esbuild', withEsbuild()],
  ['esbuild for older browsers', withEsbuild({ target: 'es2017' })],
  ['esbuild with short lines', withEsbuild({ lineLimit: 120 })],
  ['esbuild without minification', withEsbuild({ minify: false })],
  ['webpack and Terser', withWebpack()],
  ['webpack for older browsers', withWebpack({ target: ['node', 'es5'] })],
  ['webpack with names of files', withWebpack({ optimization: { chunkIds: 'named', moduleIds: 'named' } })],
];

describe.each(BUNDLES)('%s, without source maps', (_, bundle) => {
  test.each(['browsers', 'Node.js'])('each error of %s is one issue', async (engine) => {
    const versions = [];
    for (const version of ['first', 'second'] as const) {
      const events = await runVersion(directory.path, version, bundle);
      const out = join(directory.path, `${version}-out`);
      versions.push(hashesOf(engine === 'browsers' ? events : await asNodeEvents(events, out)));
    }
    expect(judge(...versions)).toEqual({ cases: 15, split: [], merged: [] });
  });
});

describe('with source maps', () => {
  let temporary: TemporaryDatabase;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
  });
  afterAll(() => temporary.dispose());

  async function resolveAll(events: ProgramEvents, project: Project, out: string): Promise<[string, Event][]> {
    const { database } = temporary;
    const names = (await readdir(out)).filter((name) => /\.js(?:\.map)?$/.test(name));
    const files = names.map(async (name) => ({
      name: `~/assets/${name}`,
      text: await readFile(join(out, name), 'utf8'),
    }));
    await putArtifacts(database, project, await Promise.all(files), { release: 'shop@1' });
    const context = { read: database.read, mapCache: new SourceMapCache() };
    const resolved: [string, Event][] = [];
    for (const [name, payload] of Object.entries(events)) {
      const event = normalized({ ...payload, release: 'shop@1' });
      resolved.push([name, await resolveEvent(event, project, context)]);
    }
    return resolved;
  }

  test.each([true, false])('each error of two builds is one issue (source text: %s)', async (sourcesContent) => {
    const versions = [];
    for (const version of ['first', 'second'] as const) {
      const project = await temporary.database.write((stores) => makeProject(stores));
      const bundle = withEsbuild({ sourcemap: true, sourcesContent });
      const events = await runVersion(directory.path, version, bundle);
      const resolved = await resolveAll(events, project, join(directory.path, `${version}-out`));
      versions.push(resolved.map(([name, event]) => [name, groupingOf(event).hash] as const));
    }
    expect(judge(...versions)).toEqual({ cases: 15, split: [], merged: [] });
  });
});

describe('a frame that source maps have resolved and that of the program without a bundler', () => {
  const LINE = "    throw new Error('cart is empty');";
  const event = (frame: JsonObject) => {
    const frames = [{ lineno: 7, colno: 11, in_app: true, context_line: LINE, ...frame }];
    return normalized({
      platform: 'node',
      exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] },
    });
  };

  test.each([
    ['Cart.total', 'Cart.total'],
    ['new Cart', 'new Cart'],
    ['get total', 'get total [as total]'],
    ['async pay', 'pay'],
    ['handlers.onClick', 'Object.onClick'],
    ['#pay', 'Cart.#pay'],
    ['<instance_members_initializer>', 'Cart.<instance_members_initializer>'],
    ['<anonymous>', 'Array.<anonymous>'],
    ['<anonymous>', '?'],
    ['Object.<anonymous>', 'Object.<anonymous>'],
  ])('%s and %s', (resolved, sent) => {
    const unbundled = event({ filename: '/srv/shop/src/step2/cart.js', module: 'step2:cart', function: sent });
    const data = { sourcemap: 'https://shop.test/main.js.map' };
    const mapped = event({ filename: 'src/step2/cart.ts', module: 'src/step2/cart', function: resolved, data });
    expect(groupingOf(mapped)).toEqual(groupingOf(unbundled));
  });
});
