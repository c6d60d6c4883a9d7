import { useOwnService } from '../../support/service';

const service = useOwnService();

test('changes an issue of the organization of the token alone', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const shop = await service.fixtures.project({ organization, slug: 'shop' });
  const token = await service.fixtures.token(organization);
  await service.fixtures.event(shop, {});
  const put = (caller: string, body: object) => service.client.put('/api/0/issues/SHOP-1/', caller).send(body);
  expect((await put(token, { status: 'resolved' }).expect(200)).body).toMatchObject({ status: 'resolved' });
  const reader = await service.fixtures.token(organization, { scopes: ['event:read'] });
  await put(reader, { status: 'unresolved' }).expect(403);
  await put(reader, { hasSeen: true }).expect(200);
  await put(token, { status: 'closed' }).expect(400);
  const stranger = await service.fixtures.token((await service.fixtures.organization()).slug);
  await put(stranger, { status: 'unresolved' }).expect(404);
  expect((await service.client.get('/api/0/issues/SHOP-1/', token).expect(200)).body.status).toBe('resolved');
});
