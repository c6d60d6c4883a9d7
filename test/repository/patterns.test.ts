/**
 * Every regular expression of the source takes time proportional to its text, or meets only texts so short that it does not matter. The
 * expressions are found in the source, so that a new one is tested too, and the texts are made from the expressions.
 */
import path from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import contract from '../../generated/openapi.json';
import type { Event, JsonObject } from '../../src/domain/event';
import { withDefaultSettings } from '../../src/domain/project';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub, groupAndDescribe } from '../../src/ingest/processEvent';
import { addContextsFromRequest } from '../../src/ingest/userAgent';
import { type Attack, attacksOn } from '../support/attacks';
import { parseSource, ROOT, typescriptFiles } from '../support/source';

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Files whose expressions meet only texts of the service's own, or of its operator. */
const TRUSTED: Readonly<Record<string, string>> = {
  'src/cli/': 'arguments of the operator',
  'src/config.ts': 'environment variables of the operator',
  'src/store/ddl.ts': 'statements of migrations',
  'src/store/migrations/': 'statements of migrations',
  'src/store/open.ts': 'the URL of the database',
  'src/store/postgresStatements.ts': 'SQL of the service',
  'src/store/postgresErrors.ts': 'codes and messages of the database',
  'src/store/sqliteErrors.ts': 'codes of the database',
  'src/store/tools/': 'arguments of the operator, and dates',
  'src/alerts/webhook.ts': 'the secret of a webhook, which the service makes, and addresses of at most 200 characters',
  'src/ingest/grouping/builtInRules.ts': 'rules of the service',
};

/** Expressions that meet only texts of the service's own, by the beginning of the expression. */
const TRUSTED_PATTERNS: readonly (readonly [file: string, source: string, why: string])[] = [
  ['src/http/routes.ts', '\\{', 'paths of the contract'],
  ['src/http/htmlPage.ts', '<script\\b', 'the page of the documentation'],
];

/** What texts that an expression meets have at most, where that is not much: characters, by file or expression. */
const BOUNDS: Readonly<Record<string, number>> = {
  /** Names in frames have 512 characters, files 2048. */
  'src/ingest/grouping/frameNames.ts': 512,
  'src/ingest/grouping/simple1And2.ts': 4096,
  'src/ingest/grouping/generalizeText.ts': 4096,
  'src/ingest/grouping/simple3.ts': 2048,
  'src/ingest/stacktrace.ts': 2048,
  'src/ingest/userAgent.ts': 512,
  'src/ingest/authorizeDsn.ts': 1000,
  /** URLs of frames have 2048 characters; names and sources of a map are cut before. */
  'src/sourcemaps/resolve/rewriteFrames.ts': 2048,
  'src/sourcemaps/resolve/sourcePaths.ts': 4096,
  'src/sourcemaps/resolve/urls.ts': 2048,
  'src/sourcemaps/upload/multipart.ts': 8192,
  /** The end of a word of at most 500 characters. */
  '[.,]+$': 500,
  /** The end of credentials, which have `=` at their end only. */
  '=+$': 500,
};

/** Where expressions are made of texts, and which: those of files without an entry are made when the file is loaded. */
const MADE_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/http/queryString.ts': 'expressions of the contract, tested below',
  'src/http/fieldErrors.ts': 'expressions of the contract, tested below',
  'src/http/routes.ts': 'paths of the contract, whose parameters are one segment each',
};

const DEFAULT_BOUND = 32 * 1024;

const files = typescriptFiles('src').filter(
  (file) => !Object.keys(TRUSTED).some((trusted) => file.startsWith(trusted)),
);
const literals = files.flatMap(literalsOf).filter(({ file, source }) => {
  return !TRUSTED_PATTERNS.some(([trusted, beginning]) => file === trusted && source.startsWith(beginning));
});
const constructed = constructedPatterns();

function literalsOf(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(parseSource(file));
  return found;
}

/** The files that make expressions of texts. */
function constructingFiles(): string[] {
  const makes = (node: ts.Node): boolean => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    const isMaker = isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
    return isMaker || (ts.forEachChild(node, (child) => makes(child) || undefined) ?? false);
  };
  return files.filter((file) => makes(parseSource(file)));
}

/** Loads the files that make expressions, and a form that has some made, and returns what they make. */
function constructedPatterns(): Pattern[] {
  const found: Pattern[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string | RegExp, string?]) {
      const made = new target(...args);
      const file = /src\/[\w/]+\.ts/.exec((new Error().stack ?? '').split('\n').slice(2, 3).join())?.[0];
      if (file !== undefined) found.push({ file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    jest.isolateModules(() => {
      for (const file of constructingFiles()) jest.requireActual(path.join(ROOT, file));
      const { parseMultipartForm } = jest.requireActual<typeof import('../../src/sourcemaps/upload/multipart')>(
        '../../src/sourcemaps/upload/multipart',
      );
      const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n--x--\r\n';
      parseMultipartForm(Buffer.from(part), 'multipart/form-data; boundary=x', 10);
      const { redactPairs } = jest.requireActual<typeof import('../../src/ingest/scrub/textSecrets')>(
        '../../src/ingest/scrub/textSecrets',
      );
      redactPairs('{"password": "x"}', () => true);
      jest
        .requireActual<typeof import('../../src/ingest/scrub/textHints')>('../../src/ingest/scrub/textHints')
        .hintsOf('x');
      const { compileTrustedGlobs } =
        jest.requireActual<typeof import('../../src/ingest/glob')>('../../src/ingest/glob');
      compileTrustedGlobs(['**/node_modules/**', '/usr/lib/*/x?.[ab]'], { isPath: true, ignoresCase: true });
    });
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

/** All expressions in the schemas of the contract. */
function contractPatterns(value: unknown): Pattern[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'x-messages') return [];
    const isPattern = ['pattern', 'x-text-pattern', 'x-wrong-part'].includes(name) && typeof member === 'string';
    return isPattern ? [{ file: 'generated/openapi.json', source: member, flags: 'u' }] : contractPatterns(member);
  });
}

function withoutRepeats(patterns: readonly Pattern[]): Pattern[] {
  return [...new Map(patterns.map((one) => [`${one.file} ${one.source} ${one.flags}`, one])).values()];
}

const SCRIPT = new vm.Script('for (const match of text.matchAll(pattern)) count += match.length');
const sandbox = vm.createContext({ text: '', pattern: /x/g, count: 0 });

/** The processor time of a function, in milliseconds. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The time of finding all matches in a text. @throws Error after some seconds */
function millisecondsOf(pattern: RegExp, text: string): number {
  Object.assign(sandbox, { text, pattern });
  return processorTime(() => SCRIPT.runInContext(sandbox, { timeout: 5000 }));
}

/** What a text of a quarter of the bound, and of the bound, may take whatever the growth. */
const NEGLIGIBLE_MS = 25;
/** What a user agent may take. One that is cut to its bound takes a few. */
const MAX_USER_AGENT_MS = 200;
/** Twice what linear growth gives; quadratic growth gives 16. */
const MAX_GROWTH = 8;
const SHORT = 32;

/** Returns what is wrong with an expression: an attack, and how long it takes. */
function weaknessOf({ source, flags }: Pattern, bound: number): string | null {
  const pattern = new RegExp(source, `${flags.replace('g', '')}g`);
  for (const attack of attacksOn(source, flags)) {
    const weakness = weaknessTo(attack, pattern, bound);
    if (weakness !== null) return `${attack.name}: ${weakness}`;
  }
  return null;
}

function weaknessTo(attack: Attack, pattern: RegExp, bound: number): string | null {
  try {
    // Exponential and cubic expressions show in short texts.
    for (const length of [SHORT, 512]) millisecondsOf(pattern, attack.fill(Math.min(length, bound)));
    const short = attack.fill(bound / 4);
    const quick = millisecondsOf(pattern, short);
    if (quick < NEGLIGIBLE_MS / 16) return null;
    const long = attack.fill(bound);
    const slow = millisecondsOf(pattern, long);
    if (slow < NEGLIGIBLE_MS) return null;
    const times = [1, 2].map(() => [millisecondsOf(pattern, short), millisecondsOf(pattern, long)] as const);
    const growth = Math.min(slow / quick, ...times.map(([one, other]) => other / one));
    const least = Math.min(slow, ...times.map(([, other]) => other));
    return growth > MAX_GROWTH && least > NEGLIGIBLE_MS ? `${Math.round(least)} ms, ${growth.toFixed(1)} times` : null;
  } catch (error) {
    return (error as Error).message;
  }
}

const LONG_TEST_MS = 300_000;

test('no expression is made of text that is not accounted for', () => {
  const made = new Set(constructed.map(({ file }) => file));
  const unknown = constructingFiles().filter((file) => !made.has(file) && !(file in MADE_ELSEWHERE));
  expect(unknown).toEqual([]);
  expect(literals.length).toBeGreaterThan(200);
});

test.each([
  ['the source', withoutRepeats([...literals, ...constructed])],
  ['the contract', withoutRepeats(contractPatterns(contract))],
])(
  'the expressions of %s run in linear time',
  (_, patterns) => {
    const weak = patterns.flatMap((pattern) => {
      const weakness = weaknessOf(pattern, BOUNDS[pattern.source] ?? BOUNDS[pattern.file] ?? DEFAULT_BOUND);
      return weakness === null ? [] : [`${pattern.file} /${pattern.source}/${pattern.flags} ${weakness}`];
    });
    expect(weak).toEqual([]);
  },
  LONG_TEST_MS,
);

test(
  'the parser of user agents is quick on what it gets',
  () => {
    const parser = 'node_modules/ua-parser-js/src/ua-parser.js';
    const slow = literalsOf(parser).flatMap(({ source, flags }) =>
      attacksOn(source, flags).flatMap(({ name, fill }) => {
        const event = { request: { headers: [['User-Agent', fill(2000)]] }, contexts: {} } as unknown as Event;
        const milliseconds = processorTime(() => addContextsFromRequest(event));
        return milliseconds > MAX_USER_AGENT_MS ? [`${name}: ${Math.round(milliseconds)} ms`] : [];
      }),
    );
    expect(slow).toEqual([]);
  },
  LONG_TEST_MS,
);

test('the test finds expressions that are quadratic or exponential', () => {
  const weak = [/(a+)+$/, /\beyJ[\w-]{8,}\./, /\s+$/, /<[^>]*>/].map(({ source, flags }) => {
    return weaknessOf({ file: '', source, flags }, DEFAULT_BOUND) !== null;
  });
  expect(weak).toEqual([true, true, true, true]);
});

describe('an event full of repetitions', () => {
  const settings = withDefaultSettings({ groupingConfig: 'simple:3', secondaryGroupingConfig: 'simple:1' });
  /** What one event may take, in processor time. Others take a hundredth. */
  const MAX_EVENT_MS = 5000;

  /** An event of some 300 KB whose texts are all an attack. */
  function eventOf({ fill }: Attack): JsonObject {
    const frame = {
      ...{ function: fill(512), module: fill(512), filename: fill(2000), abs_path: fill(2000) },
      ...{ context_line: fill(1000), pre_context: [fill(1000), fill(1000)], vars: { a: fill(1000) } },
    };
    const trace = { frames: Array.from({ length: 6 }, (_, index) => ({ ...frame, lineno: index })) };
    const crumb = { message: fill(8000), category: fill(200), data: { url: fill(1000) } };
    return {
      ...{ message: fill(8192), release: fill(200), transaction: fill(200), server_name: fill(200) },
      exception: { values: [{ type: fill(200), value: fill(8192), stacktrace: trace }] },
      breadcrumbs: Array.from({ length: 5 }, () => crumb),
      request: {
        ...{ url: fill(8000), query_string: fill(8000), data: fill(8000), cookies: fill(4000) },
        headers: { 'User-Agent': fill(4000), 'Sec-Ch-Ua': fill(4000), Cookie: fill(4000), 'X-A': fill(4000) },
      },
      extra: Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`a${index}`, fill(16_000)])),
      ...{ tags: { a: fill(200) }, user: { id: fill(200) }, fingerprint: [fill(1000)], modules: { [fill(100)]: '1' } },
    };
  }

  function processorTimeOf(event: JsonObject): number {
    const metadata = { eventId: 'ab'.repeat(16), received: Date.UTC(2026, 0, 15), ipAddress: '203.0.113.7' };
    return processorTime(() => {
      groupAndDescribe(completeAndScrub(normalizeEvent(event, metadata), settings), settings);
    });
  }

  test(
    'takes little time',
    () => {
      const slow: string[] = [];
      for (const { file, source, flags } of withoutRepeats([...literals, ...constructed])) {
        if (!file.startsWith('src/ingest/')) continue;
        const attacks = attacksOn(source, flags);
        for (const attack of [attacks[0], attacks.at(-1)]) {
          if (attack === undefined) continue;
          const milliseconds = processorTimeOf(eventOf(attack));
          if (milliseconds > MAX_EVENT_MS) slow.push(`${file} ${attack.name}: ${Math.round(milliseconds)} ms`);
        }
      }
      expect(slow).toEqual([]);
    },
    LONG_TEST_MS,
  );

  test('takes little time if it is a megabyte of beginnings of tokens, which gzip makes small', () => {
    const event = { message: 'x', extra: { a: 'eyJ-'.repeat(4000), b: 'eyJ-'.repeat(240_000) } };
    expect(gzipSync(JSON.stringify(event)).length).toBeLessThan(3000);
    expect(processorTimeOf(event)).toBeLessThan(MAX_EVENT_MS);
  });
});
