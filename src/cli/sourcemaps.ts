import type { components } from '../client/createClient';
import type { MapFinding } from '../domain/artifact';
import type { CheckReport } from '../sourcemaps/lint/checkFiles';
import { dataOf, openService, print, type ServiceOptions, type TerminalService, unknownPlaceError } from './service';
import { paint, printable, printableJson, printableLines } from './terminal';
import { runForCommand } from '../administration';
import { readConfig } from '../config';
import { expireUnassembledChunks, MAX_CHUNK_HOURS, readUploadUsage } from '../sourcemaps/upload/limits';
import { type CommandContext, findOrganization, type OutputRow, recordChange } from './command';

/** Width of the output if it is not a terminal. */
const DEFAULT_WIDTH = 120;
/** The column of messages has at least this width, even if the window is narrower. */
const MIN_TEXT_WIDTH = 24;
const GAP = '  ';

/**
 * Checks the source maps of a directory or a bundle and prints the problems. Exits with 1 if there is an error.
 * @throws Error if there is nothing to check
 */
export async function checkSourceMaps(path: string, options: { json?: boolean }): Promise<void> {
  // Loaded here: other commands start without the parser.
  const { checkPath } = await import('../sourcemaps/lint/checkFiles.js');
  const report = await checkPath(path);
  const findings = report.files.flatMap((file) => file.findings.map((finding) => ({ file: file.name, ...finding })));
  const countOf = (severity: MapFinding['severity']) => findings.filter((one) => one.severity === severity).length;
  const counts = {
    scripts: report.scriptCount,
    sourceMaps: report.mapCount,
    errors: countOf('error'),
    warnings: countOf('warning'),
  };
  process.stdout.write(
    options.json === true
      ? `${printableJson({ ...counts, findings })}\n`
      : printableLines(formatReport(report, counts)),
  );
  if (counts.errors > 0) process.exitCode = 1;
}

function formatReport(
  { files }: CheckReport,
  { scripts, sourceMaps, errors, warnings }: Record<'scripts' | 'sourceMaps' | 'errors' | 'warnings', number>,
): string {
  const width = process.stdout.columns || DEFAULT_WIDTH;
  const ruleWidth = Math.max(0, ...files.flatMap(({ findings }) => findings.map(({ rule }) => rule.length)));
  const blocks = files.map(({ name, findings }) =>
    [name, ...findings.flatMap((finding) => formatFinding(finding, ruleWidth, width)), ''].join('\n'),
  );
  const checked = `${count(scripts, 'script')}, ${count(sourceMaps, 'source map')}`;
  return [...blocks, `${checked}: ${count(errors, 'error')}, ${count(warnings, 'warning')}\n`].join('\n');
}

function formatFinding(finding: MapFinding, ruleWidth: number, width: number): string[] {
  const { rule, severity, where, message, count: places } = finding;
  const more = places > 1 ? ` (in ${places} places)` : '';
  const start = `${GAP}${severity.padEnd('warning'.length)}${GAP}${rule.padEnd(ruleWidth)}${GAP}`;
  const text = `${where === null ? '' : `${where}: `}${message}${more}`;
  const [first = '', ...rest] = breakIntoLines(text, Math.max(MIN_TEXT_WIDTH, width - start.length));
  return [start + first, ...rest.map((line) => ' '.repeat(start.length) + line)];
}

/** Breaks a text into lines, between words where possible and within words that are longer than a line. */
function breakIntoLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    for (; line.length > width; line = line.slice(width)) lines.push(line.slice(0, width));
  }
  return [...lines, line];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Number of slices that one transaction deletes, the same as in the service. */
const SLICES_PER_TRANSACTION = 32;
/** Garbage collection deletes chunks that were last used before this time. Expiry sets the time of a chunk to 0. */
const AFTER_EXPIRED = 1;

/** Returns the numbers of uploaded bytes that count against the quotas of an organization. */
export async function showUploads({ stores }: CommandContext, options: { organization: string }): Promise<OutputRow> {
  const organization = await findOrganization(stores, options.organization);
  return { organization: options.organization, ...(await readUploadUsage(stores, organization)) };
}

/**
 * Deletes chunks that were uploaded some hours ago and not assembled. Transactions are short, so that the service can
 * write at the same time.
 * @throws Error if the number of hours is wrong or the organization is unknown
 */
export async function purgeUploads(options: { organization: string; olderThan: string }): Promise<OutputRow> {
  const hours = Number(options.olderThan);
  if (!/^[0-9]{1,6}$/.test(options.olderThan) || hours > MAX_CHUNK_HOURS) {
    throw new Error(
      `--older-than is "${options.olderThan}", but must be a whole number of hours from 0 to ${MAX_CHUNK_HOURS}.`,
    );
  }
  return runForCommand(readConfig(process.env), async ({ write }) => {
    const now = Date.now();
    const purged = await write(async (stores) => {
      const organization = await findOrganization(stores, options.organization);
      const { expired, change } = await expireUnassembledChunks(stores, organization, { hours, now });
      if (change !== null) await recordChange({ stores, now }, organization.id, change);
      return expired;
    });
    while (await write(({ contents }) => contents.collectGarbage(AFTER_EXPIRED, SLICES_PER_TRANSACTION))) continue;
    return { organization: options.organization, ...purged };
  });
}

/* Proves that the scripts of a page which is live would be resolved by the uploaded source maps. */

type Position = components['schemas']['ServedScript']['positions'][number];
type Preview = components['schemas']['SourceMapPreview'];

/** The options of the command. */
export interface ProveOptions extends ServiceOptions {
  readonly project: string;
  readonly release?: string;
  readonly dist?: string;
  /** Origins whose scripts belong to the application, beside the one of the page. */
  readonly origin: readonly string[];
}

/** A problem of a script, and the remedy. */
interface ScriptFault {
  readonly type: string;
  readonly message: string;
  readonly fix: { readonly text: string; readonly command: string | null };
}

/** The result for a script of the page. */
export interface ProvenScript {
  readonly url: string;
  /** `skipped`: of another origin and without a debug id; `empty`: it has no position at which code can fail. */
  readonly verdict: 'resolves' | 'fails' | 'empty' | 'skipped';
  readonly debugId: string | null;
  readonly map: Preview['map'];
  /** Sampled positions; those that are resolved; and those of them whose source line has the code of the position. */
  readonly positions: number;
  readonly resolved: number;
  readonly agreeing: number;
  readonly fault: ScriptFault | null;
}

/**
 * Prints for each script of a live page whether its frames would be resolved. Exits with 1 if one would not be.
 * @throws Error if the page cannot be read, or has no scripts
 */
export async function proveSourceMaps(page: string, options: ProveOptions): Promise<void> {
  const scripts = await proveScripts(page, options, await openService(options));
  const fails = scripts.filter(({ verdict }) => verdict === 'fails').length;
  print(options.json ? `${printableJson({ page, fails, scripts })}\n` : formatScripts(scripts, fails));
  if (fails > 0) process.exitCode = 1;
}

/** Compares the scripts of a page with what is uploaded to a project. @throws Error as above */
export async function proveScripts(
  page: string,
  { project, release, dist, origin }: Omit<ProveOptions, 'organization' | 'json'>,
  { culprit, organization }: TerminalService,
): Promise<ProvenScript[]> {
  const origins = new Set([...origin, page].map(originOf));
  const place = { organization_slug: organization, project_slug: project };
  const proven: ProvenScript[] = [];
  for await (const script of readScripts(page)) {
    const { url, text } = script;
    const debugId = text === null ? null : debugIdOf(text);
    const start = { url, debugId, map: null, positions: 0, resolved: 0, agreeing: 0, fault: null };
    const add = (result: Partial<ProvenScript> & Pick<ProvenScript, 'verdict'>) => proven.push({ ...start, ...result });
    if (debugId === null && !origins.has(originOf(url))) add({ verdict: 'skipped' });
    else if (text === null) add({ verdict: 'fails', fault: notServed(script.failure) });
    else {
      const samples = samplePositions(text);
      const build = { ...(debugId && { debugId }), ...(release && { release }), ...(dist && { dist }) };
      const body = { url, ...build, positions: samples.map(({ position }) => position) };
      if (samples.length === 0) add({ verdict: 'empty' });
      else {
        const reply = await culprit.previewSourceMaps({ ...place, body });
        if (!reply.ok && reply.response.status === 404) throw unknownPlaceError(organization, project);
        add(judge(samples, dataOf(reply), release));
      }
    }
  }
  if (proven.length === 0) throw new Error(`The page ${page} names no scripts.`);
  return proven;
}

function notServed(failure: string): ScriptFault {
  const text = 'Deploy the file, or remove the reference to it.';
  return { type: 'not_served', message: `The script cannot be read: ${failure}.`, fix: { text, command: null } };
}

/** @throws Error for a text that is no address of a page */
function originOf(address: string): string {
  if (URL.canParse(address) && /^https?:/.test(address)) return new URL(address).origin;
  throw new Error(`"${address}" is no address such as https://shop.test/.`);
}

/** More scripts of a page are not read. */
const MAX_SCRIPTS = 500;
const TIMEOUT_MS = 30_000;

interface ServedText {
  readonly url: string;
  /** Null if it cannot be read. */
  readonly text: string | null;
  readonly failure: string;
}

/** Reads the scripts that a page names, then those that these import. @throws Error if the page cannot be read */
async function* readScripts(page: string): AsyncGenerator<ServedText> {
  const { text, failure, isPage } = await read(page);
  if (text === null) throw new Error(`The page ${page} cannot be read: ${failure}.`);
  const queue = isPage ? scriptsOfPage(text, page) : [page];
  const known = new Set(queue);
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const script = await read(url);
    // A server replies to every unknown address with the page of the application.
    yield script.isPage ? { url, text: null, failure: 'it is served as HTML' } : { ...script, url };
    for (const imported of script.isPage ? [] : importsOf(script.text ?? '', url)) {
      if (known.has(imported) || known.size >= MAX_SCRIPTS) continue;
      known.add(imported);
      queue.push(imported);
    }
  }
}

async function read(url: string): Promise<Omit<ServedText, 'url'> & { isPage: boolean }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const isPage = /^\s*</.test(text);
    return response.ok
      ? { text, failure: '', isPage }
      : { text: null, failure: `the server replied ${response.status}`, isPage: false };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { text: null, failure: cause?.code ?? message, isPage: false };
  }
}

/** Returns the addresses of the scripts in the tags of a page. */
function scriptsOfPage(html: string, page: string): string[] {
  const addresses = [...html.matchAll(/<(script|link)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)].flatMap(
    ([, tag = '', attributes = '']) => {
      const isScript = tag.toLowerCase() === 'script';
      const rel = attributeOf(attributes, 'rel') ?? '';
      const isPreload = /\bmodulepreload\b/i.test(rel) || attributeOf(attributes, 'as') === 'script';
      const address = isScript || isPreload ? attributeOf(attributes, isScript ? 'src' : 'href') : null;
      return address !== null && URL.canParse(address, page) ? [new URL(address, page).href] : [];
    },
  );
  return [...new Set(addresses)].filter((url) => /^https?:/.test(url)).slice(0, MAX_SCRIPTS);
}

function attributeOf(attributes: string, wanted: string): string | null {
  const all = [...attributes.matchAll(/([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)/g)];
  const [, , value] = all.find(([, name = '']) => name.toLowerCase() === wanted) ?? [];
  return value === undefined ? null : value.replace(/^["']|["']$/g, '').replaceAll('&amp;', '&');
}

/** Returns the addresses of the scripts that a module imports, also later: those that it names by a path. */
function importsOf(text: string, url: string): string[] {
  const imports = text.matchAll(/\b(?:from|import)\s*\(?\s*(["'`])(\.{0,2}\/[^"'`\s]+?\.m?js(?:\?[^"'`\s]*)?)\1/g);
  return [...imports].map(([, , path = '']) => new URL(path, url).href);
}

/** Returns the debug id that client libraries report for a script: the one that its own code registers. */
function debugIdOf(text: string): string | null {
  return /sentry-dbid-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** A position, and the word that the source must have there: no minifier changes the names of methods. */
interface SampledPosition {
  readonly position: Position;
  readonly word: string | null;
}

const MAX_SAMPLES = 60;
const CALL = /\.([A-Za-z_$][\w$]{3,})\(/g;
/** Methods that compilers call where the source has another syntax. */
const OF_COMPILERS =
  /^(?:call|apply|bind|concat|create|assign|freeze|push|slice|then|hasOwnProperty|define\w*|\w*Symbol)$/;
const WORD = /\b([A-Za-z_$][\w$]{3,})\b/g;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;
/** Characters of the script around a position that are sent. */
const CODE_AROUND = 60;

/** Returns calls of methods that are spread over a script, as engines report their positions; else words. */
function samplePositions(text: string): SampledPosition[] {
  const calls = [...text.matchAll(CALL)].filter(([, name = '']) => !OF_COMPILERS.test(name));
  const hasCalls = calls.length > 0;
  const places = hasCalls ? calls.map((call) => ({ at: call.index + 1, word: call[1] ?? '' })) : wordsOf(text);
  const count = Math.min(places.length, MAX_SAMPLES);
  const chosen = Array.from({ length: count }, (_, index) => places[Math.floor((index * places.length) / count)]);
  const starts = [0, ...[...text.matchAll(LINE_END)].map((end) => end.index + end[0].length)];
  let line = 0;
  return chosen.flatMap((place) => {
    if (place === undefined) return [];
    while ((starts[line + 1] ?? Infinity) <= place.at) line += 1;
    const [start, end] = [starts[line] ?? 0, starts[line + 1] ?? text.length];
    const code = text.slice(Math.max(start, place.at - CODE_AROUND), Math.min(end, place.at + CODE_AROUND));
    const position = { line: line + 1, column: place.at - start + 1, code: code.replaceAll('\0', '') };
    return [{ position, word: hasCalls ? place.word : null }];
  });
}

function wordsOf(text: string): { at: number; word: string }[] {
  return [...text.matchAll(WORD)].map(({ index, 0: word }) => ({ at: index, word }));
}

/** Share of positions in code that differs from the uploaded file from which on the file counts as another one. */
const MAX_OTHER_CODE = 0.1;

/** Judges a script by its positions: some have no source, such as the code that a bundler adds. */
function judge(
  samples: readonly SampledPosition[],
  { map, positions }: Preview,
  release: string | undefined,
): Omit<ProvenScript, 'url' | 'debugId'> {
  const resolved = positions.filter(({ state }) => state === 'resolved').length;
  const compared = samples.flatMap(({ word }, index) => {
    const { state, contextLine = null } = positions[index] ?? {};
    return state === 'resolved' && word !== null && contextLine !== null ? [contextLine.includes(word)] : [];
  });
  const agreeing = compared.filter(Boolean).length;
  const counts = { map, positions: positions.length, resolved, agreeing };
  const findings = positions.flatMap((position) => position.findings.slice(0, 1));
  const other = findings.filter(({ type }) => type === 'wrong_build');
  if (other[0] !== undefined && other.length > MAX_OTHER_CODE * positions.length)
    return { ...counts, verdict: 'fails', fault: other[0] };
  if (2 * resolved < positions.length) return { ...counts, verdict: 'fails', fault: mostFrequent(findings) };
  if (2 * agreeing < compared.length) return { ...counts, verdict: 'fails', fault: otherSource(release) };
  return { ...counts, verdict: 'resolves', fault: null };
}

/** Returns the last reason of the positions that most of them have: it is the most specific one. */
function mostFrequent(findings: readonly ScriptFault[]): ScriptFault | null {
  const countOf = (type: string) => findings.filter((one) => one.type === type).length;
  return findings.toSorted((one, other) => countOf(other.type) - countOf(one.type))[0] ?? null;
}

function otherSource(release: string | undefined): ScriptFault {
  const options = release === undefined ? '' : ` --release '${release.replaceAll("'", `'\\''`)}'`;
  return {
    type: 'other_source',
    message: 'The lines that the source map names do not have the code of the script.',
    fix: {
      text: 'Upload exactly the files that are deployed, each script with the source map of the same build.',
      command: `sentry-cli sourcemaps upload${options} dist`,
    },
  };
}

function formatScripts(scripts: readonly ProvenScript[], fails: number): string {
  const blocks = scripts.map(({ url, verdict, positions, resolved, agreeing, map, fault }) => {
    const lines = [`${paint(verdict === 'fails' ? 'red' : 'bold', verdict)} ${printable(url)}`];
    if (positions > 0) {
      const found = map === null ? '' : `, by ${map.foundBy === 'debug_id' ? 'debug id' : 'release and name'}`;
      lines.push(`  ${resolved} of ${positions} positions resolved${found}; ${agreeing} lines have the code`);
    }
    if (fault !== null) lines.push(`  ${fault.type}: ${fault.message}`, `  ${fault.fix.text}`);
    if (fault?.fix.command != null) lines.push(`  $ ${fault.fix.command}`);
    return `${lines.map(printable).join('\n')}\n`;
  });
  return `${blocks.join('')}${scripts.length} scripts, ${fails} of them would not be resolved\n`;
}
