import { useService } from '../../support/service';

const service = useService();

test('lists the erasures of an organization, newest first', async () => {
  const { organization } = await service.fixtures.project();
  const token = await service.fixtures.token(organization);
  const path = `/api/0/organizations/${organization}/erasures/`;
  expect((await service.client.get(path, token).expect(200)).body).toEqual([]);
  for (const value of ['1', '2']) await service.client.post(path, token).send({ kind: 'id', value }).expect(201);
  const { body } = await service.client.get(path, token).expect(200);
  const ids = (body as { id: string }[]).map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(ids).toHaveLength(2);
});
