import { useOwnService } from '../../support/service';

const service = useOwnService();

test('finds an issue of the organization of the token alone, by its id or short id', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const shop = await service.fixtures.project({ organization, slug: 'shop' });
  const token = await service.fixtures.token(organization);
  await service.fixtures.event(shop, {});
  const { body: issues } = await service.client.get(`${shop.path}issues/`, token).expect(200);
  const [{ id }] = issues as [{ id: string }];
  const { body: issue } = await service.client.get(`/api/0/organizations/${organization}/issues/${id}/`, token);
  for (const one of [id, 'SHOP-1'])
    expect((await service.client.get(`/api/0/issues/${one}/`, token).expect(200)).body).toEqual(issue);
  const stranger = await service.fixtures.token((await service.fixtures.organization()).slug);
  for (const [one, caller] of [
    [id, stranger],
    ['999', token],
  ] as const)
    // prettier-ignore
    expect((await service.client.get(`/api/0/issues/${one}/`, caller).expect(404)).body).toEqual({
      detail: 'Issue not found',
    });
});
