// Generated from the files beside it by `npm run generate`. Do not edit.

import { checkInItem } from './checkIn';
import { clientReportItem } from './clientReport';
import { eventItem } from './event';
import { feedbackItem } from './feedback';
import { rawSecurityItem } from './rawSecurity';
import { sessionItem, sessionsItem } from './session';
import { userReportItem } from './userReport';
import type { ItemType } from './itemType';

/** The item types that are stored, by their names in envelopes. */
export const STORED_TYPES: readonly (readonly [type: string, ItemType])[] = [
  ['check_in', checkInItem],
  ['client_report', clientReportItem],
  ['event', eventItem],
  ['feedback', feedbackItem],
  ['raw_security', rawSecurityItem],
  ['session', sessionItem],
  ['sessions', sessionsItem],
  ['user_report', userReportItem],
];
