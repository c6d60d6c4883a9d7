import { DEFAULT_ORGANIZATION_SETTINGS } from '../../../src/domain/organization';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let token: string;
const path = (organization: string) => `/api/0/organizations/${organization}/`;

beforeAll(async () => {
  await service.fixtures.organization({ slug: 'acme' });
  await service.fixtures.organization({ slug: 'beta' });
  token = await service.fixtures.token('acme');
});

describe('an organization', () => {
  test('has the record of the list, its settings, and the URL at which it is found', async () => {
    const [listed] = (await service.client.get('/api/0/organizations/', token).expect(200)).body;
    const { body } = await service.client.get(path('acme'), token).expect(200);
    expect(body).toEqual({ ...listed, ...DEFAULT_ORGANIZATION_SETTINGS });
    expect(body.links.organizationUrl).toBe(service.url + path('acme'));
  });

  /** `beta` is an organization that the token does not belong to. */
  test.each(['beta', 'ACME', 'acm', '1', '0', 'acme%20'])('is not found by %s', async (name) => {
    expect((await service.client.get(path(name), token).expect(404)).body).toEqual({
      detail: 'The requested resource does not exist',
    });
  });
});
