import type { DataCategory } from '../../domain/outcome';
import type { ItemType } from './itemType';
import { STORED_TYPES } from './stored';

/** The item types of envelopes that are handled. Items of other types are skipped. */
export const ITEM_TYPES: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ...STORED_TYPES,
  // The project only remembers that it has received such items.
  ['session', { flag: 'hasSessions' }],
  ['sessions', { flag: 'hasSessions' }],
  ['replay_event', { flag: 'hasReplays' }],
  ['replay_recording', { flag: 'hasReplays' }],
  ['replay_video', { flag: 'hasReplays' }],
  ['profile', { flag: 'hasProfiles' }],
  ['profile_chunk', { flag: 'hasProfiles' }],
  ['check_in', { flag: 'hasMonitors' }],
  ['transaction', { flag: 'firstTransactionEvent' }],
  ['span', { flag: 'firstTransactionEvent' }],
  ['user_report', { flag: 'hasUserReports' }],
  ['feedback', { flag: 'hasUserReports' }],
  ['statsd', { flag: 'hasCustomMetrics' }],
  ['metric_buckets', { flag: 'hasCustomMetrics' }],
  ['trace_metric', { flag: 'hasCustomMetrics' }],
]);

/** Returns true if items of a type are stored, and not only counted. */
export function isStored(type: string): boolean {
  return ITEM_TYPES.get(type)?.handle !== undefined;
}

/** The categories of items that are not events. Other items are of the category `default`. */
const CATEGORIES: ReadonlyMap<string, DataCategory> = new Map<string, DataCategory>([
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
  ['statsd', 'trace_metric'],
  ['metric_buckets', 'trace_metric'],
  ['trace_metric', 'trace_metric'],
  ['log', 'log_item'],
  ['otel_log', 'log_item'],
  ['raw_security', 'security'],
  ['client_report', 'internal'],
]);

/** Returns the category under which items of a type are counted. */
export function categoryOf(type: string): DataCategory {
  return CATEGORIES.get(type) ?? 'default';
}
