import { useOwnService } from '../../support/service';

const service = useOwnService();

test('lists the values that issues of the project have, those of most issues first', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const shop = await service.fixtures.project({ organization });
  const blog = await service.fixtures.project({ organization });
  const token = await service.fixtures.token(organization);
  // More issues than a block has, so that counts differ.
  for (let number = 0; number < 20; number += 1)
    await service.fixtures.event(shop, { fingerprint: [`${number}`], tags: { region: 'eu-west' } });
  await service.fixtures.event(shop, { fingerprint: ['last'], tags: { region: 'eu-north' } });
  await service.fixtures.event(blog, { tags: { region: 'eu-south' } });
  const list = async (query: string) =>
    (await service.client.get(`${shop.path}tags/region/values/${query}`, token).expect(200)).body as object[];
  const [west, north] = [
    { key: 'region', name: 'eu-west', value: 'eu-west', count: 20 },
    { key: 'region', name: 'eu-north', value: 'eu-north', count: 1 },
  ];
  expect(await list('')).toEqual([west, north]);
  expect(await list('?query=NORTH')).toEqual([north]);
  expect(await list('?query=south')).toEqual([]);
});
