import { decompressEventBody } from '../../src/compression/eventBody';
import type { Event, JsonObject } from '../../src/domain/event';
import {
  BREADCRUMB_FIELDS,
  DEBUG_IMAGE_FIELDS,
  ERROR_FIELDS,
  EVENT_FIELDS,
  type EventField,
  type EventFieldKind,
  EXCEPTION_FIELDS,
  listFields,
  LOG_ENTRY_FIELDS,
  MECHANISM_FIELDS,
  REQUEST_FIELDS,
  STACKTRACE_FIELDS,
  TAG_FIELDS,
  THREAD_FIELDS,
  USER_FIELDS,
} from '../../src/domain/eventFields';
import type { ProcessedEvent } from '../../src/ingest/saveEvents';
import { scrubEvent } from '../../src/ingest/scrub/scrubEvent';
import { presentEventDetail } from '../../src/presenters/event';
import { createTestPipeline } from '../support/pipeline';
import { METADATA, NOON, normalized, settings } from './build';

const SECRET = 'sntryu_0123456789abcdef0123';

/** The location of a table's records in payloads, and of the first of them in an event. */
interface Place {
  readonly table: Readonly<Record<string, EventField>>;
  /** Returns a payload with members of the record. */
  readonly send: (members: JsonObject) => JsonObject;
  readonly find: (event: Event) => object | null | undefined;
  /** The member of the event that contains the record; absent if the record is the event itself. */
  readonly root?: keyof typeof EVENT_FIELDS;
  /** The path of the record in PII rules. */
  readonly path: string;
  /** The record without further members. */
  readonly plain: JsonObject;
}

const exception = (members: JsonObject) => ({ exception: [{ type: 'Error', ...members }] });
const FRAMES = [{ function: 'pay' }];

const PLACES: Readonly<Record<string, Place>> = {
  event: { table: EVENT_FIELDS, send: (members) => members, find: (event) => event, path: '', plain: {} },
  logentry: {
    root: 'logentry',
    table: LOG_ENTRY_FIELDS,
    send: (logentry) => ({ logentry }),
    find: ({ logentry }) => logentry,
    path: 'logentry.',
    plain: { message: 'sold' },
  },
  exception: {
    root: 'exceptions',
    table: EXCEPTION_FIELDS,
    send: exception,
    find: ({ exceptions }) => exceptions[0],
    path: 'exception.values.0.',
    plain: {},
  },
  mechanism: {
    root: 'exceptions',
    table: MECHANISM_FIELDS,
    send: (mechanism) => exception({ mechanism }),
    find: ({ exceptions }) => exceptions[0]?.mechanism,
    path: 'exception.values.0.mechanism.',
    plain: {},
  },
  stacktrace: {
    root: 'stacktrace',
    table: STACKTRACE_FIELDS,
    send: (stacktrace) => ({ stacktrace }),
    find: ({ stacktrace }) => stacktrace,
    path: 'stacktrace.',
    plain: { frames: FRAMES },
  },
  thread: {
    root: 'threads',
    table: THREAD_FIELDS,
    send: (thread) => ({ threads: [thread] }),
    find: ({ threads }) => threads[0],
    path: 'threads.values.0.',
    plain: {},
  },
  breadcrumb: {
    root: 'breadcrumbs',
    table: BREADCRUMB_FIELDS,
    send: (crumb) => ({ breadcrumbs: [crumb] }),
    find: ({ breadcrumbs: [one] }) => one,
    path: 'breadcrumbs.values.0.',
    plain: {},
  },
  tag: {
    root: 'tags',
    table: TAG_FIELDS,
    send: (tag) => ({ tags: [tag] }),
    find: ({ tags }) => tags[0],
    path: 'tags.',
    plain: { key: 'value', value: 'blue' },
  },
  user: {
    root: 'user',
    table: USER_FIELDS,
    send: (user) => ({ user }),
    find: ({ user }) => user,
    path: 'user.',
    plain: { geo: { city: 'Ulm' } },
  },
  request: {
    root: 'request',
    table: REQUEST_FIELDS,
    send: (request) => ({ request }),
    find: ({ request }) => request,
    path: 'request.',
    plain: { method: 'GET' },
  },
  image: {
    root: 'debugImages',
    table: DEBUG_IMAGE_FIELDS,
    send: (image) => ({ debug_meta: { images: [image] } }),
    find: ({ debugImages }) => debugImages[0],
    path: 'debug_meta.images.0.',
    plain: {},
  },
  error: {
    root: 'errors',
    table: ERROR_FIELDS,
    send: (error) => ({ errors: [error] }),
    find: ({ errors }) => errors[0],
    path: 'errors.0.',
    plain: { type: 'js_no_source' },
  },
};

/** Kind of a field → its values that contain a text. */
const VALUES: Record<EventFieldKind, (text: string) => unknown> = {
  text: (text) => text,
  identifier: (text) => text,
  version: (text) => text,
  path: (text) => `https://acme.test/${text}/app.js`,
  id: (text) => text,
  data: (name) => ({ name }),
  value: (name) => ({ name }),
  texts: (text) => [text],
  pairs: (name) => ({ name }),
  versions: (name) => ({ name }),
  contexts: (name) => ({ shop: { name } }),
  // Records have tables of their own.
  record: () => undefined,
  trace: (name) => ({ frames: [{ function: name }] }),
  frames: (name) => [{ function: name }],
  fixed: (text) => text,
  address: (text) => text,
  derived: () => undefined,
};

/** Sends a record with one field. */
function payloadOf({ send, plain }: Place, payload: string | undefined, value: unknown): JsonObject {
  return send({ ...plain, ...(payload !== undefined && { [payload]: value }) });
}

const unexpected = () => Promise.reject(new Error('nothing is read or written'));
const pipeline = createTestPipeline({ read: unexpected, write: unexpected }, { fetchesJavaScript: false });

async function process(payload: JsonObject, changes: Parameters<typeof settings>[0] = {}): Promise<ProcessedEvent> {
  const project = { id: '1', organizationId: '1', settings: settings(changes), hasArtifacts: false };
  const processed = await pipeline.process({
    project: project as unknown as Parameters<typeof pipeline.process>[0]['project'],
    payload: Buffer.from(JSON.stringify(payload)),
    format: 'item',
    eventId: METADATA.eventId,
    received: NOON,
    sentAt: null,
    ipAddress: null,
    flags: [],
  });
  if (!('event' in processed)) throw new Error('the event was dropped');
  return processed.event;
}

function present({ body, record, eventId, timestamp }: ProcessedEvent) {
  const row = { eventId, issueId: '1', timestamp, record };
  return presentEventDetail('1', row, decompressEventBody(body).body, 1);
}

const isRemarked = (name: keyof typeof EVENT_FIELDS) => (EVENT_FIELDS[name] as EventField).isRemarked === true;

const FIELDS = Object.entries(PLACES).flatMap(([name, place]) =>
  listFields(place.table).map((field) => ({ ...field, name: `${name}.${field.name}`, member: field.name, place })),
);
const UNSCRUBBED: readonly EventFieldKind[] = ['fixed', 'address', 'derived'];
const isSent = ({ kind, payload }: EventField) => VALUES[kind](SECRET) !== undefined && payload !== undefined;
const SENT = FIELDS.filter(isSent);
const SCRUBBED = SENT.filter(({ kind }) => !UNSCRUBBED.includes(kind));

const memberOf = (event: Event, { place, member }: (typeof FIELDS)[number]) => {
  return (place.find(event) as JsonObject | null | undefined)?.[member];
};

test('each record of an event has the members of its table, in the order of the table', () => {
  const optional = new Set(['exceptionsOmitted', 'rawStacktrace', 'omittedRanges', 'unmarked', 'remarks']);
  const required = (names: readonly string[]) => names.filter((name) => !optional.has(name));
  for (const place of Object.values(PLACES)) {
    const members = Object.keys(place.find(normalized(place.send(place.plain))) ?? {});
    expect(required(members)).toEqual(required(Object.keys(place.table)));
    expect(Object.keys(place.table)).toEqual(expect.arrayContaining(members));
  }
});

describe.each(SENT)('field $name', (field) => {
  const { kind, payload, place } = field;
  const sent = payloadOf(place, payload, VALUES[kind](SECRET));

  test('has no secret in what is stored and presented', async () => {
    const processed = await process(sent);
    const { body, ...columns } = processed;
    const text = JSON.stringify([columns, decompressEventBody(body).body, present(processed)]);
    expect(text).not.toContain(SECRET);
  });

  test('is redacted by the rules of a project if the table says so', () => {
    const rules = JSON.stringify({
      rules: { token: { type: 'pattern', pattern: SECRET } },
      applications: { '**': ['token'] },
    });
    const before = normalized(sent);
    const after = scrubEvent(before, settings({ dataScrubber: false, relayPiiConfig: rules }));
    const isKept = JSON.stringify(memberOf(after, field) ?? null).includes(SECRET);
    const wasKept = JSON.stringify(memberOf(before, field) ?? null).includes(SECRET);
    expect(isKept).toBe(wasKept && field.pii === undefined);
  });
});

describe.each(SCRUBBED.filter(({ name }) => name !== 'event.platform'))('scrubbed field $name', (field) => {
  const { kind, payload, place, presented } = field;
  const sent = payloadOf(place, payload, VALUES[kind](SECRET));

  test('is read from the payload', () => {
    expect(JSON.stringify(memberOf(normalized(sent), field))).toContain(SECRET);
  });

  if (presented !== undefined) {
    test('is presented', async () => {
      const presentedText = JSON.stringify(present(await process(sent, { dataScrubber: false })));
      expect(presentedText).toMatch(new RegExp(`"${presented}":.*${SECRET}`));
    });
  }

  const root = place.root ?? (field.member as keyof typeof EVENT_FIELDS);
  if (isRemarked(root) && field.name !== 'tag.key') {
    test('has a remark', async () => {
      const processed = await process(sent);
      const { remarks } = decompressEventBody(processed.body).body.event;
      expect(JSON.stringify(remarks?.members?.[root])).toContain('@');
      expect(JSON.stringify(present(processed)._meta)).toContain('@');
    });
  }
});

test.each(SENT.filter(({ kind, pii }) => pii !== undefined && kind !== 'address'))(
  'rules of a project select field $name by its path',
  (field) => {
    const { kind, payload, place } = field;
    const path = `${place.path}${payload}`;
    const applications = { [path]: ['@anything:remove'], [`${path}.**`]: ['@anything:remove'] };
    const sent = normalized(payloadOf(place, payload, VALUES[kind](SECRET)));
    const rules = { dataScrubber: false, relayPiiConfig: JSON.stringify({ applications }) };
    expect(JSON.stringify(memberOf(scrubEvent(sent, settings(rules)), field) ?? null)).not.toContain(SECRET);
  },
);

test.each(
  FIELDS.filter(({ kind, limit, name }) => kind === 'text' && limit !== undefined && name !== 'event.platform'),
)('field $name has at most $limit characters', (field) => {
  const { limit = 0, payload, place } = field;
  const read = (length: number) => memberOf(normalized(payloadOf(place, payload, 'x'.repeat(length))), field);
  expect(read(limit)).toHaveLength(limit);
  const longer = read(limit + 1);
  expect(longer === null || longer === undefined || (longer as string).length <= limit).toBe(true);
});

/** Field whose values have a form → a value, and the text by which it is found. */
const FOUND: Readonly<Record<string, readonly [unknown, string]>> = {
  level: ['warning', 'warning'],
  handled: [false, 'no'],
  user: ['needle', 'id:needle'],
  '~user.ip': ['203.0.113.9', '203.0.113.9'],
};
const SEARCHED = FIELDS.flatMap((field) => (field.searched === undefined ? [] : [{ ...field, key: field.searched }]));

test.each(SEARCHED)('field $name is found by $key', async ({ key, payload, place }) => {
  const [value, text] = FOUND[key] ?? ['needle', 'needle'];
  const sent = payloadOf(place, payload, value);
  // Searches find the id of a user by the tag, and other members by entries.
  const user = { ...(sent['user'] as object | undefined), ...(key.startsWith('~user.') && { id: '7' }) };
  const { tags, searchEntries, issueDescription } = await process({ ...sent, user });
  expect([...tags, ...searchEntries, ...(issueDescription?.searchEntries ?? [])]).toContainEqual({ key, value: text });
});
