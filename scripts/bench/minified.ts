import path from 'node:path';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { buildSync } from 'esbuild';
import { ROOT } from '../../test/support/process';

/** The origin of the site whose files are minified. */
export const ORIGIN = 'https://shop.acme.test';
const URL = `${ORIGIN}/assets/app.min.js`;
const DEBUG_ID = 'a3c1f0de-5b7d-4c2e-9f60-1d2e3f4a5b6c';
/** One mapping in this number becomes the position of a frame. */
const STEP = 7;

/** A real minified file with its source map. */
export interface Minified {
  readonly url: string;
  readonly debugId: string;
  readonly text: string;
  readonly map: string;
  /** Positions in the minified file that the map contains. */
  readonly positions: readonly { line: number; column: number }[];
}

/** Minifies an installed package as the build of a site does. */
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
