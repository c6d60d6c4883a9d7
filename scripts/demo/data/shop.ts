/** The sources of the front end of the demo's shop, and the defect that one release has in them. */

/** Files by their path. */
export const SHOP_SOURCES: Readonly<Record<string, string>> = {
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
  release: 'RELEASE',
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
  const share = (voucher?.percent ?? 0) / 100;
  return Math.round(sum * share);
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
};

/**
 * A wrong line of one release and the correct line in its place: the wrong line reads a voucher without a check for
 * its existence.
 */
export const VOUCHER_DEFECT = {
  file: 'src/checkout/voucher.ts',
  correct: '  const share = (voucher?.percent ?? 0) / 100;',
  wrong: '  // Vouchers of partners count for the shipping, too.\n  const share = voucher!.percent / 100;',
} as const;
