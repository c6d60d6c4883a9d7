import fc from 'fast-check';
import { BadRequest, ServiceError, TooLarge } from '../../src/domain/errors';
import { type Envelope, parseEnvelope } from '../../src/ingest/envelope';

const ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const DASHED = '9EC79C33-EC99-42AB-8353-589FCB2E04DC';

function parse(text: string): Envelope {
  return parseEnvelope(Buffer.from(text));
}

function items(text: string): [string, string][] {
  return parse(text).items.map(({ type, payload }) => [type, payload.toString()]);
}

function failure(text: string): ServiceError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('items', () => {
  const cases: [string, string, [string, string][]][] = [
    ['header alone', '{}', []],
    ['header and line end', '{}\n', []],
    ['no length, no final newline', '{}\n{"type":"event"}\n{"a":1}', [['event', '{"a":1}']]],
    ['no length, final newline', '{}\n{"type":"event"}\n{"a":1}\n', [['event', '{"a":1}']]],
    [
      'unknown type before the event',
      '{}\n{"type":"later"}\nxyz\n{"type":"event"}\n{}',
      [
        ['later', 'xyz'],
        ['event', '{}'],
      ],
    ],
    [
      'an attachment that looks like an envelope',
      '{}\n{"type":"attachment","length":22}\n{"type":"event"}\n{}\n!\n\n{"type":"event"}\n{}',
      [
        ['attachment', '{"type":"event"}\n{}\n!\n'],
        ['event', '{}'],
      ],
    ],
    [
      'length 0',
      '{}\n{"type":"attachment","length":0}\n\n{"type":"event"}\n{}',
      [
        ['attachment', ''],
        ['event', '{}'],
      ],
    ],
    ['length 0 at the end', '{}\n{"type":"attachment","length":0}\n', [['attachment', '']]],
    ['length 0 without any line end', '{}\n{"type":"attachment","length":0}', [['attachment', '']]],
    ['length null reads as none', '{}\n{"type":"event","length":null}\n{}', [['event', '{}']]],
    ['length counts bytes', '{}\n{"type":"x","length":4}\n😀\n', [['x', '😀']]],
    ['carriage return belongs to the payload', '{}\r\n{"type":"x"}\r\nab\r\n', [['x', 'ab\r']]],
    [
      'empty payload without length',
      '{}\n{"type":"x"}\n\n{"type":"event"}\n{}',
      [
        ['x', ''],
        ['event', '{}'],
      ],
    ],
    ['blank lines at the end', '{}\n{"type":"event"}\n{}\n\n\n', [['event', '{}']]],
    ['blanks at the end', '{}\n{"type":"event"}\n{}\n \t\r\n', [['event', '{}']]],
    [
      'blanks before each header',
      '\n \r\n{}\n\n\n \t{"type":"event","length":2}\n{}\n\n\r\n{"type":"x"}\nab',
      [
        ['event', '{}'],
        ['x', 'ab'],
      ],
    ],
    [
      'headers of several lines',
      '{\n  "sdk": {"name": "a"}\n}\n{\n"type": "event",\n\n"length": 2\n}\n{}',
      [['event', '{}']],
    ],
    ['brackets and quotes in headers', '{"a":"}{\\"{"}\n{"type":"event","a":"{"}\n{}', [['event', '{}']]],
    [
      'a header without a payload at the end',
      '{}\n{"type":"event"}\n{}\n{"type":"attachment"}',
      [
        ['event', '{}'],
        ['attachment', ''],
      ],
    ],
  ];
  it.each(cases)('%s', (_, text, expected) => {
    expect(items(text)).toEqual(expected);
  });

  it('are views of the given bytes', () => {
    const bytes = Buffer.from('{}\n{"type":"event"}\n{"a":1}');
    expect(parseEnvelope(bytes).items[0]?.payload.buffer).toBe(bytes.buffer);
  });
});

describe('header', () => {
  it.each<[string, number | null]>([
    ['"2026-01-15T12:00:00.5Z"', Date.UTC(2026, 0, 15, 12, 0, 0, 500)],
    ['"2026-01-15T14:00:00+02:00"', Date.UTC(2026, 0, 15, 12)],
    ['1768478400', Date.UTC(2026, 0, 15, 12)],
    ['"yesterday"', null],
    ['{}', null],
    ['null', null],
  ])('may have the time of sending: %s', (sentAt, expected) => {
    expect(parse(`{"sent_at":${sentAt}}`).header.sentAt).toBe(expected);
  });

  it.each([
    ['dashes, upper case', `{"event_id":"${DASHED}"}`, ID],
    ['plain', `{"event_id":"${ID}"}`, ID],
    ['braces', `{"event_id":"{${DASHED}}"}`, ID],
    ['URN', `{"event_id":"urn:uuid:${DASHED}"}`, ID],
    ['null', '{"event_id":null}', null],
    ['absent', '{}', null],
  ])('event id: %s', (_, text, eventId) => {
    expect(parse(text).header.eventId).toBe(eventId);
  });

  it('members that are not used are ignored', () => {
    const text = '{"dsn":"http://k@h/1","sdk":{"name":"n"},"trace":{},"unknown":1}';
    expect(parse(text).header).toEqual({ eventId: null, dsn: 'http://k@h/1', sentAt: null });
  });
});

describe('malformed envelopes', () => {
  it.each([
    ['', /missing envelope header/],
    ['\n', /missing envelope header/],
    ['nonsense', /invalid envelope header/],
    ['[]', /invalid envelope header/],
    ['{"event_id":"17"}', /invalid envelope header/],
    ['{"event_id":17}', /invalid envelope header/],
    ['{"dsn":17}', /invalid envelope header/],
    ['{}\nnonsense\n', /invalid header of item 0/],
    ['{}\n{"type":"x"}\n1\n{}\n', /invalid header of item 1/],
    ['{}\n{"type":5}\n1', /invalid header of item 0/],
    ['{}\n{"type":"x","length":-1}\n1', /invalid header of item 0/],
    ['{}\n{"type":"x","length":1.5}\n1', /invalid header of item 0/],
    ['{}\n{"type":"x","length":"1"}\n1', /invalid header of item 0/],
    ['{}\n{"type":"event","length":2}\n{}{', /length mismatch in item 0/],
    ['{}\n{"type":"event","length":3}\n{}\n{"type":"x"}\n', /length mismatch in item 0/],
    ['{}\n{"type":"event","length":3}\n{}', /unexpected end in item 0/],
    ['{}\n{"type":"event","length":9}\n{}\n', /unexpected end in item 0/],
    ['{}\n{"type":"event"}\n{}\n{"type":"event"}\n{}', /more than one item of type event/],
  ])('%j', (text, message) => {
    const error = failure(text);
    if (!(error instanceof BadRequest)) throw error;
    expect(error.message).toMatch(message);
    expect(error.causes.length).toBeGreaterThan(0);
  });
});

describe('envelopes over a limit', () => {
  const MEBIBYTE = 1024 * 1024;
  it.each([
    ['envelope header', `{"x":"${'a'.repeat(8192)}"}\n`],
    ['item header', `{}\n{"type":"x","x":"${'a'.repeat(8192)}"}\n`],
    ['event', `{}\n{"type":"event"}\n"${'a'.repeat(MEBIBYTE)}"`],
    ['event with length', `{}\n{"type":"event","length":${MEBIBYTE + 1}}\n${'a'.repeat(MEBIBYTE + 1)}`],
    ['number of items', '{}\n' + '{"type":"x"}\n\n'.repeat(10_001)],
  ])('%s', (_, text) => {
    expect(failure(text)).toBeInstanceOf(TooLarge);
  });

  it('a large attachment is accepted', () => {
    expect(items(`{}\n{"type":"attachment"}\n${'a'.repeat(2 * MEBIBYTE)}`)).toHaveLength(1);
  });
});

describe('items beyond their limits', () => {
  const EVENT = '{"type":"event"}\n{}\n';
  const report = (bytes: number) => `{"type":"client_report","length":${bytes}}\n${' '.repeat(bytes)}\n`;
  const LARGE = report(100 * 1024 + 1);
  const surplusOf = (text: string) =>
    parse(text).items.map(({ type, isSurplus }) => (isSurplus === true ? `${type} dropped` : type));

  it.each([
    ['before the event', `${LARGE}${EVENT}`, ['client_report dropped', 'event']],
    ['after the event', `${EVENT}${LARGE}`, ['event', 'client_report dropped']],
    ['without a length', `${LARGE.replace(/,"length":\d+/, '')}${EVENT}`, ['client_report dropped', 'event']],
    [
      'beside another of its type',
      `${LARGE}${report(2)}${EVENT}${report(100 * 1024)}`,
      ['client_report dropped', 'client_report', 'event', 'client_report'],
    ],
    [
      'in number, of which the first ones stay',
      `{"type":"feedback"}\n1\n${EVENT}{"type":"feedback"}\n2\n`,
      ['feedback', 'event', 'feedback dropped'],
    ],
    ['after the event, cut off', `${EVENT}{"type":"check_in","length":102401}\n{`, ['event', 'check_in dropped']],
  ])('are surplus %s', (_, text, expected) => {
    expect(surplusOf(`{}\n${text}`)).toEqual(expected);
  });

  it('do not count by their number if they are too large', () => {
    const feedback = (bytes: number) => `{"type":"feedback","length":${bytes}}\n${' '.repeat(bytes)}\n`;
    expect(surplusOf(`{}\n${feedback(1024 * 1024 + 1)}${feedback(2)}${EVENT}`)).toEqual([
      'feedback dropped',
      'feedback',
      'event',
    ]);
  });

  it.each([
    ['an item that is too large', LARGE, /^The client_report is 102401 bytes long/],
    ['an item that is too large, before a malformed one', `${LARGE}no header`, /^The client_report is 102401/],
    ['an item that is too large, before too many', LARGE.repeat(11), /^The client_report is 102401/],
    ['too many items', report(2).repeat(11), /more than 10 items of type client_report/],
    ['an item that is cut off', '{"type":"check_in","length":102401}\n{', /unexpected end in item 0/],
  ])('refuse an envelope without an event: %s', (_, text, message) => {
    expect(failure(`{}\n${text}`).message).toMatch(message);
  });

  it.each([
    ['a malformed item', `${LARGE}${EVENT}no header`, /invalid header of item 2/],
    ['two events', `${report(2).repeat(11)}${EVENT}${EVENT}`, /more than one item of type event/],
    ['an event that is too large', `${LARGE}{"type":"event"}\n${' '.repeat(1024 * 1024 + 1)}`, /^The event is 1048577/],
    ['an event that is cut off', `${LARGE}{"type":"event","length":9}\n{}`, /unexpected end in item 1/],
    ['an item that is within its limit and cut off', `${EVENT}{"type":"check_in","length":9}\n{`, /unexpected end/],
  ])('leave other errors beside an event: %s', (_, text, message) => {
    expect(failure(`{}\n${text}`).message).toMatch(message);
  });
});

describe('any input', () => {
  it('any bytes are parsed or rejected with a client error', () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{}', '{"type":"event"}', '{"type":"x","length":3}', '\n', ''),
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(line, { maxLength: 12 }).map((lines) => new Uint8Array(Buffer.from(lines.join('\n')))),
    );
    fc.assert(
      fc.property(bytes, (input) => {
        try {
          parseEnvelope(input);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('parsing returns what was written', () => {
    const item = fc.record({
      type: fc.constantFrom('attachment', 'session', 'later', 'log'),
      payload: fc.uint8Array({ maxLength: 60 }),
      hasLength: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item), fc.boolean(), (written, endsInNewline) => {
        const parts = written.map(({ type, payload, hasLength }) => {
          const sized = hasLength || payload.includes(0x0a) || payload.length === 0;
          const header = JSON.stringify(sized ? { type, length: payload.length } : { type });
          return Buffer.concat([Buffer.from(header + '\n'), payload]);
        });
        const body = parts.flatMap((part) => [Buffer.from('\n'), part]);
        const bytes = Buffer.concat([Buffer.from('{}'), ...body, Buffer.from(endsInNewline ? '\n' : '')]);
        const read = parseEnvelope(bytes).items.map(({ type, payload }) => [type, [...payload]]);
        expect(read).toEqual(written.map(({ type, payload }) => [type, [...payload]]));
      }),
      { numRuns: 500 },
    );
  });
});
