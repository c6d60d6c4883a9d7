/** Tests names in src: a type is declared once, and nothing is cached in a module. */
import ts from 'typescript';
import { parseSource, typescriptFiles } from '../support/source';

const sources = typescriptFiles('src').map((file) => ({ file, source: parseSource(file) }));

test('a type name is declared in one file of src', () => {
  const declared = new Map<string, string[]>();
  for (const { file, source } of sources) {
    for (const statement of source.statements) {
      if (!isTypeDeclaration(statement) || statement.name === undefined) continue;
      const { text } = statement.name;
      declared.set(text, [...(declared.get(text) ?? []), file]);
    }
  }
  expect([...declared].filter(([, files]) => new Set(files).size > 1)).toEqual([]);
});

test('no module of src has state: caches and counters belong to objects that src/app.ts constructs', () => {
  const violations = sources.flatMap(({ file, source }) =>
    source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) =>
        declarationList.declarations.filter((declaration) => isState(declarationList, declaration)),
      )
      .map((declaration) => `${file}: ${declaration.name.getText(source)}`),
  );
  expect(violations).toEqual([]);
});

function isTypeDeclaration(
  statement: ts.Statement,
): statement is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.EnumDeclaration {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  );
}

/** Returns true if a variable can be set again, or is a collection that begins empty. */
function isState(list: ts.VariableDeclarationList, { initializer }: ts.VariableDeclaration): boolean {
  if ((list.flags & ts.NodeFlags.Let) !== 0) return true;
  if (initializer === undefined) return false;
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;
  if (!ts.isNewExpression(initializer)) return false;
  const name = initializer.expression.getText();
  const isCollection =
    ['Map', 'Set', 'WeakMap', 'WeakSet'].includes(name) && (initializer.arguments?.length ?? 0) === 0;
  return isCollection || name === 'LRUCache';
}
