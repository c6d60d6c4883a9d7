import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';
import { otlpSteps } from './storeTraces';

/** Stores the exceptions of spans that an exporter of OpenTelemetry sends to the path of a project. */
export const storeProjectTraces = ingestOperation<'storeProjectTraces', Sender>('storeProjectTraces', {
  subject: (context) => findSender(context, context.params.project_id),
  ...otlpSteps('traces'),
});
