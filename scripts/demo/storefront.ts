/**
 * The front end of the demo's shop: real sources, which are bundled, minified and run for each release, so that its errors have the
 * stacks that a browser sends, and its source maps are those that a build makes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import type { Json } from '../support/payloads';

/** Where the shop's files are loaded from. */
export const SHOP_URL = 'https://books.example';

/** A release of the shop: its bundle, and the errors that its functions throw, by the name of the function. */
export interface StorefrontRelease {
  readonly version: string;
  readonly text: string;
  readonly map: string;
  readonly debugId: string;
  readonly errors: ReadonlyMap<string, Json>;
}

/** What a release has that others do not. */
interface Variant {
  readonly version: string;
  /** Whether a voucher is read before it is known that there is one. */
  readonly hasVoucherDefect: boolean;
}

const SOURCES = ({ version, hasVoucherDefect }: Variant): Readonly<Record<string, string>> => ({
  'src/main.ts': `import { Checkout } from './checkout/checkout';
import { openCart } from './cart/storage';
import { suggest } from './search/suggest';
import { recommend } from './catalog/recommendations';
import { breadcrumbOf } from './catalog/categories';
import { priceTag } from './money';
import { openReader } from './reader/preview';

const checkout = new Checkout(openCart());

/** The actions of the page, as its buttons call them. */
Object.assign(globalThis, {
  release: '${version}',
  actions: {
    submitOrder: () => checkout.submit({ voucher: null }),
    submitVoucher: () => checkout.submit({ voucher: { code: 'FRÜHLING🌷', percent: 120 } }),
    changeQuantity: () => checkout.cart.change('978-0-00-112233-4', 3),
    saveCart: () => checkout.cart.save(),
    showPrice: () => priceTag({ amount: 1290, currency: '' }),
    suggest: () => suggest('sea stories'),
    recommend: () => recommend({ items: undefined }),
    showCategory: () => breadcrumbOf('novels'),
    openPreview: () => openReader(null),
  },
});
`,
  'src/checkout/checkout.ts': `import { createStore } from 'tiny-store';
import type { Cart } from '../cart/cart';
import { discountOf, type Voucher } from './voucher';

interface CheckoutState {
  readonly step: 'address' | 'payment' | 'done';
  readonly total: number;
}

/** The checkout of a cart: its steps, and what is to be paid. */
export class Checkout {
  readonly store = createStore<CheckoutState>({ step: 'address', total: 0 });

  constructor(readonly cart: Cart) {
    this.store.subscribe(() => this.cart.touch());
  }

  submit(form: { readonly voucher: Voucher | null }): void {
    this.store.dispatch((state) => {
      const total = this.totalOf(form.voucher);
      if (total < 0) throw new RangeError(\`Voucher "\${form.voucher?.code}" makes the total negative: \${total}\`);
      return { ...state, step: 'payment', total };
    });
  }

  private totalOf(voucher: Voucher | null): number {
    const sum = this.cart.sum();
    return sum - discountOf(sum, voucher);
  }
}
`,
  'src/checkout/voucher.ts': `export interface Voucher {
  readonly code: string;
  /** From 1 to 100. */
  readonly percent: number;
}

/** What a voucher takes off a sum, in cents. */
export function discountOf(sum: number, voucher: Voucher | null): number {
${
  hasVoucherDefect
    ? `  // Vouchers of partners count for the shipping, too.
  const share = voucher!.percent / 100;
  return Math.round(sum * share);`
    : `  const share = (voucher?.percent ?? 0) / 100;
  return Math.round(sum * share);`
}
}
`,
  'src/cart/cart.ts': `export interface Line {
  readonly isbn: string;
  quantity: number;
  readonly cents: number;
}

export class Cart {
  private changes = 0;

  constructor(readonly lines: readonly Line[], private readonly storage: { setItem(key: string, value: string): void }) {}

  sum(): number {
    return this.lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
  }

  change(isbn: string, quantity: number): void {
    const line = this.lines.find((candidate) => candidate.isbn === isbn);
    line!.quantity = quantity;
    this.save();
  }

  touch(): void {
    this.changes += 1;
  }

  save(): void {
    this.storage.setItem('cart', JSON.stringify(this.lines));
  }
}
`,
  'src/cart/storage.ts': `import { Cart } from './cart';

class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

/** The storage of a browser that has no room left. */
const storage = {
  setItem(key: string, value: string): void {
    throw new QuotaExceededError(\`Failed to execute 'setItem' on 'Storage': setting the value of '\${key}' (\${value.length} characters) exceeds the quota.\`);
  },
};

export function openCart(): Cart {
  return new Cart([{ isbn: '978-0-00-445566-1', quantity: 2, cents: 1290 }], storage);
}
`,
  'src/money.ts': `/** Shows a price in the language of the page. */
export function priceTag({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 100);
}
`,
  'src/search/suggest.ts': `import { fetchJson } from '../http';

export class SearchFailed extends Error {
  override readonly name = 'SearchFailed';
}

/** Completes what a reader types. */
export async function suggest(text: string): Promise<unknown> {
  try {
    return await fetchJson('/api/suggest?q=' + encodeURIComponent(text));
  } catch (cause) {
    throw new SearchFailed(\`no suggestions for "\${text}"\`, { cause });
  }
}
`,
  'src/http.ts': `export class ReplyNotUnderstood extends Error {
  override readonly name = 'ReplyNotUnderstood';
}

/** Reads JSON from the API. */
export async function fetchJson(path: string): Promise<unknown> {
  const text = await Promise.resolve('<html><h1>502 Bad Gateway</h1></html>');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ReplyNotUnderstood(\`GET \${path} returned no JSON\`, { cause });
  }
}
`,
  'src/catalog/recommendations.ts': `interface Library {
  readonly items: readonly { readonly isbn: string }[] | undefined;
}

/** The books that others bought with this one. */
export async function recommend(library: Library): Promise<string[]> {
  await Promise.resolve();
  return isbnsOf(library);
}

function isbnsOf({ items }: Library): string[] {
  return items!.map(({ isbn }) => isbn);
}
`,
  'src/catalog/categories.ts': `const PARENTS: Readonly<Record<string, string>> = { novels: 'fiction', fiction: 'books', books: 'novels' };

/** The path to a category: "Books › Fiction › Novels". */
export function breadcrumbOf(category: string): string {
  const parent = PARENTS[category];
  return parent === undefined ? category : breadcrumbOf(parent) + ' › ' + category;
}
`,
  'src/reader/preview.ts': `interface Page {
  readonly canvas: { getContext(kind: string): { scale(x: number, y: number): void } };
}

/** Opens the pages of a book that can be read before it is bought. */
export async function openReader(page: Page | null): Promise<void> {
  await Promise.resolve();
  const context = page!.canvas.getContext('2d');
  context.scale(2, 2);
}
`,
  'node_modules/tiny-store/package.json': '{"name":"tiny-store","main":"index.js"}',
  'node_modules/tiny-store/index.js': `'use strict';

function notifyAll(listeners, state) {
  for (const listener of listeners) listener(state);
}

exports.createStore = function createStore(initial) {
  let state = initial;
  const listeners = new Set();
  return {
    subscribe(listener) {
      listeners.add(listener);
    },
    dispatch(change) {
      state = runChange(change, state);
      notifyAll(listeners, state);
    },
  };
};

function runChange(change, state) {
  return change(state);
}
`,
});

/** Builds a release in a folder of its own, and runs each of its actions. */
export async function buildStorefront(folder: string, variant: Variant): Promise<StorefrontRelease> {
  const root = path.join(folder, variant.version);
  for (const [name, text] of Object.entries(SOURCES(variant))) {
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
  return { version: variant.version, text, map, debugId, errors: await runActions(text, debugId, variant.version) };
}

/** A debug id that is the same for the same file, as bundler plugins make it. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.)(.{3})(.)(.{3})(.{12}).*$/, '$1-$2-4$4-a$6-$7');
}

/** The file of a release: its name changes with it, as the names of bundlers do. */
export function assetOf(version: string): string {
  return `/assets/shop-${version.replace(/^.*@/, '').replaceAll('.', '')}.js`;
}

/** Calls every action as a page does, and returns the parts of an event that describe what it throws. */
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

/** Errors of another context are of another class. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;
}

/** A line of a stack: `at submit (https://books.example/assets/shop.js:1:20)`. */
const STACK_LINE = /^ +at (?:(?<name>.+) \()?(?<filename>\S+):(?<lineno>\d+):(?<colno>\d+)\)?$/;

/** The frames of the page's file as the SDK for browsers sends them, oldest call first. */
function framesOf({ stack = '' }: Error, url: string): Json[] {
  const frames = stack.split('\n').flatMap((line): Json[] => {
    const { name = '?', filename, lineno, colno } = STACK_LINE.exec(line)?.groups ?? {};
    if (filename !== url) return [];
    return [{ filename, function: name, in_app: true, lineno: Number(lineno), colno: Number(colno) }];
  });
  return frames.reverse();
}
