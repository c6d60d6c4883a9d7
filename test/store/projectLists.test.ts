import type { Database, Writers } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { everyRow, firstPage, neighbour, organization, project, team } from '../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
let organizationId: string;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
  ({ id: organizationId } = await database.write((stores) => organization(stores)));
});
afterEach(() => temporary.dispose());

const make = (slug: string) => database.write((stores) => project(stores, { organizationId, slug }));

describe('listOfTeam', () => {
  const bind = (stores: Writers, projectId: string, teamId: string) =>
    stores.projects.addTeam({ organizationId, projectId, teamId });

  it('goes through the projects of the team by slug in byte order, in both directions', async () => {
    const slugs = ['a', 'a-1', 'a_1', 'aa', 'b', 'b2', 'b10', '0z', '_x', '-y', 'z'];
    const backend = await database.write(async (stores) => {
      const made = await team(stores, organizationId);
      for (const slug of slugs) await bind(stores, (await project(stores, { organizationId, slug })).id, made.id);
      await project(stores, { organizationId, slug: 'b1-of-nobody' });
      return made;
    });
    const list = (page: ReturnType<typeof firstPage>) =>
      database.read(({ projects }) => projects.listByTeam(backend, page));
    const inOrder = [...slugs].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const size of [1, 3, 4, 11, 100]) {
      expect((await everyRow(list, size)).map(({ slug }) => slug)).toEqual(inOrder);
    }
    const second = await list(neighbour(await list(firstPage(4)), 'next', 4));
    expect(second.rows.map(({ slug }) => slug)).toEqual(inOrder.slice(4, 8));
    const back = await list(neighbour(second, 'previous', 4));
    expect(back.rows.map(({ slug }) => slug)).toEqual(inOrder.slice(0, 4));
    expect(back).toMatchObject({ previous: { exists: false }, next: { exists: true } });
  });

  it('is empty for a team without projects', async () => {
    await make('shop');
    const lonely = await database.write((stores) => team(stores, organizationId));
    const page = await database.read(({ projects }) => projects.listByTeam(lonely, firstPage()));
    expect(page).toMatchObject({ rows: [], previous: { exists: false }, next: { exists: false } });
  });
});
