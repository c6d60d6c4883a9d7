import { Conflict } from '../../src/domain/errors';
import { type Project, type ProjectFlag, withDefaultSettings } from '../../src/domain/project';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { NOON, organization, project } from '../support/rows';

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
const renamed = (slug: string) => database.read(({ projects }) => projects.findByOldSlug(organizationId, slug));
const rename = async (from: string, slug: string) => {
  const found = await bySlug(from);
  return database.write(({ projects }) => projects.update(found as Project, { slug }));
};

describe('insert and find', () => {
  it('gives a new project its defaults', async () => {
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
      settings: withDefaultSettings({}),
    });
    expect(await database.read(({ projects }) => projects.findById(made.organizationId, made.id))).toEqual(made);
    expect(await bySlug('shop')).toEqual(made);
  });

  it('knows a slug in its organization alone', async () => {
    const made = await make('shop');
    const twin = await database.write(async (stores) => project(stores, { slug: 'shop' }));
    expect(twin.id).not.toBe(made.id);
    expect(await bySlug('shop')).toEqual(made);
    await expect(make('shop')).rejects.toThrow(Conflict);
  });

  it('completes stored settings by the defaults', async () => {
    const made = await make('shop');
    await database.close();
    const engine = await temporary.openEngine();
    await engine.write((session) => session.run('UPDATE project SET settings = ?', ['{"verifySSL":true}']));
    await engine.close();
    database = await temporary.reopen();
    const found = await database.read(({ projects }) => projects.findById(made.organizationId, made.id));
    expect(found?.settings).toEqual(withDefaultSettings({ verifySSL: true }));
  });

  it('raises flags, and leaves them raised', async () => {
    const { id, organizationId } = await make('shop');
    const raise = (...flags: ProjectFlag[]) => database.write(({ projects }) => projects.setFlags(id, flags));
    await raise('hasReplays', 'hasUserReports');
    await raise('hasReplays');
    await raise();
    const found = await database.read(({ projects }) => projects.findById(organizationId, id));
    const raised = Object.entries(found?.flags ?? {}).filter(([, isRaised]) => isRaised);
    expect(raised.map(([flag]) => flag)).toEqual(['hasReplays', 'hasUserReports']);
  });
});

describe('update', () => {
  it('changes what is named and nothing else', async () => {
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

  it('refuses a slug that is taken, and changes nothing', async () => {
    await make('taken');
    const made = await make('shop');
    const attempt = database.write(({ projects }) => projects.update(made, { name: 'New', slug: 'taken' }));
    await expect(attempt).rejects.toThrow(Conflict);
    expect(await bySlug('shop')).toEqual(made);
    expect(await renamed('shop')).toBeUndefined();
  });
});

describe('findRenamed', () => {
  it('leads from every former slug to the project as it is now', async () => {
    const { id } = await make('one');
    await rename('one', 'two');
    await rename('two', 'three');
    expect(await renamed('one')).toMatchObject({ id, slug: 'three' });
    expect(await renamed('two')).toMatchObject({ id, slug: 'three' });
    expect(await renamed('three')).toBeUndefined();
    expect(await bySlug('one')).toBeUndefined();
  });

  it('is hidden by a live project, and led on by its renaming', async () => {
    const first = await make('shop');
    await rename('shop', 'old-shop');
    const second = await make('shop');
    expect(await renamed('shop')).toBeUndefined();
    expect(await bySlug('shop')).toMatchObject({ id: second.id });
    await rename('shop', 'new-shop');
    expect(await renamed('shop')).toMatchObject({ id: second.id });
    expect(await bySlug('old-shop')).toMatchObject({ id: first.id });
  });

  it('lets a project have its former slug back', async () => {
    const { id } = await make('one');
    await rename('one', 'two');
    await rename('two', 'one');
    expect(await bySlug('one')).toMatchObject({ id });
    expect(await renamed('one')).toBeUndefined();
    expect(await renamed('two')).toMatchObject({ id, slug: 'one' });
  });

  it('makes no redirect of a slug that stays', async () => {
    const made = await make('one');
    await database.write(({ projects }) => projects.update(made, { slug: 'one', name: 'One' }));
    await rename('one', 'two');
    expect(await renamed('one')).toMatchObject({ id: made.id });
  });

  it('knows former slugs in their organization alone', async () => {
    await make('one');
    await rename('one', 'two');
    const other = await database.write((stores) => organization(stores));
    expect(await database.read(({ projects }) => projects.findByOldSlug(other.id, 'one'))).toBeUndefined();
  });
});
