import type { ReleaseFixture } from './releaseFixture';

type Json = Record<string, unknown>;

const SHA = '1cf1dab1ee0aabf03ca7efceeb5509063a8ec264';

/** Tests of the fields of a release, for the operations that create and update one. */
export interface ReleaseSender {
  readonly fixture: ReleaseFixture;
  /**
   * Sends the fields for a new release, created first if the operation updates, and returns the response and its
   * version.
   */
  send(fields: Json): Promise<{ status: number; body: Json; version: string }>;
}

let serial = 0;
export function freshVersion(): string {
  serial += 1;
  return `shop@1.${serial}.0`;
}

export function describeReleaseFields(open: () => ReleaseSender): void {
  const expectAccepted = async (fields: Json) => {
    const { status, body, version } = await open().send(fields);
    expect([200, 201]).toContain(status);
    expect(await open().fixture.show(version)).toEqual(body);
    return body;
  };
  const expectRejected = async (fields: Json) => {
    const { status, body } = await open().send(fields);
    expect(status).toBe(400);
    return body;
  };

  describe('fields', () => {
    test('are all applied', async () => {
      const body = await expectAccepted({
        projects: ['shop', 'blog'],
        status: 'archived',
        ref: SHA,
        url: 'https://acme.test/releases/1',
        dateStarted: '2026-11-18T16:01:05.120563172Z',
        dateReleased: '2026-11-18T17:12:00+01:00',
      });
      expect(body).toMatchObject({
        status: 'archived',
        ref: SHA,
        url: 'https://acme.test/releases/1',
        dateStarted: '2026-11-18T16:01:05.120Z',
        dateReleased: '2026-11-18T16:12:00Z',
      });
      expect((body['projects'] as Json[]).map(({ slug }) => slug)).toEqual(['blog', 'shop']);
    });

    test('may be null if they are optional', async () => {
      const body = await expectAccepted({ ref: null, url: null, dateStarted: null, dateReleased: null });
      expect(body).toMatchObject({ ref: null, url: null, dateStarted: null, dateReleased: null });
    });

    test('name projects by slug, by id in digits and by id as a number', async () => {
      const { shop, blog } = open().fixture;
      const body = await expectAccepted({ projects: [Number(shop.id), shop.id, 'shop', blog.id] });
      expect((body['projects'] as Json[]).map(({ slug }) => slug)).toEqual(['blog', 'shop']);
    });

    test('are rejected by name if they are unknown', async () => {
      const body = await expectRejected({ owner: 'ann', newGroups: 3 });
      expect(Object.keys(body).toSorted()).toEqual(['newGroups', 'owner']);
    });

    test('that are invalid are all reported, and nothing is changed', async () => {
      const body = await expectRejected({
        projects: ['shpo', 'blog'],
        status: 'done',
        ref: 'x'.repeat(251),
        url: 5,
        dateReleased: 'today',
        commits: {},
      });
      expect(body).toEqual({
        projects: ['projects[0]: There is no project "shpo" in this organization.'],
        status: ['Must be open or archived.'],
        ref: ['Ensure this field has no more than 250 characters.'],
        url: ['Not a valid string.'],
        dateReleased: ['Not a date and time with a zone. Use the form 2026-11-21T10:30:00Z.'],
        commits: ['Expected a list of items.'],
      });
    });

    test.each(['', '0', 'SHOP', 'nobody', '999999', 0, -1, 999999])(
      'are rejected with the project %j',
      async (project) => {
        expect(await expectRejected({ projects: [project] })).toEqual({
          projects: [`projects[0]: There is no project "${project}" in this organization.`],
        });
      },
    );

    test.each([[1.5], [null], [['shop']], [true]])(
      'are rejected with a project of another type: %j',
      async (project) => {
        expect(Object.keys(await expectRejected({ projects: [project] }))).toEqual(['projects']);
      },
    );

    test('are rejected with a project of another organization', async () => {
      const { service } = open().fixture;
      const theirs = await service.fixtures.project({ slug: 'theirs' });
      expect(await expectRejected({ projects: ['theirs', theirs.id] })).toEqual({
        projects: [
          'projects[0]: There is no project "theirs" in this organization.',
          `projects[1]: There is no project "${theirs.id}" in this organization.`,
        ],
      });
    });

    test.each(['2026-11-18', '2026-11-18T16:12:00', '2026-11-18 16:12:00Z', '1763482320', ''])(
      'are rejected with the date %j',
      async (text) => {
        expect(Object.keys(await expectRejected({ dateStarted: text }))).toEqual(['dateStarted']);
      },
    );

    test.each(['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01T29:00:00Z'])(
      'are rejected with %s, which is not in the calendar',
      async (text) => {
        const commits = [{ id: SHA, timestamp: text }];
        expect(await expectRejected({ dateStarted: text, dateReleased: text, commits })).toEqual({
          dateStarted: [expect.any(String)],
          dateReleased: [expect.any(String)],
          commits: ['commits[0].timestamp: There is no such moment; check the day and the time.'],
        });
      },
    );
  });

  describe('commits', () => {
    const COMMIT = {
      id: SHA,
      repository: 'acme/shop',
      message: 'Sum carts\n',
      author_name: 'Ann',
      author_email: 'ann@acme.test',
      timestamp: '2026-11-18T15:02:41Z',
      patch_set: [{ path: 'src/cart.js', type: 'M' }],
    };

    test('are stored as they were sent, in their order', async () => {
      const body = await expectAccepted({
        commits: [COMMIT, { ...COMMIT, id: 'b', author_email: 'bob@acme.test' }, { ...COMMIT, id: 'c' }],
      });
      expect(body).toMatchObject({
        commitCount: 3,
        authors: [
          { name: 'Ann', email: 'ann@acme.test' },
          { name: 'Ann', email: 'bob@acme.test' },
        ],
        lastCommit: {
          id: SHA,
          repository: 'acme/shop',
          message: 'Sum carts',
          dateCreated: '2026-11-18T15:02:41Z',
          author: { name: 'Ann', email: 'ann@acme.test' },
        },
      });
    });

    test('need only an id', async () => {
      const { id, ...rest } = COMMIT;
      const nothing = Object.fromEntries(Object.keys(rest).map((key) => [key, null]));
      const body = await expectAccepted({
        commits: [{ id: 'a' }, { id, ...nothing }, { id: 'c', author_name: '', author_email: '' }],
      });
      const bare = { repository: null, message: null, dateCreated: null, author: null };
      expect(body).toMatchObject({ commitCount: 3, authors: [], lastCommit: { id: 'a', ...bare } });
    });

    test('can be given as the newest commit of each repository', async () => {
      const refs = [
        { repository: 'acme/shop', commit: 'b', previousCommit: 'a' },
        { repository: 'acme/lib', commit: 'd' },
      ];
      expect(await expectAccepted({ refs })).toMatchObject({
        commitCount: 2,
        lastCommit: { id: 'b', repository: 'acme/shop', author: null },
      });
      expect(await expectAccepted({ refs, commits: [{ id: 'c' }, { id: 'b' }] })).toMatchObject({
        commitCount: 3,
        lastCommit: { id: 'c' },
      });
    });

    test('are rejected with text that databases cannot store', async () => {
      expect(await expectRejected({ commits: [{ ...COMMIT, message: 'a\0b' }], ref: '\ud800' })).toEqual({
        commits: ['commits[0].message: Null characters are not allowed.'],
        ref: ['Surrogate characters are not allowed: U+D800.'],
      });
    });

    test('are rejected with the position of each error', async () => {
      const commits = [
        { id: 'a' },
        { id: '', timestamp: 5 },
        { repository: 'acme/shop' },
        { id: 'd', sha: 'd' },
        {
          id: 'e',
          patch_set: [
            { path: 'a', type: 'M' },
            { path: 'b', type: 'R' },
          ],
        },
        { id: 'f', timestamp: '2026-02-30T00:00:00Z' },
      ];
      const { commits: messages } = await expectRejected({ commits: commits.slice(0, 5) });
      expect(messages).toEqual([
        'commits[1].id: This field may not be blank.',
        expect.stringMatching(/^commits\[1\]\.timestamp: /),
        'commits[2].id: This field is required.',
        expect.stringMatching(/^commits\[3\]: Unknown member "sha"; accepted are id, /),
        expect.stringMatching(/^commits\[4\]\.patch_set\[1\]\.type: /),
      ]);
      expect(await expectRejected({ commits: [commits[0], commits[5], { id: '\ud800' }] })).toEqual({
        commits: ['commits[2].id: Surrogate characters are not allowed: U+D800.'],
      });
      expect(await expectRejected({ commits: [commits[0], commits[5]] })).toEqual({
        commits: ['commits[1].timestamp: There is no such moment; check the day and the time.'],
      });
    });

    test('are rejected with no more than a hundred messages', async () => {
      const { commits } = await expectRejected({ commits: Array.from({ length: 500 }, () => ({ id: '' })) });
      expect(commits).toHaveLength(101);
      expect((commits as string[]).slice(98)).toEqual([
        'commits[98].id: This field may not be blank.',
        'commits[99].id: This field may not be blank.',
        'Further errors of this field are not listed.',
      ]);
    });

    test.each([
      [[{ repository: 'acme/shop' }]],
      [[{ id: '' }]],
      [[{ id: 'x'.repeat(65) }]],
      [[{ id: 'a', sha: 'a' }]],
      [[{ id: 'a', patch_set: [{ path: 'a', type: 'R' }] }]],
      [[{ id: 'a', timestamp: 5 }]],
      ['a'],
    ])('are rejected as %j', async (commits) => {
      expect(Object.keys(await expectRejected({ commits }))).toEqual(['commits']);
    });

    test.each([[[{ commit: 'a' }]], [[{ repository: 'r' }]], [[{ repository: 'r', commit: '' }]], [{}]])(
      'are rejected in refs as %j',
      async (refs) => {
        expect(Object.keys(await expectRejected({ refs }))).toEqual(['refs']);
      },
    );
  });
}
