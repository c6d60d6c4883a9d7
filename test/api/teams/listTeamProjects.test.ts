import { type Linked, readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

type Json = Record<string, unknown>;

const PUBLIC_URL = 'https://errors.example.com';

/** Slugs in byte order, which is not the order of any language. */
const SLUGS = ['-dash', '0b', '1-2', '9z', '_under', 'a', 'a-b', 'a0', 'a_b', 'ab', 'z'];

const service = useOwnService({ PUBLIC_URL });
let organization: string;
let team: { id: string; slug: string };
let token: string;
let path: string;

beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  team = await service.fixtures.team({ organization, slug: 'backend' });
  await service.fixtures.project({ organization, slug: 'aa-elsewhere' });
  for (const slug of SLUGS.toReversed()) await service.fixtures.project({ organization, team: 'backend', slug });
  token = await service.fixtures.token(organization);
  path = pathOf(team.slug);
});

function pathOf(name: string, of = organization): string {
  return `/api/0/teams/${of}/${name}/projects/`;
}

async function list(
  address: string,
  as = token,
): Promise<{ slugs: string[]; rows: Json[]; previous: Linked; next: Linked }> {
  const response = await service.client.get(address, as).expect(200);
  const rows = response.body as Json[];
  return { rows, slugs: rows.map(({ slug }) => String(slug)), ...readLink(response) };
}

/** Reads all pages in one direction, as lists of slugs. */
async function walk(address: string, way: 'next' | 'previous'): Promise<string[][]> {
  const pages: string[][] = [];
  for (let at: string | null = address; at !== null;) {
    const page = await list(at);
    pages.push(page.slugs);
    at = page[way].results ? page[way].path : null;
  }
  return pages;
}

describe('a team', () => {
  test('is found by its slug and by its id', async () => {
    const bySlug = await list(path);
    expect((await list(pathOf(team.id))).rows).toEqual(bySlug.rows);
  });

  test('lists its own projects by slug in byte order', async () => {
    expect((await list(path)).slugs).toEqual(SLUGS);
  });

  test('without projects has an empty list with valid links', async () => {
    const empty = await service.fixtures.team({ organization });
    const { rows, previous, next } = await list(pathOf(empty.slug));
    expect(rows).toEqual([]);
    for (const { results, path: address } of [previous, next]) {
      expect(results).toBe(false);
      expect((await list(address)).rows).toEqual([]);
    }
  });

  test.each([
    'nobody',
    'BACKEND',
    'backend%20',
    '0',
    '999999',
    '0001',
    '-1',
    '1e3',
    '12345678901234567890',
    'b%00',
    '%F0%9F%9B%92',
  ])('%s is not found', async (name) => {
    const { body } = await service.client.get(pathOf(name), token).expect(404);
    expect(body).toEqual({ detail: 'The requested resource does not exist' });
  });

  test('of another organization is not found, by slug or id, under either organization', async () => {
    const theirs = await service.fixtures.team();
    for (const address of [
      pathOf(theirs.id),
      pathOf(theirs.slug),
      pathOf(theirs.id, theirs.organization),
      pathOf(theirs.slug, theirs.organization),
    ]) {
      const { body } = await service.client.get(address, token).expect(404);
      expect(body).toEqual({ detail: 'The requested resource does not exist' });
    }
  });

  test('with the same slug in another organization is another team', async () => {
    const other = await service.fixtures.organization();
    await service.fixtures.team({ organization: other.slug, slug: 'backend' });
    const theirs = await service.fixtures.token(other.slug);
    expect((await list(pathOf('backend', other.slug), theirs)).rows).toEqual([]);
  });
});

describe('the record', () => {
  const FIELDS = `id slug name platform platforms dateCreated isBookmarked isMember hasAccess access features firstEvent
    firstTransactionEvent hasMinifiedStackTrace hasCustomMetrics hasMonitors hasProfiles hasReplays hasSessions eventProcessing
    latestRelease team teams environments hasUserReports latestDeploys unresolvedIssues`;

  let fresh: ProjectFixture;
  let address: string;

  beforeAll(async () => {
    fresh = await service.fixtures.project({ organization, name: 'Fresh', platform: 'node' });
    const { body } = await service.client.put(fresh.path, token).send({}).expect(200);
    address = pathOf((body as { team: { slug: string } }).team.slug);
  });

  test('has its members and no others', async () => {
    for (const row of (await list(path)).rows) expect(Object.keys(row).sort()).toEqual(FIELDS.split(/\s+/).sort());
  });

  test('has the same values as the full record', async () => {
    await service.fixtures.event(fresh, { platform: 'javascript', environment: 'qa', release: 'web@1' });
    const [row] = (await list(address)).rows;
    const full = (await service.client.put(fresh.path, token).send({}).expect(200)).body as Json;
    const { environments, hasUserReports, latestDeploys, unresolvedIssues, ...shared } = row ?? {};
    expect(full).toMatchObject(shared);
    expect({ environments, hasUserReports, latestDeploys, unresolvedIssues }).toEqual({
      environments: ['qa'],
      hasUserReports: false,
      latestDeploys: null,
      unresolvedIssues: 1,
    });
    expect(shared).toMatchObject({
      id: fresh.id,
      name: 'Fresh',
      platform: 'node',
      platforms: ['javascript'],
      latestRelease: { version: 'web@1' },
      features: ['releases'],
      firstEvent: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
    });
  });

  test('depends on the caller', async () => {
    const { team: home } = (await list(address)).rows[0] as { team: { slug: string } };
    const insider = await service.fixtures.token(organization, {
      email: 'in@acme.test',
      teams: [home.slug],
      scopes: ['project:read', 'team:read'],
    });
    await service.client.put(fresh.path, insider).send({ isBookmarked: true }).expect(200);
    const [seen] = (await list(address, insider)).rows;
    expect(seen).toMatchObject({
      isMember: true,
      isBookmarked: true,
      hasAccess: true,
      access: ['project:read', 'team:read'],
    });
    expect((await list(address)).rows[0]).toMatchObject({ isMember: false, isBookmarked: false, hasAccess: true });
  });

  test('has no secrets', async () => {
    const { text } = await service.client.get(address, token).expect(200);
    expect(text).not.toContain(fresh.row.securityToken);
    expect(text).not.toContain(fresh.publicKey);
  });

  test('of a project of two teams is in both lists, and has both teams', async () => {
    const second = await service.fixtures.team({ organization });
    await service.fixtures.bind(fresh, second);
    const [row] = (await list(pathOf(second.slug))).rows as {
      slug: string;
      teams: { slug: string }[];
      team: unknown;
    }[];
    expect(row?.slug).toBe(fresh.slug);
    expect(row?.teams.map(({ slug }) => slug)).toContain(second.slug);
    expect(row?.teams).toHaveLength(2);
    expect(row?.team).toEqual(row?.teams[0]);
    expect((await list(address)).slugs).toEqual([fresh.slug]);
  });
});

describe('pages', () => {
  test.each(SLUGS.map((_, index) => index + 1))('of %i contain every project once in both directions', async (size) => {
    const forwards = await walk(`${path}?per_page=${size}`, 'next');
    expect(forwards.flat()).toEqual(SLUGS);
    expect(forwards.every((slugs) => slugs.length > 0 && slugs.length <= size)).toBe(true);

    let last = await list(`${path}?per_page=${size}`);
    while (last.next.results) last = await list(last.next.path);
    const backwards = last.previous.results ? await walk(last.previous.path, 'previous') : [];
    expect([...backwards.toReversed().flat(), ...last.slugs]).toEqual(SLUGS);
    expect(backwards.every((slugs) => slugs.length > 0)).toBe(true);
  });

  test('have links of the documented form', async () => {
    const { headers } = await service.client.get(`${path}?per_page=2`, token).expect(200);
    const { previous, next } = await list(`${path}?per_page=2`);
    const address = `${PUBLIC_URL}${path}?per_page=2&cursor=`;
    expect(headers['link']).toBe(
      `<${address}${encodeURIComponent(previous.cursor)}>; rel="previous"; results="false"; cursor="${previous.cursor}", ` +
        `<${address}${encodeURIComponent(next.cursor)}>; rel="next"; results="true"; cursor="${next.cursor}"`,
    );
  });

  test('are linked with the public URL, the other parameters and a trailing slash', async () => {
    const { url } = (await list(`${path.slice(0, -1)}?cursor=&per_page=3`)).next;
    expect(url.startsWith(`${PUBLIC_URL}${path}?per_page=3&cursor=`)).toBe(true);
    expect((await list(path)).next.url.startsWith(`${PUBLIC_URL}${path}?cursor=`)).toBe(true);
  });

  test('begin with the first if the cursor is empty', async () => {
    expect((await list(`${path}?cursor=&per_page=2`)).slugs).toEqual(SLUGS.slice(0, 2));
  });

  test('stay the same when a project is inserted before them', async () => {
    const { slug } = await service.fixtures.team({ organization });
    for (const name of ['m1', 'm2', 'm3']) await service.fixtures.project({ organization, team: slug, slug: name });
    const first = await list(`${pathOf(slug)}?per_page=2`);
    await service.fixtures.project({ organization, team: slug, slug: 'm0' });
    const second = await list(first.next.path);
    expect([first.slugs, second.slugs]).toEqual([['m1', 'm2'], ['m3']]);
    expect((await list(second.previous.path)).slugs).toEqual(['m1', 'm2']);
    expect((await list(first.previous.path)).slugs).toEqual(['m0']);
  });

  test('have 100 projects by default', async () => {
    const { slug } = await service.fixtures.team({ organization });
    for (let index = 0; index < 101; index++)
      await service.fixtures.project({ organization, team: slug, slug: `many-${1000 + index}` });
    const first = await list(pathOf(slug));
    expect([first.rows.length, first.next.results]).toEqual([100, true]);
    expect((await list(`${pathOf(slug)}?per_page=100`)).rows).toHaveLength(100);
    expect((await list(first.next.path)).slugs).toEqual(['many-1100']);
  });

  test.each(['1', '11', '100', '%2B5', '005'])('are accepted with per_page=%s', async (size) => {
    expect((await list(`${path}?per_page=${size}`)).rows.length).toBeLessThanOrEqual(Number(decodeURIComponent(size)));
  });

  test.each(['0', '-1', '101', '100000', '99999999999999999999', '', 'ten', '1.5', '1e1', '0x10', '5;'])(
    'are rejected with per_page=%s',
    async (size) => {
      const { body } = await service.client.get(`${path}?per_page=${size}`, token).expect(400);
      expect(body).toEqual({ detail: expect.stringContaining('per_page') });
    },
  );

  test.each([
    'x',
    'a:9',
    'a:4',
    'a:-1',
    'a:',
    ':0',
    'a:0:0',
    'A:0',
    'a b:0',
    '100:1:0',
    '0:100:0',
    '%00:0',
    'a%27--:0',
    'undefined',
    'null',
    '%20',
  ])('are rejected with the cursor %s', async (cursor) => {
    const { body } = await service.client.get(`${path}?cursor=${cursor}`, token).expect(400);
    expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
  });
});

describe('the query', () => {
  test.each([
    'limit',
    'page',
    'Cursor',
    'cursor[]',
    'perPage',
    'full',
    'query',
    'sort',
    'constructor',
    '__proto__',
    '',
  ])('is rejected with the unknown parameter %j', async (key) => {
    const { body } = await service.client.get(`${path}?per_page=2&${encodeURIComponent(key)}=1`, token).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining(`'${key}'`) });
  });

  test.each(['per_page=2&per_page=2', 'cursor=&cursor='])(
    'is rejected with a repeated parameter: %s',
    async (query) => {
      const { body } = await service.client.get(`${path}?${query}`, token).expect(400);
      expect(body).toEqual({ detail: expect.stringContaining('once') });
    },
  );

  test.each(['', '?', '?&', '?&&per_page=100&'])('may be empty: %j', async (query) => {
    expect((await list(path + query)).slugs).toEqual(SLUGS);
  });
});
