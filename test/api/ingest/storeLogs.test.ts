import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { exporterOf, otlpText as text } from '../../support/otlp';
import { useService } from '../../support/service';

const service = useService();

const start = () => exporterOf(service, 'logs');

test('log records that are errors are stored, others are counted', async () => {
  const { send, listEvents } = await start();
  const logRecords = [
    { severityNumber: 17, body: { stringValue: 'no stock' } },
    { severityNumber: 9, body: { stringValue: 'hello' } },
    { severityNumber: 21, attributes: [text('exception.type', 'KeyError'), text('exception.message', 'tea')] },
  ];
  const { body } = await send({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }).expect(200);
  expect(body).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
  expect((await listEvents()).map(({ title }) => String(title)).sort()).toEqual(['KeyError: tea', 'no stock']);
});

test('a request in protobuf has a reply in protobuf', async () => {
  const { send, listEvents } = await start();
  const message = (number: number, write: (writer: BinaryWriter) => BinaryWriter) => (writer: BinaryWriter) =>
    write(writer.tag(number, WireType.LengthDelimited).fork()).join();
  const record = (writer: BinaryWriter) => {
    writer.tag(2, WireType.Varint).uint32(17);
    return message(5, (body) => body.tag(1, WireType.LengthDelimited).string('no stock'))(writer);
  };
  const bytes = message(1, message(2, message(2, record)))(new BinaryWriter()).finish();
  const post = (sent: Uint8Array) => send(Buffer.from(sent)).set('Content-Type', 'application/x-protobuf');
  expect((await post(bytes).expect(200)).headers['content-type']).toBe('application/x-protobuf');
  expect(await listEvents()).toMatchObject([{ title: 'no stock' }]);
  await post(bytes.subarray(0, bytes.length - 3)).expect(400);
});
