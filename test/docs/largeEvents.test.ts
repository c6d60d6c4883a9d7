import { readFileSync } from 'node:fs';
import { FRAME_FIELDS } from '../../src/domain/event';
import {
  BREADCRUMB_FIELDS,
  EVENT_FIELDS,
  EXCEPTION_FIELDS,
  LOG_ENTRY_FIELDS,
  REQUEST_FIELDS,
  STACKTRACE_FIELDS,
  TAG_FIELDS,
} from '../../src/domain/eventFields';

const guide = readFileSync('openapi/guides/sending-events.md', 'utf8');
const [, section = ''] = guide.split('\n## Large events\n');
const [table = ''] = section.split('\n## ');
/** The kept amount of each part, as the guide states it. */
const kept = new Map([...table.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, part = '', text = '']) => [part, text]));

const kib = (...limits: readonly number[]) => [...new Set(limits)].map((limit) => `${limit / 1024} KiB`).join(' or ');
const { exceptions, threads, breadcrumbs, tags, contexts, extra } = EVENT_FIELDS;
const { vars, contextLine, preContext, postContext } = FRAME_FIELDS;
const texts = [LOG_ENTRY_FIELDS.formatted, EXCEPTION_FIELDS.value, BREADCRUMB_FIELDS.message, REQUEST_FIELDS.data];

test.each<[part: string, numbers: readonly string[]]>([
  ['stack trace', [`${STACKTRACE_FIELDS.frames.limit} frames`]],
  ['chain of exceptions', [`the ${exceptions.limit / 2} oldest`, `the ${exceptions.limit / 2} newest`]],
  ['threads', [`the first ${threads.limit}`]],
  [
    'local variables of a frame, a context, the data of a breadcrumb',
    [`${kib(vars.limit, contexts.itemLimit, BREADCRUMB_FIELDS.data.limit)} each`],
  ],
  ['`extra`', [`${kib(extra.itemLimit)} each`, `${kib(extra.limit)} together`]],
  ['breadcrumbs', [`the newest ${breadcrumbs.limit}`]],
  ['tags', [`${tags.limit}, of ${TAG_FIELDS.value.limit} characters each`]],
  [
    'text of a message, an exception or a breadcrumb, body of a request',
    [`${[...new Set(texts.map(({ limit }) => limit))].join(' or ')} characters`],
  ],
  ['source line', [`${contextLine.limit} characters`, `${preContext.limit} lines before`]],
])('the guide has the limit of %s', (part, numbers) => {
  for (const number of numbers) expect(kept.get(part)).toContain(number);
});

test('as many lines are kept behind that of a frame as before it', () => {
  expect(postContext.limit).toBe(preContext.limit);
});
