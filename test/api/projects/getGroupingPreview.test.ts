import { useService } from '../../support/service';

const service = useService();

test('a preview is running until the events were grouped; without one, the reply is 404', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const path = `${project.path}grouping-preview/`;
  expect((await service.client.get(path, token).expect(404)).body).toEqual({ detail: 'Grouping preview not found' });
  const begun = await service.client.post(path, token).send({ groupingConfig: 'simple:2' }).expect(201);
  expect((await service.client.get(path, token).expect(200)).body).toEqual(begun.body);
  expect(begun.body).toMatchObject({ status: 'running', eventsRead: 0, changes: [] });
});
