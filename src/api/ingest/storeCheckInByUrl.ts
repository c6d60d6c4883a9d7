import { ingestOperation } from '../operation';
import { findJobClient, type JobClient, receiveCheckIn } from './storeCheckIn';

/** Stores a check-in of a client that only requests a URL. */
export const storeCheckInByUrl = ingestOperation<'storeCheckInByUrl', JobClient>('storeCheckInByUrl', {
  subject: (context) => findJobClient(context, context.params),
  handle: (context) => receiveCheckIn({ ...context, body: undefined }),
});
