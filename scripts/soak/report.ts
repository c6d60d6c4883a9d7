import { sumOf } from '../support/statistics';
import type { SoakReport } from './soak';

/** Maximum ratio of the resident memory at the end to the early resident memory. */
const MAX_GROWTH = 1.2;

/** The numbers that must be 0. */
function countFailures({ api, projects }: SoakReport): [name: string, count: number][] {
  return [
    ['lost events', sumOf(projects.map(({ lost }) => lost.length))],
    ['events stored twice', sumOf(projects.map(({ twice }) => twice.length))],
    ['undocumented replies', api.failures.undocumented],
    ['replies with 500', api.failures.internal],
    ['requests without a reply', api.failures.unanswered],
  ];
}

/** Returns the failures: a name with a number for each condition that does not hold. */
export function failuresOf(report: SoakReport): string[] {
  const growth = report.memory.end / report.memory.early;
  const failures = countFailures(report).filter(([, count]) => count > 0);
  return [
    ...failures.map(([name, count]) => `${name}: ${count}`),
    ...(growth <= MAX_GROWTH ? [] : [`growth of the resident memory: ${growth.toFixed(2)}`]),
  ];
}

/** Renders the report as Markdown. */
export function render(report: SoakReport, title: string): string {
  const { api, projects, slow, webhooks, memory, quietAfter } = report;
  const result = [
    ['acknowledged events', sumOf(projects.map(({ acknowledged }) => acknowledged))],
    ['of these, nothing was allowed to delete', sumOf(projects.map(({ due }) => due))],
    ...countFailures(report),
    [`resident memory after ${memory.afterMinutes.toFixed(1)} minutes`, mebibytes(memory.early)],
    ['resident memory at the end', mebibytes(memory.end)],
    ['ratio', (memory.end / memory.early).toFixed(2)],
    ['alerts posted to the webhook that answers', webhooks.answered],
    ['alerts posted to the webhook that hangs', webhooks.hanging],
    ['lists read slowly, to their end', slow.completed],
    ['connections closed because nothing was read', slow.closed],
    ['bodies that stopped and were refused', slow.refused],
    ['seconds until removed issues were reclaimed', quietAfter?.toFixed(0) ?? 'not in time'],
  ];
  const stored = projects.map((one) => [one.slug, one.acknowledged, one.due, one.stored, one.lost.length]);
  return [
    `## ${title}`,
    table(['', 'Result'], result),
    table(['Project', 'Acknowledged', 'Must be there', 'Stored', 'Lost'], stored),
    table(['Operation', 'Replies by status'], repliesOf(report)),
    ...api.complaints.map((complaint) => `- ${complaint}`),
  ].join('\n\n');
}

function repliesOf({ api }: SoakReport): string[][] {
  return [...api.replies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operationId, counts]) => {
      const sorted = [...counts].sort(([a], [b]) => a - b);
      return [operationId, sorted.map(([status, count]) => `${status}: ${count}`).join(', ')];
    });
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
