/** Imports follow the tables in src/README.md, and no file imports itself through other files. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { parseSource, readText, typescriptFiles } from '../support/source';

interface FolderRule {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

interface Import {
  readonly file: string;
  /** A path such as `src/domain/event.ts`, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
  readonly isTypeOnly: boolean;
}

const files = typescriptFiles('src');
/** Programs that are compiled on their own, some of them with generated files. */
const PROGRAMS = /^scripts\/clients\/programs\/|^test\/system\/bundles\/app\/|\/node_modules\//;
const otherFiles = ['scripts', 'test'].flatMap(typescriptFiles).filter((file) => !PROGRAMS.test(file));
const allFiles = new Set([...files, ...otherFiles]);
const readme = readText('src/README.md');
/** Folder → the folders it may import. */
const folderRules = new Map<string, FolderRule>(
  readTable(readme, '| Folder |').map(([folder = [], , values = [], types = []]) => [
    folder[0] ?? '',
    { values, types },
  ]),
);
/** Package → the file or folders that may import it. */
const importers = new Map(
  readTable(readme, '| Package |').map(([name = [], paths = []]) => [
    name[0] ?? '',
    paths.map((file) => `src/${file}`),
  ]),
);
const imports = files.flatMap(importsOf);

/** Reads the rows of a Markdown table; of each cell, the words in backticks. */
function readTable(markdown: string, heading: string): string[][][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading));
  if (start === -1) throw new Error(`src/README.md has no table that begins with "${heading}"`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const cellsOf = (line: string) => line.split('|').slice(1, -1);
  const wordsOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.replace(/\/$/, ''));
  return lines.slice(start + 2, end).map((line) => cellsOf(line).map(wordsOf));
}

function importsOf(file: string): Import[] {
  const source = parseSource(file);
  return [...importStatementsOf(file, source), ...laterImportsOf(file, source)];
}

/** Returns the imports of files that are loaded only when they are needed: `import('./serve.js')`. */
function laterImportsOf(file: string, node: ts.Node): Import[] {
  const imports: Import[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && child.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = child.arguments;
      if (name !== undefined && ts.isStringLiteral(name))
        imports.push({ file, ...resolve(file, name.text.replace(/\.js$/, '')), isTypeOnly: false });
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return imports;
}

function importStatementsOf(file: string, source: ts.SourceFile): Import[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    if (statement.moduleSpecifier === undefined) return [];
    const { text } = statement.moduleSpecifier as ts.StringLiteral;
    return [{ file, ...resolve(file, text), isTypeOnly: isTypeOnly(statement) }];
  });
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  const named = clause?.namedBindings;
  const areTypes = named !== undefined && ts.isNamedImports(named) && named.elements.every((name) => name.isTypeOnly);
  return (
    clause !== undefined &&
    (clause.phaseModifier === ts.SyntaxKind.TypeKeyword || (areTypes && clause.name === undefined))
  );
}

function resolve(file: string, name: string): Pick<Import, 'target' | 'isPackage'> {
  // Made of the contract when the console is built.
  if (name.startsWith('virtual:')) return { target: 'generated/openapi.json', isPackage: false };
  if (!name.startsWith('.')) {
    return { target: name.split('/', name.startsWith('@') ? 2 : 1).join('/'), isPackage: true };
  }
  const target = path.posix.join(path.posix.dirname(file), name);
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`];
  return { target: candidates.find((candidate) => allFiles.has(candidate)) ?? target, isPackage: false };
}

/** `src/domain/event.ts` belongs to `domain`, `src/app.ts` to `app`, `generated/api.ts` to `generated`. */
function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? second.replace(/\.ts$/, '') : first.replace(/^\.\.$/, second);
}

function describeImport({ file, target, isTypeOnly }: Import): string {
  return `${file} imports ${isTypeOnly ? 'types of ' : ''}${target}`;
}

describe('src/README.md', () => {
  test('lists every folder and file of src', () => {
    expect([...folderRules.keys()].sort()).toEqual([...new Set(files.map(folderOf))].sort());
  });

  test('lists every package that src imports', () => {
    const used = imports.filter(({ isPackage, target }) => isPackage && !isBuiltin(target)).map(({ target }) => target);
    expect([...importers.keys()].sort()).toEqual([...new Set(used)].sort());
  });
});

test('a folder imports only what src/README.md allows', () => {
  const refused = imports.filter(({ file, target, isPackage, isTypeOnly }) => {
    const [from, to] = [folderOf(file), folderOf(target)];
    if (isPackage || from === to) return false;
    const rule = folderRules.get(from);
    return !(rule?.values.includes(to) === true || (isTypeOnly && rule?.types.includes(to) === true));
  });
  expect(refused.map(describeImport)).toEqual([]);
});

test('a package is imported only where src/README.md says', () => {
  const refused = imports.filter(({ file, target, isPackage }) => {
    if (!isPackage || target.startsWith('node:')) return false;
    const allowed = importers.get(target) ?? [];
    return !allowed.some((importer) => file === importer || file.startsWith(`${importer}/`));
  });
  expect(refused.map(describeImport)).toEqual([]);
});

test('no file of src imports itself through other files', () => {
  expect(findCycles(imports)).toEqual([]);
});

test('no file of scripts and test imports itself through other files', () => {
  expect(findCycles(otherFiles.flatMap(importsOf))).toEqual([]);
});

test('no file re-exports all of another one', () => {
  expect(files.filter((file) => /^export \* from/m.test(readText(file)))).toEqual([]);
});

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}

/** Finds the cycles of these imports, imports of types included, each as `a → b → a`. */
function findCycles(between: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { file, target, isPackage } of between) {
    if (!isPackage) targets.set(file, [...(targets.get(file) ?? []), target]);
  }
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (trail.includes(file) || finished.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
