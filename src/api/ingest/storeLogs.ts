import { countRefusal } from '../../ingest/authorizeDsn';
import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { receiveOtlp } from './storeTraces';

/** Stores the errors of log records that an exporter of OpenTelemetry sends. */
export const storeLogs = ingestOperation<'storeLogs', Sender>('storeLogs', {
  subject: (context) => findSender(context, null),
  refuseBody: (context, error) => countRefusal(context, context.client, error, 'invalid_json', 'log_item'),
  handle: (context) => receiveOtlp(context, 'logs'),
});
