/**
 * Processes texts that are repetitions, and prints as JSON how much work each was. It is a process of its own because
 * the counting makes all that follows slower. Work is counted, not measured: the characters that regular expressions
 * and searches in texts read, where an expression reads each character once (test/repository/patterns.test.ts shows
 * that), and how often the parts of functions of src run.
 */
import { type Profiler, Session } from 'node:inspector';
import type { JsonObject } from '../../../src/domain/event';
import { parseOwnership } from '../../../src/domain/ownership';
import { withDefaultSettings } from '../../../src/domain/project';
import { parseEnvelope } from '../../../src/ingest/envelope';
import { normalizeEvent } from '../../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub, groupAndDescribe } from '../../../src/ingest/processEvent';
import { attacksOn } from '../attacks';
import { literalExpressions } from '../expressions';
import { typescriptFiles } from '../source';

/** The processed text, its size in characters, and the work. */
export interface CountedWork {
  readonly name: string;
  readonly size: number;
  readonly read: number;
  readonly steps: number;
}

export interface CountedTexts {
  readonly work: readonly CountedWork[];
  /** Work that grows with the square of the text, to see that it is counted. */
  readonly quadratic: readonly CountedWork[];
  /** The longest text, and the longest word, that the parser of user agents reads. */
  readonly userAgents: { readonly longest: number; readonly longestWord: number };
}

const PARSER = 'node_modules/ua-parser-js/src/ua-parser.js';
const ofParser = new Set(literalExpressions(PARSER).map(({ source }) => source));
const userAgents = { longest: 0, longestWord: 0 };
let read = 0;

/** Counts the characters that expressions and searches read from now on. */
function countReading(): void {
  const { exec } = RegExp.prototype;
  const wordsOf = /\w+/g;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const end = match === null ? (this.sticky ? from + 1 : text.length) : match.index + match[0].length;
    read += Math.max(1, end - from);
    if (ofParser.has(this.source)) {
      userAgents.longest = Math.max(userAgents.longest, text.length);
      for (let word = exec.call(wordsOf, text); word !== null; word = exec.call(wordsOf, text))
        userAgents.longestWord = Math.max(userAgents.longestWord, word[0].length);
    }
    return match;
  };
  const { indexOf, includes } = String.prototype;
  String.prototype.indexOf = function (this: string, part: string, from = 0) {
    const at = indexOf.call(this, part, from);
    countSearch(this, at, from);
    return at;
  };
  String.prototype.includes = function (this: string, part: string, from = 0) {
    countSearch(this, indexOf.call(this, part, from), from);
    return includes.call(this, part, from);
  };
  const indexOfByte = Buffer.prototype.indexOf;
  Buffer.prototype.indexOf = function (this: Buffer, part: string | number | Uint8Array, from = 0) {
    const at = indexOfByte.call(this, part, from);
    countSearch(this, at, from);
    return at;
  };
}

function countSearch({ length }: { readonly length: number }, at: number, from: number): void {
  read += Math.max(1, (at === -1 ? length : at) - from);
}

const profiler = new Session();
let countsSteps = false;

/** Returns the number of times that parts of functions ran since the last call. */
function takeSteps(): number {
  if (!countsSteps) return 0;
  let steps = 0;
  profiler.post('Profiler.takePreciseCoverage', (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
    if (error !== null) throw error;
    for (const { url, functions } of result) {
      if (!url.includes('/src/') && !url.endsWith('hostileTexts.ts')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    }
  });
  return steps;
}

function count(name: string, size: number, work: () => unknown): CountedWork {
  takeSteps();
  read = 0;
  work();
  return { name, size, read, steps: takeSteps() };
}

const METADATA = { eventId: 'ab'.repeat(16), received: Date.UTC(2026, 0, 15), ipAddress: '203.0.113.7' };
const SETTINGS = withDefaultSettings({ groupingConfig: 'simple:4', secondaryGroupingConfig: 'simple:1' });
const PLATFORMS = ['python', 'java', 'go', 'native', 'php', 'ruby', 'csharp', 'javascript'];

function countEvent(name: string, event: JsonObject, size = JSON.stringify(event).length): CountedWork {
  return count(name, size, () => {
    groupAndDescribe(completeAndScrub(normalizeEvent(event, METADATA), SETTINGS), SETTINGS);
  });
}

/** Counts the work of an event whose texts are all made by a function. */
function countEventOf(name: string, platform: string, fill: (length: number) => string): CountedWork {
  const frame = {
    function: fill(500),
    module: fill(500),
    filename: fill(500),
    abs_path: fill(500),
    context_line: fill(500),
    pre_context: [fill(500)],
    vars: { a: fill(500) },
  };
  const trace = { frames: [1, 2].map((lineno) => ({ ...frame, lineno })) };
  return countEvent(name, {
    platform,
    message: fill(2000),
    release: fill(200),
    transaction: fill(200),
    server_name: fill(200),
    exception: { values: [{ type: fill(200), value: fill(2000), stacktrace: trace }] },
    breadcrumbs: [{ message: fill(2000), category: fill(200), data: { url: fill(500) } }],
    request: {
      url: fill(1000),
      query_string: fill(1000),
      data: fill(1000),
      cookies: fill(1000),
      headers: { 'User-Agent': fill(1000), 'Sec-Ch-Ua': fill(1000), Cookie: fill(1000), 'X-A': fill(1000) },
    },
    extra: { a: fill(4000) },
    tags: { a: fill(200) },
    user: { id: fill(200) },
    fingerprint: [fill(1000)],
    modules: { [fill(100)]: '1' },
  });
}

const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

/** Payloads of events, as JSON: deep, wide, and full of text that is divided into parts. */
const PAYLOADS = [
  `{"extra":{"a":${deep('[', ']')}}}`,
  `{"contexts":${deep('{"a":', '}').replace('{"a":}', '{"a":1}')}}`,
  `{"exception":${deep('[', ']')}}`,
  `{"request":{"query_string":"${'&'.repeat(900_000)}"}}`,
  `{"request":{"cookies":"${'a=b;'.repeat(200_000)}"}}`,
  `{"tags":{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join()}}}`,
  `{"exception":[${'{"type":"A","stacktrace":{"frames":[{}]}},'.repeat(20_000)}{}]}`,
  `{"message":"${'%('.repeat(400_000)}"}`,
  `{"logentry":{"message":"${'{'.repeat(800_000)}","params":[1]}}`,
  `{"timestamp":"${'1'.repeat(900_000)}"}`,
  // A megabyte that gzip makes as small as 3 KB.
  `{"extra":{"a":"${'eyJ-'.repeat(4000)}","b":"${'eyJ-'.repeat(240_000)}"}}`,
];

const ENVELOPES = [
  '{"type":"x"}\n\n'.repeat(10_000),
  '{"type":"x","length":1}\na\n'.repeat(10_000),
  `{"type":"attachment"}\n${'a'.repeat(1_000_000)}`,
];

const OWNERSHIP = ['"', '\\', '"\\', 'a"', '" ', '#', 'a.', ':"'].flatMap((part) => [
  part.repeat(65_536 / part.length),
  `path:${part.repeat(65_000 / part.length)} #b`,
]);

/** Texts that the texts of events repeat, beside matches of their expressions. */
const PIECES = [
  // Places and names of frames.
  '/lib/python3.',
  '/gems/',
  'java.',
  '@v1.',
  '/pkg/mod',
  'a$$',
  '::',
  '<&',
  '\\',
  'webpack://',
  '.go',
  '$$',
  '$1',
  '::{{',
  '<',
  '.func1',
  'block in ',
  '\\{closure',
  '@anonymous',
  '/<',
  'async ',
  '[',
  'lambda$',
  // Variable parts of texts.
  '1',
  'a@',
  'a.',
  '1:',
  "'",
  '"',
  'eyJ',
  'eyJ-',
  'a-',
  'a1-',
  '/a',
  'a/',
  'a=',
  '1h',
  '1.',
  '1,',
  '::a',
  'jan ',
  'P1D',
  '$$Lambda',
  'a+',
  '0x',
  '-',
  '1 ',
  'a:',
  // Secrets.
  '4111 ',
  '"a":',
  '{"auth":',
  'http://a:',
  '-----BEGIN PRIVATE KEY-----',
  'Bearer ',
  '\\"',
  'token="',
  'A',
  '%5B',
  'password=)',
  'token ',
  'token,',
  'mysql -p',
  'curl -u a',
  '--token ',
  "'--token', '",
  '<token ',
  '<token>',
  'name="token" value="',
  'Key (token)=(',
  "Duplicate entry '",
  'insert into t (token) values (',
  "IDENTIFIED BY '",
  'LOGIN a ',
  'token mismatch: expected ',
  "'token', 'a",
  'sk-',
  'xoxb-',
  'a:@tcp(',
  '?sig=',
  'password: "\n',
  'password "must be',
  '--token "-',
  '\\\\"token\\\\":',
  '[token]=>',
  'token=[',
  'token=Basic ',
  // User agents.
  'Mozilla/5.0 (',
  'Android 9; ',
  'a ',
  ';',
  '(((',
  'Build/',
  'Version/1.',
  'SM-',
  '; ',
];

function quadraticReading(text: string): void {
  for (let at = 0; at < text.length; at += 1) text.indexOf('!', at);
}

function quadraticSteps(text: string): void {
  for (let at = 0; at < text.length; at += 1)
    for (let end = at; end < text.length; end += 1) if (text[end] === '!') return;
}

// Built-in rules are compiled with the first event of a platform.
for (const platform of PLATFORMS) countEventOf(platform, platform, (length) => 'a'.repeat(length));
countReading();
profiler.connect();
profiler.post('Profiler.enable');
profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
countsSteps = true;

const LINE = 'a'.repeat(1000);
const quadratic = [
  count('reading', LINE.length, () => quadraticReading(LINE)),
  count('steps', LINE.length, () => quadraticSteps(LINE)),
];
const work = [
  ...PAYLOADS.map((json) =>
    countEvent(`the payload ${json.slice(0, 40)}`, JSON.parse(json) as JsonObject, json.length),
  ),
  ...ENVELOPES.map((items) => {
    return count(`the envelope ${items.slice(0, 40)}`, items.length, () => parseEnvelope(Buffer.from(`{}\n${items}`)));
  }),
  ...OWNERSHIP.map((text) => count(`the rules ${text.slice(0, 40)}`, text.length, () => parseOwnership(text))),
  ...PIECES.flatMap((piece, index) => {
    const platform = PLATFORMS[index % PLATFORMS.length] ?? '';
    return countEventOf(`${platform}: ${piece}`, platform, (length) => piece.repeat(length / piece.length));
  }),
];

// Events full of matches of an expression of the source. Steps are not counted: beginning and reading that takes longer
// than the event.
profiler.disconnect();
countsSteps = false;
const expressions = typescriptFiles('src/ingest').flatMap(literalExpressions);
for (const [index, { source, flags }] of expressions.entries()) {
  const attacks = attacksOn(source, flags);
  const attack = attacks[index % attacks.length];
  const platform = PLATFORMS[index % PLATFORMS.length] ?? '';
  if (attack !== undefined) work.push(countEventOf(`${platform}: ${attack.name}`, platform, attack.fill));
}

const counted: CountedTexts = { work, quadratic, userAgents };
process.stdout.write(JSON.stringify(counted));
