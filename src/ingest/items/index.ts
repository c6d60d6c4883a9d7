import { eventItem } from './event';
import type { ItemType } from './itemType';

/** The item types of envelopes that are handled. Items of other types are skipped. */
export const ITEM_TYPES: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ['event', eventItem],
  // Of these, the project remembers only that it has received some.
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
