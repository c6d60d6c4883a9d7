/** Source files of the demo's server programs by name: their lines are cut from these texts. */

/** A part of a source file, and the number of its first line. */
interface SourcePart {
  readonly path: string;
  readonly first: number;
  readonly text: string;
}

/** The API, which runs on Node.js. */
export const NODE_FILES: readonly SourcePart[] = [
  {
    path: 'src/payments/charge.js',
    first: 31,
    text: `/** Charges an order at the payment provider, once. */
async function chargeOrder(order, { provider, log }) {
  const key = \`order-\${order.id}-\${order.attempt}\`;
  try {
    return await provider.charge({ amount: order.total, currency: order.currency, key });
  } catch (cause) {
    log.warn({ order: order.id, attempt: order.attempt }, 'charge failed');
    throw new OrderNotCharged(\`order \${order.id} could not be charged\`, { cause });
  }
}`,
  },
  {
    path: 'src/payments/provider.js',
    first: 58,
    text: `  async charge(request) {
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
  },
  {
    path: 'src/orders/orders.js',
    first: 12,
    text: `export async function placeOrder(request, services) {
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
  },
  {
    path: 'src/stock/client.js',
    first: 20,
    text: `  async reserve(lines) {
    const signal = AbortSignal.timeout(2000);
    const reply = await fetch(\`\${this.origin}/reservations\`, { method: 'POST', body: JSON.stringify(lines), signal });
    if (reply.status === 409) throw new OutOfStock((await reply.json()).isbn);
    return reply.json();
  }`,
  },
  {
    path: 'src/http/routes.js',
    first: 44,
    text: `router.post('/orders', async (request, response) => {
  const placed = await placeOrder(request, services);
  response.status(201).json(placed);
});

router.get('/orders/:number/invoice.pdf', async (request, response) => {
  const invoice = await services.invoices.render(request.params.number);
  response.setHeader('Content-Type', 'application/pdf');
  invoice.pipe(response);
});`,
  },
  {
    path: 'src/database.js',
    first: 77,
    text: `  async query(text, values) {
    const started = performance.now();
    try {
      return await this.pool.query(text, values);
    } finally {
      this.log.debug({ ms: performance.now() - started }, 'query');
    }
  }`,
  },
];

/** The worker, which is written in Python. */
export const PYTHON_FILES: readonly SourcePart[] = [
  {
    path: 'recommender/tasks.py',
    first: 24,
    text: `@app.task(bind=True, max_retries=3, soft_time_limit=120)
def rebuild_library(self, customer_id: int) -> int:
    history = load_history(customer_id)
    scores = score_editions(history)
    library = [edition for edition, score in scores if score > THRESHOLD]
    store_library(customer_id, library)
    return len(library)`,
  },
  {
    path: 'recommender/scoring.py',
    first: 51,
    text: `def score_editions(history):
    weights = {isbn: 1 / (1 + age) for isbn, age in history}
    total = sum(weights.values())
    for isbn, vector in candidates(weights):
        similarity = dot(vector, profile(weights))
        yield isbn, similarity / (norm(vector) * total)

def profile(weights):
    vectors = [EMBEDDINGS[isbn] * weight for isbn, weight in weights.items()]
    return np.mean(np.stack(vectors), axis=0)`,
  },
  {
    path: 'recommender/feeds/publisher.py',
    first: 18,
    text: `def read_feed(url: str) -> list[Edition]:
    response = session.get(url, timeout=(3.05, 27))
    response.raise_for_status()
    text = response.content.decode("utf-8")
    return [parse_edition(row) for row in csv.DictReader(io.StringIO(text), delimiter=";")]

def parse_edition(row: dict[str, str]) -> Edition:
    price = Decimal(row["price"].replace(",", "."))
    return Edition(isbn=row["isbn"], title=row["title"].strip(), price=price)`,
  },
  {
    path: 'recommender/store.py',
    first: 40,
    text: `def store_library(customer_id: int, library: list[str]) -> None:
    with connection() as db, db.cursor() as cursor:
        cursor.execute(DELETE_LIBRARY, (customer_id,))
        cursor.executemany(INSERT_LIBRARY, [(customer_id, isbn, place) for place, isbn in enumerate(library)])
        db.commit()`,
  },
];
