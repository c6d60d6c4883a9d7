import { ingestOperation } from '../operation';
import { findJobClient, type JobClient, receiveCheckIn } from './storeCheckIn';

/** Stores a check-in whose key is in the path. */
export const storeKeyedCheckIn = ingestOperation<'storeKeyedCheckIn', JobClient>('storeKeyedCheckIn', {
  subject: (context) => findJobClient(context, context.params),
  handle: receiveCheckIn,
});
