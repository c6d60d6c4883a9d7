import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { exporterOf, otlpText as text } from '../../support/otlp';
import { startService, useService } from '../../support/service';

const service = useService();

const start = () => exporterOf(service, 'logs');

/** Returns a request in protobuf with one log record, which is an error. */
function protobufOf(text: string): Uint8Array {
  const message = (number: number, write: (writer: BinaryWriter) => BinaryWriter) => (writer: BinaryWriter) =>
    write(writer.tag(number, WireType.LengthDelimited).fork()).join();
  const record = (writer: BinaryWriter) => {
    writer.tag(2, WireType.Varint).uint32(17);
    return message(5, (body) => body.tag(1, WireType.LengthDelimited).string(text))(writer);
  };
  return message(1, message(2, message(2, record)))(new BinaryWriter()).finish();
}

test('log records that are errors are stored, others are counted', async () => {
  const { send, listEvents } = await start();
  const logRecords = [
    { severityNumber: 17, body: { stringValue: 'no stock' } },
    { severityNumber: 9, body: { stringValue: 'hello' } },
    { severityNumber: 21, attributes: [text('exception.type', 'KeyError'), text('exception.message', 'tea')] },
  ];
  const { body } = await send({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }).expect(200);
  expect(body).toEqual({});
  expect((await listEvents()).map(({ title }) => String(title)).sort()).toEqual(['KeyError: tea', 'no stock']);
});

test('a request in protobuf has a reply in protobuf', async () => {
  const { send, listEvents } = await start();
  const bytes = protobufOf('no stock');
  const post = (sent: Uint8Array) => send(Buffer.from(sent)).set('Content-Type', 'application/x-protobuf');
  expect((await post(bytes).expect(200)).headers['content-type']).toBe('application/x-protobuf');
  expect(await listEvents()).toMatchObject([{ title: 'no stock' }]);
  const { headers, text: status } = await post(bytes.subarray(0, bytes.length - 3)).expect(400);
  expect(headers['content-type']).toBe('application/x-protobuf');
  expect(status).toMatch(/^\x08\x03\x12.The body is not a protobuf message of OpenTelemetry: [^.]+\.$/);
});

const jsonOf = (stringValue: string) => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 17, body: { stringValue } }] }] }],
});

// Exporters send again what is 429 or 503, after the time of Retry-After (https://opentelemetry.io/docs/specs/otlp/).
test('a limit refuses with Retry-After in both forms, and stores what comes again after it', async () => {
  const { project, token, send, listEvents } = await start();
  const keys = (await service.client.get(`${project.path}keys/`, token).expect(200)).body as { id: string }[];
  const limit = (rateLimit: object | null) =>
    service.client.put(`${project.path}keys/${keys[0]?.id}/`, token).send({ rateLimit }).expect(200);
  await limit({ window: 86_400, count: 1 });
  await send(jsonOf('first')).expect(200);
  const asProtobuf = () => send(Buffer.from(protobufOf('second'))).set('Content-Type', 'application/x-protobuf');
  for (const { headers } of [await send(jsonOf('third')).expect(429), await asProtobuf().expect(429)])
    expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  expect(await listEvents()).toMatchObject([{ title: 'first' }]);
  await limit(null);
  await asProtobuf().expect(200);
  expect((await listEvents()).map(({ title }) => String(title)).sort()).toEqual(['first', 'second']);
});

test('a service without its database refuses with 503 and Retry-After in both forms', async () => {
  const closed = await startService();
  try {
    const { send } = await exporterOf(closed, 'logs');
    await closed.app.database.close();
    const asProtobuf = send(Buffer.from(protobufOf('x'))).set('Content-Type', 'application/x-protobuf');
    for (const { headers } of [await send(jsonOf('x')).expect(503), await asProtobuf.expect(503)])
      expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  } finally {
    await closed.close();
  }
});
