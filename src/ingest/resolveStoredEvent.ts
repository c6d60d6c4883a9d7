import { compressEventBody, decompressEventBody } from '../compression/eventBody';
import { type EventBody, MAX_TAG_VALUE } from '../domain/event';
import type { GroupingPreview, GroupingRules } from '../domain/groupingPreview';
import type { Project } from '../domain/project';
import { truncate } from '../domain/text';
import { packRecord, presentRecord, readRecordTags } from '../presenters/eventRecord';
import { resolveEvent, type ResolveContext } from '../sourcemaps/resolve/resolveEvent';
import type { FullEventRow } from '../store/events';
import type { EventRow } from '../store/visibleEvents';
import type { ResolvedRecord } from '../store/frameResolutions';
import type { RehashedEvent } from '../store/regroupings';
import { describeText } from './describeEvent';
import { RuleBudgets } from './globTexts';
import { groupAndDescribe, groupBy } from './processEvent';
import type { CompileSetting } from './settingsCache';

/** Returns true if the stored record of an event names a release. */
export function isOfRelease({ record }: EventRow, release: string): boolean {
  const tag = truncate(release.trim(), MAX_TAG_VALUE);
  return readRecordTags(record).some(({ key, value }) => key === 'release' && value === tag);
}

/**
 * Resolves the frames of a stored event by the present source maps, and derives from them the texts that lists show.
 * The stored body stays unchanged: reading it resolves its frames by the maps of that time. Tags do not depend on
 * frames.
 * @returns null if its record stays the same
 */
export async function resolveStoredEvent(
  row: FullEventRow,
  project: Project,
  context: ResolveContext,
  compileSetting: CompileSetting,
): Promise<ResolvedRecord | null> {
  const stored = decompressEventBody(row.body).body.event;
  const resolved = await resolveEvent(stored, project, context);
  if (resolved === stored) return null;
  const { event, summary } = groupAndDescribe(resolved, project.settings, compileSetting);
  const tags = [...readRecordTags(row.record)];
  const record = packRecord(presentRecord(project.id, event, { ...summary, tags }));
  const { eventId, issueId, timestamp } = row;
  const { title, culprit } = summary;
  const words = describeText(event, summary);
  return record === row.record ? null : { eventId, issueId, timestamp, title, culprit, words, record };
}

/** Returns the hash of a stored event by draft settings; the stored one if they group it as the present settings do. */
export function regroupStoredEvent(
  { body }: Pick<FullEventRow, 'body'>,
  rules: Pick<GroupingPreview, 'present' | 'draft'>,
  compileSetting: CompileSetting,
): string {
  return draftedGrouping(decompressEventBody(body).body, rules, compileSetting).hash;
}

/** Returns a stored event with its hash by draft settings; null if they do not change the stored one. */
export function rehashStoredEvent(
  { eventId, issueId, body }: FullEventRow,
  rules: Pick<GroupingPreview, 'present' | 'draft'>,
  compileSetting: CompileSetting,
): RehashedEvent | null {
  const stored = decompressEventBody(body).body;
  const grouping = draftedGrouping(stored, rules, compileSetting);
  if (grouping.hash === stored.grouping.hash) return null;
  const { hash } = grouping;
  return { eventId, issueId, hash, body: compressEventBody({ ...stored, grouping }), former: stored.grouping };
}

/** Returns the body of a stored event with another grouping. */
export function withGrouping(body: Uint8Array, grouping: EventBody['grouping']): Uint8Array {
  return compressEventBody({ ...decompressEventBody(body).body, grouping });
}

function draftedGrouping(
  { event, grouping }: EventBody,
  { present, draft }: Pick<GroupingPreview, 'present' | 'draft'>,
  compileSetting: CompileSetting,
): EventBody['grouping'] {
  const by = (rules: GroupingRules) => groupBy(rules.groupingConfig, event, rules, compileSetting, new RuleBudgets());
  const drafted = by(draft);
  const { hash } = drafted.grouping;
  if (hash === by(present).grouping.hash) return grouping;
  return drafted.rule === undefined ? { hash } : { hash, rule: 1 };
}
