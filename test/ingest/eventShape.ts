import { type Event, FRAME_FIELD_LIST, type FrameFieldKind } from '../../src/domain/event';

/** Says where a value is not of the type `Event`, or holds text that a database cannot; empty if nowhere. */
export function shapeErrors(event: Event): string[] {
  const faults: string[] = [];
  EVENT(event, 'event', faults);
  return faults;
}

type Check = (value: unknown, path: string, faults: string[]) => void;

function say(isRight: boolean, path: string, faults: string[]): void {
  if (!isRight) faults.push(path);
}

function is(test: (value: unknown) => boolean): Check {
  return (value, path, faults) => say(test(value), path, faults);
}

function nullable(check: Check): Check {
  return (value, path, faults) => (value === null ? undefined : check(value, path, faults));
}

function list(check: Check): Check {
  return (value, path, faults) => {
    if (!Array.isArray(value)) faults.push(path);
    else value.forEach((one, index) => check(one, `${path}[${index}]`, faults));
  };
}

function map(check: Check): Check {
  return (value, path, faults) => {
    if (!isPlain(value)) return void faults.push(path);
    for (const [name, member] of Object.entries(value)) {
      STORABLE(name, `${path} key ${JSON.stringify(name)}`, faults);
      check(member, `${path}.${name}`, faults);
    }
  };
}

/** Exactly these members. */
function record(checks: Record<string, Check>): Check {
  return (value, path, faults) => {
    if (!isPlain(value)) return void faults.push(path);
    for (const name of Object.keys(value)) say(name in checks, `${path}.${name}: surplus`, faults);
    for (const [name, check] of Object.entries(checks)) check(value[name], `${path}.${name}`, faults);
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
  (value, path, faults) => {
    STORABLE(value, path, faults);
    say(String(value).length <= limit && value !== '', path + ': length', faults);
  };
const FLAG = is((value) => typeof value === 'boolean');
const WHOLE = is((value) => Number.isSafeInteger(value) && (value as number) >= 0);
const TIME = is((value) => Number.isSafeInteger(value) && !Number.isNaN(new Date(value as number).getTime()));
const ID: Check = (value, path, faults) =>
  typeof value === 'number' ? say(Number.isSafeInteger(value), path, faults) : STORABLE(value, path, faults);
const LEVEL = is((value) => ['fatal', 'error', 'warning', 'info', 'debug'].includes(value as string));

function json(depth: number): Check {
  return (value, path, faults) => {
    if (typeof value === 'string') STORABLE(value, path, faults);
    else if (typeof value === 'number') say(Number.isFinite(value), path, faults);
    else if (value === null || typeof value === 'boolean') return;
    else if (depth === 0) faults.push(path + ': too deep');
    else if (Array.isArray(value)) list(json(depth - 1))(value, path, faults);
    else map(json(depth - 1))(value, path, faults);
  };
}
const JSON_VALUE = json(8);
const OBJECT: Check = (value, path, faults) =>
  isPlain(value) ? JSON_VALUE(value, path, faults) : void faults.push(path);
const PAIRS = list((value, path, faults) => {
  say(Array.isArray(value) && value.length === 2, path, faults);
  list(TEXT)(value, path, faults);
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

const STACKTRACE = record({
  frames: (value, path, faults) => {
    list(FRAME)(value, path, faults);
    say(Array.isArray(value) && value.length >= 1 && value.length <= 50, path + ': count', faults);
  },
  framesOmitted: nullable(list(WHOLE)),
  registers: nullable(OBJECT),
});

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

const EVENT = record({
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
      params: nullable((value, path, faults) => (Array.isArray(value) ? JSON_VALUE : OBJECT)(value, path, faults)),
    }),
  ),
  exceptions: list(EXCEPTION),
  threads: list(THREAD),
  stacktrace: nullable(STACKTRACE),
  breadcrumbs: list(BREADCRUMB),
  tags: list(record({ key: text(200), value: text(200) })),
  user: nullable(USER),
  request: nullable(REQUEST),
  contexts: map((value, path, faults) => {
    OBJECT(value, path, faults);
    say(typeof (value as Record<string, unknown> | null | undefined)?.['type'] === 'string', path + '.type', faults);
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
});
