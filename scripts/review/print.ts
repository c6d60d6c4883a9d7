import { type Finding, locate } from './findings';
import type { Intent } from './intent';

/** The findings of a review, and its conclusion. */
interface Review {
  /** Name of the version that the contract was compared with, as a reviewer says it. */
  readonly against: string;
  readonly findings: readonly Finding[];
  /** Of breaks only. */
  readonly intent: Intent | undefined;
  /** Folders of the contract now and before. */
  readonly folders: { readonly after: string; readonly before: string };
}

const TITLES = {
  break: 'Breaks clients',
  deprecation: 'Deprecations',
  addition: 'Safe changes',
  documentation: 'Documentation only',
} as const;

export type Format = 'text' | 'markdown';

/** Number of places that a page lists before it folds the rest. */
const SHOWN = 6;

/** By which the workflow finds its own comment on a pull request. */
export const MARKER = '<!-- culprit contract review -->';

/** The text of a page without findings. */
export const NO_FINDINGS = 'Nothing changed for clients.';

export function print(review: Review, format: Format): string {
  const sections = (Object.keys(TITLES) as Finding['kind'][]).map((kind) => {
    const findings = review.findings.filter((finding) => finding.kind === kind);
    return { kind, title: `${TITLES[kind]} (${findings.length})`, findings };
  });
  const lines = [];
  if (format === 'text') {
    lines.push(`The contract, compared with ${review.against}`, '');
    for (const { title, findings } of sections)
      if (findings.length > 0) lines.push(title, ...findings.flatMap((finding) => asText(finding, review)), '');
  } else {
    lines.push(MARKER, '## Contract review', '', `Compared with ${review.against}.`, '');
    for (const { kind, title, findings } of sections) {
      const rows = findings.map((finding) => asMarkdown(finding, review));
      if (findings.length > 0)
        lines.push(...(kind === 'documentation' ? fold(title, rows) : [`### ${title}`, '', ...rows, '']));
    }
  }
  if (review.findings.length === 0) lines.push(NO_FINDINGS);
  return `${[...lines, review.intent?.sentence ?? ''].join('\n').trimEnd()}\n`;
}

function asText(finding: Finding, review: Review): string[] {
  const { what, why, places } = finding;
  const sentence = why === undefined ? what : `${what} ${why}`;
  const at = locateIn(finding, review);
  const [first = '', ...others] = places;
  if (others.length === 0) return [`  ${first}: ${sentence}`, ...at.map((line) => `    ${line}`)];
  const rest = places.length > SHOWN ? [`and ${places.length - SHOWN} more: ${namesOf(places.slice(SHOWN))}`] : [];
  return [`  ${sentence}`, ...[...places.slice(0, SHOWN), ...rest, ...at].map((line) => `    ${line}`)];
}

function asMarkdown(finding: Finding, review: Review): string {
  const { what, why, places } = finding;
  const sentence = why === undefined ? what : `${what} *${why}*`;
  const at = locateIn(finding, review).map((line) => ` <sub>${line}</sub>`);
  const [first = '', ...others] = places;
  if (others.length === 0) return `- **${first}**: ${sentence}${at.join('')}`;
  const rows = places.map((place) => `  - ${place}`);
  const rest = rows.slice(SHOWN);
  const folded =
    rest.length === 0
      ? []
      : [
          `  - <details><summary>${rest.length} more</summary>`,
          '',
          ...rest.map((row) => `  ${row}`),
          '',
          '    </details>',
        ];
  return [`- ${sentence}${at.join('')}`, ...rows.slice(0, SHOWN), ...folded].join('\n');
}

/** Returns the operations of places, each once. */
function namesOf(places: readonly string[]): string {
  return [...new Set(places.map((place) => place.split(', ')[0]))].join(', ');
}

function locateIn(finding: Finding, { folders }: Review): string[] {
  const place = locate(finding, finding.isBefore ? folders.before : folders.after);
  return place === '' ? [] : [place];
}

function fold(title: string, rows: readonly string[]): string[] {
  return ['<details>', `<summary>${title}</summary>`, '', ...rows, '', '</details>', ''];
}
