import { gzipSync } from 'node:zlib';
import { mapText, putArtifacts } from '../../support/artifacts';
import { exporterOf, otlpText as text } from '../../support/otlp';
import { outcomesOf } from '../../support/outcomes';
import { useService } from '../../support/service';

const service = useService();

const STACKS = {
  nodejs: 'TypeError: no total\n    at sumCart (/srv/shop/cart.js:41:23)\n    at async /srv/shop/index.js:3:1',
  python:
    'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 7, in sum_cart\n    return cart.total\nTypeError: no total\n',
  java: 'TypeError: no total\n\tat test.shop.Cart.sum(Cart.java:41)\n\tat test.shop.Main.main(Main.java:3)\nCaused by: java.io.IOException: gone\n\tat test.shop.Store.read(Store.java:9)\n\t... 1 more\n',
  go: 'goroutine 1 [running]:\nmain.main()\n',
};

function traces(language: keyof typeof STACKS | 'webjs', stack = STACKS[language as keyof typeof STACKS]): object {
  const exception = [
    text('exception.type', 'TypeError'),
    text('exception.message', 'no total'),
    text('exception.stacktrace', stack),
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

const start = () => exporterOf(service, 'traces');

test('an exception of a span is stored once, with what the span and its resource say', async () => {
  const { project, token, send, listEvents } = await start();
  const body = traces('nodejs');
  const { body: reply } = await send(body).expect(200);
  expect(reply).toEqual({});
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

const SCRIPT = 'https://shop.test/static/app.js';

test.each([
  ['V8', `TypeError: no total\n    at t (${SCRIPT}:1:11)\n    at ${SCRIPT}:1:21`],
  ['Firefox', `t@${SCRIPT}:1:11\n@${SCRIPT}:1:21\n`],
  ['Safari', `t@${SCRIPT}:1:11\nglobal code@${SCRIPT}:1:21`],
])('a stack trace of %s is resolved by the source maps of the release', async (_browser, stack) => {
  const { project, send, listEvents } = await start();
  const files = [
    { name: '~/static/app.js', text: 't()\n//# sourceMappingURL=app.js.map' },
    {
      name: '~/static/app.js.map',
      text: mapText([
        [10, 'src/cart.ts', 4, 2, 'sumCart'],
        [20, 'src/main.ts', 1, 0],
      ]),
    },
  ];
  await putArtifacts(service.app.database, project.row, files, { release: 'shop@2.4.1' });
  await send(traces('webjs', stack)).expect(200);
  const [event] = await listEvents();
  expect(event).toMatchObject({ title: 'TypeError: no total', platform: 'javascript' });
  const values = event?.entries.find(({ type }) => type === 'exception')?.data.values ?? [];
  expect(values.at(-1)?.stacktrace.frames).toMatchObject([
    { filename: 'src/main.ts', lineNo: 2, origLineNo: 1, origColNo: 21 },
    { filename: 'src/cart.ts', lineNo: 5, origAbsPath: SCRIPT, origFunction: 't' },
  ]);
});

test('a stack trace of another language is kept as a text', async () => {
  const { send, listEvents } = await start();
  await send(traces('go')).expect(200);
  expect(await listEvents()).toMatchObject([{ platform: 'go', context: { 'exception.stacktrace': STACKS.go } }]);
});

test('a request may be compressed with gzip', async () => {
  const { send, listEvents } = await start();
  await send(gzipSync(JSON.stringify(traces('nodejs'))))
    .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    .expect(200);
  expect(await listEvents()).toMatchObject([{ title: 'TypeError: no total' }]);
});

test('an exception that is too large is refused, and the others of the request are stored', async () => {
  const { send, listEvents } = await start();
  const exception = (message: string) => ({
    name: 'exception',
    attributes: [text('exception.type', 'RangeError'), text('exception.message', message)],
  });
  const spans = [{ name: 'GET /', events: [exception('x'.repeat(1.1 * 1024 * 1024)), exception('small')] }];
  const { body } = await send({ resourceSpans: [{ scopeSpans: [{ spans }] }] }).expect(200);
  expect(body).toEqual({
    partialSuccess: { rejectedSpans: '1', errorMessage: 'Exceptions that are too large or cannot be read: 1.' },
  });
  expect((await listEvents()).map(({ title }) => title)).toEqual(['RangeError: small']);
});

test('other types, and requests without a key, are refused', async () => {
  const { send } = await start();
  await send(Buffer.from('{}')).set('Content-Type', 'text/plain').expect(415);
  const { body } = await service.client.post('/v1/traces').send({}).expect(401);
  expect(body).toEqual({ code: 16, message: 'Authentication credentials were not provided.' });
});
