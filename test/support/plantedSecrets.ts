import fc from 'fast-check';
import type { JsonObject } from '../../src/domain/event';

/** An event in which a secret was hidden. */
export interface Planted {
  readonly payload: JsonObject;
  /** The text that must not be stored. */
  readonly secret: string;
  /** The place and the form of the secret; failing tests print it. */
  readonly place: string;
}

/** Returns the payload of an SDK with all integrations: every member that can have text has some. */
function realistic(): JsonObject {
  const frame = (file: string, inApp: boolean) => ({
    filename: file,
    abs_path: `https://acme.test/static/${file}`,
    function: 'Cart.checkout',
    raw_function: 'checkout',
    module: 'shop.cart',
    package: '/srv/libshop.so',
    platform: 'node',
    lineno: 12,
    colno: 7,
    in_app: inApp,
    pre_context: ['function checkout(cart) {', '  const total = sum(cart);'],
    context_line: '  charge(total);',
    post_context: ['  return total;', '}'],
    vars: { cart: { items: ['tea', { name: 'cup', note: 'blue' }] }, total: '17', self: '<Cart object>' },
    data: { resolved: 'yes' },
    lock: { thread: 'main', address: '0x07d7437b' },
    instruction_addr: '0x1000',
    symbol_addr: '0x0ff0',
    addr_mode: 'rel:0',
  });
  const trace = () => ({
    frames: [frame('vendor.js', false), frame('cart.js', true)],
    registers: { rip: '0x00007f', note: 'x' },
  });
  return {
    platform: 'node',
    logger: 'shop.cart',
    transaction: 'POST /cart/checkout',
    server_name: 'web-1.acme.internal',
    release: 'shop@1.4.0',
    dist: '17',
    environment: 'production',
    logentry: {
      message: 'Cart %s of %s failed',
      params: ['17', { customer: 'ann' }],
      formatted: 'Cart 17 of ann failed',
    },
    exception: {
      values: [
        { type: 'Cause', value: 'no stock left', module: 'stock', thread_id: 'worker-1', stacktrace: trace() },
        {
          type: 'CheckoutError',
          value: 'could not check out cart 17',
          module: 'shop.cart',
          mechanism: {
            type: 'generic',
            source: 'cause',
            description: 'caught it',
            help_link: 'https://acme.test/help',
            data: { a: 'b' },
            meta: { signal: { name: 'SIGX' } },
          },
          stacktrace: trace(),
          raw_stacktrace: trace(),
        },
      ],
    },
    threads: { values: [{ id: 'main', name: 'main loop', state: 'RUNNING', current: true, stacktrace: trace() }] },
    breadcrumbs: {
      values: [
        {
          type: 'http',
          category: 'fetch',
          message: 'GET /a',
          data: { url: '/a?page=2', method: 'GET', headers: [['Accept', '*/*']], reason: 'OK' },
        },
        { type: 'default', category: 'console', message: 'ready', data: { arguments: ['ready', { when: 'now' }] } },
      ],
    },
    tags: { customer: 'gold', region: 'eu' },
    user: {
      id: 'u-1',
      username: 'ann',
      email: 'ann@acme.test',
      name: 'Ann',
      geo: { city: 'Ulm' },
      data: { plan: 'pro' },
      segment: 'new',
    },
    request: {
      url: 'https://acme.test/cart',
      method: 'POST',
      query_string: 'page=2&sort=up',
      fragment: 'top',
      headers: { Accept: '*/*', Referer: 'https://acme.test/', 'Accept-Language': 'de' },
      cookies: { theme: '', lang: '' },
      data: { form: { name: 'ann', list: ['a', 'b'] } },
      env: { SERVER_NAME: 'web-1', GATEWAY: 'x' },
      api_target: 'rest',
    },
    contexts: {
      app: { name: 'shop', start: 'now' },
      runtime: { name: 'node', version: 'v20.19.0' },
      shop: { cart: { items: ['tea'] } },
    },
    extra: { order: { id: '17', lines: ['tea', 'cup'] }, note: 'left at reception', dump: 'a b c' },
    fingerprint: ['{{ default }}', 'cart'],
    modules: { express: '5.1.0' },
    sdk: {
      name: 'sentry.javascript.node',
      version: '11.11.0',
      integrations: ['Http'],
      packages: [{ name: 'npm:@sentry/node', version: '11.11.0' }],
    },
    debug_meta: {
      images: [
        {
          type: 'sourcemap',
          code_file: 'https://acme.test/static/cart.js',
          debug_id: '3f2a9c1b-0000-4000-8000-0123456789ab',
          arch: 'x64',
        },
      ],
    },
    errors: [{ type: 'js_no_source', name: 'cart.js', value: { url: 'https://acme.test/static/cart.js' } }],
  };
}

type Path = readonly string[];

/** Returns all texts of the payload, by their path. */
function textsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, [...path, name]));
}

/** Returns all objects of free-form data. */
function objectsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) => objectsOf(member, [...path, name]));
  return Array.isArray(value) || !FREE.test(path.join('.')) ? below : [path, ...below];
}

const FREE =
  /^(?:extra|contexts|request\.(?:data|env)|sdk|logentry\.params\.\d|user\.(?:data|geo)|tags|request\.headers|errors\.\d\.value)(?:\.|$)|\.(?:vars|data|meta|lock|registers)(?:\.|$)/;

/**
 * In source code `token=` is usually an assignment, so only secrets of a recognizable form and quoted texts are
 * scrubbed there.
 */
const CODE =
  /\.(?:function|raw_function|module|package|platform|instruction_addr|symbol_addr|addr_mode|filename|abs_path|pre_context\.\d|context_line|post_context\.\d)$|code_file$/;
const SOURCE = /(?:context\.\d|context_line)$/;

/** Inserts a text into the text at a path. */
function put(payload: JsonObject, path: Path, change: (before: unknown) => unknown): JsonObject {
  const copy = structuredClone(payload);
  let at: Record<string, unknown> = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  at[last] = change(at[last]);
  return copy;
}

const PAYLOAD = realistic();
const TEXTS = textsOf(PAYLOAD);
const CODE_TEXTS = TEXTS.filter((path) => CODE.test(path.join('.')));
const PROSE_TEXTS = TEXTS.filter((path) => !CODE.test(path.join('.')));
const SOURCE_TEXTS = TEXTS.filter((path) => SOURCE.test(path.join('.')));
const OBJECTS = objectsOf(PAYLOAD);

const KEYS = [
  'password',
  'userPassword',
  'apiKey',
  'x-api-key',
  'AUTH_TOKEN',
  'sessionId',
  'client_secret',
  'Authorization',
  'csrfToken',
  'DB_PASS',
  'credentials',
  'cardNumber',
  'Set-Cookie',
];

const token = fc
  .string({
    unit: fc.constantFrom(...Array.from('abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789')),
    minLength: 18,
    maxLength: 30,
  })
  .map((text) => `s3${text}`);

/** A number with a valid payment card checksum. */
const card = fc
  .string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 14, maxLength: 14 })
  .map((digits) => {
    const body = '4' + digits;
    const sum = [...body].reduce(
      (total, digit, index) =>
        total + (index % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]! : Number(digit)),
      0,
    );
    return body + String((10 - (sum % 10)) % 10);
  });

type Carrier = readonly [name: string, carry: (secret: string, key: string) => string];

/** Secrets that are recognized by their form, also in code. */
const RECOGNIZABLE: readonly Carrier[] = [
  ['bearer', (secret) => `Bearer ${secret}`],
  ['basic', (secret) => `Basic ${secret}==`],
  ['address', (secret) => `https://ann:${secret}@acme.test/a`],
  ['connection', (secret) => `postgres://app:${secret}@db:5432/shop`],
  ['private key', (secret) => `-----BEGIN RSA PRIVATE KEY-----\n${secret}${secret}\n-----END RSA PRIVATE KEY-----`],
  ['cut private key', (secret) => `-----BEGIN PRIVATE KEY-----\\n${secret}`],
];

/** Notations of pairs of a name and a value in texts. */
const PAIRED: readonly Carrier[] = [
  ['query', (secret, key) => `/a?x=1&${key}=${secret}&y=2`],
  ['encoded query', (secret, key) => `/login?next=%2Fa%3Fx%3D1%26${key}%3D${secret}%26y%3D2`],
  ['form', (secret, key) => `a=1&${key}=${secret}`],
  ['JSON', (secret, key) => JSON.stringify({ a: { [key]: secret }, n: 1 })],
  ['JSON in JSON', (secret, key) => JSON.stringify({ body: JSON.stringify({ [key]: secret }) })],
  ['cut JSON', (secret, key) => JSON.stringify({ a: 1, [key]: secret }).slice(0, -4)],
  ['python', (secret, key) => `{'a': 1, '${key}': '${secret}'}`],
  ['multipart', (secret, key) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${secret}\r\n--b--`],
  ['header', (secret) => `GET / HTTP/1.1\r\nX-Api-Key: ${secret}\r\nAccept: */*`],
  ['cookie', (secret) => `Cookie: a=1; sid=${secret}; b=2`],
  ['assignment', (secret, key) => `${key} = "${secret}"`],
  ['prose', (secret) => `login with password: ${secret} failed`],
  ['environment', (secret) => `PATH=/bin\nAUTH_TOKEN=${secret}\nHOME=/root`],
  ['option', (secret) => `mysql --password ${secret} --host db`],
];

const LITERALS: readonly Carrier[] = [
  ['constant', (secret, key) => `  const ${key.replaceAll('-', '_')} = '${secret}';`],
  ['member', (secret, key) => `  connect({ user: "ann", "${key}": "${secret}" });`],
  ['address', (secret) => `  fetch("https://acme.test/a?x=1&token=${secret}&y=2");`],
];

const atText = (paths: readonly Path[], carriers: readonly Carrier[], secret = token): fc.Arbitrary<Planted> =>
  fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom(...carriers), fc.constantFrom(...KEYS), secret)
    .map(([path, [name, carry], key, given]) => ({
      payload: put(PAYLOAD, path, () => carry(given, key)),
      secret: given,
      place: `${name} with ${key} at ${path.join('.')}`,
    }));

const CARDS: readonly Carrier[] = [
  ['number', (secret) => secret],
  ['number in a sentence', (secret) => `paid with ${secret} today`],
  ['number in JSON', (secret) => `{"n":${secret}}`],
];

const values: readonly ((secret: string) => unknown)[] = [
  (secret) => secret,
  (secret) => [secret, { deep: secret }],
  (secret) => ({ a: { b: secret } }),
];

/** A member with a sensitive name, in any object. */
const asMember: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom(...OBJECTS), fc.constantFrom(...KEYS), fc.constantFrom(...values), token)
  .map(([path, key, wrap, secret]) => ({
    payload: put(PAYLOAD, path, (before) => ({ ...(before as object), [key]: wrap(secret) })),
    secret,
    place: `member ${key} at ${path.join('.')}`,
  }));

/** A pair in one of the notations of lists. */
const PAIRING = OBJECTS.filter((path) => !/headers|^tags/.test(path.join('.')));
const asPair: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom(...PAIRING), fc.constantFrom(0, 1, 2, 3), token)
  .map(([path, kind, secret]) => {
    const list = [
      [['Cookie', secret]],
      [{ name: 'password', value: secret }],
      ['Host', 'a', 'X-Api-Key', secret],
      ['run', '--password', secret],
    ][kind];
    return {
      payload: put(PAYLOAD, path, (before) => ({ ...(before as object), list })),
      secret,
      place: `list ${kind} at ${path.join('.')}`,
    };
  });

const asCookie: fc.Arbitrary<Planted> = fc
  .tuple(fc.constantFrom('text', 'map', 'header', 'pairs'), token)
  .map(([form, secret]) => {
    const cookies = {
      text: `theme=dark; remember=${secret}`,
      map: { remember: secret },
      pairs: [['remember', secret]],
      header: {},
    }[form];
    const request = {
      ...(PAYLOAD['request'] as object),
      cookies,
      ...(form === 'header' && { headers: { Cookie: `remember=${secret}` } }),
    };
    return { payload: { ...PAYLOAD, request }, secret, place: `cookie as ${form}` };
  });

/** A URL does not contain a multipart body. */
const isLikely = ({ place }: Planted) => !/^multipart .* request\.query_string$/.test(place);

/** Any secret at any place that the default rules cover. */
export const planted: fc.Arbitrary<Planted> = fc
  .oneof(
    { weight: 3, arbitrary: atText(TEXTS, RECOGNIZABLE) },
    { weight: 1, arbitrary: atText(CODE_TEXTS, RECOGNIZABLE) },
    { weight: 4, arbitrary: atText(PROSE_TEXTS, PAIRED) },
    { weight: 2, arbitrary: atText(SOURCE_TEXTS, LITERALS) },
    { weight: 2, arbitrary: atText(TEXTS, CARDS, card) },
    { weight: 3, arbitrary: asMember },
    { weight: 1, arbitrary: asPair },
    { weight: 1, arbitrary: asCookie },
  )
  .filter(isLikely);

const address = fc.oneof(
  fc.tuple(fc.nat(255), fc.nat(255)).map(([third, fourth]) => `203.${third}.113.${fourth}`),
  fc.tuple(fc.nat(65_535), fc.nat(4095)).map(([one, other]) => `2001:db8:${one.toString(16)}::${other.toString(16)}1`),
);

const ADDRESSED: readonly Carrier[] = [
  ['address', (secret) => secret],
  ['address in a sentence', (secret) => `refused by ${secret}, try again`],
  ['address in JSON', (secret) => JSON.stringify({ from: secret, n: 1 })],
];

/** Paths and versions are not scrubbed for IP addresses. */
const UNADDRESSED = /(?:filename|abs_path|code_file|release|dist|version)$|^modules\./;

/** An IP address at any place that is scrubbed for IP addresses. */
export const plantedAddress: fc.Arbitrary<Planted> = fc.oneof(
  atText(
    TEXTS.filter((path) => !UNADDRESSED.test(path.join('.'))),
    ADDRESSED,
    address,
  ),
  address.map((secret) => ({
    payload: { ...PAYLOAD, user: { ip_address: secret } },
    secret,
    place: 'user.ip_address',
  })),
  address.map((secret) => ({
    payload: {
      ...PAYLOAD,
      request: { url: '/', headers: { 'X-Forwarded-For': `${secret}, 10.0.0.1` }, env: { REMOTE_ADDR: secret } },
    },
    secret,
    place: 'proxy',
  })),
);
