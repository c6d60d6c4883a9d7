import type { Bench } from '../bench';
import { compare, comparedTable, requireSameResponse } from '../compare';
import { PROJECT_PATH, requestBytes } from '../fixture';
import type { Outcome } from '../report';
import { seedTeam } from '../seedTeam';

const CONNECTIONS = 10;

/** Measures changes of one field of a project, which are durable before the reply with the complete record. */
export async function update(bench: Bench): Promise<Outcome> {
  const seeded = await seedTeam(bench, 0);
  let serial = 0;
  return bench.withSides(seeded, async (sides) => {
    const headers = { 'Content-Type': 'application/json' };
    await requireSameResponse(seeded.fixture, sides, PROJECT_PATH, {
      method: 'PUT',
      headers,
      body: '{"subjectPrefix":"[shop]"}',
    });
    const change = () =>
      requestBytes(seeded.fixture, PROJECT_PATH, 'PUT', { subjectPrefix: `[shop ${(serial += 1)}]` });
    const connections = () => Array.from({ length: CONNECTIONS }, () => change);
    const comparison = await compare(bench, [sides.ours, sides.theirs], {
      name: 'one field of a project',
      connections,
    });
    const heading = { title: `Update, ${CONNECTIONS} connections`, note: 'Both sides answer the same bytes.' };
    return { tables: [comparedTable(bench, heading, [comparison])], reached: {} };
  });
}
