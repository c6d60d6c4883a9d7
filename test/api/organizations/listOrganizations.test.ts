import { SCOPES } from '../../../src/domain/access';
import { ORGANIZATION_SCOPES } from '../../support/releaseFixture';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let own: { id: string; slug: string };
let token: string;
const PATH = '/api/0/organizations/';

beforeAll(async () => {
  await service.fixtures.organization();
  own = await service.fixtures.organization({ slug: 'acme' });
  await service.fixtures.organization();
  token = await service.fixtures.token('acme');
});

describe('the list', () => {
  test('has the organization of the token only', async () => {
    const { body } = await service.client.get(PATH, token).expect(200);
    expect(body).toEqual([
      {
        id: own.id,
        slug: 'acme',
        name: 'acme',
        status: { id: 'active', name: 'active' },
        dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        isEarlyAdopter: false,
        require2FA: false,
        requireEmailVerification: false,
        avatar: { avatarType: 'letter_avatar', avatarUuid: null },
        features: expect.any(Array),
        links: { organizationUrl: `${service.url}/api/0/organizations/acme/`, regionUrl: service.url },
        hasAuthProvider: false,
      },
    ]);
  });

  test.each(['', '?cursor=', '?cursor=&per_page=1', '?per_page=100', '?cursor=acme:2', '?cursor=abc:0', '?cursor=b:1'])(
    'has one page: %s',
    async (query) => {
      const { body, headers } = await service.client.get(PATH + query, token).expect(200);
      expect(body).toHaveLength(1);
      expect(headers['link']).not.toContain('results="true"');
    },
  );

  test.each(['acme:0', 'acme:1', 'b:0', 'abc:1'])('is empty at the cursor %s', async (cursor) => {
    expect((await service.client.get(`${PATH}?cursor=${cursor}`, token).expect(200)).body).toEqual([]);
  });

  test('rejects other cursors and parameters with 400', async () => {
    expect((await service.client.get(`${PATH}?cursor=1:2:3`, token).expect(400)).body).toEqual({
      detail: 'Invalid cursor parameter.',
    });
    await service.client.get(`${PATH}?per_page=101`, token).expect(400);
    await service.client.get(`${PATH}?member=1`, token).expect(400);
  });
});

describe('access', () => {
  test('requires a token', () => service.client.get(PATH).expect(401));

  test.each(ORGANIZATION_SCOPES.map((scope) => [scope]))('is allowed with %s alone', async (scope) => {
    await service.client.get(PATH, await service.fixtures.token('acme', { scopes: [scope] })).expect(200);
  });

  test('is rejected with all other scopes together', async () => {
    const scopes = SCOPES.filter((scope) => !ORGANIZATION_SCOPES.includes(scope));
    const { body } = await service.client.get(PATH, await service.fixtures.token('acme', { scopes })).expect(403);
    expect(body.requiredScopes.toSorted()).toEqual(ORGANIZATION_SCOPES.toSorted());
  });
});
