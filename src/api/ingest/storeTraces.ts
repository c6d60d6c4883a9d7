import { UnsupportedMedia } from '../../domain/errors';
import { otlpFormOf } from '../../domain/otlp';
import { countRefusal, type IngestRequest } from '../../ingest/authorizeDsn';
import { ingestOtlp } from '../../ingest/otlp/otlpEvents';
import { encodeOtlpReply, type OtlpSignal } from '../../ingest/otlp/otlpRequest';
import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';

/** Stores the exceptions of spans that an exporter of OpenTelemetry sends. */
export const storeTraces = ingestOperation<'storeTraces', Sender>('storeTraces', {
  subject: (context) => findSender(context, null),
  ...otlpSteps('traces'),
});

/* The common steps of the operations for exporters of OpenTelemetry. */

/** Returns the steps that follow once the sender is known. */
export function otlpSteps(signal: OtlpSignal): {
  refuseBody: (request: IngestRequest & Sender, error: unknown) => void;
  handle: (request: OtlpHttpRequest) => Promise<OtlpReply>;
} {
  return {
    refuseBody: (request, error) => countUnreadOtlp(request, error, signal),
    handle: (request) => receiveOtlp(request, signal),
  };
}

interface OtlpHttpRequest extends IngestRequest, Sender {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** The reply in the form of the request. */
type OtlpReply =
  | { status: 200; protobuf: Uint8Array }
  | {
      status: 200;
      body: { partialSuccess?: { errorMessage: string; rejectedSpans?: string; rejectedLogRecords?: string } };
    };

/** Stores the exceptions of a body. @throws UnsupportedMedia, or the errors of `ingestOtlp` */
async function receiveOtlp(request: OtlpHttpRequest, signal: OtlpSignal): Promise<OtlpReply> {
  const { client, body: bytes, contentType } = request;
  const form = otlpFormOf(contentType);
  if (form === null) {
    const error = new UnsupportedMedia(
      'Requests of OpenTelemetry have the content type application/x-protobuf or application/json.',
    );
    countUnreadOtlp(request, error, signal);
    throw error;
  }
  const isProtobuf = form === 'protobuf';
  const { rejected, message } = await ingestOtlp(request, client, { signal, bytes, isProtobuf });
  if (isProtobuf) return { status: 200, protobuf: encodeOtlpReply(rejected, message) };
  if (message === '') return { status: 200, body: {} };
  const count = signal === 'traces' ? { rejectedSpans: String(rejected) } : { rejectedLogRecords: String(rejected) };
  return { status: 200, body: { partialSuccess: { ...count, errorMessage: message } } };
}

function countUnreadOtlp(request: IngestRequest & Sender, error: unknown, signal: OtlpSignal): void {
  countRefusal(request, request.client, error, 'invalid_json', signal === 'traces' ? 'span' : 'log_item');
}
