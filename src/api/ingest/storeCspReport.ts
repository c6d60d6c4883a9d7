import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { countUnreadReport, receiveReports } from './storeSecurityReport';

/** Stores the reports of a page whose policy has the former address. */
export const storeCspReport = ingestOperation<'storeCspReport', Sender>('storeCspReport', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnreadReport,
  handle: receiveReports,
});
