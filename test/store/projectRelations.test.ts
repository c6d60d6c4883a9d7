import type { Project } from '../../src/domain/project';
import { Projects } from '../../src/store/projects';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { member, NOON, organization, project, recordEvents, team } from '../support/rows';

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

describe('surroundings', () => {
  it('tells each project its own', async () => {
    const { shop, blog, viewer } = await database.write(async (stores) => {
      const [shopOf, blogOf] = [await project(stores, { organizationId }), await project(stores, { organizationId })];
      const [web, api] = [await team(stores, organizationId, 'web'), await team(stores, organizationId, 'api')];
      const ann = await member(stores, organizationId);
      await stores.members.addToTeam({ organizationId, teamId: web.id, memberId: ann.id });
      await stores.members.addToTeam({ organizationId, teamId: web.id, memberId: ann.id });
      for (const { id } of [web, api])
        await stores.projects.addTeam({ organizationId, projectId: shopOf.id, teamId: id });
      await stores.projects.addTeam({ organizationId, projectId: blogOf.id, teamId: api.id });
      await stores.projects.addTeam({ organizationId, projectId: blogOf.id, teamId: api.id });
      await stores.projects.setBookmark({ organizationId, projectId: blogOf.id, memberId: ann.id, isBookmarked: true });
      await recordEvents(stores, shopOf, [{ platform: 'node', environment: 'b', release: null, received: NOON }]);
      await recordEvents(stores, shopOf, [{ platform: 'go', environment: 'a', release: 'x@1', received: NOON }]);
      return { shop: shopOf, blog: blogOf, viewer: { organizationId, memberId: ann.id } };
    });
    const around = await database.read(({ projects }) => projects.findRelations([shop, blog], viewer));
    expect(around.size).toBe(2);
    const [api, web] = ['api', 'web'].map((slug) => ({
      id: expect.any(String) as string,
      slug,
      name: slug.toUpperCase(),
    }));
    expect(around.get(shop.id)).toEqual({
      teams: [api, web],
      platforms: ['go', 'node'],
      environments: ['a', 'b'],
      latestRelease: 'x@1',
      latestDeploys: {},
      isBookmarked: false,
      isMember: true,
    });
    expect(around.get(blog.id)).toEqual({
      teams: [api],
      platforms: [],
      environments: [],
      latestRelease: null,
      latestDeploys: {},
      isBookmarked: true,
      isMember: false,
    });
    expect((await database.read(({ projects }) => projects.findRelations([], viewer))).size).toBe(0);
  });

  it('tells the newest release by date, then by id, of those bound to the project', async () => {
    const made = await make('shop');
    const other = await make('blog');
    const note = (of: Project, release: string, received: number) =>
      database.write((stores) =>
        recordEvents(stores, of, [{ platform: 'node', environment: null, release, received }]),
      );
    const latest = async () => {
      const viewer = { organizationId, memberId: '1' };
      return (await database.read(({ projects }) => projects.findRelations([made], viewer))).get(made.id)
        ?.latestRelease;
    };
    await note(made, 'b', NOON);
    await note(made, 'a', NOON);
    expect(await latest()).toBe('a');
    await note(made, 'c', NOON - 1);
    await note(made, 'b', NOON + 5);
    expect(await latest()).toBe('a');
    await note(other, 'd', NOON + 9);
    expect(await latest()).toBe('a');
    await note(made, 'd', NOON + 20);
    expect(await latest()).toBe('d');
  });

  it('keeps a star per member, set and taken any number of times', async () => {
    const made = await make('shop');
    const [ann, bob] = await database.write(
      async (s) => [await member(s, organizationId), await member(s, organizationId)] as const,
    );
    const star = (memberId: string, isBookmarked: boolean) =>
      database.write(({ projects }) =>
        projects.setBookmark({ organizationId, projectId: made.id, memberId, isBookmarked }),
      );
    const starred = async (memberId: string) =>
      (await database.read(({ projects }) => projects.findRelations([made], { organizationId, memberId }))).get(made.id)
        ?.isBookmarked;
    await star(ann.id, true);
    await star(ann.id, true);
    expect([await starred(ann.id), await starred(bob.id)]).toEqual([true, false]);
    await star(ann.id, false);
    await star(ann.id, false);
    expect(await starred(ann.id)).toBe(false);
  });

  it('takes as many statements for many projects as for one', async () => {
    const statements = async (count: number) => {
      const engine = await temporary.openEngine();
      let ran = 0;
      await engine.read(async (session) => {
        const counted = new Proxy(session, {
          get:
            (target, name: 'all' | 'one' | 'run') =>
            (...values: Parameters<typeof target.all>) => ((ran += 1), target[name](...values)),
        });
        await new Projects(counted).findRelations(many.slice(0, count), { organizationId, memberId: '1' });
      });
      await engine.close();
      return ran;
    };
    const many: Project[] = [];
    for (let number = 0; number < 120; number += 1) many.push(await make(`shop-${number}`));
    expect(await statements(120)).toBe(await statements(1));
  });
});
