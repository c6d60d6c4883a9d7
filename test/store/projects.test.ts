import { Conflict } from '../../src/domain/errors';
import { type Project, type ProjectFlag, withDefaultSettings } from '../../src/domain/project';
import { ProjectWriter } from '../../src/store/projects';
import type { Database, Writers } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import {
  everyRow,
  firstPage,
  hex,
  member,
  neighbour,
  NOON,
  organization,
  project,
  recordEvents,
  team,
} from '../support/rows';
import { countStatements } from '../support/sessions';

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
const bySlug = (slug: string) => database.read(({ projects }) => projects.findBySlug(organizationId, slug));
const byOldSlug = (slug: string) => database.read(({ projects }) => projects.findByOldSlug(organizationId, slug));
const rename = async (from: string, slug: string) => {
  const project = await bySlug(from);
  return database.write(({ projects }) => projects.update(project as Project, { slug }));
};

describe('insert and find', () => {
  it('give a new project its defaults', async () => {
    const made = await make('shop');
    expect(made).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/) as string,
      organizationId,
      slug: 'shop',
      name: 'shop',
      platform: 'node',
      dateCreated: NOON,
      firstEvent: null,
      subjectPrefix: '',
      subjectTemplate: '$shortID - $title',
      resolveAge: 0,
      securityToken: expect.any(String) as string,
      flags: {
        firstTransactionEvent: false,
        hasMinifiedStackTrace: false,
        hasCustomMetrics: false,
        hasMonitors: false,
        hasProfiles: false,
        hasReplays: false,
        hasSessions: false,
        hasUserReports: false,
      },
      hasWebhook: false,
      settings: { ...withDefaultSettings({}), groupingConfig: 'simple:4' },
    });
    expect(await database.read(({ projects }) => projects.findById(made.organizationId, made.id))).toEqual(made);
    expect(await bySlug('shop')).toEqual(made);
  });

  it('allow a slug once in an organization', async () => {
    const made = await make('shop');
    const other = await database.write(async (stores) => project(stores, { slug: 'shop' }));
    expect(other.id).not.toBe(made.id);
    expect(await bySlug('shop')).toEqual(made);
    await expect(make('shop')).rejects.toThrow(Conflict);
  });

  it('add the defaults to stored settings', async () => {
    const made = await make('shop');
    await database.close();
    const engine = await temporary.openEngine();
    await engine.write((session) => session.run('UPDATE project SET settings = ?', ['{"verifySSL":true}']));
    await engine.close();
    database = await temporary.reopen();
    const project = await database.read(({ projects }) => projects.findById(made.organizationId, made.id));
    expect(project?.settings).toEqual(withDefaultSettings({ verifySSL: true }));
  });
});

describe('update', () => {
  it('changes the given members only', async () => {
    const made = await make('shop');
    const changes = {
      name: 'Shop',
      platform: 'python',
      subjectPrefix: '[shop]',
      subjectTemplate: '$title',
      resolveAge: 72,
    };
    const updated = await database.write(({ projects }) => projects.update(made, changes));
    expect(updated).toEqual({ ...made, ...changes });
    expect(await bySlug('shop')).toEqual(updated);
    const cleared = await database.write(({ projects }) =>
      projects.update(updated, { subjectPrefix: '', resolveAge: 0 }),
    );
    expect(cleared).toEqual({ ...updated, subjectPrefix: '', resolveAge: 0 });
    expect(await database.write(({ projects }) => projects.update(made, {}))).toEqual(cleared);
  });

  it('rejects a slug that is taken, and changes nothing', async () => {
    await make('taken');
    const made = await make('shop');
    const attempt = database.write(({ projects }) => projects.update(made, { name: 'New', slug: 'taken' }));
    await expect(attempt).rejects.toThrow(Conflict);
    expect(await bySlug('shop')).toEqual(made);
    expect(await byOldSlug('shop')).toBeUndefined();
  });
});

describe('findByOldSlug', () => {
  it('finds a project by each of its old slugs', async () => {
    const { id } = await make('one');
    await rename('one', 'two');
    await rename('two', 'three');
    expect(await byOldSlug('one')).toMatchObject({ id, slug: 'three' });
    expect(await byOldSlug('two')).toMatchObject({ id, slug: 'three' });
    expect(await byOldSlug('three')).toBeUndefined();
    expect(await bySlug('one')).toBeUndefined();
  });

  it('does not find a slug that another project has, until that one is renamed too', async () => {
    const first = await make('shop');
    await rename('shop', 'old-shop');
    const second = await make('shop');
    expect(await byOldSlug('shop')).toBeUndefined();
    expect(await bySlug('shop')).toMatchObject({ id: second.id });
    await rename('shop', 'new-shop');
    expect(await byOldSlug('shop')).toMatchObject({ id: second.id });
    expect(await bySlug('old-shop')).toMatchObject({ id: first.id });
  });

  it('allows a project to get an old slug back', async () => {
    const { id } = await make('one');
    await rename('one', 'two');
    await rename('two', 'one');
    expect(await bySlug('one')).toMatchObject({ id });
    expect(await byOldSlug('one')).toBeUndefined();
    expect(await byOldSlug('two')).toMatchObject({ id, slug: 'one' });
  });

  it('ignores an update to the same slug', async () => {
    const made = await make('one');
    await database.write(({ projects }) => projects.update(made, { slug: 'one', name: 'One' }));
    await rename('one', 'two');
    expect(await byOldSlug('one')).toMatchObject({ id: made.id });
  });

  it('finds old slugs only in their organization', async () => {
    await make('one');
    await rename('one', 'two');
    const other = await database.write((stores) => organization(stores));
    expect(await database.read(({ projects }) => projects.findByOldSlug(other.id, 'one'))).toBeUndefined();
  });
});

describe('setFlags', () => {
  it('sets flags, and leaves them set', async () => {
    const { id, organizationId } = await make('shop');
    const set = (...flags: ProjectFlag[]) => database.write(({ projects }) => projects.setFlags(id, flags));
    await set('hasReplays', 'hasUserReports');
    await set('hasReplays');
    await set();
    const project = await database.read(({ projects }) => projects.findById(organizationId, id));
    const names = Object.entries(project?.flags ?? {}).filter(([, isSet]) => isSet);
    expect(names.map(([flag]) => flag)).toEqual(['hasReplays', 'hasUserReports']);
  });
});

describe('listByTeam', () => {
  const addTeam = (stores: Writers, projectId: string, teamId: string) =>
    stores.projects.addTeam({ organizationId, projectId, teamId });

  it('lists the projects of the team by slug in byte order, in both directions', async () => {
    const slugs = ['a', 'a-1', 'a_1', 'aa', 'b', 'b2', 'b10', '0z', '_x', '-y', 'z'];
    const backend = await database.write(async (stores) => {
      const made = await team(stores, organizationId);
      for (const slug of slugs) await addTeam(stores, (await project(stores, { organizationId, slug })).id, made.id);
      await project(stores, { organizationId, slug: 'b1-without-team' });
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
    const empty = await database.write((stores) => team(stores, organizationId));
    const page = await database.read(({ projects }) => projects.listByTeam(empty, firstPage()));
    expect(page).toMatchObject({ rows: [], previous: { exists: false }, next: { exists: false } });
  });
});

describe('findRelations', () => {
  it('returns the relations of each project', async () => {
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
    const relations = await database.read(({ projects }) => projects.findRelations([shop, blog], viewer));
    expect(relations.size).toBe(2);
    const [api, web] = ['api', 'web'].map((slug) => ({
      id: expect.any(String) as string,
      slug,
      name: slug.toUpperCase(),
    }));
    expect(relations.get(shop.id)).toEqual({
      teams: [api, web],
      platforms: ['go', 'node'],
      environments: ['a', 'b'],
      latestRelease: 'x@1',
      latestDeploys: {},
      isBookmarked: false,
      isMember: true,
    });
    expect(relations.get(blog.id)).toEqual({
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

  it("returns the newest of the project's releases by date, then by id", async () => {
    const made = await make('shop');
    const other = await make('blog');
    const record = (of: Project, release: string, received: number) =>
      database.write((stores) =>
        recordEvents(stores, of, [{ platform: 'node', environment: null, release, received }]),
      );
    const latest = async () => {
      const viewer = { organizationId, memberId: '1' };
      return (await database.read(({ projects }) => projects.findRelations([made], viewer))).get(made.id)
        ?.latestRelease;
    };
    await record(made, 'b', NOON);
    await record(made, 'a', NOON);
    expect(await latest()).toBe('a');
    await record(made, 'c', NOON - 1);
    await record(made, 'b', NOON + 5);
    expect(await latest()).toBe('a');
    await record(other, 'd', NOON + 9);
    expect(await latest()).toBe('a');
    await record(made, 'd', NOON + 20);
    expect(await latest()).toBe('d');
  });

  it('returns the bookmark of the member, which may be set and cleared repeatedly', async () => {
    const made = await make('shop');
    const [ann, bob] = await database.write(
      async (s) => [await member(s, organizationId), await member(s, organizationId)] as const,
    );
    const setBookmark = (memberId: string, value: boolean) =>
      database.write(({ projects }) =>
        projects.setBookmark({ organizationId, projectId: made.id, memberId, isBookmarked: value }),
      );
    const isBookmarked = async (memberId: string) =>
      (await database.read(({ projects }) => projects.findRelations([made], { organizationId, memberId }))).get(made.id)
        ?.isBookmarked;
    await setBookmark(ann.id, true);
    await setBookmark(ann.id, true);
    expect([await isBookmarked(ann.id), await isBookmarked(bob.id)]).toEqual([true, false]);
    await setBookmark(ann.id, false);
    await setBookmark(ann.id, false);
    expect(await isBookmarked(ann.id)).toBe(false);
  });

  it('runs as many statements for many projects as for one', async () => {
    const many: Project[] = [];
    for (let number = 0; number < 120; number += 1) many.push(await make(`shop-${number}`));
    const engine = await temporary.openEngine();
    const statements = (count: number) =>
      countStatements(engine, (session) =>
        new ProjectWriter(session).findRelations(many.slice(0, count), { organizationId, memberId: '1' }),
      );
    expect(await statements(120)).toBe(await statements(1));
    await engine.close();
  });
});

describe('recordEvents', () => {
  const labels = { platform: 'node', environment: 'production', release: 'shop@1', received: NOON };

  it('stores the time of the first event', async () => {
    const made = await database.write((stores) => project(stores));
    expect(made.firstEvent).toBeNull();
    await database.write((stores) => recordEvents(stores, made, [labels]));
    await database.write((stores) => recordEvents(stores, made, [{ ...labels, received: NOON + 1 }]));
    expect(await database.read(({ projects }) => projects.findById(made.organizationId, made.id))).toMatchObject({
      firstEvent: NOON,
    });
  });

  it('stores platforms, environments and releases, each once', async () => {
    const made = await database.write((stores) => project(stores));
    await database.write(async (stores) => {
      await recordEvents(stores, made, [labels]);
      await recordEvents(stores, made, [{ ...labels, platform: 'javascript', release: 'shop@2', received: NOON + 1 }]);
      await recordEvents(stores, made, [{ ...labels, platform: 'python', environment: null, release: null }]);
      await recordEvents(stores, made, [{ ...labels, environment: 'Staging' }]);
    });
    const viewer = { organizationId: made.organizationId, memberId: '1' };
    const relations = await database.read(({ projects }) => projects.findRelations([made], viewer));
    expect(relations.get(made.id)).toMatchObject({
      platforms: ['javascript', 'node', 'python'],
      environments: ['Staging', 'production'],
      latestRelease: 'shop@2',
    });
  });

  it('stores a release in the organization only', async () => {
    const [one, other] = await database.write(
      async (stores) => [await project(stores), await project(stores)] as const,
    );
    const version = `shop@${hex()}`;
    await database.write((stores) => recordEvents(stores, one, [{ ...labels, release: version }]));
    const find = (organizationId: string) =>
      database.read(({ releases }) => releases.findByVersion(organizationId, version));
    expect(await find(one.organizationId)).toMatchObject({
      id: expect.stringMatching(/^[1-9][0-9]*$/) as string,
      version,
    });
    expect(await find(other.organizationId)).toBeUndefined();
  });
});
