/** The forms of requests of the OpenTelemetry protocol. A reply has the form of its request. */
export type OtlpForm = 'json' | 'protobuf';

/** Returns the form that a content type names; null if it is another type. */
export function otlpFormOf(contentType: string): OtlpForm | null {
  const [, type] = /^\s*application\/(x-protobuf|json)\s*(?:;|$)/i.exec(contentType) ?? [];
  if (type === undefined) return null;
  return type.toLowerCase() === 'json' ? 'json' : 'protobuf';
}
