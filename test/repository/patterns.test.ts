/**
 * Every regular expression of the source and of the contract takes time proportional to its text, or meets only texts
 * so short, or so trusted, that it does not matter. That is decided from the expressions, without running them
 * (src/DECISIONS.md, "Expressions on untrusted text").
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import {
  constructsExpressions,
  contractExpressions,
  type Expression,
  literalExpressions,
  withoutRepeats,
} from '../support/expressions';
import { ROOT, typescriptFiles } from '../support/source';
import { superLinearParts } from '../support/superLinear';

/**
 * Expressions that can take more than linear time, by file and a part of them, with the reasons why they do no harm.
 */
const EXCEPTIONS: readonly (readonly [file: string, part: string, why: string])[] = [
  ['src/cli/sourcemaps.ts', '', 'the page and the scripts of the person who runs the command'],
  ['src/http/routes.ts', '\\{', 'paths of the contract'],
  ['src/store/engine/postgresConnection.ts', '^(INSERT INTO', 'SQL of the service'],

  ['src/console/pages/issue/sourceTokens.ts', '(?<comment>', 'lines of at most 300 characters'],
  ['src/ingest/grouping/frameNames.ts', '', 'names of at most 512 characters'],
  ['src/ingest/grouping/simple1And2.ts', '[a-z][A-Z].*', 'segments of at most 10 characters'],
  ['src/ingest/otlp/otlpEvents.ts', '', 'stack traces of at most 65536 characters in lines of at most 1024'],
  ['src/sourcemaps/resolve/urls.ts', '-loader|node_modules', 'sources of at most 4096 characters'],
  ['src/sourcemaps/upload/multipart.ts', '(?:[^"\\\\]|\\\\.)*', 'headers of at most 8192 bytes'],

  ['src/console/pages/issues/issueListState.ts', '"(?:[^"\\\\]|\\\\.)*"', 'the word has one end'],
  ['src/domain/ownership.ts', '"(?:[^"\\\\]|\\\\.)*"', 'behind a quotation without an end, no other begins'],
  ['src/ingest/grouping/generalizeText.ts', '(?:[.,]\\d+)*', 'what follows a number matches before its last part'],
  ['src/ingest/grouping/simple1And2.ts', '(?:\\.\\d+)+', 'what follows a version matches before its last part'],
  ['src/ingest/scrub/secretFormats.ts', '(?=[\\w-]{11,}\\.eyJ', 'looks ahead whether there is a match'],
];

/** Expressions that are constructed from texts, by file. Other files construct theirs when they are loaded. */
const MADE_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/http/queryString.ts': 'expressions of the contract, tested below',
  'src/http/errors.ts': 'expressions of the contract, tested below',
  'src/domain/erasure.ts': 'a text as it is, and one or two characters beside it',
  'src/http/routes.ts': 'paths of the contract, whose parameters are one segment each',
};

const files = typescriptFiles('src');
const constructing = files.filter(constructsExpressions);
const literals = withoutRepeats(files.flatMap(literalExpressions));
const PROGRAM = path.join(ROOT, 'test/support/programs/constructedExpressions.ts');

/** An expression with its parts that can take more than linear time. */
type Judged = Expression & { readonly parts: readonly string[] };
const judge = (one: Expression): Judged => ({ ...one, parts: superLinearParts(one.source, one.flags) });

let constructed: readonly Judged[];
let judged: readonly Judged[];
beforeAll(() => {
  const args = ['--import', 'tsx', PROGRAM, ...constructing];
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 24 });
  constructed = withoutRepeats(JSON.parse(output) as Expression[]).map(judge);
  judged = [...literals.map(judge), ...constructed];
});

const isExcepted = ({ file, source }: Expression, [excepted, part]: (typeof EXCEPTIONS)[number]) =>
  file === excepted && source.includes(part);

/** Describes the expressions that can take more than linear time, but for the exceptions. */
function weaknesses(expressions: readonly Judged[]): string[] {
  return expressions
    .filter((one) => one.parts.length > 0 && !EXCEPTIONS.some((exception) => isExcepted(one, exception)))
    .map(({ file, line, source, flags, parts }) => `${file}:${line} /${source}/${flags}: ${parts.join('; ')}`);
}

test('no expression is made of text that is not accounted for', () => {
  const made = new Set(constructed.map(({ file }) => file));
  expect(constructing.filter((file) => !made.has(file) && !(file in MADE_ELSEWHERE))).toEqual([]);
  expect([literals.length > 500, constructed.length > 50]).toEqual([true, true]);
});

test('the expressions of the source run in linear time', () => {
  expect(weaknesses(judged)).toEqual([]);
});

test('each exception is of an expression', () => {
  const weak = judged.filter(({ parts }) => parts.length > 0);
  expect(EXCEPTIONS.filter((exception) => !weak.some((one) => isExcepted(one, exception)))).toEqual([]);
});

test('the expressions of the contract run in linear time', () => {
  const expressions = withoutRepeats(contractExpressions(contract)).map(judge);
  expect(weaknesses(expressions)).toEqual([]);
  expect(expressions.length).toBeGreaterThan(40);
});

/**
 * The parser has quadratic expressions and some that take the cube, so words are cut before it
 * (test/ingest/hostileTexts.test.ts).
 */
test('no expression of the parser of user agents runs in exponential time', () => {
  const expressions = literalExpressions('node_modules/ua-parser-js/src/ua-parser.js');
  const ambiguous = expressions.filter(({ source, flags }) =>
    superLinearParts(source, flags).some((part) => part.includes('several ways')),
  );
  expect(ambiguous).toEqual([]);
  expect(expressions.length).toBeGreaterThan(200);
});

test.each([
  [/(a+)+$/, '(a+)+ is tried again'],
  [/^(a+)+$/, 'a+ splits a text in several ways'],
  [/^(?:a|a)*$/, '(?:a|a)* splits a text in several ways'],
  [/^(?:\w+\s?)*$/, '\\w+ splits a text in several ways'],
  [/\beyJ[\w-]{8,}\./, '[\\w-]{8,} is tried again'],
  [/\s+$/, '\\s+ is tried again'],
  [/<[^>]*>/, '[^>]* is tried again'],
  [/"(?:[^"\\]|\\.)*"/, '(?:[^"\\\\]|\\\\.)* is tried again'],
  [/[-.](?=[a-z-]*\d)/, '[a-z-]* is tried again'],
  [/^\d+.*x/, '.* can begin wherever \\d+ ends'],
  [/^[^!]*-loader\/[^!]*!/, '[^!]* can begin wherever [^!]* ends'],
  [/^(?:a|b.*c)*d/, '.* can begin wherever .* ends'],
])('%s is found', ({ source, flags }, expected) => {
  expect(superLinearParts(source, flags).join('; ')).toContain(expected);
});

test.each([
  [/^(?:a+b)+$/],
  [/x\d+y/],
  [/(?<![\w-])eyJ[\w-]{8,}\./],
  [/(?<!\s)\s+$/],
  [/\s+/],
  [/\/\/.*$/s],
  [/\d+(?!\d)/],
  [/^\d+(?:\.\d+)*$/],
  [/^[^,]*,[^,]*,x/],
  [/\\*["']/y],
])('%s runs in linear time', ({ source, flags }) => {
  expect(superLinearParts(source, flags)).toEqual([]);
});
