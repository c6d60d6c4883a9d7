import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const SOURCE = path.resolve(__dirname, '../../src');

/** Room → the rooms it may import values from, and those it may name types of. */
const IMPORT_RULES: Record<string, { values: string[]; types?: string[] }> = {
  domain: { values: [] },
  log: { values: [] },
  config: { values: ['log'] },
  compression: { values: ['domain'] },
  net: { values: ['domain'] },
  store: { values: ['domain', 'compression'] },
  presenters: { values: ['domain'], types: ['generated'] },
  sourcemaps: { values: ['domain', 'compression', 'net'], types: ['store'] },
  ingest: { values: ['domain', 'compression', 'presenters', 'sourcemaps'], types: ['store'] },
  alerts: { values: ['domain', 'net'], types: ['store', 'generated'] },
  jobs: { values: ['domain', 'alerts', 'sourcemaps', 'store', 'net'] },
  api: { values: ['domain', 'presenters', 'ingest', 'sourcemaps', 'compression'], types: ['store', 'generated'] },
  http: { values: ['domain', 'compression', 'log'], types: ['api', 'store', 'generated'] },
  client: { values: [], types: ['generated'] },
  app: {
    values: [
      'alerts',
      'api',
      'config',
      'domain',
      'generated',
      'http',
      'ingest',
      'jobs',
      'log',
      'net',
      'sourcemaps',
      'store',
    ],
  },
  cli: { values: ['app', 'config', 'domain', 'log'], types: ['store'] },
  main: { values: ['cli'] },
};

/** Outside package → the one file that may import it. */
const PACKAGE_IMPORTERS: Record<string, string> = {
  express: 'http/',
  'openapi-backend': 'http/openapiBackend.ts',
  ajv: 'http/contract.ts',
  'ajv-formats': 'http/contract.ts',
  'better-sqlite3': 'store/sqlite.ts',
  pg: 'store/postgres.ts',
  'ua-parser-js': 'ingest/userAgent.ts',
  re2js: 'ingest/scrub/piiDetectors.ts',
  '@jridgewell/trace-mapping': 'sourcemaps/resolve/sourceMap.ts',
  pino: 'log.ts',
  nodemailer: 'alerts/mail.ts',
  yauzl: 'sourcemaps/upload/bundleArchive.ts',
  commander: 'cli/program.ts',
  'openapi-fetch': 'client/request.ts',
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isTypeOnly: boolean;
}

function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(SOURCE, file), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isImportDeclaration).map((statement) => {
    const clause = statement.importClause;
    const named = clause?.namedBindings;
    const allTypes =
      named !== undefined &&
      ts.isNamedImports(named) &&
      clause?.name === undefined &&
      named.elements.every((element) => element.isTypeOnly);
    const target = (statement.moduleSpecifier as ts.StringLiteral).text;
    return { file, target, isTypeOnly: clause?.isTypeOnly === true || allTypes };
  });
}

function folderOf(file: string): string {
  return file.split(path.sep)[0]?.replace(/\.ts$/, '') ?? '';
}

function targetFolder({ file, target }: Import): string {
  const relative = path.relative(SOURCE, path.resolve(SOURCE, path.dirname(file), target));
  return relative.startsWith(`..${path.sep}generated`) ? 'generated' : folderOf(relative);
}

const imports = sources().flatMap(importsOf);
const inside = imports.filter(({ target }) => target.startsWith('.'));
const outside = imports.filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:'));

test('every room is on the map', () => {
  expect(new Set(sources().map(folderOf))).toEqual(new Set(Object.keys(IMPORT_RULES)));
});

test('imports run one way', () => {
  const trespassers = inside.filter((line) => {
    const room = folderOf(line.file);
    const target = targetFolder(line);
    if (room === target || (room === 'http' && target === 'generated')) return false;
    const door = IMPORT_RULES[room];
    return !(door?.values.includes(target) || (line.isTypeOnly && door?.types?.includes(target)));
  });
  expect(trespassers).toEqual([]);
});

test('every outside package has one door', () => {
  const trespassers = outside.filter(({ file, target }) => {
    if (builtinModules.includes(target)) return true;
    const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '');
    const door = PACKAGE_IMPORTERS[name];
    return door === undefined || !file.split(path.sep).join('/').startsWith(door);
  });
  expect(trespassers).toEqual([]);
});

test('no file re-exports a folder', () => {
  const barrels = sources().filter((file) => /^export \* from/m.test(readFileSync(path.join(SOURCE, file), 'utf8')));
  expect(barrels).toEqual([]);
});
