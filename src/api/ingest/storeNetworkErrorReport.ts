import { BadRequest } from '../../domain/errors';
import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { countUnreadReport } from './storeSecurityReport';

/** Counts the reports of a browser about requests that failed, and drops them. */
export const storeNetworkErrorReport = ingestOperation<'storeNetworkErrorReport', Sender>('storeNetworkErrorReport', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnreadReport,

  handle({ ingest, client, now, body }) {
    const isEmpty = body.length === 0;
    ingest.quota.count(client.project.id, isEmpty ? 'invalid_json' : 'feature_disabled', now, 'default');
    if (isEmpty) throw new BadRequest('The body is empty; it must be a list of reports in JSON.');
    return Promise.resolve({ status: 200 });
  },
});
