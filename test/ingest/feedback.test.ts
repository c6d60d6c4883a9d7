import { feedbackIdOf, payloadOfReport, readFeedback, readReport } from '../../src/ingest/feedback';
import { normalized } from './build';

const ID = '0123456789abcdef0123456789abcdef';
const DASHED = '01234567-89ab-cdef-0123-456789abcdef';
const NOW = Date.UTC(2026, 10, 21, 12);

const read = (context: unknown) => readFeedback({ contexts: { feedback: context } });

describe('readFeedback', () => {
  test('reads the members of the context, and trims them', () => {
    const sent = { message: ' Broken \n', name: ' Ada ', contact_email: 'a@example.com', associated_event_id: DASHED };
    expect(read({ ...sent, url: 'https://example.com/cart', source: 'widget', replay_id: ID })).toEqual({
      ...{ message: 'Broken', name: 'Ada', email: 'a@example.com', errorId: ID },
      ...{ url: 'https://example.com/cart', source: 'widget', replayId: ID },
    });
  });

  test('needs only a message', () => {
    expect(read({ message: 'Broken' })).toMatchObject({ message: 'Broken', name: null, email: null, errorId: null });
  });

  test.each([
    ['no context', readFeedback({})],
    ['contexts that are no object', readFeedback({ contexts: [] })],
    ['no message', read({ name: 'Ada' })],
    ['blanks', read({ message: ' \n\t ' })],
    ['a message that is no text', read({ message: 5 })],
    ['an id that is no uuid', read({ message: 'Broken', associated_event_id: 'zz' })],
    ['a number for an id', read({ message: 'Broken', associated_event_id: 5 })],
    ['the text of an unattended crash reporter', read({ message: 'Sent in the unattended mode' })],
  ])('refuses %s', (_name, result) => {
    expect(result).toBe('invalid_json');
  });

  test('accepts 4096 characters and no more', () => {
    expect(read({ message: 'x'.repeat(4096) })).toMatchObject({ message: 'x'.repeat(4096) });
    expect(read({ message: 'x'.repeat(4097) })).toBe('too_large');
    expect(read({ message: '😀'.repeat(4096) })).toMatchObject({ message: '😀'.repeat(4096) });
    expect(read({ message: '😀'.repeat(4097) })).toBe('too_large');
  });
});

describe('readReport', () => {
  const report = { event_id: DASHED, name: 'Ada', email: 'a@example.com', comments: ' Broken ' };

  test('reads a report on the event of the envelope, else of the payload', () => {
    const rest = { name: 'Ada', email: 'a@example.com', message: 'Broken', dateCreated: NOW };
    expect(readReport(report, null, NOW)).toEqual({ errorId: ID, ...rest });
    const other = 'f'.repeat(32);
    expect(readReport(report, other, NOW)).toEqual({ errorId: other, ...rest });
  });

  test('counts characters, not their UTF-16 units', () => {
    const longest = { name: '😀'.repeat(128), email: '😀'.repeat(75), comments: '😀'.repeat(4096) };
    expect(readReport({ ...report, ...longest }, null, NOW)).toMatchObject({ message: longest.comments });
    for (const [member, text] of Object.entries(longest))
      expect(readReport({ ...report, ...longest, [member]: `${text}😀` }, null, NOW)).toBe('too_large');
  });

  test.each([
    [{ event_id: 'x' }, 'invalid_json'],
    [{ comments: ' ' }, 'invalid_json'],
    [{ comments: null }, 'invalid_json'],
    [{ name: 5 }, 'invalid_json'],
    [{ comments: 'x'.repeat(4097) }, 'too_large'],
    [{ name: 'x'.repeat(129) }, 'too_large'],
    [{ email: 'x'.repeat(76) }, 'too_large'],
  ])('refuses %j', (change, reason) => {
    expect(readReport({ ...report, ...change }, null, NOW)).toBe(reason);
  });
});

test('a report becomes feedback with tags, level, trace and replay of its error', () => {
  const error = normalized({
    ...{ level: 'fatal', release: 'shop@1', environment: 'staging', tags: { page: 'cart' } },
    contexts: {
      trace: { trace_id: ID, span_id: '0123456789abcdef' },
      replay: { replay_id: ID },
      os: { name: 'Linux' },
    },
    user: { id: '7', email: 'old@example.com' },
  });
  const report = { errorId: ID, name: 'Ada', email: 'a@example.com', message: 'Broken', dateCreated: NOW };
  const payload = payloadOfReport(report, error);
  expect(payload).toMatchObject({
    ...{ event_id: feedbackIdOf(report), level: 'fatal', release: 'shop@1', environment: 'staging' },
    ...{ tags: [['page', 'cart']], user: { id: '7' }, timestamp: NOW / 1000 },
    contexts: { trace: { trace_id: ID } },
  });
  expect(Object.keys(payload['contexts'] as object)).toEqual(['trace', 'feedback']);
  const sent = readFeedback(payload);
  expect(sent).toMatchObject({ message: 'Broken', name: 'Ada', email: 'a@example.com', errorId: ID, replayId: ID });
  // The id tells the feedback of a report from other feedback about the error.
  expect(feedbackIdOf(sent as Exclude<typeof sent, string>)).toBe(payload['event_id']);
  expect(feedbackIdOf({ ...report, message: 'Other' })).not.toBe(payload['event_id']);
});
