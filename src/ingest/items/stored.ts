// Generated from the files beside it by `npm run generate`. Do not edit.

import { checkInItem } from './checkIn';
import { clientReportItem } from './clientReport';
import { eventItem } from './event';
import { feedbackItem, userReportItem } from './feedback';
import { rawSecurityItem } from './rawSecurity';
import { sessionItem, sessionsItem } from './session';
import type { ItemType } from './itemType';

/** The item types that are stored, by their names in envelopes. */
export const STORED_TYPES: readonly (readonly [type: string, ItemType])[] = [
  ['check_in', checkInItem],
  ['client_report', clientReportItem],
  ['event', eventItem],
  ['feedback', feedbackItem],
  ['user_report', userReportItem],
  ['raw_security', rawSecurityItem],
  ['session', sessionItem],
  ['sessions', sessionsItem],
];
