/*
 * The defects of the demo's programs. Texts have placeholders, which scripts/demo/fill.ts explains. Frames are written
 * as stacks show them, the outermost first; `@name` stands for several. A frame of the application's own file names a
 * text of its line.
 */
import type { Defect, ProjectName } from '../defect';

const AT_CRASH = { handled: false, mechanism: 'UncaughtExceptionHandler' };
const CELERY = { module: 'builtins', handled: false, mechanism: 'celery' };

const STOREFRONT: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'voucher',
    action: 'submitOrder',
    perDay: 420,
    transaction: '/checkout',
    shape: { 0: 0.4, 8.4: 2.2, 9.1: 0.4, 9.6: 0.02 },
  },
  { name: 'negative-total', action: 'submitVoucher', perDay: 4, shape: { 0: 0, 3: 1 }, transaction: '/checkout' },
  { name: 'suggest', action: 'suggest', perDay: 58, shape: { 11.3: 9, 11.425: 1 }, transaction: '/search' },
  { name: 'recommend', action: 'recommend', perDay: 64, transaction: '/books/:isbn' },
  { name: 'preview', action: 'openPreview', perDay: 22, shape: { 0: 0, 4.2: 1 }, transaction: '/books/:isbn/preview' },
  { name: 'quantity', action: 'changeQuantity', perDay: 9, transaction: '/cart' },
  { name: 'storage', action: 'saveCart', perDay: 15, transaction: '/cart' },
  { name: 'currency', action: 'showPrice', perDay: 12, shape: { 7.5: 0 }, transaction: '/books/:isbn' },
  { name: 'categories', action: 'showCategory', perDay: 3, shape: { 0: 0, 12.2: 1 }, transaction: '/categories/:name' },
  {
    name: 'widget',
    perDay: 26,
    transaction: '/books/:isbn',
    error: {
      type: 'TypeError',
      value: 'e.t is not a function',
      handled: false,
      mechanism: 'onerror',
      frames: [
        'https://widgets.example/reviews/v2.min.js n:1:48211',
        'https://widgets.example/reviews/v2.min.js Object.r:1:20377',
        'https://widgets.example/reviews/v2.min.js o:1:9120',
      ],
    },
  },
  {
    name: 'fetch',
    perDay: 38,
    transaction: '/books/:isbn',
    error: { type: 'TypeError', value: 'Failed to fetch', handled: false, mechanism: 'onunhandledrejection' },
  },
  {
    name: 'rejection',
    perDay: 6,
    transaction: '/checkout',
    error: {
      type: 'UnhandledRejection',
      value: 'Object captured as promise rejection with keys: code, retryable (code={PAY-17|PAY-21})',
      handled: false,
      mechanism: 'onunhandledrejection',
    },
  },
  {
    name: 'slow-page',
    perDay: 18,
    transaction: '/',
    fields: { level: 'warning', logentry: { message: 'The page was usable after %s ms', params: ['{3000..7999}'] } },
  },
  // Errors that the filters of the project drop.
  {
    name: 'chunk',
    perDay: 20,
    error: {
      type: 'ChunkLoadError',
      value: 'Loading chunk 7 failed. (error: https://books.example/assets/preview-0a1b2c.js)',
    },
  },
  {
    name: 'resize',
    perDay: 32,
    error: { type: 'Error', value: 'ResizeObserver loop completed with undelivered notifications.' },
  },
];

const ORDERS_API: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'charge',
    perDay: 46,
    shape: { 5.55: 14, 5.717: 1 },
    transaction: 'POST /orders',
    error: {
      type: 'OrderNotCharged',
      value: 'order {order} could not be charged',
      frames: [
        '@place',
        'orders.js placeOrder: await chargeOrder(',
        [
          'charge.js chargeOrder: throw new OrderNotCharged',
          { key: 'order-{order}-1', order: { id: '{order}', attempt: 1, total: 4370, currency: 'EUR' } },
        ],
      ],
    },
    causes: [
      {
        type: 'ProviderFailed',
        value: 'POST /v2/charges: no reply',
        frames: [
          'charge.js chargeOrder: return await provider.charge',
          'provider.js PaymentProvider.charge: await this.#post',
          ['provider.js #post: no reply', { path: '/v2/charges' }],
        ],
      },
      {
        type: 'Error',
        value: 'socket hang up',
        frames: [
          'node:_http_client TLSSocket.socketOnEnd:598',
          'node:events TLSSocket.emit:524',
          'node:internal/streams/readable endReadableNT:1698',
        ],
      },
    ],
  },
  {
    name: 'declined',
    perDay: 30,
    transaction: 'POST /orders',
    fields: { level: 'warning' },
    error: {
      type: 'CardDeclined',
      value: '{insufficient_funds|expired_card|do_not_honor}',
      frames: [
        '@place',
        'orders.js placeOrder: await chargeOrder(',
        'charge.js chargeOrder: return await provider.charge',
        'provider.js PaymentProvider.charge: reply.status === 402',
      ],
    },
  },
  {
    name: 'address',
    perDay: 17,
    shape: { 0: 0, 8.1: 1 },
    transaction: 'POST /orders',
    error: {
      type: 'TypeError',
      value: "Cannot read properties of undefined (reading 'lines')",
      handled: false,
      mechanism: 'middleware',
      frames: [
        '@place',
        [
          'orders.js placeOrder: order.customer.address.lines',
          { number: '{order}', order: { customer: { id: '{customer}', guest: true } } },
        ],
      ],
    },
  },
  {
    name: 'duplicate',
    perDay: 8,
    shape: { 5: 0, 11.2: 3 },
    transaction: 'POST /orders',
    error: {
      type: 'DatabaseError',
      value: 'duplicate key value violates unique constraint "order_number_key"',
      frames: [
        '@place',
        ['orders.js placeOrder: services.database.query', { number: '{order}' }],
        'database.js Database.query: this.pool.query',
        'pg/lib/client.js Parser.handleErrorMessage:545',
        'pg-pool/index.js Pool.query:45',
      ],
    },
  },
  {
    name: 'deadlock',
    perDay: 6,
    transaction: 'POST /orders',
    error: {
      type: 'DatabaseError',
      value: 'deadlock detected: process {1000..9999} waits for ShareLock on transaction {5000000..5099998}',
      frames: [
        '@place',
        'orders.js placeOrder: await services.numbers.next()',
        [
          'database.js Database.query: this.pool.query',
          { text: 'INSERT INTO orders (number, customer_id, …) VALUES ($1, $2, …)' },
        ],
        'pg-pool/index.js Pool.query:45',
      ],
    },
  },
  {
    name: 'stock-timeout',
    perDay: 10,
    shape: { 12.6: 45 },
    transaction: 'POST /orders',
    error: {
      type: 'TimeoutError',
      value: 'The operation was aborted due to timeout',
      frames: [
        '@place',
        'orders.js placeOrder: services.stock.reserve',
        [
          'client.js StockClient.reserve: await fetch(',
          { origin: 'http://stock.internal.example:8080', lines: [{ isbn: '978-0-00-445566-1', quantity: 2 }] },
        ],
        'node:internal/deps/undici/undici fetch:13502',
      ],
    },
  },
  {
    name: 'out-of-stock',
    perDay: 24,
    transaction: 'POST /orders',
    fields: { level: 'info' },
    error: {
      type: 'OutOfStock',
      value: '{isbn}',
      frames: [
        '@place',
        'orders.js placeOrder: services.stock.reserve',
        'client.js StockClient.reserve: reply.status === 409',
      ],
    },
  },
  {
    name: 'invalid-order',
    perDay: 14,
    transaction: 'POST /orders',
    error: {
      type: 'InvalidOrder',
      value: 'The order has 40 errors: {fieldErrors}',
      frames: [
        '@place',
        'orders.js placeOrder: await readOrder(request.body)',
        'orders.js readOrder: throw new InvalidOrder',
      ],
    },
  },
  {
    name: 'json',
    perDay: 11,
    transaction: 'POST /orders',
    error: {
      type: 'SyntaxError',
      value: `Unexpected token '<', "<!DOCTYPE "... is not valid JSON at position {0..2}`,
      frames: [
        '@place',
        'orders.js placeOrder: await readOrder(request.body)',
        '<anonymous> JSON.parse:0',
        'orders.js readOrder: JSON.parse(body)',
      ],
    },
  },
  {
    name: 'eta',
    perDay: 5,
    shape: { 0: 0, 8.1: 1 },
    transaction: 'POST /orders',
    error: {
      type: 'RangeError',
      value: 'Invalid time value',
      handled: false,
      frames: [
        '@place',
        ['orders.js placeOrder: toISOString()', { order: { shipping: { eta: 'übermorgen', carrier: 'Küstenpost' } } }],
      ],
    },
  },
  {
    name: 'headers',
    perDay: 4,
    transaction: 'GET /orders/:number/invoice.pdf',
    error: {
      type: 'Error',
      value: 'Cannot set headers after they are sent to the client',
      handled: false,
      frames: [
        '@express',
        "routes.js <anonymous>: response.setHeader('Content-Type'",
        'node:_http_outgoing ServerResponse.setHeader:658',
      ],
    },
  },
  {
    name: 'invoice-memory',
    perDay: 0.7,
    transaction: 'GET /orders/:number/invoice.pdf',
    fields: { level: 'fatal' },
    error: {
      type: 'RangeError',
      value: 'Array buffer allocation failed',
      handled: false,
      mechanism: 'onuncaughtexception',
      frames: ['routes.js <anonymous>: invoice.pipe(response)', 'node:buffer Buffer.concat:608'],
    },
  },
  {
    name: 'cache',
    perDay: 9,
    fields: {
      level: 'warning',
      logger: 'cache',
      logentry: { message: 'Cache misses are above %s %', params: ['{35..64}'] },
    },
  },
  {
    name: 'carrier',
    perDay: 12,
    fields: {
      level: 'info',
      logger: 'carrier',
      logentry: { message: 'The webhook of %s was repeated', params: ['{Küstenpost|Møller Fragt|港口快递}'] },
    },
  },
];

const RECOMMENDER: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'embedding',
    perDay: 52,
    error: {
      type: 'KeyError',
      value: "'{isbn}'",
      ...CELERY,
      frames: [
        '@celery',
        ['tasks.py rebuild_library: score_editions(history)', { customer_id: '{customer}', history: [['{isbn}', 3]] }],
        ['scoring.py score_editions: dot(vector', { weights: { '{isbn}': 0.25 } }],
        'scoring.py profile: EMBEDDINGS[isbn]',
      ],
    },
  },
  {
    name: 'zero',
    perDay: 16,
    shape: { 0: 0, 6.3: 1 },
    error: {
      type: 'ZeroDivisionError',
      value: 'float division by zero',
      ...CELERY,
      frames: [
        '@celery',
        'tasks.py rebuild_library: for edition, score in scores',
        ['scoring.py score_editions: yield isbn', { total: '0.0', weights: '{}' }],
      ],
    },
  },
  {
    name: 'feed',
    perDay: 13,
    shape: { 9.8: 8, 10.008: 1 },
    error: {
      type: 'ConnectionError',
      module: 'requests.exceptions',
      value: "HTTPSConnectionPool(host='{host}', port=443): Max retries exceeded with url: /onix.csv",
      frames: [
        '@celery',
        ['publisher.py read_feed: session.get(url', { url: 'https://{host}/onix.csv' }],
        'requests/sessions.py request:589',
        'requests/adapters.py send:700',
      ],
    },
    causes: [
      {
        type: 'MaxRetryError',
        module: 'urllib3.exceptions',
        value: "HTTPSConnectionPool(host='{host}', port=443): Max retries exceeded",
        frames: [
          'requests/adapters.py send:667',
          'urllib3/connectionpool.py urlopen:843',
          'urllib3/util/retry.py increment:519',
        ],
      },
      {
        type: 'NameResolutionError',
        module: 'urllib3.exceptions',
        value: "Failed to resolve '{host}' ([Errno -3] Temporary failure in name resolution)",
        frames: ['urllib3/connection.py _new_conn:205'],
      },
    ],
  },
  {
    name: 'encoding',
    perDay: 7,
    error: {
      type: 'UnicodeDecodeError',
      module: 'builtins',
      value: "'utf-8' codec can't decode byte 0xfc in position {0..19999}: invalid start byte",
      frames: ['@celery', 'publisher.py read_feed: response.content.decode'],
    },
  },
  {
    name: 'price',
    perDay: 9,
    error: {
      type: 'InvalidOperation',
      module: 'decimal',
      value: "[<class 'decimal.ConversionSyntax'>]",
      frames: [
        '@celery',
        'publisher.py read_feed: parse_edition(row) for row',
        [
          'publisher.py parse_edition: Decimal(row["price"]',
          { row: { isbn: '{isbn}', price: '{auf Anfrage|12,90 €|}', title: 'Das Meer — eine Geschichte' } },
        ],
      ],
    },
  },
  {
    name: 'soft-limit',
    perDay: 11,
    growing: [7, 3],
    error: {
      type: 'SoftTimeLimitExceeded',
      module: 'celery.exceptions',
      value: 'SoftTimeLimitExceeded()',
      frames: [
        '@celery',
        ['tasks.py rebuild_library: store_library(customer_id, library)', { customer_id: '{customer}' }],
        'store.py store_library: cursor.executemany',
        'billiard/pool.py soft_timeout_sighandler:229',
      ],
    },
  },
  {
    name: 'stack',
    perDay: 5,
    error: {
      type: 'ValueError',
      module: 'builtins',
      value: 'need at least one array to stack',
      frames: [
        '@celery',
        'tasks.py rebuild_library: score_editions(history)',
        ['scoring.py profile: np.mean(np.stack', { vectors: '[]' }],
        'numpy/_core/shape_base.py stack:457',
      ],
    },
  },
  {
    name: 'constraint',
    perDay: 4,
    error: {
      type: 'IntegrityError',
      module: 'psycopg.errors',
      value: 'insert or update on table "library" violates foreign key constraint "library_customer_id_fkey"',
      frames: [
        '@celery',
        'tasks.py rebuild_library: store_library(customer_id, library)',
        'store.py store_library: cursor.executemany',
        'psycopg/cursor.py executemany:127',
      ],
    },
  },
  {
    name: 'killed',
    perDay: 0.8,
    fields: { level: 'fatal' },
    error: {
      type: 'WorkerLostError',
      module: 'billiard.exceptions',
      handled: false,
      value: 'Worker exited prematurely: signal 9 (SIGKILL) Job: 5512.',
      frames: ['billiard/pool.py mark_as_worker_lost:1265'],
    },
  },
  {
    name: 'stale-model',
    perDay: 6,
    fields: {
      level: 'warning',
      logger: 'recommender.model',
      logentry: { message: 'The model is %s hours old', params: ['{25..64}'] },
    },
  },
];

const READER_APP: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'bookmark',
    perDay: 44,
    shape: { 0: 0.3, 6.2: 1.4 },
    error: {
      type: 'NullPointerException',
      module: 'java.lang',
      ...AT_CRASH,
      value: "Attempt to invoke virtual method 'int example.books.reader.Chapter.getPage()' on a null object reference",
      frames: [
        '@looper',
        'android.view.View.performClick(View.java:7819)',
        'ui.ReaderFragment.onBookmarkClicked:148',
        'Bookmarks.add:61',
      ],
    },
  },
  {
    name: 'detached',
    perDay: 19,
    error: {
      type: 'IllegalStateException',
      module: 'java.lang',
      ...AT_CRASH,
      value: 'Fragment LibraryFragment{5b1c3f2} not attached to a context.',
      frames: [
        '@looper',
        'ui.LibraryFragment.showLibrary$lambda$4:203',
        'androidx.fragment.app.Fragment.requireContext(Fragment.java:972)',
      ],
    },
  },
  {
    name: 'anr',
    perDay: 12,
    growing: [6.2, 3],
    error: {
      type: 'ApplicationNotResponding',
      module: 'io.sentry.android.core',
      handled: false,
      mechanism: 'ANR',
      value: 'Application Not Responding for at least 5000 ms.',
      frames: [
        '@looper',
        'ui.LibraryFragment.onResume:88',
        'data.LibraryDatabase.loadAll:131',
        'android.database.sqlite.SQLiteCursor.getCount(SQLiteCursor.java:140)',
      ],
    },
    threads: [
      { id: 2, name: 'main', state: 'RUNNABLE', crashed: true, current: true, main: true },
      {
        id: 31,
        name: 'DefaultDispatcher-worker-1',
        state: 'TIMED_WAITING',
        frames: [
          'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(CoroutineScheduler.kt:684)',
          'java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:230)',
        ],
      },
      {
        id: 34,
        name: 'CoverLoader',
        state: 'BLOCKED',
        frames: [
          'java.lang.Thread.run(Thread.java:1012)',
          'images.CoverLoader.run:54',
          'data.LibraryDatabase.writeCover:177',
        ],
      },
    ],
  },
  {
    name: 'cover-memory',
    perDay: 8,
    fields: { level: 'fatal' },
    error: {
      type: 'OutOfMemoryError',
      module: 'java.lang',
      ...AT_CRASH,
      value: 'Failed to allocate a {9000000..17999999} byte allocation with 1048576 free bytes and 800KB until OOM',
      frames: [
        'java.lang.Thread.run(Thread.java:1012)',
        'images.CoverLoader.run:54',
        'images.CoverLoader.decode:92',
        'android.graphics.BitmapFactory.decodeStream(BitmapFactory.java:754)',
      ],
    },
  },
  {
    name: 'handshake',
    perDay: 10,
    error: {
      type: 'SyncFailed',
      module: 'example.books.reader.sync',
      value: 'the library was not synchronized',
      frames: ['sync.LibrarySync.run:77'],
    },
    causes: [
      {
        type: 'SSLHandshakeException',
        module: 'javax.net.ssl',
        value: 'java.security.cert.CertPathValidatorException: Trust anchor for certification path not found.',
        frames: [
          'com.android.org.conscrypt.ConscryptEngineSocket.startHandshake(ConscryptEngineSocket.java:229)',
          'okhttp3.internal.connection.RealConnection.connectTls(RealConnection.kt:379)',
          'sync.LibraryApi.fetch:33',
        ],
      },
    ],
  },
  {
    name: 'disk-full',
    perDay: 6,
    error: {
      type: 'SQLiteFullException',
      module: 'android.database.sqlite',
      value: 'database or disk is full (code 13 SQLITE_FULL)',
      frames: [
        'data.Downloads.store:58',
        'android.database.sqlite.SQLiteConnection.nativeExecute(SQLiteConnection.java:-2)',
      ],
    },
  },
  {
    name: 'lateinit',
    perDay: 9,
    shape: { 0: 0, 6.2: 1 },
    error: {
      type: 'UninitializedPropertyAccessException',
      module: 'kotlin',
      ...AT_CRASH,
      value: 'lateinit property player has not been initialized',
      frames: ['@looper', 'audio.AudioBookService.onDestroy:212'],
    },
  },
  {
    name: 'font',
    perDay: 3,
    error: {
      type: 'Resources$NotFoundException',
      module: 'android.content.res',
      value: 'Font resource ID #0x7f090003 could not be retrieved.',
      frames: [
        '@looper',
        'ui.TypefaceCache.get:29',
        'androidx.core.content.res.ResourcesCompat.getFont(ResourcesCompat.java:342)',
      ],
    },
  },
  {
    name: 'locale',
    perDay: 4,
    shape: { 6.2: 0 },
    error: {
      type: 'DateTimeParseException',
      module: 'java.time.format',
      value: "Text '٢٠٢٦-١١-٠٣' could not be parsed at index 0",
      frames: ['sync.LibrarySync.parse:102'],
    },
  },
  {
    name: 'download',
    perDay: 14,
    fields: { level: 'warning', logentry: { message: 'The download of %s was interrupted', params: ['{isbn}'] } },
  },
];

const of = (project: ProjectName, defects: readonly Omit<Defect, 'project'>[]): Defect[] =>
  defects.map((defect) => ({ ...defect, project }));

export const DEFECTS: readonly Defect[] = [
  ...of('storefront', STOREFRONT),
  ...of('orders-api', ORDERS_API),
  ...of('recommender', RECOMMENDER),
  ...of('reader-app', READER_APP),
];
