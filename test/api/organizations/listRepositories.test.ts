import { useOwnService } from '../../support/service';

const service = useOwnService();
let token: string;
const path = (organization: string) => `/api/0/organizations/${organization}/repos/`;

beforeAll(async () => {
  await service.fixtures.organization({ slug: 'acme' });
  token = await service.fixtures.token('acme');
});

describe('the list', () => {
  test('is empty and has one page', async () => {
    for (const query of ['', '?cursor=', '?cursor=&per_page=5']) {
      const { body, headers } = await service.client.get(path('acme') + query, token).expect(200);
      expect(body).toEqual([]);
      expect(headers['link']).not.toContain('results="true"');
    }
  });

  test('is empty at the URLs of its links', async () => {
    const { headers } = await service.client.get(path('acme'), token).expect(200);
    const addresses = [...(headers['link'] ?? '').matchAll(/<[^>]*?(\/api\/[^>]*)>/g)].map((match) => match[1] ?? '');
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect((await service.client.get(address, token).expect(200)).body).toEqual([]);
  });

  test('rejects other cursors and page sizes with 400', async () => {
    await service.client.get(`${path('acme')}?cursor=1:0`, token).expect(400);
    await service.client.get(`${path('acme')}?per_page=0`, token).expect(400);
  });
});
