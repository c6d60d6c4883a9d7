import { ingestOperation } from '../operation';
import { countUnread, findSender, receiveEvent, type Sender } from './receiveEvent';

/** Stores one event of a client that does not use envelopes. */
export const storeEvent = ingestOperation<'storeEvent', Sender>('storeEvent', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnread,
  handle: receiveEvent,
});
