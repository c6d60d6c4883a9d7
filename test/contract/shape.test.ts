import { checkReply } from '../support/client';
import { differences } from './shape';

const record = (properties: object, additionalProperties: unknown = false) => ({
  type: 'object',
  properties,
  additionalProperties,
});
const text = { type: 'string' };

describe('a response has the shape of its example', () => {
  test.each([
    ['another text', { a: 'x' }, { a: 'y' }, record({ a: text })],
    ['a longer list', ['x'], ['y', 'z'], { type: 'array', items: text }],
    [
      'either form of a list',
      [{ a: 'x' }, { a: null }],
      [{ a: null }, { a: null }],
      { type: 'array', items: record({ a: text }) },
    ],
    ['other keys of an open map', { a: { b: 1 } }, { a: { c: 'x', d: [] } }, record({ a: record({}, true) })],
    ['other keys of a map of texts', { a: { b: 'x' } }, { a: {} }, record({ a: record({}, text) })],
    [
      'a form among others',
      { a: { b: 'x' } },
      { a: { b: 'y' } },
      { anyOf: [record({ a: { anyOf: [record({ b: text }), { type: 'null' }] } })] },
    ],
  ])('with %s', (_name, example, value, schema) => expect(differences(example, value, schema)).toEqual([]));
});

describe('a response differs from its example', () => {
  test.each([
    ['a missing key', { a: 'x', b: 'x' }, { a: 'y' }, record({ a: text, b: text }), 'b', 'missing', 'string'],
    ['a surplus key', { a: 'x' }, { a: 'y', b: 1 }, record({ a: text, b: text }), 'b', 'number', 'missing'],
    ['a null', { a: { b: 'x' } }, { a: { b: null } }, record({ a: record({ b: text }) }), 'a.b', 'null', 'string'],
    ['an empty list', ['x'], [], { type: 'array', items: text }, '[]', 'empty', 'not empty'],
    ['a list that is not empty', [], ['x'], { type: 'array', items: text }, '[]', 'not empty', 'empty'],
    [
      'something else in a list',
      [{ a: 'x' }],
      [{ a: 'x' }, { a: 1 }],
      { type: 'array', items: record({ a: text }) },
      '[].a',
      'number',
      'string',
    ],
  ])('with %s', (_name, example, value, schema, path, actual, expected) =>
    expect(differences(example, value, schema)).toEqual([{ path, actual, expected }]),
  );
});

describe('the client of the tests', () => {
  const reply = (body: object) => ({ status: 200, headers: {}, type: 'application/json', text: '', body });

  test('accepts a reply of the contract', () => {
    expect(() => checkReply('get', '/healthz', reply({ status: 'ok' }))).not.toThrow();
  });

  test('refuses a field that is not declared, though the contract lets clients expect more', () => {
    expect(() => checkReply('get', '/healthz', reply({ status: 'ok', since: 1 }))).toThrow(
      'get /healthz: 200 does not fit the contract: data must NOT have unevaluated properties',
    );
  });
});
