/** Finds the regular expressions of the source and of the contract. */
import ts from 'typescript';
import { parseSource, readText } from './source';

export interface Expression {
  readonly file: string;
  /** The line in the file; 0 if it is not known. */
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Returns the regular expression literals of a file. */
export function literalExpressions(file: string): Expression[] {
  const expressions: Expression[] = [];
  const parsed = parseSource(file);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
      expressions.push({ file, line: line + 1, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return expressions;
}

/** True if a file makes expressions of texts. */
export function constructsExpressions(file: string): boolean {
  const makes = (node: ts.Node): boolean => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    const isMaker = isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
    return isMaker || (ts.forEachChild(node, (child) => makes(child) || undefined) ?? false);
  };
  return readText(file).includes('RegExp(') && makes(parseSource(file));
}

/** Returns the expressions in the schemas of the contract. */
export function contractExpressions(value: unknown): Expression[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'x-messages') return [];
    const isPattern = ['pattern', 'x-text-pattern', 'x-wrong-part'].includes(name) && typeof member === 'string';
    return isPattern
      ? [{ file: 'generated/openapi.json', line: 0, source: member, flags: 'u' }]
      : contractExpressions(member);
  });
}

export function withoutRepeats(expressions: readonly Expression[]): Expression[] {
  return [...new Map(expressions.map((one) => [`${one.file} ${one.source} ${one.flags}`, one])).values()];
}
