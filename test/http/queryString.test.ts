import contract from '../../generated/openapi.json';
import { parseQuery, type QueryParameter, splitQuery } from '../../src/http/queryString';

describe('a query string', () => {
  const parameters: QueryParameter[] = [
    { name: 'at', required: true, schema: { type: 'integer' } },
    { name: 'size', schema: { type: 'integer' } },
    { name: 'full', schema: { type: 'boolean' } },
    { name: 'text', schema: { type: 'string' } },
    {
      name: 'id',
      schema: { type: 'array', items: { type: 'integer' } },
      'x-text-pattern': '^[1-9][0-9]*$',
      'x-text-message': 'Bad id.',
    },
  ];

  test.each([
    ['at=1', { at: 1 }],
    ['at=-7&full=true', { at: -7, full: true }],
    ['at=%2B7&full=0', { at: 7, full: false }],
    ['at=+7+', { at: 7 }],
    ['at=007', { at: 7 }],
    ['at=1&text=', { at: 1, text: '' }],
    ['at=1&text=a%20b+c%26', { at: 1, text: 'a b c&' }],
    ['at=1&id=3&id=1&id=3', { at: 1, id: [3, 1, 3] }],
    ['at=1&id=5', { at: 1, id: [5] }],
    ['at=99999999999999999999', { at: Number.MAX_SAFE_INTEGER }],
    ['at=-99999999999999999999', { at: -Number.MAX_SAFE_INTEGER }],
    ['&&at=1&&', { at: 1 }],
  ])('%s is parsed to %j', (search, expected) => {
    expect(parseQuery(splitQuery(search), parameters, true)).toEqual(expected);
  });

  test.each([
    ['', "'at' is required"],
    ['at=', "'at' is required"],
    ['at', "'at' is required"],
    ['at=x', "'at' must be an integer"],
    ['at=1.0', "'at' must be an integer"],
    ['at=1e3', "'at' must be an integer"],
    ['at=%EF%BC%91', "'at' must be an integer"],
    ['at=1&size=', "'size' must be an integer"],
    ['at=1&at=1', "'at' may be given only once"],
    ['at=1&full=yes', "'full' must be true or false"],
    ['at=1&full=', "'full' must be true or false"],
    ['at=1&id=0', 'Bad id.'],
    ['at=1&id=5&id=', 'Bad id.'],
    ['at=1&other=2', "Unknown query parameter 'other'; accepted are 'at', 'size', 'full', 'text', 'id'."],
    ['at=1&At=2', "Unknown query parameter 'At'"],
    ['at=1&__proto__=2', "Unknown query parameter '__proto__'"],
  ])('%s is rejected: %s', (search, sentence) => {
    expect(() => parseQuery(splitQuery(search), parameters, true)).toThrow(sentence);
  });

  test('ignores undeclared parameters if it is open', () => {
    expect(parseQuery(splitQuery('at=1&other=2&other=3'), parameters, false)).toEqual({ at: 1 });
  });

  test('is empty for an operation without parameters', () => {
    expect(() => parseQuery(splitQuery('x=1'), [], true)).toThrow('this operation accepts none');
    expect(parseQuery(splitQuery(''), [], true)).toEqual({});
  });

  test('may repeat a parameter thousands of times, and keeps the order', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    expect(parseQuery(splitQuery(`at=1&${ids.map((id) => `id=${id}`).join('&')}`), parameters, true)['id']).toEqual(
      ids,
    );
  });
});

test('the contract has only parameters of the forms that the parser knows', () => {
  const declared = Object.values(contract.paths).flatMap((item) =>
    Object.values(item as Record<string, { parameters?: object[] }>).flatMap(({ parameters = [] }) => parameters),
  );
  const parameters = [...declared, ...Object.values(contract.components.parameters)] as Record<string, unknown>[];
  expect(parameters.length).toBeGreaterThan(20);
  for (const { $ref, in: part, style = 'form', explode = true, content } of parameters) {
    if ($ref !== undefined) continue;
    expect(['path', 'query', 'header']).toContain(part);
    expect({ style, explode, content }).toEqual({ style: 'form', explode: true, content: undefined });
  }
});

describe('splitQuery', () => {
  const random = (length: number) =>
    Array.from({ length }, () => 'ab=&+%2?1\u00e9'[Math.floor(Math.random() * 10)]).join('');
  test.each([
    '',
    '&',
    '=',
    'a',
    'a=1',
    'a=1&b=2&a=3',
    'a=b=c',
    '?a=1',
    '&&a=1&',
    'a=%41+b',
    '%61=1',
    'a=%',
    'a=\u00e9',
  ])('%j is split as URLSearchParams does', (search) => {
    expect(splitQuery(search)).toEqual([...new URLSearchParams(search)]);
  });

  test('splits random texts as URLSearchParams does', () => {
    for (const search of Array.from({ length: 2000 }, () => random(12))) {
      expect([search, splitQuery(search)]).toEqual([search, [...new URLSearchParams(search)]]);
    }
  });
});
