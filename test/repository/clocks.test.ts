/**
 * Tests that no test compares durations: on a busy machine such tests fail, and on a fast one they show nothing.
 * test/README.md names the alternatives.
 */
import ts from 'typescript';
import { parseSource, typescriptFiles } from '../support/source';

/** Files that read a clock of durations, with the reasons. */
const READERS: Readonly<Record<string, string>> = {
  'test/jobs/scheduler.test.ts': 'the clock is set',
  'test/store/engine/deadlines.test.ts': 'a deadline is an argument of what is tested',
  'test/store/engine/waitWhileBusy.test.ts': 'the clock runs faster',
  'test/support/postgresServer.ts': 'waits with a limit',
  'test/support/process.ts': 'waits with a limit',
};

const CLOCKS = ['process.cpuUsage', 'process.hrtime', 'performance.now', 'performance.measure'];

/** Returns true if a node reads a clock of durations, or expects something of the difference between a time and now. */
function comparesDurations(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return CLOCKS.includes(node.getText());
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'expect') return false;
  return node.arguments.some((argument) => hasNode(argument, isDifferenceToNow));
}

function isDifferenceToNow(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.MinusToken) return false;
  return [node.left, node.right].some((side) => side.getText().startsWith('Date.now()'));
}

function hasNode(node: ts.Node, isSought: (node: ts.Node) => boolean): boolean {
  return isSought(node) || (ts.forEachChild(node, (child) => hasNode(child, isSought) || undefined) ?? false);
}

const compares = (file: string) => hasNode(parseSource(file), comparesDurations);

test('no test compares durations', () => {
  const files = typescriptFiles('test').filter(compares);
  expect(files).toEqual(Object.keys(READERS));
});

test.each([
  'const began = performance.now();',
  'const time = process.hrtime.bigint();',
  'const { user } = process.cpuUsage(before);',
  'expect(Date.now() - began).toBeLessThan(1000);',
  'expect(Math.abs(Date.parse(dateCreated) - Date.now())).toBeLessThan(60_000);',
])('finds %s', (text) => {
  expect(hasNode(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true), comparesDurations)).toBe(true);
});
