import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { otlpSteps } from './storeTraces';

/** Stores the errors of log records that an exporter of OpenTelemetry sends to the path of a project. */
export const storeProjectLogs = ingestOperation<'storeProjectLogs', Sender>('storeProjectLogs', {
  subject: (context) => findSender(context, context.params.project_id),
  ...otlpSteps('logs'),
});
