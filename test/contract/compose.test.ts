/** `openapi/lint/compose.js` completes parts of the contract that are made of others, before anything reads them. */
import { createRequire } from 'node:module';

type Json = Record<string, any>;
type Visit = (part: Json, ctx: Context) => void;

interface Context {
  resolve(part: Json): { node: Json | undefined };
  report(problem: { message: string }): void;
  readonly location: { child(key: string): unknown };
}

const compose = createRequire(__filename)('../../openapi/lint/compose.js') as {
  similarExamples(): { Example: Visit };
  sharedProperties(): { Schema: Visit };
  exampleMembers(): { MediaType: { leave: Visit } };
};

/** Returns a context in which references lead to these parts, and the problems that are reported in it. */
function contextOf(parts: Readonly<Record<string, Json>>): { context: Context; problems: string[] } {
  const problems: string[] = [];
  const context: Context = {
    resolve: (part) => ({ node: typeof part['$ref'] === 'string' ? parts[part['$ref']] : part }),
    report: ({ message }) => void problems.push(message),
    location: { child: () => undefined },
  };
  return { context, problems };
}

test('an example has what it does not say from the example that it is like', () => {
  const base = { value: { id: '1', tags: ['a', 'b'], options: { x: 1, y: 2 }, team: { id: '2' } } };
  const example = { 'x-like': { $ref: 'base' }, value: { tags: [], options: { y: 3 }, team: null } };
  compose.similarExamples().Example(example, contextOf({ base }).context);
  expect(example).toEqual({ value: { id: '1', tags: [], options: { x: 1, y: 3 }, team: null } });
  expect(Object.keys(example.value)).toEqual(Object.keys(base.value));
});

test('a schema has the properties of the other one, of which it may describe some itself', () => {
  const update = { properties: { name: { type: 'string', maxLength: 9 }, isOpen: { type: 'boolean' } } };
  const record = {
    'x-properties-of': { $ref: 'update' },
    properties: { id: {}, name: { type: 'string' } },
    required: ['id', 'name'],
  };
  compose.sharedProperties().Schema(record, contextOf({ update }).context);
  expect(record).toEqual({
    properties: { id: {}, name: { type: 'string' }, isOpen: { type: 'boolean' } },
    required: ['id', 'name', 'isOpen'],
  });
});

test('an example has the required members that it leaves out from their properties', () => {
  const schema = {
    properties: { isOpen: { example: false }, count: { example: 1 }, note: { example: 'a' }, name: { example: 'b' } },
    required: ['isOpen', 'count', 'note'],
  };
  const [plain, list] = [{ value: { count: 2, note: null } }, { value: [{}] }];
  const media = { schema: { $ref: 'schema' }, examples: { plain: { $ref: 'plain' }, list } };
  compose.exampleMembers().MediaType.leave(media, contextOf({ schema, plain }).context);
  expect([plain.value, list.value]).toEqual([{ count: 2, note: null, isOpen: false }, [{}]]);
});

test('a reference that leads nowhere is reported', () => {
  const { context, problems } = contextOf({});
  compose.similarExamples().Example({ 'x-like': { $ref: 'other' }, value: {} }, context);
  compose.sharedProperties().Schema({ 'x-properties-of': { $ref: 'other' }, properties: {} }, context);
  expect(problems).toEqual(['The $ref of x-like leads nowhere.', 'The $ref of x-properties-of leads nowhere.']);
});
