import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const SOURCE = path.resolve(__dirname, '../../src');

/** Room → the rooms it may import values from, and those it may name types of. */
const DOORS: Record<string, { values: string[]; types?: string[] }> = {
  domain: { values: [] },
  log: { values: [] },
  config: { values: ['log'] },
  store: { values: ['domain'] },
  views: { values: ['domain'], types: ['generated'] },
  ingest: { values: ['domain'], types: ['store'] },
  sourcemaps: { values: ['domain'], types: ['store'] },
  outbound: { values: ['domain'] },
  alerts: { values: ['domain', 'outbound'], types: ['store', 'generated'] },
  scraping: { values: ['domain', 'outbound', 'ingest', 'sourcemaps'], types: ['store'] },
  operations: { values: ['domain', 'views', 'ingest', 'sourcemaps'], types: ['store', 'generated'] },
  http: { values: ['domain', 'log'], types: ['operations', 'store', 'generated'] },
  client: { values: [], types: ['generated'] },
  acceptance: { values: ['http', 'operations', 'store', 'generated'] },
  app: {
    values: ['acceptance', 'alerts', 'config', 'domain', 'http', 'log', 'operations', 'scraping', 'store', 'generated'],
  },
  admin: { values: ['app', 'config', 'domain', 'log'], types: ['store'] },
  main: { values: ['admin'] },
};

/** Outside package → the one file that may import it. */
const PACKAGES: Record<string, string> = {
  express: 'http/',
  'openapi-backend': 'http/contract.ts',
  ajv: 'http/schemas.ts',
  'ajv-formats': 'http/schemas.ts',
  'better-sqlite3': 'store/sqlite.ts',
  pg: 'store/postgres.ts',
  'ua-parser-js': 'ingest/userAgent.ts',
  re2js: 'ingest/scrub/pattern.ts',
  '@jridgewell/trace-mapping': 'sourcemaps/map.ts',
  pino: 'log.ts',
  nodemailer: 'alerts/mailer.ts',
  yauzl: 'sourcemaps/bundleArchive.ts',
  commander: 'admin/program.ts',
  'openapi-fetch': 'client/send.ts',
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

function roomOf(file: string): string {
  return file.split(path.sep)[0]?.replace(/\.ts$/, '') ?? '';
}

function targetRoom({ file, target }: Import): string {
  const relative = path.relative(SOURCE, path.resolve(SOURCE, path.dirname(file), target));
  return relative.startsWith(`..${path.sep}generated`) ? 'generated' : roomOf(relative);
}

const imports = sources().flatMap(importsOf);
const inside = imports.filter(({ target }) => target.startsWith('.'));
const outside = imports.filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:'));

test('every room is on the map', () => {
  expect(new Set(sources().map(roomOf))).toEqual(new Set(Object.keys(DOORS)));
});

test('imports run one way', () => {
  const trespassers = inside.filter((line) => {
    const room = roomOf(line.file);
    const target = targetRoom(line);
    if (room === target || (room === 'http' && target === 'generated')) return false;
    const door = DOORS[room];
    return !(door?.values.includes(target) || (line.isTypeOnly && door?.types?.includes(target)));
  });
  expect(trespassers).toEqual([]);
});

test('every outside package has one door', () => {
  const trespassers = outside.filter(({ file, target }) => {
    if (builtinModules.includes(target)) return true;
    const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '');
    const door = PACKAGES[name];
    return door === undefined || !file.split(path.sep).join('/').startsWith(door);
  });
  expect(trespassers).toEqual([]);
});

test('no file re-exports a folder', () => {
  const barrels = sources().filter((file) => /^export \* from/m.test(readFileSync(path.join(SOURCE, file), 'utf8')));
  expect(barrels).toEqual([]);
});
