import { isObject } from '../../domain/event';
import { parseJsonObject } from '../payload';
import type { ItemType } from './itemType';

/** Known reasons and categories of SDKs. Others count as `other`, so that a client cannot fill the table with names. */
const REASONS: ReadonlySet<string> = new Set(
  `queue_overflow cache_overflow buffer_overflow ratelimit_backoff network_error sample_rate before_send event_processor
  send_error internal_sdk_error insufficient_data backpressure ignored callback_error before_breadcrumb no_parent_span
  too_big invalid`.split(/\s+/),
);
const CATEGORIES: ReadonlySet<string> = new Set(
  `default error transaction span session attachment monitor profile profile_chunk profile_chunk_ui replay feedback
  log_item log_byte trace_metric trace_metric_byte metric_bucket security internal`.split(/\s+/),
);

/** Limit of the protocol; most reports have a few kilobytes. */
const MAX_BYTES = 100 * 1024;
const MAX_ENTRIES = 200;
const MAX_QUANTITY = 1_000_000_000;

/** Numbers of items that an SDK dropped itself, by reason and category. */
export const clientReportItem: ItemType = {
  maxBytes: MAX_BYTES,
  isUnlimited: true,
  maxItems: 10,
  handle: ({ payload }, { request: { ingest, now }, client: { project } }) => {
    const entries = readEntries(payload);
    ingest.quota.count(project.id, entries === null ? 'invalid_json' : null, now, 'internal');
    for (const { reason, category, quantity } of entries ?? [])
      ingest.quota.countDiscarded(project.id, now, { reason, category, quantity });
    return Promise.resolve(null);
  },
};

interface DiscardedEvents {
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** Returns the valid entries of a report; null if the payload is not a report. */
function readEntries(payload: Buffer): DiscardedEvents[] | null {
  try {
    const { discarded_events: sent } = parseJsonObject(payload.toString('utf8'));
    return Array.isArray(sent) ? sent.slice(0, MAX_ENTRIES).flatMap(readEntry) : [];
  } catch {
    return null;
  }
}

function readEntry(sent: unknown): DiscardedEvents[] {
  if (!isObject(sent)) return [];
  const { reason, category, quantity } = sent;
  if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity < 1) return [];
  return [
    {
      reason: typeof reason === 'string' && REASONS.has(reason) ? reason : 'other',
      category: typeof category === 'string' && CATEGORIES.has(category) ? category : 'other',
      quantity: Math.min(quantity, MAX_QUANTITY),
    },
  ];
}
