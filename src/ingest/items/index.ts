import type { ProjectFlag } from '../../domain/project';

/** Item type → the flag that its first arrival raises (reference/ingest.md §1.5). */
const FLAGS: ReadonlyMap<string, ProjectFlag> = new Map([
  ['session', 'hasSessions'],
  ['sessions', 'hasSessions'],
  ['replay_event', 'hasReplays'],
  ['replay_recording', 'hasReplays'],
  ['replay_video', 'hasReplays'],
  ['profile', 'hasProfiles'],
  ['profile_chunk', 'hasProfiles'],
  ['check_in', 'hasMonitors'],
  ['transaction', 'firstTransactionEvent'],
  ['span', 'firstTransactionEvent'],
  ['user_report', 'hasUserReports'],
  ['feedback', 'hasUserReports'],
  ['statsd', 'hasCustomMetrics'],
  ['metric_buckets', 'hasCustomMetrics'],
  ['trace_metric', 'hasCustomMetrics'],
]);

/** The project flags that the items of an envelope raise, each once. */
export function flagsOf(items: readonly { readonly type: string }[]): ProjectFlag[] {
  const flags = new Set<ProjectFlag>();
  for (const { type } of items) {
    const flag = FLAGS.get(type);
    if (flag !== undefined) flags.add(flag);
  }
  return [...flags];
}
