import { useOwnService } from '../../support/service';

const service = useOwnService();

test('finds the events of an issue of the organization of the token alone', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const shop = await service.fixtures.project({ organization, slug: 'shop' });
  const token = await service.fixtures.token(organization);
  const newest = await service.fixtures.event(shop, {});
  const path = '/api/0/issues/SHOP-1/events/latest/';
  const { body } = await service.client.get(path, token).expect(200);
  expect(body).toMatchObject({ eventID: newest, projectID: shop.id });
  const stranger = await service.fixtures.token((await service.fixtures.organization()).slug);
  await service.client.get(path, stranger).expect(404);
});
