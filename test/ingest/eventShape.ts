import { type Event, FRAME_FIELD_LIST, type FrameFieldKind } from '../../src/domain/event';

/** Returns the paths at which a value does not have the type `Event`, or holds text that databases cannot store. */
export function shapeErrors(event: Event): string[] {
  const errors: string[] = [];
  EVENT(event, 'event', errors);
  return errors;
}

type Check = (value: unknown, path: string, errors: string[]) => void;

function requireThat(isValid: boolean, path: string, errors: string[]): void {
  if (!isValid) errors.push(path);
}

function is(test: (value: unknown) => boolean): Check {
  return (value, path, errors) => requireThat(test(value), path, errors);
}

function nullable(check: Check): Check {
  return (value, path, errors) => (value === null ? undefined : check(value, path, errors));
}

function list(check: Check): Check {
  return (value, path, errors) => {
    if (!Array.isArray(value)) errors.push(path);
    else value.forEach((one, index) => check(one, `${path}[${index}]`, errors));
  };
}

function map(check: Check): Check {
  return (value, path, errors) => {
    if (!isPlain(value)) return void errors.push(path);
    for (const [name, member] of Object.entries(value)) {
      STORABLE(name, `${path} key ${JSON.stringify(name)}`, errors);
      check(member, `${path}.${name}`, errors);
    }
  };
}

/** Checks an object with exactly these members; the optional ones may be absent. */
function record(checks: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, path, errors) => {
    if (!isPlain(value)) return void errors.push(path);
    for (const name of Object.keys(value)) {
      requireThat(name in checks || name in optional, `${path}.${name}: unexpected`, errors);
      optional[name]?.(value[name], `${path}.${name}`, errors);
    }
    for (const [name, check] of Object.entries(checks)) check(value[name], `${path}.${name}`, errors);
  };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}

const STORABLE: Check = is((value) => typeof value === 'string' && !/[\0\ud800-\udfff]/u.test(value));
const TEXT: Check = STORABLE;
const text =
  (limit: number): Check =>
  (value, path, errors) => {
    STORABLE(value, path, errors);
    requireThat(String(value).length <= limit && value !== '', path + ': length', errors);
  };
const FLAG = is((value) => typeof value === 'boolean');
const WHOLE = is((value) => Number.isSafeInteger(value) && (value as number) >= 0);
const TIME = is((value) => Number.isSafeInteger(value) && !Number.isNaN(new Date(value as number).getTime()));
const ID: Check = (value, path, errors) =>
  typeof value === 'number' ? requireThat(Number.isSafeInteger(value), path, errors) : STORABLE(value, path, errors);
const LEVEL = is((value) => ['fatal', 'error', 'warning', 'info', 'debug'].includes(value as string));

function json(depth: number): Check {
  return (value, path, errors) => {
    if (typeof value === 'string') STORABLE(value, path, errors);
    else if (typeof value === 'number') requireThat(Number.isFinite(value), path, errors);
    else if (value === null || typeof value === 'boolean') return;
    else if (depth === 0) errors.push(path + ': too deep');
    else if (Array.isArray(value)) list(json(depth - 1))(value, path, errors);
    else map(json(depth - 1))(value, path, errors);
  };
}
const JSON_VALUE = json(8);
const OBJECT: Check = (value, path, errors) =>
  isPlain(value) ? JSON_VALUE(value, path, errors) : void errors.push(path);
const PAIRS = list((value, path, errors) => {
  requireThat(Array.isArray(value) && value.length === 2, path, errors);
  list(TEXT)(value, path, errors);
});

const FRAME_FIELD_CHECKS: Record<FrameFieldKind, (limit: number) => Check> = {
  path: (limit) => nullable(text(limit)),
  name: (limit) => nullable(text(limit)),
  technical: (limit) => nullable(text(limit)),
  position: () => nullable(WHOLE),
  linesBefore: () => list(TEXT),
  line: () => nullable(TEXT),
  linesAfter: () => list(TEXT),
  flag: () => FLAG,
  data: () => nullable(OBJECT),
};

const FRAME = record(
  Object.fromEntries(FRAME_FIELD_LIST.map(({ name, kind, limit = 0 }) => [name, FRAME_FIELD_CHECKS[kind](limit)])),
);

const STACKTRACE = record(
  {
    frames: (value, path, errors) => {
      list(FRAME)(value, path, errors);
      requireThat(Array.isArray(value) && value.length >= 1 && value.length <= 100, path + ': count', errors);
    },
    framesOmitted: nullable(list(WHOLE)),
    registers: nullable(OBJECT),
  },
  { omittedRanges: list(list(WHOLE)), unmarked: list(WHOLE) },
);

const MECHANISM = record({
  type: nullable(text(128)),
  handled: nullable(FLAG),
  synthetic: nullable(FLAG),
  source: nullable(TEXT),
  description: nullable(TEXT),
  helpLink: nullable(TEXT),
  isExceptionGroup: nullable(FLAG),
  exceptionId: nullable(WHOLE),
  parentId: nullable(WHOLE),
  data: nullable(OBJECT),
  meta: nullable(OBJECT),
});

const EXCEPTION = record({
  type: nullable(text(128)),
  value: nullable(text(8192)),
  module: nullable(TEXT),
  threadId: nullable(ID),
  mechanism: nullable(MECHANISM),
  stacktrace: nullable(STACKTRACE),
  rawStacktrace: nullable(STACKTRACE),
});

const THREAD = record({
  id: nullable(ID),
  name: nullable(TEXT),
  state: nullable(TEXT),
  crashed: FLAG,
  current: FLAG,
  main: FLAG,
  stacktrace: nullable(STACKTRACE),
});

const BREADCRUMB = record({
  timestamp: nullable(TIME),
  type: text(128),
  category: nullable(TEXT),
  level: nullable(is((value) => ['fatal', 'error', 'warning', 'info', 'debug', 'log'].includes(value as string))),
  message: nullable(text(8192)),
  data: nullable(OBJECT),
  eventId: nullable(TEXT),
});

const USER = record({
  id: nullable(TEXT),
  username: nullable(TEXT),
  email: nullable(TEXT),
  ipAddress: nullable(TEXT),
  name: nullable(TEXT),
  geo: nullable(OBJECT),
  data: nullable(OBJECT),
});

const REQUEST = record({
  url: nullable(TEXT),
  method: nullable(TEXT),
  fragment: nullable(TEXT),
  query: PAIRS,
  headers: PAIRS,
  cookies: PAIRS,
  data: JSON_VALUE,
  env: nullable(OBJECT),
  inferredContentType: nullable(TEXT),
  apiTarget: nullable(TEXT),
});

const REMARKS: Check = (value, path, errors) => {
  const own = record(
    {},
    { rem: list(list(is((part) => typeof part === 'string' || Number.isInteger(part)))), len: WHOLE, err: list(TEXT) },
  );
  record({}, { own, members: map(REMARKS) })(value, path, errors);
};

const EVENT = record(
  {
    eventId: is((value) => /^[0-9a-f]{32}$/.test(String(value))),
    type: is((value) => value === 'error' || value === 'default'),
    timestamp: TIME,
    received: TIME,
    platform: text(64),
    level: LEVEL,
    logger: nullable(text(64)),
    transaction: nullable(text(200)),
    serverName: nullable(text(256)),
    release: nullable(text(200)),
    dist: nullable(text(64)),
    environment: nullable(text(64)),
    logentry: nullable(
      record({
        message: nullable(text(8192)),
        formatted: nullable(text(8192)),
        params: nullable((value, path, errors) => (Array.isArray(value) ? JSON_VALUE : OBJECT)(value, path, errors)),
      }),
    ),
    exceptions: list(EXCEPTION),
    threads: list(THREAD),
    stacktrace: nullable(STACKTRACE),
    breadcrumbs: list(BREADCRUMB),
    tags: list(record({ key: text(200), value: text(200) })),
    user: nullable(USER),
    request: nullable(REQUEST),
    contexts: map((value, path, errors) => {
      OBJECT(value, path, errors);
      requireThat(
        typeof (value as Record<string, unknown> | null | undefined)?.['type'] === 'string',
        path + '.type',
        errors,
      );
    }),
    sdk: nullable(OBJECT),
    debugImages: list(
      record({
        type: TEXT,
        codeFile: nullable(TEXT),
        debugId: nullable(is((value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)))),
        rest: OBJECT,
      }),
    ),
    fingerprint: nullable(list(text(1024))),
    modules: map(TEXT),
    extra: map(JSON_VALUE),
    errors: list(record({ type: text(128), name: nullable(TEXT), value: JSON_VALUE })),
  },
  { exceptionsOmitted: list(WHOLE), remarks: REMARKS },
);
