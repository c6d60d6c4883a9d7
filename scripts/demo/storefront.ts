/**
 * The front end of the demo's shop: real sources, which are bundled, minified and run for each release, so that its
 * errors have the stacks that a browser sends, and its source maps are real build results.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import type { Json } from '../support/payloads';
import { sources } from './tables';

/** Origin from which pages load the shop's files. */
const SHOP_URL = 'https://books.example';

/** A release of the shop: its bundle, and the errors that its functions throw, by the name of the function. */
export interface StorefrontRelease {
  readonly version: string;
  readonly text: string;
  readonly map: string;
  readonly debugId: string;
  readonly errors: ReadonlyMap<string, Json>;
}

function sourcesOf(version: string): [path: string, text: string][] {
  const defect = sources.voucherDefect;
  return Object.entries(sources.shop).map(([path, text]) => {
    const source = text.replace('RELEASE', version);
    return [path, defect.version === version ? source.replace(defect.correct, defect.wrong) : source];
  });
}

/** Builds a release in a folder of its own, and runs each of its actions. */
export async function buildStorefront(folder: string, version: string): Promise<StorefrontRelease> {
  const root = path.join(folder, version);
  for (const [name, text] of sourcesOf(version)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/main.ts')],
    outfile: path.join(root, 'assets/shop.js'),
    bundle: true,
    minify: true,
    sourcemap: 'external',
    write: false,
    target: 'es2022',
    logLevel: 'error',
  });
  rmSync(root, { recursive: true });
  const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  const debugId = uuidOf(textOf('.js'));
  const text = `${textOf('.js')}//# debugId=${debugId}\n`;
  const map = JSON.stringify({ ...(JSON.parse(textOf('.map')) as object), debug_id: debugId });
  return { version, text, map, debugId, errors: await runActions(text, debugId, version) };
}

/** Returns a debug id that is the same for the same file, as bundler plugins make it. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.)(.{3})(.)(.{3})(.{12}).*$/, '$1-$2-4$4-a$6-$7');
}

/** Returns the file of a release: its name changes with it, as the names of bundlers do. */
export function assetOf(version: string): string {
  return `/assets/shop-${version.replace(/^.*@/, '').replaceAll('.', '')}.js`;
}

/** Calls every action as a page does, and returns the parts of an event that describe the thrown errors, by action. */
async function runActions(text: string, debugId: string, version: string): Promise<Map<string, Json>> {
  const url = SHOP_URL + assetOf(version);
  const page = vm.createContext({ Error, RangeError, Promise, Intl });
  vm.runInContext(text, page, { filename: url });
  const { actions } = page as { actions: Readonly<Record<string, () => unknown>> };
  const errors = new Map<string, Json>();
  for (const [name, run] of Object.entries(actions)) {
    try {
      await run();
    } catch (error) {
      errors.set(name, describeError(error as Error, url, debugId));
    }
  }
  return errors;
}

function describeError(error: Error, url: string, debugId: string): Json {
  const chain: Error[] = [];
  for (let one: unknown = error; isError(one); one = one.cause) chain.push(one);
  const values = chain.map((one, index) => ({
    type: one.name,
    value: one.message,
    stacktrace: { frames: framesOf(one, url) },
    mechanism: {
      type: index === 0 ? 'onerror' : 'chained',
      handled: false,
      ...(chain.length > 1 && { exception_id: index }),
      ...(index > 0 && { parent_id: index - 1, source: 'cause' }),
    },
  }));
  return {
    exception: { values: values.reverse() },
    debug_meta: { images: [{ type: 'sourcemap', code_file: url, debug_id: debugId }] },
  };
}

/** Returns true if a value is an error. Errors of another context are of another class. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;
}

/** A line of a stack: `at submit (https://books.example/assets/shop.js:1:20)`. */
const STACK_LINE = /^ +at (?:(?<name>.+) \()?(?<filename>\S+):(?<lineno>\d+):(?<colno>\d+)\)?$/;

/** Returns the frames of the page's file as the SDK for browsers sends them, oldest call first. */
function framesOf({ stack = '' }: Error, url: string): Json[] {
  const frames = stack.split('\n').flatMap((line): Json[] => {
    const { name = '?', filename, lineno, colno } = STACK_LINE.exec(line)?.groups ?? {};
    if (filename !== url) return [];
    return [{ filename, function: name, in_app: true, lineno: Number(lineno), colno: Number(colno) }];
  });
  return frames.reverse();
}
