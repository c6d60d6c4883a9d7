import fc from 'fast-check';
import { parsePayload } from '../../src/ingest/payload';
import { normalized } from './build';

const parse = (json: string) => parsePayload(Buffer.from(json));

describe('integers that a number cannot hold', () => {
  it.each<[string, string, unknown]>([
    ['the first one', '{"a":9007199254740993}', { a: '9007199254740993' }],
    ['negative', '{"a":-9007199254740993}', { a: '-9007199254740993' }],
    ['64 bits', '{"a":18446744073709551615}', { a: '18446744073709551615' }],
    ['very long', `{"a":1${'0'.repeat(399)}1}`, { a: `1${'0'.repeat(399)}1` }],
    [
      'in a list',
      '{"a":[12345678901234567201, 12345678901234567202\n]}',
      { a: ['12345678901234567201', '12345678901234567202'] },
    ],
    ['behind blanks', '{ "a" :\t12345678901234567201 }', { a: '12345678901234567201' }],
    [
      'behind escaped quotes',
      String.raw`{"a\"":"\\\"","b":12345678901234567201}`,
      { 'a"': String.raw`\"`, b: '12345678901234567201' },
    ],
    [
      'behind a text that ends with a backslash',
      String.raw`{"a":"\\","b":12345678901234567201}`,
      { a: '\\', b: '12345678901234567201' },
    ],
    ['behind a byte order mark', '\ufeff{"é":12345678901234567201}', { é: '12345678901234567201' }],
  ])('are text: %s', (_, json, expected) => {
    expect(parse(json)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['the largest one that a number holds', '{"a":9007199254740991,"b":-9007199254740991}'],
    ['a fraction', '{"a":1.2345678901234567,"b":12345678901234567.5,"c":0.10000000000000001}'],
    ['an exponent', '{"a":12345678901234567e2,"b":1e22,"c":1E-20}'],
    ['digits in a text', '{"a":"12345678901234567201","b":"x: 12345678901234567201, y","c":"[12345678901234567201]"}'],
    ['digits behind a quote in a text', String.raw`{"a":"\":12345678901234567201,\"","b":1}`],
    ['digits in a key', '{"12345678901234567201":1,":12345678901234567201,":2}'],
  ])('others are as JSON.parse reads them: %s', (_, json) => {
    expect(parse(json)).toEqual(JSON.parse(json));
  });

  it('nothing else changes beside one', () => {
    /** Quotes long integers. JavaScript's integers beyond 2^53 have no exponent below 10^21. */
    const quoteLong = (_: string, value: unknown) =>
      typeof value === 'number' && /^-?\d+$/.test(String(value)) && !Number.isSafeInteger(value)
        ? String(value)
        : value;
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (value, long) => {
        const json = `{"a":${JSON.stringify(value)},"long":[${long}],"b":${JSON.stringify({ value })}}`;
        const expected = { a: value, long: [String(long)], b: { value } };
        expect(parse(json)).toEqual(JSON.parse(JSON.stringify(expected), quoteLong));
      }),
    );
  });

  it('are exact in every part of an event', () => {
    const id = '12345678901234567201';
    const event = normalized(
      parse(`{
        "message": {"message": "order %d of %s", "params": [${id}, "Ada"]},
        "user": {"id": ${id}, "username": ${id}, "account": ${id}},
        "tags": {"order": ${id}},
        "extra": {"order": ${id}, "list": [${id}]},
        "contexts": {"order": {"id": ${id}}},
        "fingerprint": [${id}],
        "threads": [{"id": ${id}}],
        "breadcrumbs": [{"message": ${id}, "data": {"id": ${id}}}],
        "request": {"url": "/", "query_string": {"id": ${id}}, "data": {"id": ${id}}, "env": {"ID": ${id}}},
        "exception": [{"type": "E", "value": ${id}, "thread_id": ${id}, "stacktrace": [{"function": "f", "vars": {"id": ${id}}}]}]
      }`),
    );
    expect(event).toMatchObject({
      logentry: { formatted: `order ${id} of Ada`, params: [id, 'Ada'] },
      user: { id, username: id, data: { account: id } },
      tags: [{ key: 'order', value: id }],
      extra: { order: id, list: [id] },
      contexts: { order: { id } },
      fingerprint: [id],
      threads: [{ id }],
      breadcrumbs: [{ message: id, data: { id } }],
      request: { query: [['id', id]], data: { id }, env: { ID: id } },
      exceptions: [{ value: id, threadId: id, stacktrace: { frames: [{ vars: { id } }] } }],
    });
  });
});
