import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { countUnreadReport, receiveReports } from './storeSecurityReport';

/** Stores security reports that are sent to the former address of `storeSecurityReport`. */
export const storeCspReport = ingestOperation<'storeCspReport', Sender>('storeCspReport', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnreadReport,
  handle: receiveReports,
});
