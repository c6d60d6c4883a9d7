import { decompressEventBody } from '../../compression/eventBody';
import type { Project } from '../../domain/project';
import { type ExplainedEvent, explainGrouping } from '../../ingest/grouping/explainGrouping';
import type { FullEventRow } from '../../store/events';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/** Memory of the description of an event, in multiples of the length of its body. */
const BODY_FACTOR = 12;

/** Groups a stored event again by the present settings of its project, and describes the values that count. */
export const getEventGroupingInfo = operation('getEventGroupingInfo', {
  subject: findProject,

  async handle({ project, params, read, holdReply }) {
    const row = await requireEvent(read, project, params.event_id);
    const { hash, currentHash, variants } = explainStored(row, project, holdReply);
    return {
      status: 200,
      body: {
        eventID: row.eventId,
        groupID: row.issueId,
        grouping_config: variants.default.config,
        hash,
        currentHash,
        hashMismatch: currentHash !== hash,
        variants,
      },
    };
  },
});

/** Explains the grouping of a stored event. */
export function explainStored(
  { body: stored, issueId }: FullEventRow,
  { settings }: Project,
  holdReply: (bytes: number) => void,
): ExplainedEvent {
  const { body, size } = decompressEventBody(stored);
  holdReply(BODY_FACTOR * size);
  const { hash: currentHash, variants } = explainGrouping(body.event, settings);
  return { issueId, hash: body.grouping.hash, currentHash, variants };
}
