import type { Finding } from './findings';
import type { Intent } from './intent';

/** What a review found, and how it ends. */
export interface Review {
  /** What it was compared with, as a reviewer says it. */
  readonly against: string;
  readonly findings: readonly Finding[];
  /** Of breaks only. */
  readonly intent: Intent | undefined;
}

const TITLES = {
  break: 'Breaks clients',
  addition: 'Safe additions',
  documentation: 'Documentation only',
} as const;

export type Format = 'text' | 'markdown';

/** The review as a page to read. */
export function print(review: Review, format: Format): string {
  const write = format === 'markdown' ? markdown : text;
  return `${write(review).join('\n').trimEnd()}\n`;
}

function sections({ findings }: Review): { kind: Finding['kind']; title: string; found: Finding[] }[] {
  const kinds = Object.keys(TITLES) as Finding['kind'][];
  return kinds.map((kind) => {
    const found = findings.filter((finding) => finding.kind === kind);
    return { kind, title: `${TITLES[kind]} (${found.length})`, found };
  });
}

function text(review: Review): string[] {
  const lines = [`The contract, compared with ${review.against}`, ''];
  for (const { title, found } of sections(review)) {
    lines.push(title);
    for (const { where, what, why, place } of found)
      lines.push(`  ${where}: ${what}${why === undefined ? '' : ` ${why}`}`, `    ${place}`);
    lines.push('');
  }
  return [...lines, review.intent?.sentence ?? ''];
}

function markdown(review: Review): string[] {
  const lines = ['## Contract review', '', `Compared with ${review.against}.`, ''];
  for (const { kind, title, found } of sections(review)) {
    if (found.length === 0) continue;
    const rows = found.map(
      ({ where, what, why, place }) =>
        `- **${where}**: ${what}${why === undefined ? '' : ` *${why}*`} <sub>${place}</sub>`,
    );
    lines.push(...(kind === 'documentation' ? folded(title, rows) : [`### ${title}`, '', ...rows, '']));
  }
  if (review.findings.length === 0) lines.push('No changes.');
  return [...lines, review.intent?.sentence ?? ''];
}

function folded(title: string, rows: readonly string[]): string[] {
  return ['<details>', `<summary>${title}</summary>`, '', ...rows, '', '</details>', ''];
}
