import { createHash } from 'node:crypto';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { buildSync } from 'esbuild';
import { type BenchFixture, call } from './fixture';
import { ROOT } from './programs';

/** Builds a ZIP archive of files by name. */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const data = deflateRawSync(bytes);
    const described = zipEntryFields(name, bytes, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), described, Buffer.from(name)]);
    pieces.push(local, data);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), described, place, Buffer.from(name)]));
    offset += local.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, listing, end]);
}

/** The fields that the header of a file and its entry in the directory share. */
function zipEntryFields(name: string, bytes: Buffer, data: Buffer): Buffer {
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(0x800, 2);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(Buffer.byteLength(name), 22);
  return shared;
}

const URL = 'https://shop.acme.test/assets/app.min.js';
const DEBUG_ID = 'a3c1f0de-5b7d-4c2e-9f60-1d2e3f4a5b6c';
/** Of this many mappings, one becomes a position of a frame. */
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

/** Uploads both files as sentry-cli does: chunks of a bundle, then the request to assemble it. */
export async function uploadBundle(
  fixture: BenchFixture,
  port: number,
  { url, debugId, text, map }: Minified,
): Promise<void> {
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
  await call(fixture, port, '/api/0/organizations/acme/chunk-upload/', { method: 'POST', body: form });
  const body = JSON.stringify({ checksum: sha1, chunks: [sha1], projects: ['shop'] });
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  const answer = await (await call(fixture, port, '/api/0/organizations/acme/artifactbundle/assemble/', init)).json();
  const { state, detail } = answer as { state: string; detail: string | null };
  if (state !== 'ok') throw new Error(`the bundle was not assembled: ${state} ${detail}`);
}
