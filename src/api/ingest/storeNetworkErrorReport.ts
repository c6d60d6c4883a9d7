import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { countUnreadReport } from './storeSecurityReport';

/** Counts the reports of a browser about requests that failed, and drops them. */
export const storeNetworkErrorReport = ingestOperation<'storeNetworkErrorReport', Sender>('storeNetworkErrorReport', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnreadReport,

  handle({ ingest, client, now }) {
    ingest.quota.count(client.project.id, 'feature_disabled', now, 'default');
    return Promise.resolve({ status: 200 });
  },
});
