/** The actions of the members of the demo's organization: the releases that they publish, and their work on issues. */
import type { Client } from '../../../src/client/createClient';
import type { ProjectName } from '../defect';
import type { MemberName } from './organization';

/** A release that members publish. */
export interface PlannedRelease {
  readonly project: ProjectName;
  readonly version: string;
  /** Days after the beginning. */
  readonly day: number;
  /** Number of hours after which half of the users of the previous release use this one. */
  readonly halfLifeHours: number;
  /** Newest first. */
  readonly commits: readonly {
    readonly by: MemberName;
    readonly message: string;
    readonly file: string;
    /** The defect that it fixes. */
    readonly fixes?: string;
  }[];
  /** True if nobody has uploaded its source maps. */
  readonly hasNoFiles?: boolean;
}

export const RELEASES: readonly PlannedRelease[] = [
  {
    project: 'storefront',
    version: 'storefront@3.0.0',
    day: 0,
    halfLifeHours: 5,
    hasNoFiles: true,
    commits: [{ by: 'jonas', message: 'Show libraries on the start page', file: 'src/catalog/libraries.ts' }],
  },
  {
    project: 'orders-api',
    version: 'orders-api@2.14.0',
    day: 0,
    halfLifeHours: 0.2,
    commits: [{ by: 'ifeoma', message: 'Reserve stock before payment', file: 'src/stock/client.js' }],
  },
  {
    project: 'recommender',
    version: 'recommender@0.9.4',
    day: 0,
    halfLifeHours: 0.2,
    commits: [{ by: 'søren', message: 'Read feeds of publishers at night', file: 'recommender/feeds/publisher.py' }],
  },
  {
    project: 'reader-app',
    version: 'reader-app@4.2.0+4200',
    day: 0,
    halfLifeHours: 30,
    commits: [{ by: 'lin', message: 'Keep bookmarks offline', file: 'app/src/main/kotlin/Bookmarks.kt' }],
  },
  {
    project: 'storefront',
    version: 'storefront@3.1.0',
    day: 4.2,
    halfLifeHours: 5,
    commits: [
      { by: 'ben', message: 'Read the first pages of a book before buying it', file: 'src/reader/preview.ts' },
      { by: 'jonas', message: 'Remember the cart', file: 'src/cart/storage.ts' },
    ],
  },
  {
    project: 'recommender',
    version: 'recommender@0.10.0',
    day: 6.3,
    halfLifeHours: 0.2,
    commits: [{ by: 'søren', message: 'Weigh scores by age', file: 'recommender/scoring.py' }],
  },
  {
    project: 'reader-app',
    version: 'reader-app@4.3.0+4300',
    day: 6.2,
    halfLifeHours: 30,
    commits: [
      { by: 'lin', message: 'Play audio books', file: 'app/src/main/kotlin/AudioBookService.kt' },
      {
        by: 'ben',
        message: 'Read the digits of every script',
        file: 'app/src/main/kotlin/LibrarySync.kt',
        fixes: 'locale',
      },
    ],
  },
  {
    project: 'orders-api',
    version: 'orders-api@2.15.0',
    day: 8.1,
    halfLifeHours: 0.2,
    commits: [
      { by: 'ifeoma', message: 'Accept orders of guests', file: 'src/orders/orders.js' },
      { by: 'søren', message: 'Promise a day of delivery', file: 'src/orders/orders.js' },
    ],
  },
  {
    project: 'storefront',
    version: 'storefront@3.2.0',
    day: 8.4,
    halfLifeHours: 5,
    commits: [
      { by: 'jonas', message: 'Vouchers of partners count for the shipping, too', file: 'src/checkout/voucher.ts' },
      { by: 'ben', message: 'Say what a voucher is worth', file: 'src/checkout/checkout.ts' },
    ],
  },
  {
    project: 'storefront',
    version: 'storefront@3.2.1',
    day: 9.1,
    halfLifeHours: 5,
    commits: [
      { by: 'jonas', message: 'Check out without a voucher', file: 'src/checkout/voucher.ts', fixes: 'voucher' },
    ],
  },
  {
    project: 'orders-api',
    version: 'orders-api@2.15.1',
    day: 11.2,
    halfLifeHours: 0.2,
    commits: [{ by: 'søren', message: 'Number orders by region', file: 'src/orders/numbers.js' }],
  },
  {
    project: 'storefront',
    version: 'storefront@3.3.0',
    day: 12.2,
    halfLifeHours: 5,
    commits: [{ by: 'ben', message: 'Show the path to a category', file: 'src/catalog/categories.ts' }],
  },
];

/** An action of a member on the issue of a defect. */
export interface Work {
  readonly day: number;
  readonly by: MemberName;
  readonly defect: string;
  readonly update?: Update;
  /** The member, or `#team`, to whom it is assigned. */
  readonly assign?: string;
  readonly comment?: string;
  /** The defect into whose issue it is merged. */
  readonly into?: string;
}

type Update = Parameters<Client['updateIssue']>[0]['body'];

export const WORK: readonly Work[] = [
  { day: 0.9, by: 'lin', defect: 'bookmark', assign: 'lin' },
  {
    day: 1.1,
    by: 'lin',
    defect: 'bookmark',
    comment: 'Happens when the chapter is still loading. I disable the button until it is there.',
  },
  { day: 1.3, by: 'jonas', defect: 'quantity', assign: 'ben' },
  {
    day: 2.2,
    by: 'søren',
    defect: 'embedding',
    comment: 'Books that were added today have no vector before the night. Can we skip them?',
  },
  { day: 2.3, by: 'ifeoma', defect: 'embedding', comment: 'Yes, please. And count how many there are.' },
  { day: 2.1, by: 'jonas', defect: 'suggest', assign: 'ben' },
  { day: 2.4, by: 'søren', defect: 'embedding', assign: 'søren' },
  { day: 3.1, by: 'mara', defect: 'cover-memory', update: { isBookmarked: true } },
  { day: 4, by: 'jonas', defect: 'widget', update: { status: 'ignored' } },
  {
    day: 4.01,
    by: 'jonas',
    defect: 'widget',
    comment: 'Of the reviews widget, not ours. I told them; see https://widgets.example/status.',
  },
  {
    day: 4.5,
    by: 'ifeoma',
    defect: 'stock-timeout',
    update: { status: 'ignored', statusDetails: { ignoreUntilEscalating: true } },
  },
  { day: 4.9, by: 'søren', defect: 'duplicate', update: { status: 'resolved' } },
  { day: 4.91, by: 'søren', defect: 'duplicate', comment: 'Numbers come from a sequence now.' },
  {
    day: 5.6,
    by: 'ifeoma',
    defect: 'charge',
    comment: 'seapay has an outage: https://status.seapay.example/incidents/118. Orders are tried again.',
  },
  { day: 5.62, by: 'ifeoma', defect: 'charge', assign: 'ifeoma' },
  {
    day: 5.8,
    by: 'mara',
    defect: 'charge',
    comment: 'Over since 17:40. All orders but three were charged; I wrote to those customers.',
  },
  { day: 6.6, by: 'ben', defect: 'fetch', update: { status: 'ignored', statusDetails: { ignoreCount: 2000 } } },
  { day: 7.2, by: 'søren', defect: 'encoding', into: 'price' },
  { day: 7.6, by: 'jonas', defect: 'currency', update: { status: 'resolved' } },
  { day: 8.55, by: 'ben', defect: 'voucher', comment: 'Nobody without a voucher can check out since 3.2.0.' },
  { day: 8.56, by: 'ben', defect: 'voucher', assign: 'jonas' },
  {
    day: 8.7,
    by: 'jonas',
    defect: 'voucher',
    comment: 'Found it: `voucher` is null without one. The fix is in review.',
  },
  { day: 9.5, by: 'lin', defect: 'font', update: { status: 'ignored', statusDetails: { ignoreDuration: 20_160 } } },
  { day: 10.2, by: 'mara', defect: 'address', assign: 'ifeoma' },
  {
    day: 10.3,
    by: 'ifeoma',
    defect: 'address',
    comment: 'Guests have no address before the last step. We ask earlier from 2.16 on.',
  },
  {
    day: 11.6,
    by: 'søren',
    defect: 'duplicate',
    comment: 'Back with 2.15.1: the sequences of both regions begin at the same number.',
  },
  { day: 12.6, by: 'ifeoma', defect: 'json', update: { status: 'resolvedInNextRelease' } },
  { day: 13.1, by: 'mara', defect: 'suggest', update: { isBookmarked: true } },
  { day: 13.4, by: 'lin', defect: 'anr', assign: '#mobile' },
];
