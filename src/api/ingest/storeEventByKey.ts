import { ingestOperation } from '../operation';
import { countUnread, findSender, receiveEvent, type Sender } from './storeEvent';

/** Stores one event of an old client, which sends its key and no project id. */
export const storeEventByKey = ingestOperation<'storeEventByKey', Sender>('storeEventByKey', {
  subject: (context) => findSender(context, null),
  refuseBody: countUnread,
  handle: receiveEvent,
});
