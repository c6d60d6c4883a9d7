import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { build, type BuildOptions } from 'esbuild';
import { makeTemporaryDirectory, type TemporaryDirectory } from './database';

/** Folder with the SDK, which is not part of the bundle. */
const PACKAGES = resolve(__dirname, '../../node_modules');

/** The original files: a page and a server that call the same functions, one of them in a package. */
const SOURCES: Record<string, string> = {
  'src/main.ts': `import { checkout, type Order } from './checkout';

const order: Order = { items: [{ name: 'tea', quantity: 3 }] };

/** The function that the page calls. */
Object.assign(globalThis, { startShop: () => checkout(order) });
`,
  'src/server.ts': `import * as Sentry from '@sentry/node';
import { checkout } from './checkout';

Sentry.init({ dsn: process.env.SENTRY_DSN, release: process.env.SENTRY_RELEASE, dist: process.env.SENTRY_DIST });
try {
  checkout({ items: [{ name: 'tea', quantity: 3 }] });
} catch (error) {
  process.stdout.write(Sentry.captureException(error));
}
void Sentry.flush(10_000);
`,
  'src/checkout.ts': `import { eachItem } from 'pricing';
import { reserveStock } from './stock';

export interface Order {
  readonly items: readonly { readonly name: string; readonly quantity: number }[];
}

export function checkout(order: Order): number {
  let total = 0;
  eachItem(order.items, (item) => {
    total += reserveStock(item.name, item.quantity);
  });
  return total;
}
`,
  'src/stock.ts': `const stock = new Map([['tea', 1]]);

/** Takes items out of stock. */
export function reserveStock(name: string, quantity: number): number {
  const left = (stock.get(name) ?? 0) - quantity;
  if (left < 0) {
    throw new RangeError(\`stock of \${name} is negative: \${left}\`);
  }
  stock.set(name, left);
  return quantity;
}
`,
  'node_modules/pricing/package.json': '{"name":"pricing","main":"index.js"}',
  'node_modules/pricing/index.js': `exports.eachItem = function eachItem(items, visit) {
  for (const item of items) visit(item);
};
`,
};

/** A frame of a browser SDK. */
export interface SentFrame {
  readonly filename: string;
  readonly function: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

/** The stack trace that a browser SDK sends. */
export interface SentCrash {
  readonly platform: 'javascript';
  readonly exception: {
    readonly values: readonly { type: string; value: string; stacktrace: { frames: SentFrame[] } }[];
  };
  readonly debug_meta: { readonly images: readonly { type: 'sourcemap'; code_file: string; debug_id: string }[] };
}

/** A small application, bundled and minified by esbuild. */
export class Shop {
  private constructor(private readonly directory: TemporaryDirectory) {}

  /** Writes the sources and bundles the page into `dist/shop.js` and `dist/shop.js.map`. */
  static async build(options: BuildOptions = {}): Promise<Shop> {
    const shop = await Shop.write();
    await shop.bundle(options);
    return shop;
  }

  /** Writes the sources and bundles the server into `dist/server.js` and `dist/server.js.map`. */
  static async buildServer(options: BuildOptions = {}): Promise<Shop> {
    const shop = await Shop.write();
    const entryPoints = [join(shop.path, 'src/server.ts')];
    await shop.bundle({
      entryPoints,
      outfile: join(shop.path, 'dist/server.js'),
      platform: 'node',
      external: ['@sentry/node'],
      ...options,
    });
    return shop;
  }

  private static async write(): Promise<Shop> {
    const shop = new Shop(await makeTemporaryDirectory());
    for (const [name, text] of Object.entries(SOURCES)) await shop.write(name, text);
    return shop;
  }

  get path(): string {
    return this.directory.path;
  }

  async bundle(options: BuildOptions = {}): Promise<void> {
    const entryPoints = [join(this.path, 'src/main.ts')];
    await build({
      entryPoints,
      bundle: true,
      minify: true,
      sourcemap: true,
      outfile: join(this.path, 'dist/shop.js'),
      logLevel: 'error',
      ...options,
    });
  }

  async write(name: string, text: string): Promise<void> {
    const file = join(this.path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  read(name: string): Promise<string> {
    return readFile(join(this.path, name), 'utf8');
  }

  remove(name: string): Promise<void> {
    return rm(join(this.path, name));
  }

  /** Line and column, both from 1, of a text in an original file. */
  placeOf(name: string, text: string): { line: number; column: number } {
    const before = (SOURCES[name] ?? '').split(text, 1)[0]?.split('\n') ?? [];
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }

  /** Runs the server, which reports an error with the real SDK, and returns the id of the event. */
  async serve(env: Record<string, string>): Promise<string> {
    const options = {
      cwd: this.path,
      env: { PATH: process.env['PATH'] ?? '', NODE_PATH: PACKAGES, ...env },
      timeout: 240_000,
    };
    const { stdout } = await promisify(execFile)(process.execPath, [join(this.path, 'dist/server.js')], options);
    return stdout;
  }

  /** Runs the bundle as a browser does that loaded it from `url`; it throws. */
  async crash(url: string, file = 'dist/shop.js'): Promise<SentCrash> {
    const page = vm.createContext({ Error, RangeError });
    vm.runInContext(await this.read(file), page, { filename: url });
    const { startShop, _sentryDebugIds = {} } = page as {
      startShop: () => void;
      _sentryDebugIds?: Record<string, string>;
    };
    const error = thrownBy(startShop);
    const images = Object.values(_sentryDebugIds).map((debug_id) => ({
      type: 'sourcemap' as const,
      code_file: url,
      debug_id,
    }));
    const value = { type: error.name, value: error.message, stacktrace: { frames: framesOf(error, url) } };
    return { platform: 'javascript', exception: { values: [value] }, debug_meta: { images } };
  }

  dispose(): Promise<void> {
    return this.directory.dispose();
  }
}

function thrownBy(work: () => void): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

/** Returns the frames of the script at `url`, oldest call first. */
function framesOf(error: Error, url: string): SentFrame[] {
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    const match = /^ {4}at (?:(.*?) \()?([^()]+):(\d+):(\d+)\)?$/.exec(line);
    if (match?.[2] !== url) return [];
    return [
      { filename: url, function: match[1] ?? '?', lineno: Number(match[3]), colno: Number(match[4]), in_app: true },
    ];
  });
  return frames.reverse();
}
