import type { Bench } from '../bench';
import { compare, comparedTable, requireSameResponse } from '../compare';
import { repeat, requestBytes, TEAM_PATH } from '../fixture';
import type { Outcome } from '../report';
import { seedTeam } from '../seedTeam';

const PROJECTS = 100;
const CONNECTIONS = 10;

/** Measures a page of a team's projects, each with its relations. */
export async function team(bench: Bench): Promise<Outcome> {
  const seeded = await seedTeam(bench, PROJECTS);
  return bench.withSides(seeded, async (sides) => {
    await requireSameResponse(seeded.fixture, sides, TEAM_PATH);
    const connections = () =>
      Array.from({ length: CONNECTIONS }, () => repeat(requestBytes(seeded.fixture, TEAM_PATH)));
    const comparison = await compare(bench, [sides.ours, sides.theirs], { name: `${PROJECTS} projects`, connections });
    const heading = { title: `Team list, ${CONNECTIONS} connections`, note: 'Both sides answer the same bytes.' };
    return { tables: [comparedTable(bench, heading, [comparison])], reached: {} };
  });
}
