import { BadRequest } from '../../domain/errors';
import { FEEDBACK_FLAGS } from '../feedback';
import { MAX_EVENT_BYTES } from '../payload';
import { newEventId } from '../processEvent';
import { ingestEvent } from './event';
import type { ItemType } from './itemType';

/** Feedback of a person about the application. It is an event, and forms expect the same replies as for events. */
export const feedbackItem: ItemType = {
  kind: 'feedback',
  flag: 'hasUserReports',
  maxBytes: MAX_EVENT_BYTES,
  maxItems: 1,
  async handle({ payload }, context) {
    const { request, client, envelopeHeader } = context;
    const { eventId } = envelopeHeader;
    const event = { payload, format: 'feedback' as const, eventId: eventId ?? newEventId(), flags: FEEDBACK_FLAGS };
    try {
      const { dropped } = await ingestEvent(request, client, event, 'feedback');
      context.dropped = dropped === 'repeated' ? null : dropped;
    } catch (error) {
      // The feedback is counted as invalid. Its client gets no error: it would send the feedback again.
      if (!(error instanceof BadRequest)) throw error;
      context.dropped = 'invalid_json';
    }
    return event.eventId;
  },
};
