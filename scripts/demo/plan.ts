/** What the members of the demo's organization do: the releases that they publish, and their work on issues. */
import type { Client } from '../../src/client/createClient';
import type { ProjectName } from './defects/defect';
import { must } from '../support/must';
import { addressOf, type MemberName, ORGANIZATION } from './organization';

/** A release that members publish. */
export interface PlannedRelease {
  readonly project: ProjectName;
  readonly version: string;
  /** Days after the beginning. */
  readonly day: number;
  /** After so many hours, half of those who used the release before it have it. */
  readonly halfLifeHours: number;
  /** Newest first. */
  readonly commits: readonly {
    readonly by: MemberName;
    readonly message: string;
    readonly file: string;
    /** The defect that it mends. */
    readonly fixes?: string;
  }[];
  /** Whether its source maps were forgotten. */
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

/** Something that a member does. */
interface Work {
  readonly day: number;
  readonly by: MemberName;
  readonly act: (client: Client, issueOf: (defect: string) => Promise<{ readonly id: string }>) => Promise<void>;
}

type Update = Parameters<Client['updateIssue']>[0]['body'];

const update = (day: number, by: MemberName, defect: string, body: Update): Work => ({
  day,
  by,
  async act(client, issueOf) {
    const { id } = await issueOf(defect);
    await must(client.updateIssue({ organization_slug: ORGANIZATION, issue_id: id, body }));
  },
});

const comment = (day: number, by: MemberName, defect: string, text: string): Work => ({
  day,
  by,
  async act(client, issueOf) {
    const { id } = await issueOf(defect);
    await must(client.createIssueComment({ organization_slug: ORGANIZATION, issue_id: id, body: { text } }));
  },
});

const merge = (day: number, by: MemberName, into: string, other: string): Work => ({
  day,
  by,
  async act(client, issueOf) {
    const [target, merged] = [await issueOf(into), await issueOf(other)];
    const id = [Number(target.id), Number(merged.id)];
    const body = { merge: true as const, into: target.id };
    await must(client.updateOrganizationIssues({ organization_slug: ORGANIZATION, id, body }));
  },
});

const to = (member: MemberName): Update => ({ assignedTo: addressOf(member) });

export const WORK: readonly Work[] = [
  update(0.9, 'lin', 'bookmark', to('lin')),
  comment(1.1, 'lin', 'bookmark', 'Happens when the chapter is still loading. I disable the button until it is there.'),
  update(1.3, 'jonas', 'quantity', to('ben')),
  comment(2.2, 'søren', 'embedding', 'Books that were added today have no vector before the night. Can we skip them?'),
  comment(2.3, 'ifeoma', 'embedding', 'Yes, please. And count how many there are.'),
  update(2.1, 'jonas', 'suggest', to('ben')),
  update(2.4, 'søren', 'embedding', to('søren')),
  update(3.1, 'mara', 'cover-memory', { isBookmarked: true }),
  update(4, 'jonas', 'widget', { status: 'ignored' }),
  comment(4.01, 'jonas', 'widget', 'Of the reviews widget, not ours. I told them; see https://widgets.example/status.'),
  update(4.5, 'ifeoma', 'stock-timeout', { status: 'ignored', statusDetails: { ignoreUntilEscalating: true } }),
  update(4.9, 'søren', 'duplicate', { status: 'resolved' }),
  comment(4.91, 'søren', 'duplicate', 'Numbers come from a sequence now.'),
  comment(
    5.6,
    'ifeoma',
    'charge',
    'seapay has an outage: https://status.seapay.example/incidents/118. Orders are tried again.',
  ),
  update(5.62, 'ifeoma', 'charge', to('ifeoma')),
  comment(5.8, 'mara', 'charge', 'Over since 17:40. All orders but three were charged; I wrote to those customers.'),
  update(6.6, 'ben', 'fetch', { status: 'ignored', statusDetails: { ignoreCount: 2000 } }),
  merge(7.2, 'søren', 'price', 'encoding'),
  update(7.6, 'jonas', 'currency', { status: 'resolved' }),
  comment(8.55, 'ben', 'voucher', 'Nobody without a voucher can check out since 3.2.0.'),
  update(8.56, 'ben', 'voucher', to('jonas')),
  comment(8.7, 'jonas', 'voucher', 'Found it: `voucher` is null without one. The fix is in review.'),
  update(9.5, 'lin', 'font', { status: 'ignored', statusDetails: { ignoreDuration: 20_160 } }),
  update(10.2, 'mara', 'address', to('ifeoma')),
  comment(10.3, 'ifeoma', 'address', 'Guests have no address before the last step. We ask earlier from 2.16 on.'),
  comment(11.6, 'søren', 'duplicate', 'Back with 2.15.1: the sequences of both regions begin at the same number.'),
  update(12.6, 'ifeoma', 'json', { status: 'resolvedInNextRelease' }),
  update(13.1, 'mara', 'suggest', { isBookmarked: true }),
  update(13.4, 'lin', 'anr', { assignedTo: '#mobile' }),
];
