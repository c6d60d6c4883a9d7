import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { outcomesOf } from '../../support/outcomes';
import { useService } from '../../support/service';

const service = useService();

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const STACKS = {
  nodejs: 'TypeError: no total\n    at sumCart (/srv/shop/cart.js:41:23)\n    at async /srv/shop/index.js:3:1',
  python:
    'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 7, in sum_cart\n    return cart.total\nTypeError: no total\n',
  java: 'TypeError: no total\n\tat test.shop.Cart.sum(Cart.java:41)\n\tat test.shop.Main.main(Main.java:3)\nCaused by: java.io.IOException: gone\n\tat test.shop.Store.read(Store.java:9)\n\t... 1 more\n',
  go: 'goroutine 1 [running]:\nmain.main()\n',
};

function traces(language: keyof typeof STACKS): object {
  const exception = [
    text('exception.type', 'TypeError'),
    text('exception.message', 'no total'),
    text('exception.stacktrace', STACKS[language]),
    { key: 'exception.escaped', value: { boolValue: true } },
  ];
  const events = [{ name: 'exception', timeUnixNano: `${Date.now()}000000`, attributes: exception }];
  const ids = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' };
  const attributes = [
    text('http.request.method', 'POST'),
    text('url.full', 'https://shop.test/checkout'),
    text('enduser.id', '311'),
  ];
  const resource = [
    text('service.name', 'shop'),
    text('service.version', 'shop@2.4.1'),
    text('deployment.environment.name', 'production'),
    text('host.name', 'web-1'),
    text('telemetry.sdk.language', language),
    text('telemetry.sdk.version', '2.0.0'),
  ];
  const spans = [
    { ...ids, name: 'POST /checkout', attributes, events },
    { ...ids, name: 'SELECT' },
  ];
  return { resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope: { name: 'cart' }, spans }] }] };
}

async function start() {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const send = (body: object, signal = 'traces') =>
    service.client.post(`/v1/${signal}`).set('x-sentry-auth', `sentry sentry_key=${project.publicKey}`).send(body);
  const listEvents = async () =>
    (await service.client.get(`${project.path}events/?full=1`, token).expect(200)).body as Json[];
  return { project, token, send, listEvents };
}
type Json = Record<string, never> & {
  entries: { type: string; data: { values: Json[] } }[];
  stacktrace: { frames: Json[] };
};

test('an exception of a span is stored once, with what the span and its resource say', async () => {
  const { project, token, send, listEvents } = await start();
  const body = traces('nodejs');
  const { body: reply } = await send(body).expect(200);
  expect(reply).toEqual({
    partialSuccess: {
      rejectedSpans: '1',
      errorMessage: 'Not everything was stored: only exceptions are stored; 1 times, a span has none.',
    },
  });
  await send(body).expect(200);
  const [event, ...others] = await listEvents();
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    title: 'TypeError: no total',
    platform: 'node',
    culprit: 'POST /checkout',
    contexts: { trace: { trace_id: '5b8efff798038103d269b633813fc60c', span_id: 'eee19b7ec3c1b174' } },
    sdk: { name: 'opentelemetry.nodejs', version: '2.0.0' },
    user: { id: '311' },
  });
  const tags = (event as unknown as { tags: { key: string; value: string }[] }).tags.map(
    ({ key, value }) => `${key}=${value}`,
  );
  for (const tag of [
    'release=shop@2.4.1',
    'environment=production',
    'server_name=web-1',
    'service.name=shop',
    'handled=no',
  ])
    expect(tags).toContain(tag);
  expect(await outcomesOf(service, project, token, (all) => Object.keys(all).length > 1)).toEqual({
    accepted: 1,
    'invalid feature_disabled span': 2,
  });
});

test.each([
  ['python', [{ function: 'sum_cart', filename: '/srv/shop/cart.py', lineNo: 7 }]],
  [
    'java',
    [
      { function: 'main', module: 'test.shop.Main' },
      { function: 'sum', filename: 'Cart.java', lineNo: 41 },
    ],
  ],
] as const)('a stack trace of %s has frames', async (language, frames) => {
  const { send, listEvents } = await start();
  await send(traces(language)).expect(200);
  const [event] = await listEvents();
  const values = event?.entries.find(({ type }) => type === 'exception')?.data.values ?? [];
  expect(values).toHaveLength(language === 'java' ? 2 : 1);
  expect(values.at(-1)?.stacktrace.frames).toMatchObject(frames);
});

test('a stack trace of another language is kept as a text', async () => {
  const { send, listEvents } = await start();
  await send(traces('go')).expect(200);
  expect(await listEvents()).toMatchObject([{ platform: 'go', context: { 'exception.stacktrace': STACKS.go } }]);
});

test('log records that are errors are stored, others are counted', async () => {
  const { send, listEvents } = await start();
  const logRecords = [
    { severityNumber: 17, body: { stringValue: 'no stock' } },
    { severityNumber: 9, body: { stringValue: 'hello' } },
    { severityNumber: 21, attributes: [text('exception.type', 'KeyError'), text('exception.message', 'tea')] },
  ];
  const { body } = await send({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, 'logs').expect(200);
  expect(body).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
  expect((await listEvents()).map(({ title }) => String(title)).sort()).toEqual(['KeyError: tea', 'no stock']);
});

test('a request in protobuf has a reply in protobuf', async () => {
  const { project, listEvents } = await start();
  const message = (number: number, write: (writer: BinaryWriter) => BinaryWriter) => (writer: BinaryWriter) =>
    write(writer.tag(number, WireType.LengthDelimited).fork()).join();
  const record = (writer: BinaryWriter) => {
    writer.tag(2, WireType.Varint).uint32(17);
    return message(5, (body) => body.tag(1, WireType.LengthDelimited).string('no stock'))(writer);
  };
  const bytes = message(1, message(2, message(2, record)))(new BinaryWriter()).finish();
  const post = (sent: Uint8Array) =>
    service.client
      .post('/v1/logs')
      .set('x-sentry-auth', `sentry sentry_key=${project.publicKey}`)
      .set('Content-Type', 'application/x-protobuf')
      .serialize((value: unknown) => value as string)
      .send(Buffer.from(sent) as never);
  expect((await post(bytes).expect(200)).headers['content-type']).toBe('application/x-protobuf');
  expect(await listEvents()).toMatchObject([{ title: 'no stock' }]);
  await post(bytes.subarray(0, bytes.length - 3)).expect(400);
});

test('other types, and requests without a key, are refused', async () => {
  const { send } = await start();
  await send({})
    .set('Content-Type', 'text/plain')
    .serialize(() => '{}')
    .expect(415);
  await service.client.post('/v1/traces').send({}).expect(401);
});
