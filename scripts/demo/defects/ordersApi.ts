/** Defects of the API, which runs on Node.js. */
import type { Json, Random } from '../../support/payloads';
import { CHARGE, DATABASE, EXPRESS_FRAMES, libraryFrame, ORDERS, PROVIDER, ROUTES, STOCK } from '../files';
import { exception, isbn, since, spike, type Defect } from './defect';

const orderNumber = (random: Random) => 480_000 + random.below(9_000);

const placeOrder = (text: string, vars?: Json) => [
  ...EXPRESS_FRAMES,
  ROUTES.at('await placeOrder(', '<anonymous>'),
  ORDERS.at(text, 'placeOrder', vars),
];
const HTTP_AGENT = libraryFrame('node:_http_client', 'TLSSocket.socketOnEnd', 598);

const DEFECTS: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'charge',
    perDay: 46,
    shape: spike(5.55, 4, 14),
    transaction: 'POST /orders',
    make: (random) => {
      const order = orderNumber(random);
      return exception(
        {
          type: 'OrderNotCharged',
          value: `order ${order} could not be charged`,
          frames: [
            ...placeOrder('await chargeOrder('),
            CHARGE.at('throw new OrderNotCharged', 'chargeOrder', {
              key: `order-${order}-1`,
              order: { id: order, attempt: 1, total: 4370, currency: 'EUR' },
            }),
          ],
        },
        {
          type: 'ProviderFailed',
          value: 'POST /v2/charges: no reply',
          frames: [
            CHARGE.at('return await provider.charge', 'chargeOrder'),
            PROVIDER.at('await this.#post', 'PaymentProvider.charge'),
            PROVIDER.at('no reply', '#post', { path: '/v2/charges' }),
          ],
        },
        {
          type: 'Error',
          value: 'socket hang up',
          frames: [
            HTTP_AGENT,
            libraryFrame('node:events', 'TLSSocket.emit', 524),
            libraryFrame('node:internal/streams/readable', 'endReadableNT', 1698),
          ],
        },
      );
    },
  },
  {
    name: 'declined',
    perDay: 30,
    transaction: 'POST /orders',
    make: (random) => ({
      level: 'warning',
      ...exception({
        type: 'CardDeclined',
        value: random.pick(['insufficient_funds', 'expired_card', 'do_not_honor']),
        frames: [
          ...placeOrder('await chargeOrder('),
          CHARGE.at('return await provider.charge', 'chargeOrder'),
          PROVIDER.at('reply.status === 402', 'PaymentProvider.charge'),
        ],
      }),
    }),
  },
  {
    name: 'address',
    perDay: 17,
    shape: since(8.1),
    transaction: 'POST /orders',
    make: (random) =>
      exception({
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'lines')",
        handled: false,
        mechanism: 'middleware',
        frames: placeOrder('order.customer.address.lines', {
          number: orderNumber(random),
          order: { customer: { id: 20_000 + random.below(9000), address: undefined, guest: true } },
        }),
      }),
  },
  {
    name: 'duplicate',
    perDay: 8,
    shape: (day) => (day < 5 ? 1 : day < 11.2 ? 0 : 3),
    transaction: 'POST /orders',
    make: (random) =>
      exception({
        type: 'DatabaseError',
        value: 'duplicate key value violates unique constraint "order_number_key"',
        frames: [
          ...placeOrder('services.database.query', { number: orderNumber(random) }),
          DATABASE.at('this.pool.query', 'Database.query'),
          libraryFrame('/srv/orders-api/node_modules/pg/lib/client.js', 'Parser.handleErrorMessage', 545),
          libraryFrame('/srv/orders-api/node_modules/pg-pool/index.js', 'Pool.query', 45),
        ],
      }),
  },
  {
    name: 'deadlock',
    perDay: 6,
    transaction: 'POST /orders',
    make: (random) =>
      exception({
        type: 'DatabaseError',
        value: `deadlock detected: process ${1000 + random.below(9000)} waits for ShareLock on transaction ${5_000_000 + random.below(99_999)}`,
        frames: [
          ...placeOrder('await services.numbers.next()'),
          DATABASE.at('this.pool.query', 'Database.query', {
            text: 'INSERT INTO orders (number, customer_id, …) VALUES ($1, $2, …)',
          }),
          libraryFrame('/srv/orders-api/node_modules/pg-pool/index.js', 'Pool.query', 45),
        ],
      }),
  },
  {
    name: 'stock-timeout',
    perDay: 10,
    shape: (day) => (day < 12.6 ? 1 : 45),
    transaction: 'POST /orders',
    make: () =>
      exception({
        type: 'TimeoutError',
        value: 'The operation was aborted due to timeout',
        frames: [
          ...placeOrder('services.stock.reserve'),
          STOCK.at('await fetch(', 'StockClient.reserve', {
            origin: 'http://stock.internal.example:8080',
            lines: [{ isbn: '978-0-00-445566-1', quantity: 2 }],
          }),
          libraryFrame('node:internal/deps/undici/undici', 'fetch', 13502),
        ],
      }),
  },
  {
    name: 'out-of-stock',
    perDay: 24,
    transaction: 'POST /orders',
    make: (random) => ({
      level: 'info',
      ...exception({
        type: 'OutOfStock',
        value: isbn(random),
        frames: [...placeOrder('services.stock.reserve'), STOCK.at('reply.status === 409', 'StockClient.reserve')],
      }),
    }),
  },
  {
    name: 'invalid-order',
    perDay: 14,
    transaction: 'POST /orders',
    make: () =>
      exception({
        type: 'InvalidOrder',
        value: longMessage(),
        frames: [...placeOrder('await readOrder(request.body)'), ORDERS.at('throw new InvalidOrder', 'readOrder')],
      }),
  },
  {
    name: 'json',
    perDay: 11,
    transaction: 'POST /orders',
    make: (random) =>
      exception({
        type: 'SyntaxError',
        value: `Unexpected token '<', "<!DOCTYPE "... is not valid JSON at position ${random.below(3)}`,
        frames: [
          ...placeOrder('await readOrder(request.body)'),
          libraryFrame('<anonymous>', 'JSON.parse', 0),
          ORDERS.at('JSON.parse(body)', 'readOrder'),
        ],
      }),
  },
  {
    name: 'eta',
    perDay: 5,
    shape: since(8.1),
    transaction: 'POST /orders',
    make: () =>
      exception({
        type: 'RangeError',
        value: 'Invalid time value',
        handled: false,
        frames: [...placeOrder('toISOString()', { order: { shipping: { eta: 'übermorgen', carrier: 'Küstenpost' } } })],
      }),
  },
  {
    name: 'headers',
    perDay: 4,
    transaction: 'GET /orders/:number/invoice.pdf',
    make: () =>
      exception({
        type: 'Error',
        value: 'Cannot set headers after they are sent to the client',
        handled: false,
        frames: [
          ...EXPRESS_FRAMES,
          ROUTES.at("response.setHeader('Content-Type'", '<anonymous>'),
          libraryFrame('node:_http_outgoing', 'ServerResponse.setHeader', 658),
        ],
      }),
  },
  {
    name: 'invoice-memory',
    perDay: 0.7,
    transaction: 'GET /orders/:number/invoice.pdf',
    make: () => ({
      level: 'fatal',
      ...exception({
        type: 'RangeError',
        value: 'Array buffer allocation failed',
        handled: false,
        mechanism: 'onuncaughtexception',
        frames: [ROUTES.at('invoice.pipe(response)', '<anonymous>'), libraryFrame('node:buffer', 'Buffer.concat', 608)],
      }),
    }),
  },
  {
    name: 'cache',
    perDay: 9,
    make: (random) => ({
      level: 'warning',
      logger: 'cache',
      logentry: { message: 'Cache misses are above %s %', params: [35 + random.below(30)] },
    }),
  },
  {
    name: 'carrier',
    perDay: 12,
    make: (random) => ({
      level: 'info',
      logger: 'carrier',
      logentry: {
        message: 'The webhook of %s was repeated',
        params: [random.pick(['Küstenpost', 'Møller Fragt', '港口快递'])],
      },
    }),
  },
];

/** A message that is longer than anybody reads: every field of a body. */
function longMessage(): string {
  const fields = Array.from(
    { length: 40 },
    (_, index) => `lines[${index}].quantity must be an integer from 1 to 99, but is "${index % 7}x"`,
  );
  return `The order has ${fields.length} errors: ${fields.join('; ')}`;
}

export const ORDERS_API = DEFECTS.map((defect): Defect => ({ ...defect, project: 'orders-api' }));
