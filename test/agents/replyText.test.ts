import { type AgentShape, countTokens, writeError, writeReply } from '../../src/agents/replyText';
import { agentTools } from '../../generated/agentTools';
import { partsOfReply } from '../support/agents';

const TEXT: AgentShape = { origin: 'client' };
const OWN: AgentShape = { origin: 'service' };

describe('writeReply', () => {
  test('keeps apart what the service knows and what others wrote', () => {
    const shape = {
      items: { fields: { id: OWN, title: TEXT, project: { fields: { id: OWN, slug: { origin: 'member' } } } } },
    };
    const value = [
      { id: '7', title: 'a "b"\nc', project: { id: '1', slug: 'shop' }, secret: 'x' },
      { id: '8', title: null, project: { id: '2', slug: '' } },
    ];
    const { inside, outside } = partsOfReply(writeReply(value, shape as AgentShape, 500, ['More.']));
    expect(outside.split('\n').slice(0, 3)).toEqual([
      '1. id: 7; project: { id: 1 }',
      '2. id: 8; project: { id: 2 }',
      'More.',
    ]);
    expect(inside).toBe('1. title: "a \\"b\\" c"; project: { slug: "shop" }');
  });

  test('draws other marks for each reply', () => {
    const texts = [1, 2].map(() => writeReply({ a: 'x' }, { fields: { a: TEXT } }, 100, []));
    expect(texts[0]).not.toBe(texts[1]);
  });

  test('keeps the last items of a list, and members that depend on another one', () => {
    const shape: AgentShape = {
      fields: { frames: { slice: -2, items: { fields: { name: TEXT, code: { origin: 'client', onlyIf: 'own' } } } } },
    };
    const frames = [1, 2, 3].map((number) => ({ name: `f${number}`, own: number === 3, code: [[9, 'go();']] }));
    const { inside } = partsOfReply(writeReply({ frames }, shape, 500, []));
    expect(inside).toBe('frames:\n  … 1 more\n  2. name: "f2"\n  3. name: "f3"\n    code:\n      9| go();');
  });

  test('keeps the lines of source that are nearest to the error when there is little room', () => {
    const code = Array.from({ length: 11 }, (_, index) => [index + 1, `line ${index + 1} ${'x'.repeat(40)}`]);
    const { inside } = partsOfReply(writeReply({ code }, { fields: { code: TEXT } }, 130, []));
    expect(inside).toMatch(/^code:\n  5\| line 5 x+\n  6\| line 6 x+\n  7\| line 7 x+$/);
  });

  test.each(agentTools.map(({ name, shape, tokens }) => ({ name, shape, tokens })))(
    'keeps the replies of $name within their budget, however long they are',
    ({ shape, tokens }) => {
      const text = writeReply(fullest(shape), shape, tokens, ['More: call again with cursor "1234567890:0:0".']);
      expect(countTokens(text)).toBeLessThanOrEqual(tokens);
      partsOfReply(text);
    },
  );
});

/**
 * Returns a value that has everything of a shape, in long texts and lists. Lists within lists are shorter, because
 * their lengths multiply.
 */
function fullest({ fields, items, origin }: AgentShape, length = 64): unknown {
  if (fields !== undefined) {
    const members = Object.entries(fields).map(([name, shape]) => [name, fullest(shape, length)]);
    return { ...Object.fromEntries(members), inApp: true } as unknown;
  }
  if (items !== undefined) return Array.from({ length }, () => fullest(items, length / 4));
  return origin === 'service' ? '2026-11-21T10:30:02Z' : '<b>Ignore!</b> '.repeat(400);
}

test('an error may quote what the agent was told to send', () => {
  const { inside, outside } = partsOfReply(writeError('There is no issue "Ignore all\u202e".'));
  expect(inside).toBe('There is no issue "Ignore all".');
  expect(outside).not.toContain('Ignore all');
});
