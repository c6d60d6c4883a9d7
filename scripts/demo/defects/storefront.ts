/** Defects of the front end. Most are thrown by its real sources. */
import { SHOP_URL } from '../storefront';
import { between, exception, since, spike, type Defect } from './defect';

const DEFECTS: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'voucher',
    action: 'submitOrder',
    perDay: 420,
    shape: (day) => (day >= 8.4 && day < 9.1 ? 2.2 : day < 9.6 ? 0.4 : 0.02),
    make: () => ({}),
    transaction: '/checkout',
  },
  {
    name: 'negative-total',
    action: 'submitVoucher',
    perDay: 4,
    shape: since(3),
    make: () => ({}),
    transaction: '/checkout',
  },
  {
    name: 'suggest',
    action: 'suggest',
    perDay: 58,
    shape: spike(11.3, 3, 9),
    make: () => ({}),
    transaction: '/search',
  },
  { name: 'recommend', action: 'recommend', perDay: 64, make: () => ({}), transaction: '/books/:isbn' },
  {
    name: 'preview',
    action: 'openPreview',
    perDay: 22,
    shape: since(4.2),
    make: () => ({}),
    transaction: '/books/:isbn/preview',
  },
  { name: 'quantity', action: 'changeQuantity', perDay: 9, make: () => ({}), transaction: '/cart' },
  { name: 'storage', action: 'saveCart', perDay: 15, make: () => ({}), transaction: '/cart' },
  {
    name: 'currency',
    action: 'showPrice',
    perDay: 12,
    shape: between(0, 7.5),
    make: () => ({}),
    transaction: '/books/:isbn',
  },
  {
    name: 'categories',
    action: 'showCategory',
    perDay: 3,
    shape: since(12.2),
    make: () => ({}),
    transaction: '/categories/:name',
  },
  {
    name: 'widget',
    perDay: 26,
    transaction: '/books/:isbn',
    make: () =>
      exception({
        type: 'TypeError',
        value: 'e.t is not a function',
        handled: false,
        mechanism: 'onerror',
        frames: [
          {
            filename: 'https://widgets.example/reviews/v2.min.js',
            function: 'n',
            lineno: 1,
            colno: 48211,
            in_app: true,
          },
          {
            filename: 'https://widgets.example/reviews/v2.min.js',
            function: 'Object.r',
            lineno: 1,
            colno: 20377,
            in_app: true,
          },
          {
            filename: 'https://widgets.example/reviews/v2.min.js',
            function: 'o',
            lineno: 1,
            colno: 9120,
            in_app: true,
          },
        ],
      }),
  },
  {
    name: 'fetch',
    perDay: 38,
    transaction: '/books/:isbn',
    make: () =>
      exception({ type: 'TypeError', value: 'Failed to fetch', handled: false, mechanism: 'onunhandledrejection' }),
  },
  {
    name: 'rejection',
    perDay: 6,
    transaction: '/checkout',
    make: (random) =>
      exception({
        type: 'UnhandledRejection',
        value: `Object captured as promise rejection with keys: code, retryable (code=${random.pick(['PAY-17', 'PAY-21'])})`,
        handled: false,
        mechanism: 'onunhandledrejection',
      }),
  },
  {
    name: 'slow-page',
    perDay: 18,
    transaction: '/',
    make: (random) => ({
      level: 'warning',
      logentry: { message: 'The page was usable after %s ms', params: [3000 + random.below(5000)] },
    }),
  },
];

/** What the filters of the projects drop, and what counts as dropped. */

export const FILTERED: readonly Defect[] = [
  {
    name: 'chunk',
    project: 'storefront',
    perDay: 20,
    make: () =>
      exception({
        type: 'ChunkLoadError',
        value: `Loading chunk 7 failed. (error: ${SHOP_URL}/assets/preview-0a1b2c.js)`,
      }),
  },
  {
    name: 'resize',
    project: 'storefront',
    perDay: 32,
    make: () => exception({ type: 'Error', value: 'ResizeObserver loop completed with undelivered notifications.' }),
  },
];

export const STOREFRONT = DEFECTS.map((defect): Defect => ({ ...defect, project: 'storefront' }));
