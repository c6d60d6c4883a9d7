/** What surrounds a defect in an event: who met it, where, in which release, and what they did before. */
import type { Json, Random } from '../support/payloads';
import type { Defect, ProjectName } from './defects/defect';
import { SHOP_URL } from './storefront';

/** When and in which release a defect happens. */
export interface Occurrence {
  readonly defect: Defect;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly release: string;
  readonly environment: string;
}

const FIRST_NAMES = [
  'Aiko',
  'Bruno',
  'Chiara',
  'Dmitri',
  'Élodie',
  'Femi',
  'Greta',
  'Hana',
  'İpek',
  'João',
  'Käthe',
  'Liu',
  'Mads',
  'Nadia',
  'Óscar',
];
const USERS = 900;
const CITIES = [
  ['Hamburg', 'DE'],
  ['Aarhus', 'DK'],
  ['Lyon', 'FR'],
  ['Leeds', 'GB'],
  ['Kraków', 'PL'],
  ['東京', 'JP'],
] as const;
const PLANS = ['guest', 'guest', 'reader', 'reader', 'collector'];

/** A customer: some are seen much more often than others. */
function userOf(random: Random): Json {
  const number = Math.floor(random.next() ** 2 * USERS);
  const name = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  const [city, country_code] = CITIES[number % CITIES.length] ?? CITIES[0];
  return {
    id: String(20_000 + number),
    username: `${name.toLowerCase()}${number}`,
    email: `customer${number}@mail.example`,
    ip_address: `198.51.100.${1 + (number % 250)}`,
    geo: { city, country_code },
  };
}

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

/** Steps before an error: offsets in seconds, the oldest first. */
function breadcrumbs(time: number, steps: readonly Json[]): Json {
  const values = steps.map((step, index) => ({ timestamp: time / 1000 - 3.7 * (steps.length - index), ...step }));
  return { values };
}

function pathOf(transaction: string, random: Random): string {
  return transaction
    .replace(':isbn', `978-0-00-44${1000 + random.below(40)}-1`)
    .replace(':name', 'novels')
    .replace(':number', String(480_000 + random.below(9000)));
}

function ofStorefront({ defect, time }: Occurrence, random: Random): Json {
  const page = pathOf(defect.transaction ?? '/', random);
  return {
    platform: 'javascript',
    sdk: {
      name: 'sentry.javascript.react',
      version: '11.11.0',
      packages: [{ name: 'npm:@sentry/react', version: '11.11.0' }],
      integrations: ['Breadcrumbs', 'GlobalHandlers', 'LinkedErrors'],
    },
    request: { url: SHOP_URL + page, headers: { 'User-Agent': random.pick(BROWSERS), Referer: `${SHOP_URL}/` } },
    user: userOf(random),
    tags: { 'customer.plan': random.pick(PLANS), locale: random.pick(['de-DE', 'en-GB', 'da-DK', 'fr-FR', 'ja-JP']) },
    contexts: {
      culture: { timezone: 'Europe/Berlin', locale: 'de-DE' },
      react: { version: '19.3.1' },
      cart: { lines: 1 + random.below(5), cents: 100 * random.below(9000) },
    },
    breadcrumbs: breadcrumbs(time, [
      { type: 'navigation', category: 'navigation', data: { from: '/', to: '/search?q=meer' } },
      { category: 'fetch', type: 'http', data: { method: 'GET', url: '/api/search?q=meer', status_code: 200 } },
      { category: 'ui.click', message: 'ul.results > li.book > a.title' },
      { type: 'navigation', category: 'navigation', data: { from: '/search?q=meer', to: page } },
      {
        category: 'console',
        level: 'warning',
        message: 'The price of an edition is older than a day',
        data: { logger: 'console' },
      },
      {
        category: 'fetch',
        type: 'http',
        level: 'error',
        data: { method: 'POST', url: '/api/orders', status_code: random.pick([400, 500, 502]) },
      },
      { category: 'ui.click', message: 'form.checkout > button[type="submit"]' },
    ]),
  };
}

function ofOrdersApi({ defect, time }: Occurrence, random: Random): Json {
  const [method = 'POST', route = '/orders'] = (defect.transaction ?? '').split(' ');
  return {
    platform: 'node',
    sdk: {
      name: 'sentry.javascript.node',
      version: '11.11.0',
      packages: [{ name: 'npm:@sentry/node', version: '11.11.0' }],
    },
    server_name: `orders-${random.pick(['a', 'b', 'c'])}-${1 + random.below(3)}`,
    ...(defect.transaction !== undefined && {
      request: {
        method,
        url: `https://api.books.example${pathOf(route, random)}`,
        headers: { 'Content-Type': 'application/json', 'X-Request-Id': random.uuid(), Authorization: 'Bearer 2f0c' },
        data: {
          lines: [{ isbn: '978-0-00-445566-1', quantity: 2 }],
          shipping: { carrier: 'Küstenpost' },
          card: '4111 1111 1111 1111',
        },
      },
    }),
    user: userOf(random),
    tags: {
      region: random.pick(['eu-north', 'eu-north', 'eu-west']),
      'payment.provider': random.pick(['seapay', 'lighthouse']),
    },
    contexts: {
      runtime: { name: 'node', version: 'v24.9.0' },
      os: { name: 'Linux', kernel_version: '6.12.9' },
      app: { app_memory: 180_000_000 + random.below(200_000_000) },
    },
    modules: { express: '5.3.0', pg: '8.23.1', undici: '7.16.0', zod: '4.1.5' },
    breadcrumbs: breadcrumbs(time, [
      {
        category: 'http',
        type: 'http',
        data: { method: 'POST', url: 'http://stock.internal.example:8080/reservations', status_code: 201 },
      },
      { category: 'query', message: "SELECT nextval('order_number')", data: { 'db.system': 'postgresql' } },
      { category: 'console', level: 'info', message: 'order accepted' },
    ]),
  };
}

function ofRecommender({ time }: Occurrence, random: Random): Json {
  return {
    platform: 'python',
    sdk: {
      name: 'sentry.python',
      version: '2.41.0',
      packages: [{ name: 'pypi:sentry-sdk', version: '2.41.0' }],
      integrations: ['celery', 'logging', 'stdlib'],
    },
    server_name: `recommender-${random.below(4)}`,
    tags: { queue: random.pick(['libraries', 'libraries', 'feeds']), celery_task_id: random.uuid() },
    contexts: {
      runtime: { name: 'CPython', version: '3.12.7' },
      trace: { trace_id: random.hex(32), span_id: random.hex(16), op: 'queue.task.celery' },
    },
    extra: {
      'celery-job': {
        task_name: 'recommender.tasks.rebuild_library',
        args: [20_000 + random.below(9000)],
        kwargs: {},
        retries: random.below(3),
      },
      'sys.argv': ['/usr/local/bin/celery', '-A', 'recommender', 'worker'],
    },
    modules: { celery: '5.5.3', numpy: '2.3.1', requests: '2.32.5', psycopg: '3.2.9' },
    breadcrumbs: breadcrumbs(time, [
      {
        category: 'celery.app.trace',
        level: 'info',
        message: 'Task recommender.tasks.rebuild_library received',
        type: 'log',
      },
      { category: 'query', message: 'SELECT isbn, age FROM history WHERE customer_id = %s' },
    ]),
  };
}

const DEVICES = [
  ['Pixel 9', 'Google', '15'],
  ['SM-S921B', 'samsung', '15'],
  ['SM-A546B', 'samsung', '14'],
  ['Redmi Note 13', 'Xiaomi', '14'],
  ['FP5', 'Fairphone', '13'],
] as const;

function ofReaderApp({ time, release }: Occurrence, random: Random): Json {
  const [model, brand, version] = random.pick(DEVICES);
  return {
    platform: 'java',
    sdk: {
      name: 'sentry.java.android',
      version: '8.53.0',
      packages: [{ name: 'maven:io.sentry:sentry-android-core', version: '8.53.0' }],
    },
    dist: release.split('+')[1],
    user: userOf(random),
    tags: { isSideLoaded: String(random.below(9) === 0), 'library.size': random.pick(['small', 'medium', 'large']) },
    contexts: {
      device: {
        model,
        brand,
        manufacturer: brand,
        family: model.split(' ')[0],
        battery_level: 5 + random.below(95),
        orientation: 'portrait',
        online: random.below(5) > 0,
        memory_size: 8_000_000_000,
        free_memory: 900_000_000 + random.below(900_000_000),
        simulator: false,
        type: 'device',
      },
      os: { name: 'Android', version, build: `AP4A.${250_000 + random.below(999)}` },
      app: {
        app_name: 'Tidewater Reader',
        app_identifier: 'example.books.reader',
        app_version: release.replace(/^.*@|\+.*$/g, ''),
        app_build: release.split('+')[1],
        in_foreground: true,
      },
    },
    breadcrumbs: breadcrumbs(time, [
      { category: 'app.lifecycle', type: 'navigation', data: { state: 'foreground' } },
      { category: 'ui.lifecycle', type: 'navigation', data: { screen: 'LibraryActivity', state: 'resumed' } },
      { category: 'device.event', type: 'system', data: { action: 'BATTERY_CHANGED', level: 41 } },
      {
        category: 'http',
        type: 'http',
        data: { method: 'GET', url: 'https://api.books.example/library', status_code: 200, http_version: 'h2' },
      },
      { category: 'ui.click', message: 'bookmark_button', type: 'user' },
    ]),
  };
}

const ENVIRONS: Readonly<Record<ProjectName, (occurrence: Occurrence, random: Random) => Json>> = {
  storefront: ofStorefront,
  'orders-api': ofOrdersApi,
  recommender: ofRecommender,
  'reader-app': ofReaderApp,
};

/**
 * The event that an SDK sends when a defect happens.
 * @param thrown what the front end throws, for defects that name one of its actions
 */
export function eventOf(occurrence: Occurrence, thrown: Json | undefined, random: Random): Json {
  const { defect, time, release, environment } = occurrence;
  const environs = ENVIRONS[defect.project](occurrence, random);
  const { tags, ...error } = defect.make(random);
  return {
    event_id: random.hex(32),
    timestamp: time / 1000,
    level: 'error',
    release,
    environment,
    ...(defect.transaction !== undefined && { transaction: defect.transaction }),
    ...environs,
    ...error,
    ...thrown,
    tags: { ...(environs['tags'] as Json), ...(tags as Json | undefined) },
  };
}
