import { ingestEvent } from '../ingestEvent';
import { MAX_EVENT_BYTES } from '../payload';
import type { ItemType } from './itemType';

/** An error or a message. */
export const eventItem: ItemType = {
  maxBytes: MAX_EVENT_BYTES,
  maxItems: 1,
  savesFlags: true,
  handle: ({ payload }, { request, client, envelopeHeader, flags }) =>
    ingestEvent(request, client, { payload, format: 'item', eventId: envelopeHeader.eventId, flags }),
};
