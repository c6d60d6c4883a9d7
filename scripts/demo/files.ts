/** Source files of the demo's server programs. SDKs on servers send the lines around each frame; they are cut from these texts. */
import type { Json } from '../support/payloads';

/** Lines that SDKs send before and after that of a frame. */
const CONTEXT_LINES = 5;

/** A source file, and how frames of its platform name it. */
class SourceFile {
  readonly #lines: readonly string[];

  /** @param first the number of the first line of the text */
  constructor(
    private readonly fields: Json,
    text: string,
    private readonly first = 1,
  ) {
    this.#lines = text.split('\n');
  }

  /** A frame in the line that contains a text. @throws Error if there is none */
  at(text: string, functionName: string, vars?: Json): Json {
    const index = this.#lines.findIndex((line) => line.includes(text));
    if (index < 0) throw new Error(`no line of ${JSON.stringify(this.fields)} contains ${text}`);
    return {
      ...this.fields,
      function: functionName,
      lineno: this.first + index,
      pre_context: this.#lines.slice(Math.max(0, index - CONTEXT_LINES), index),
      context_line: this.#lines[index],
      post_context: this.#lines.slice(index + 1, index + 1 + CONTEXT_LINES),
      ...(vars !== undefined && { vars }),
    };
  }
}

/** A frame of a library, without its source. */
export function libraryFrame(filename: string, functionName: string, lineno: number, fields: Json = {}): Json {
  return { filename, abs_path: filename, function: functionName, lineno, in_app: false, ...fields };
}

const NODE_ROOT = '/srv/orders-api/';
const nodeFile = (name: string, text: string, first: number) =>
  new SourceFile(
    {
      filename: `${NODE_ROOT}${name}`,
      abs_path: `${NODE_ROOT}${name}`,
      module: name.replace(/\.js$/, ''),
      in_app: true,
    },
    text,
    first,
  );

export const CHARGE = nodeFile(
  'src/payments/charge.js',
  `/** Charges an order at the payment provider, once. */
async function chargeOrder(order, { provider, log }) {
  const key = \`order-\${order.id}-\${order.attempt}\`;
  try {
    return await provider.charge({ amount: order.total, currency: order.currency, key });
  } catch (cause) {
    log.warn({ order: order.id, attempt: order.attempt }, 'charge failed');
    throw new OrderNotCharged(\`order \${order.id} could not be charged\`, { cause });
  }
}`,
  31,
);

export const PROVIDER = nodeFile(
  'src/payments/provider.js',
  `  async charge(request) {
    const reply = await this.#post('/v2/charges', request);
    if (reply.status === 402) throw new CardDeclined(reply.body.reason);
    if (!reply.ok) throw new ProviderFailed(\`POST /v2/charges: HTTP \${reply.status}\`);
    return reply.body;
  }

  async #post(path, body) {
    try {
      return await this.http.post(this.origin + path, body, { timeout: 4000 });
    } catch (cause) {
      throw new ProviderFailed(\`POST \${path}: no reply\`, { cause });
    }
  }`,
  58,
);

export const ORDERS = nodeFile(
  'src/orders/orders.js',
  `export async function placeOrder(request, services) {
  const order = await readOrder(request.body);
  await services.stock.reserve(order.lines);
  const number = await services.numbers.next();
  const address = order.customer.address.lines.join(', ');
  const row = { ...order, number, address };
  await services.database.query(INSERT_ORDER, valuesOf(row));
  await chargeOrder(row, services);
  return { number, eta: new Date(order.shipping.eta).toISOString() };
}

async function readOrder(body) {
  const order = JSON.parse(body);
  const errors = validate(order);
  if (errors.length > 0) throw new InvalidOrder(describe(errors));
  return order;
}`,
  12,
);

export const STOCK = nodeFile(
  'src/stock/client.js',
  `  async reserve(lines) {
    const signal = AbortSignal.timeout(2000);
    const reply = await fetch(\`\${this.origin}/reservations\`, { method: 'POST', body: JSON.stringify(lines), signal });
    if (reply.status === 409) throw new OutOfStock((await reply.json()).isbn);
    return reply.json();
  }`,
  20,
);

export const ROUTES = nodeFile(
  'src/http/routes.js',
  `router.post('/orders', async (request, response) => {
  const placed = await placeOrder(request, services);
  response.status(201).json(placed);
});

router.get('/orders/:number/invoice.pdf', async (request, response) => {
  const invoice = await services.invoices.render(request.params.number);
  response.setHeader('Content-Type', 'application/pdf');
  invoice.pipe(response);
});`,
  44,
);

export const DATABASE = nodeFile(
  'src/database.js',
  `  async query(text, values) {
    const started = performance.now();
    try {
      return await this.pool.query(text, values);
    } finally {
      this.log.debug({ ms: performance.now() - started }, 'query');
    }
  }`,
  77,
);

export const EXPRESS_FRAMES = [
  libraryFrame('node:internal/process/task_queues', 'process.processTicksAndRejections', 105),
  libraryFrame(`${NODE_ROOT}node_modules/router/lib/layer.js`, 'Layer.handleRequest', 152, {
    module: 'router.lib:layer',
  }),
  libraryFrame(`${NODE_ROOT}node_modules/router/lib/route.js`, 'next', 157, { module: 'router.lib:route' }),
];

const WORKER_ROOT = '/srv/recommender/';
const pythonFile = (name: string, text: string, first: number) =>
  new SourceFile(
    {
      filename: name,
      abs_path: WORKER_ROOT + name,
      module: name.replace(/\.py$/, '').replaceAll('/', '.'),
      in_app: true,
    },
    text,
    first,
  );

export const TASKS = pythonFile(
  'recommender/tasks.py',
  `@app.task(bind=True, max_retries=3, soft_time_limit=120)
def rebuild_library(self, customer_id: int) -> int:
    history = load_history(customer_id)
    scores = score_editions(history)
    library = [edition for edition, score in scores if score > THRESHOLD]
    store_library(customer_id, library)
    return len(library)`,
  24,
);

export const SCORING = pythonFile(
  'recommender/scoring.py',
  `def score_editions(history):
    weights = {isbn: 1 / (1 + age) for isbn, age in history}
    total = sum(weights.values())
    for isbn, vector in candidates(weights):
        similarity = dot(vector, profile(weights))
        yield isbn, similarity / (norm(vector) * total)

def profile(weights):
    vectors = [EMBEDDINGS[isbn] * weight for isbn, weight in weights.items()]
    return np.mean(np.stack(vectors), axis=0)`,
  51,
);

export const FEED = pythonFile(
  'recommender/feeds/publisher.py',
  `def read_feed(url: str) -> list[Edition]:
    response = session.get(url, timeout=(3.05, 27))
    response.raise_for_status()
    text = response.content.decode("utf-8")
    return [parse_edition(row) for row in csv.DictReader(io.StringIO(text), delimiter=";")]

def parse_edition(row: dict[str, str]) -> Edition:
    price = Decimal(row["price"].replace(",", "."))
    return Edition(isbn=row["isbn"], title=row["title"].strip(), price=price)`,
  18,
);

export const STORE = pythonFile(
  'recommender/store.py',
  `def store_library(customer_id: int, library: list[str]) -> None:
    with connection() as db, db.cursor() as cursor:
        cursor.execute(DELETE_LIBRARY, (customer_id,))
        cursor.executemany(INSERT_LIBRARY, [(customer_id, isbn, place) for place, isbn in enumerate(library)])
        db.commit()`,
  40,
);

const SITE_PACKAGES = '/usr/local/lib/python3.12/site-packages/';
export const pythonLibrary = (name: string, functionName: string, lineno: number): Json =>
  libraryFrame(name, functionName, lineno, {
    abs_path: SITE_PACKAGES + name,
    module: name.replace(/\.py$/, '').replaceAll('/', '.'),
  });

export const CELERY_FRAMES = [
  pythonLibrary('celery/app/trace.py', 'trace_task', 453),
  pythonLibrary('celery/app/trace.py', '__protected_call__', 736),
];

/** A frame of the application for Android, which sends no source lines. */
export function androidFrame(module: string, functionName: string, filename: string, lineno: number): Json {
  const isOwn = module.startsWith('example.books.');
  return { module, function: functionName, filename, lineno, in_app: isOwn, native: false };
}

export const LOOPER_FRAMES = [
  androidFrame('com.android.internal.os.ZygoteInit', 'main', 'ZygoteInit.java', 1018),
  androidFrame('android.app.ActivityThread', 'main', 'ActivityThread.java', 8762),
  androidFrame('android.os.Looper', 'loop', 'Looper.java', 317),
  androidFrame('android.os.Handler', 'dispatchMessage', 'Handler.java', 106),
];
