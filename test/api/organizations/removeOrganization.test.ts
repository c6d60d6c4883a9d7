import { useService } from '../../support/service';

const service = useService();
let organization: string;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
});

const pathOf = (of: string) => `/api/0/organizations/${of}/`;

test('refuses its tokens and its keys at once, and leaves other organizations', async () => {
  const project = await service.fixtures.project({ organization });
  await service.fixtures.event(project);
  const token = await service.fixtures.token(organization);
  const other = await service.fixtures.project();
  await service.client.delete(pathOf(organization), token).expect(204);
  await service.client.get(pathOf(organization), token).expect(401);
  const store = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  await service.client.post(store).send({ message: 'late' }).expect(403);
  await service.fixtures.event(other);
  const again = await service.fixtures.organization({ slug: organization });
  const next = await service.fixtures.token(again.slug);
  const { body } = await service.client.get(`${pathOf(organization)}projects/`, next).expect(200);
  expect(body).toEqual([]);
});
