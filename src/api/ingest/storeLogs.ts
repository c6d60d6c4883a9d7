import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { otlpSteps } from './storeTraces';

/** Stores the errors of log records that an exporter of OpenTelemetry sends. */
export const storeLogs = ingestOperation<'storeLogs', Sender>('storeLogs', {
  subject: (context) => findSender(context, null),
  ...otlpSteps('logs'),
});
