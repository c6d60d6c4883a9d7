/** Two versions of one program, as bundlers write them, and the events of the errors of both. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build as esbuild, type BuildOptions } from 'esbuild';
import webpack, { type Configuration } from 'webpack';

const SOURCES: Readonly<Record<string, string>> = {
  'cart.js': `import { price } from './price.js';
import { StockError } from './errors.js';
const rates = { eu: 0.2 };
export class Cart {
  #items = [];
  constructor(items) {
    if (items === null) throw new TypeError('items are missing');
    this.#items = items;
  }
  get total() {
    if (this.#items.length === 0) throw new Error('cart is empty');
    return this.#items.reduce((sum, item) => sum + price(item), 0);
  }
  reserve(name, quantity) {
    return reserveStock(name, quantity, this.#items);
  }
  static parse(text) {
    const parsed = JSON.parse(text);
    return new Cart(parsed.items);
  }
  visit(callback) {
    return this.#items.map((item, index) => this.#each(item, index, callback));
  }
  #each(item, index, callback) {
    const note = item.name + index;
    return callback(note, rates.eu);
  }
}
const stock = new Map([['tea', 1]]);
function reserveStock(name, quantity, items) {
  const left = (stock.get(name) ?? 0) - quantity;
  if (left < -100) throw new StockError('no stock of ' + name);
  if (left < 0) throw new RangeError(\`stock of \${name} is negative: \${left}\`);
  stock.set(name, left + items.length);
  return left;
}
`,
  'price.js': `const taxes = [1, 2, 3];
export function price(item) {
  const net = item.offer.price;
  return net + taxes.length + rate(item);
}
function rate(item) {
  return item.rates.map((one) => one * 2).length;
}
`,
  'errors.js': `export class StockError extends Error {
  constructor(message) {
    super(message);
    this.name = this.constructor.name;
  }
}
`,
  'payments.js': `export class PaymentApi {
  async charge(amount) {
    const reply = await send('/charge', amount);
    if (reply.status > 400) {
      throw new Error('request failed with status ' + reply.status);
    }
    return reply;
  }
  async refund(amount) {
    const reply = await send('/refund', amount);
    if (reply.status > 400) {
      throw new Error('request failed with status ' + reply.status);
    }
    return reply;
  }
}
async function send(path, amount) {
  await Promise.resolve(path);
  if (amount < 0) throw new RangeError('amount is negative: ' + amount);
  return { status: 500, path };
}
export const handlers = {
  onClick(event) {
    return dispatch(event.detail.kind);
  },
  submit: (form) => {
    if (!form.valid) throw new Error('form is not valid');
    return form;
  },
};
function dispatch(kind) {
  const list = kinds(kind);
  return list.find((one) => one.matches(kind));
}
const kinds = (kind) => {
  if (kind === 'early') return late();
  return kind;
};
const late = () => pending.length;
let pending = globalThis.early
  ? (() => {
      throw 0;
    })()
  : [];
export function runEarly() {
  const use = () => soon.length;
  const r = use();
  const soon = [r];
  return soon;
}
`,
  'main.js': `import { Cart } from './cart.js';
import { price } from './price.js';
export const cases = {
  emptyCart: () => new Cart([]).total,
  missingItems: () => new Cart(null),
  negativeStock: () => new Cart([]).reserve('tea', 3),
  noStock: () => new Cart([]).reserve('tea', 300),
  badJson: () => Cart.parse('{'),
  undefinedPrice: () => price({}),
  undefinedRates: () => price({ offer: { price: 1 } }),
  notFunction: () => new Cart([{ name: 'x' }]).visit(7),
  charge: async () => {
    const { PaymentApi } = await import('./payments.js');
    return new PaymentApi().charge(1);
  },
  refund: async () => {
    const { PaymentApi } = await import('./payments.js');
    return new PaymentApi().refund(1);
  },
  negativeAmount: async () => {
    const { PaymentApi } = await import('./payments.js');
    return new PaymentApi().charge(-1);
  },
  click: async () => {
    const { handlers } = await import('./payments.js');
    return handlers.onClick({});
  },
  clickKind: async () => {
    const { handlers } = await import('./payments.js');
    return handlers.onClick({ detail: { kind: 4 } });
  },
  submit: async () => {
    const { handlers } = await import('./payments.js');
    return handlers.submit({});
  },
  early: async () => {
    const { runEarly } = await import('./payments.js');
    return runEarly();
  },
};
globalThis.shopCases = cases;
`,
};

/** Functions of another module, so that minifiers choose other names than in the first version. */
const EXTRAS = `export function banner(name) {
  const first = one(name),
    second = two(first),
    third = three(second);
  return [first, second, third].map((each, at) => each + at).join(name);
}
function one(a) {
  let total = 0;
  for (const x of String(a)) total += x.length;
  if (total > 1e9) throw new Error('one');
  return total;
}
function two(a) {
  let total = 1;
  for (const x of String(a)) total *= x.length;
  if (total > 1e9) throw new Error('two');
  return total;
}
function three(a) {
  try {
    return one(a) + two(a);
  } catch (error) {
    console.log(error);
    return 0;
  }
}
export const extras = Array.from({ length: 7 }, (_, at) => ({ at, next: () => three(at), many: [one, two, three] }));
export class More {
  constructor(n) {
    this.n = n;
  }
  double() {
    return this.n * 2 + banner(this.n).length;
  }
}
`;

const CART_ADDITION = `const audit = [];
export function note(text, level) {
  audit.push([text, level, Date.now()]);
  if (audit.length > 1e6) audit.shift();
  return audit.length;
}
note('start', 1);
`;

/** In the second version, more code comes first, and the payments are not loaded lazily: they are in another file. */
const SECOND_SOURCES: Readonly<Record<string, string>> = {
  ...SOURCES,
  'extras.js': EXTRAS,
  'cart.js': CART_ADDITION + (SOURCES['cart.js'] ?? ''),
  'main.js': `import { banner, extras, More } from './extras.js';
import * as payments from './payments.js';
const load = async () => payments;
${(SOURCES['main.js'] ?? '').replaceAll("await import('./payments.js')", 'await load()')}
globalThis.extra = [banner(globalThis.name ?? 'x'), extras, new More(3).double()];
`,
};

/** Runs every case, and prints the errors. */
const RUNNER = `Error.stackTraceLimit = 50;
const run = async () => {
  const errors = {};
  for (const [name, crash] of Object.entries(globalThis.shopCases)) {
    try {
      await crash();
    } catch ({ name: type, message, stack }) {
      errors[name] = { type, message, stack };
    }
  }
  process.stdout.write(JSON.stringify(errors));
};
`;

export type Version = 'first' | 'second';

/** A frame as SDKs send it. */
interface ProgramFrame {
  readonly filename: string;
  readonly function: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
  readonly module?: string;
  readonly context_line?: string;
}

/** The events of a version, by case. */
export type ProgramEvents = Readonly<Record<string, ReturnType<typeof eventOf>>>;

/** A bundler with its options. */
export type Bundle = (folder: string, out: string) => Promise<string>;

export const withEsbuild =
  (options: BuildOptions = {}): Bundle =>
  async (folder, outdir) => {
    await mkdir(outdir, { recursive: true });
    await writeFile(join(outdir, 'package.json'), '{"type":"module"}');
    await esbuild({
      entryPoints: [join(folder, 'main.js')],
      bundle: true,
      minify: true,
      format: 'esm',
      splitting: true,
      outdir,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      logLevel: 'error',
      ...options,
    });
    return outdir;
  };

export const withWebpack =
  (options: Configuration = {}): Bundle =>
  async (folder, path) => {
    await new Promise<void>((resolve, reject) => {
      webpack(
        {
          mode: 'production',
          context: folder,
          entry: './main.js',
          target: 'node',
          devtool: false,
          output: { path, filename: '[name].[contenthash].js', chunkFilename: '[id].[contenthash].js' },
          ...options,
        },
        (error, stats) => {
          if (error === null && stats?.hasErrors() === false) resolve();
          else reject(error ?? new Error(stats?.toString()));
        },
      );
    });
    return path;
  };

/**
 * Builds a version of the program and runs it. Returns the events of its errors, as the SDK for browsers sends them.
 */
export async function runVersion(folder: string, version: Version, bundle: Bundle): Promise<ProgramEvents> {
  const sources = join(folder, version);
  await mkdir(sources, { recursive: true });
  const files = version === 'first' ? SOURCES : SECOND_SOURCES;
  for (const [name, text] of Object.entries(files)) await writeFile(join(sources, name), text);
  const out = await bundle(sources, join(folder, `${version}-out`));
  const written = (await readdir(out)).filter((name) => name.endsWith('.js'));
  const entry = written.find((name) => name.startsWith('main')) ?? '';
  const runner = join(out, 'run.mjs');
  await writeFile(runner, `${RUNNER}await import('./${entry}');\nawait run();\n`);
  const { stdout } = await promisify(execFile)(process.execPath, [runner]);
  const errors = JSON.parse(stdout) as Record<string, { type: string; message: string; stack: string }>;
  return Object.fromEntries(
    Object.entries(errors).map(([name, { type, message, stack }]) => {
      return [name, eventOf(type, message, framesOf(stack, written))];
    }),
  );
}

function eventOf(type: string, value: string, frames: readonly ProgramFrame[], platform = 'javascript') {
  return { platform, exception: { values: [{ type, value, stacktrace: { frames } }] } };
}

/** Returns the frames in the files of the program, oldest call first. */
function framesOf(stack: string, files: readonly string[]): ProgramFrame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const match = /^ {4}at (?:(.*?) \()?[^()]*\/([^()/]+):(\d+):(\d+)\)?$/.exec(line);
    const [, name = '?', file = '', lineno, colno] = match ?? [];
    if (!files.includes(file)) return [];
    return [{ ...placeOf(`https://shop.test/assets/${file}`, lineno, colno), function: name, in_app: true }];
  });
  return frames.reverse();
}

function placeOf(filename: string, lineno = '', colno = '') {
  return { filename, lineno: Number(lineno), colno: Number(colno) };
}

/** Longest line that the SDK for Node.js sends whole. */
const MAX_LINE = 140;

/** Returns the same events as the SDK for Node.js sends them: with paths, modules and source lines. */
export async function asNodeEvents(events: ProgramEvents, out: string): Promise<ProgramEvents> {
  const result: Record<string, ReturnType<typeof eventOf>> = {};
  for (const [name, { exception }] of Object.entries(events)) {
    const [value] = exception.values;
    if (value === undefined) continue;
    const frames = await Promise.all(
      value.stacktrace.frames.map(async (frame) => {
        const file = frame.filename.slice(frame.filename.lastIndexOf('/') + 1);
        const line = (await readFile(join(out, file), 'utf8')).split('\n')[frame.lineno - 1] ?? '';
        const module = file.replace(/\.js$/, '');
        return { ...frame, filename: `/srv/shop/dist/${file}`, module, context_line: snip(line, frame.colno) };
      }),
    );
    result[name] = eventOf(value.type, value.value, frames, 'node');
  }
  return result;
}

function snip(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, Math.min(column - 60, line.length - MAX_LINE));
  return `${start > 0 ? "'{snip} " : ''}${line.slice(start, start + MAX_LINE)} {snip}`;
}
