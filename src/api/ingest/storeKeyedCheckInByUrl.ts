import { ingestOperation } from '../operation';
import { findJobClient, type JobClient, receiveCheckIn } from './storeCheckIn';

/** Stores a check-in of a client that only requests a URL with the key in it. */
export const storeKeyedCheckInByUrl = ingestOperation<'storeKeyedCheckInByUrl', JobClient>('storeKeyedCheckInByUrl', {
  subject: (context) => findJobClient(context, context.params),
  handle: (context) => receiveCheckIn({ ...context, body: undefined }),
});
