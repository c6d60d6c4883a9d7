import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import type { Dialect } from '../../src/store/engine/dialect';

const STORE = path.resolve(__dirname, '../../src/store');
/** Statements about the database itself or about whole tables. */
const GENERIC = /^(engine|migrations|tools)\/|^(stores|keyset)\.ts$/;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
const VERB = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;
const ANYWHERE = /\b(SELECT\s.+\sFROM|INSERT INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\s/s;

/** A statement of the store in the dialect of one database. */
export interface StoreStatement {
  /** `issues.ts FIND` */
  readonly name: string;
  readonly text: string;
}

/** Returns the modules of the store with statements about tenants' tables. */
export function storeModules(): string[] {
  const files = readdirSync(STORE, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  return files.filter((file) => file.endsWith('.ts') && !GENERIC.test(file)).sort();
}

/** Functions that derive statements from others; only constants are computed by them. */
const MAKERS = ['deleteSome', 'selectEvents', 'nextOf', 'selectOfIssues', 'isNewest', 'describeOnSqlite', 'inLists'];

/**
 * All statements of a module: the values of its constants, found by running it. Statements that depend on a cursor are
 * included once.
 */
export function statementsOf(file: string, dialect: Dialect = 'postgres'): StoreStatement[] {
  return Object.entries(constantsOf(file)).flatMap(([name, value]) =>
    textsOf(value, dialect).map((text) => ({ name: `${file} ${name}`, text })),
  );
}

/** Finds SQL in a module that is not part of a constant and would be missed. */
export function hiddenStatements(file: string): string[] {
  const source = parse(file);
  const statements: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && MAKERS.includes(node.name?.text ?? '')) return;
    if (ts.isVariableStatement(node) && node.parent === source && namesOf(node).every((name) => CONSTANT.test(name)))
      return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && ANYWHERE.test(`${node.getText(source)} `))
      statements.push(`${file}: ${node.getText(source).slice(0, 60)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return statements;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(STORE, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

function namesOf(statement: ts.VariableStatement): string[] {
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}

/** Runs a module and returns its constants. */
function constantsOf(file: string): Record<string, unknown> {
  const source = parse(file);
  const names = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(namesOf)
    .filter((name) => CONSTANT.test(name));
  const { outputText } = ts.transpileModule(`${source.text}\nexport const constants = { ${names.join(', ')} };`, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  const exported: { constants?: Record<string, unknown> } = {};
  const place = path.join(STORE, file);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs a module of this repository
  const run = new Function('exports', 'require', 'module', outputText) as (...args: unknown[]) => void;
  run(exported, createRequire(place), { exports: exported });
  return exported.constants ?? {};
}

function textsOf(value: unknown, dialect: Dialect): string[] {
  if (typeof value === 'string') return VERB.test(value) ? [value] : [];
  if (typeof value === 'function') return textsOf(answerOf(value as (dialect: string) => unknown, dialect), dialect);
  if (value === null || typeof value !== 'object' || value instanceof RegExp) return [];
  if (dialect in value) return textsOf((value as Record<Dialect, unknown>)[dialect], dialect);
  return Object.values(value).flatMap((one) => textsOf(one, dialect));
}

/**
 * Returns the result of a function of the dialect, or of one of a cursor, whose result may be a function of the
 * dialect.
 */
function answerOf(make: (dialect: string) => unknown, dialect: Dialect): unknown {
  const answer = make(dialect);
  if (typeof answer === 'function') return answerOf(answer as (dialect: string) => unknown, dialect);
  return typeof answer === 'string' ? answer : undefined;
}
