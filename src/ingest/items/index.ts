import type { DataCategory, ItemKind } from '../../domain/outcome';
import type { ItemType } from './itemType';
import { STORED_TYPES } from './stored';

/** The item types of envelopes that are handled. Items of other types are skipped. */
export const ITEM_TYPES: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ...STORED_TYPES,
  // Handled after the items of other types, because they are kept only if their event is.
  ['attachment', { kind: 'attachments', isAttached: true }],
  // The project only remembers that it has received such items.
  ['replay_event', { flag: 'hasReplays' }],
  ['replay_recording', { flag: 'hasReplays' }],
  ['replay_video', { flag: 'hasReplays' }],
  ['profile', { flag: 'hasProfiles' }],
  ['profile_chunk', { flag: 'hasProfiles' }],
  ['transaction', { flag: 'firstTransactionEvent' }],
  ['statsd', { flag: 'hasCustomMetrics' }],
  ['metric_buckets', { flag: 'hasCustomMetrics' }],
  ['trace_metric', { flag: 'hasCustomMetrics' }],
]);

/** The categories of items, by their type. Items of other types are of the category `default`. */
export const ITEM_CATEGORIES: ReadonlyMap<string, DataCategory> = new Map<string, DataCategory>([
  ['event', 'error'],
  ['attachment', 'attachment'],
  ['session', 'session'],
  ['sessions', 'session'],
  ['replay_event', 'replay'],
  ['replay_recording', 'replay'],
  ['replay_video', 'replay'],
  ['profile', 'profile'],
  ['profile_chunk', 'profile_chunk'],
  ['check_in', 'monitor'],
  ['transaction', 'transaction'],
  ['span', 'span'],
  ['feedback', 'feedback'],
  ['user_report', 'feedback'],
  ['statsd', 'trace_metric'],
  ['metric_buckets', 'trace_metric'],
  ['metric_meta', 'trace_metric'],
  ['trace_metric', 'trace_metric'],
  ['log', 'log_item'],
  ['otel_log', 'log_item'],
  ['raw_security', 'security'],
  ['client_report', 'internal'],
]);

/** Returns the category under which items of a type are counted. */
export function categoryOf(type: string): DataCategory {
  return ITEM_CATEGORIES.get(type) ?? 'default';
}

/** Names that SDKs have for a category, where they differ from its own name. */
const SDK_CATEGORIES: Partial<Record<DataCategory, readonly string[]>> = {
  log_item: ['log_item', 'log_byte'],
  profile_chunk: ['profile_chunk', 'profile_chunk_ui'],
  trace_metric: ['trace_metric', 'trace_metric_byte', 'metric_bucket'],
};

/** Categories without a limit: some SDKs count events or stored items under them, which a limit would stop too. */
const NEVER_LIMITED: readonly DataCategory[] = ['default', 'error', 'internal'];

/** Seconds after which an SDK tries again to send items that are not stored: a program notices a changed service. */
const LIMIT_SECONDS = 3600;

/** The item types of a service, without the kinds that its operator switched off. Made for each request. */
export class ItemTable {
  constructor(private readonly disabled: ReadonlySet<ItemKind>) {}

  /** Returns how items of a type are handled; undefined if they are skipped. */
  find(type: string): ItemType | undefined {
    const itemType = ITEM_TYPES.get(type);
    return itemType?.kind !== undefined && this.disabled.has(itemType.kind) ? undefined : itemType;
  }

  /** Returns true if items of a type are stored, and not only counted. */
  isStored(type: string): boolean {
    return this.find(type)?.handle !== undefined || this.isAttached(type);
  }

  /** Returns true if items of a type are files that belong to the envelope's event, and are stored. */
  isAttached(type: string): boolean {
    return this.find(type)?.isAttached === true;
  }

  /** Returns true if items of a type must be complete: an event is stored without its files. */
  isRequired(type: string): boolean {
    return this.isStored(type) && !this.isAttached(type);
  }

  /**
   * Returns the value of the header `X-Sentry-Rate-Limits` with which SDKs stop sending items that are not stored; null
   * if it would stop none of the skipped types. Only replies to such items have the header, because SDKs report each
   * item that they drop for it.
   */
  rateLimits(skipped: readonly string[]): string | null {
    if (skipped.length === 0) return null;
    const stored = new Set(
      [...ITEM_CATEGORIES].filter(([type]) => this.isStored(type)).map(([, category]) => category),
    );
    const isLimited = (category: DataCategory) => !stored.has(category) && !NEVER_LIMITED.includes(category);
    if (!skipped.some((type) => isLimited(categoryOf(type)))) return null;
    const limited = new Set([...ITEM_CATEGORIES.values()].filter(isLimited));
    const names = [...limited].flatMap((category) => SDK_CATEGORIES[category] ?? [category]);
    return `${LIMIT_SECONDS}:${names.join(';')}:organization:unsupported`;
  }
}

/** The table of a service whose operator switched nothing off. */
export const ALL_ITEMS = new ItemTable(new Set());
