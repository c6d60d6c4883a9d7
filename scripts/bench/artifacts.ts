import { createHash } from 'node:crypto';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { ROOT } from './build';
import { call, type World } from './world';
import { zip } from './zip';

const URL = 'https://shop.acme.test/assets/app.min.js';
const DEBUG_ID = 'a3c1f0de-5b7d-4c2e-9f60-1d2e3f4a5b6c';
/** What a minified position may be found in: every so manyth mapping. */
const STEP = 7;

/** A real minified file with its source map. */
export interface Minified {
  readonly url: string;
  readonly debugId: string;
  readonly text: string;
  readonly map: string;
  /** Places in the minified file that the map knows. */
  readonly positions: readonly { line: number; column: number }[];
}

/** Minifies a package of ours as a site's build would. */
export function minify(): Minified {
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
  const positions: { line: number; column: number }[] = [];
  eachMapping(new TraceMap(map), ({ generatedLine, generatedColumn, source }) => {
    if (source !== null) positions.push({ line: generatedLine, column: generatedColumn + 1 });
  });
  const text = `${textOf('.min.js')}\n//# debugId=${DEBUG_ID}\n`;
  return { url: URL, debugId: DEBUG_ID, text, map, positions: positions.filter((_, index) => index % STEP === 0) };
}

/** Uploads both files as sentry-cli does: a bundle in chunks, then the request to assemble it. */
export async function uploadBundle(world: World, port: number, { url, debugId, text, map }: Minified): Promise<void> {
  const name = url.replace('https://shop.acme.test', '~');
  const headers = { 'debug-id': debugId };
  const manifest = {
    files: {
      'files/app.min.js': { url: name, type: 'minified_source', headers: { ...headers, sourcemap: 'app.min.js.map' } },
      'files/app.min.js.map': { url: `${name}.map`, type: 'source_map', headers },
    },
  };
  const archive = zip({
    'files/app.min.js': text,
    'files/app.min.js.map': map,
    'manifest.json': JSON.stringify(manifest),
  });
  const sha1 = createHash('sha1').update(archive).digest('hex');
  const form = new FormData();
  form.append('file', new Blob([archive]), sha1);
  await call(world, port, '/api/0/organizations/acme/chunk-upload/', { method: 'POST', body: form });
  const body = JSON.stringify({ checksum: sha1, chunks: [sha1], projects: ['shop'] });
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  const answer = await (await call(world, port, '/api/0/organizations/acme/artifactbundle/assemble/', init)).json();
  const { state, detail } = answer as { state: string; detail: string | null };
  if (state !== 'ok') throw new Error(`the bundle was not assembled: ${state} ${detail}`);
}
