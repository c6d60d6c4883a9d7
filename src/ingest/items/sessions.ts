import { readSessionBuckets } from '../sessionReports';
import type { ItemType } from './itemType';
import { ingestSessions, MAX_SESSION_BYTES, MAX_SESSION_ITEMS } from './session';

/** Numbers of sessions that the client has added up by minute, as servers do for their requests. */
export const sessionsItem: ItemType = {
  kind: 'sessions',
  flag: 'hasSessions',
  maxBytes: MAX_SESSION_BYTES,
  maxItems: MAX_SESSION_ITEMS,
  isUnlimited: true,
  isBatched: true,
  handle: (item, context) => ingestSessions(context, readSessionBuckets(item.payload, context.request.now)),
};
