import type { MapFinding } from '../domain/artifact';
import { type CheckReport, checkPath } from '../sourcemaps/lint/checkFiles';
import { printableJson, printableLines } from './terminal';
import { openForCommand } from '../administration';
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
      `--older-than is "${options.olderThan}", but must be a number of hours from 0 to ${MAX_CHUNK_HOURS}.`,
    );
  }
  const database = await openForCommand(readConfig(process.env), false);
  try {
    const now = Date.now();
    const purged = await database.write(async (stores) => {
      const organization = await findOrganization(stores, options.organization);
      const { expired, change } = await expireUnassembledChunks(stores, organization, { hours, now });
      await recordChange({ stores, now }, organization.id, change);
      return expired;
    });
    while (await database.write(({ contents }) => contents.collectGarbage(AFTER_EXPIRED, SLICES_PER_TRANSACTION)))
      continue;
    return { organization: options.organization, ...purged };
  } finally {
    await database.close();
  }
}
