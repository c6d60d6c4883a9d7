import type { Project } from '../../src/domain/project';
import type { Deploy, Release } from '../../src/domain/release';
import type { NewDeploy } from '../../src/store/deploys';
import { useTemporaryDatabase } from '../support/database';
import { deploy as insertDeploy, NOON, organization, project, recordEvents, release } from '../support/rows';

const { database } = useTemporaryDatabase();
let organizationId: string;
let shop: Project;
let blog: Project;

beforeEach(async () => {
  await database.write(async (stores) => {
    organizationId = (await organization(stores)).id;
    shop = await project(stores, { organizationId, slug: 'shop' });
    blog = await project(stores, { organizationId, slug: 'blog' });
  });
});

const make = (version: string, projects: readonly Project[] = []): Promise<Release> =>
  database.write(async (stores) => {
    const inserted = await release(stores, organizationId, version);
    for (const { id } of projects) await stores.releases.bind(id, inserted);
    return inserted;
  });
const deploy = (of: Release, given: Partial<NewDeploy> = {}): Promise<Deploy> =>
  database.write((stores) => insertDeploy(stores, of, given));
const relationsOf = async (of: Project) =>
  (await database.read(({ projects }) => projects.findRelations([of], { organizationId, memberId: '1' }))).get(of.id);

describe('deploys', () => {
  it('are listed last finished first, then last inserted', async () => {
    const made = await make('a');
    for (const [name, dateFinished] of [
      ['1', NOON],
      ['2', NOON + 5],
      ['3', NOON + 5],
      ['4', NOON - 5],
    ] as const)
      await deploy(made, { name, dateFinished });
    const rows = await database.read(({ deploys }) => deploys.list(organizationId, made.id));
    expect(rows.map(({ name }) => name)).toEqual(['3', '2', '1', '4']);
    const relations = await database.read(({ releases }) => releases.findRelations(organizationId, [made]));
    expect(relations.get(made.id)).toMatchObject({ deployCount: 4, lastDeploy: { name: '3', releaseId: made.id } });
  });

  it('are the latest deploys of their projects by environment', async () => {
    const [one, two] = [await make('1', [shop, blog]), await make('2', [shop])];
    await deploy(one, { dateFinished: NOON + 5 });
    await deploy(two, { dateFinished: NOON });
    await deploy(two, { environment: '__proto__', dateFinished: NOON + 1 });
    const relations = await relationsOf(shop);
    expect(Object.entries(relations?.latestDeploys ?? {})).toEqual([
      ['__proto__', { version: '2', dateFinished: NOON + 1 }],
      ['qa', { version: '1', dateFinished: NOON + 5 }],
    ]);
    expect(relations?.environments).toEqual(['__proto__', 'qa']);
    expect((await relationsOf(blog))?.latestDeploys).toEqual({ qa: { version: '1', dateFinished: NOON + 5 } });
  });

  it('count for projects that are added later, by tools or events, unless they name their projects', async () => {
    const made = await make('a', [shop]);
    await deploy(made, { environment: 'all' });
    await deploy(made, { environment: 'shop', projectIds: [shop.id] });
    await database.write(({ releases }) => releases.bind(blog.id, made));
    const api = await database.write((stores) => project(stores, { organizationId }));
    const labels = { platform: 'node', environment: null, release: 'a', received: NOON };
    await database.write((stores) => recordEvents(stores, api, [labels]));
    expect(Object.keys((await relationsOf(shop))?.latestDeploys ?? {})).toEqual(['all', 'shop']);
    for (const of of [blog, api]) {
      expect(await relationsOf(of)).toMatchObject({
        latestDeploys: { all: { version: 'a' } },
        environments: ['all'],
      });
    }
  });

  it('have ids that are never issued again', async () => {
    const made = await make('a');
    const first = await deploy(made);
    await database.write(({ releases }) => releases.remove(organizationId, made.id));
    expect(Number((await deploy(await make('b'))).id)).toBeGreaterThan(Number(first.id));
  });
});
