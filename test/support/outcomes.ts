import type { ProjectFixture } from './fixtures';
import { poll } from './process';
import type { Service } from './service';

/**
 * Waits until `isThere` accepts the counts of a project, and returns them: the counts of events by `outcome reason`,
 * the other counts by `outcome reason category`.
 */
export async function outcomesOf(
  { client }: Service,
  { path }: Pick<ProjectFixture, 'path'>,
  token: string,
  isThere: (counts: Record<string, number>) => boolean,
): Promise<Record<string, number>> {
  let counts: Record<string, number> = {};
  await poll(async () => {
    const { body } = await client.get(`${path}outcomes/?statsPeriod=2d`, token).expect(200);
    const groups = (
      body as {
        groups: {
          by: { outcome: string; reason: string | null; category: string };
          totals: { 'sum(quantity)': number };
        }[];
      }
    ).groups;
    counts = Object.fromEntries(groups.map(({ by, totals }) => [nameOf(by), totals['sum(quantity)']]));
    return isThere(counts);
  });
  return counts;
}

function nameOf({ outcome, reason, category }: { outcome: string; reason: string | null; category: string }): string {
  return [outcome, reason ?? '', category === 'error' ? '' : category].filter((part) => part !== '').join(' ');
}
