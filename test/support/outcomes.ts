import type { ProjectFixture } from './fixtures';
import { poll } from './process';
import type { Service } from './service';

/** Waits until `isThere` accepts the counts of a project's events, and returns them by `outcome reason`. */
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
      body as { groups: { by: { outcome: string; reason: string | null }; totals: { 'sum(quantity)': number } }[] }
    ).groups;
    counts = Object.fromEntries(
      groups.map(({ by, totals }) => [[by.outcome, by.reason ?? ''].join(' ').trim(), totals['sum(quantity)']]),
    );
    return isThere(counts);
  });
  return counts;
}
