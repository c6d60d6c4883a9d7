import { outcomesOf } from '../../support/outcomes';
import { useService } from '../../support/service';

const service = useService();

test('reports about failed requests are counted and dropped', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const post = (query: string) =>
    service.client
      .post(`/api/${project.id}/nel/${query}`)
      .set('Content-Type', 'application/reports+json')
      .serialize((value: unknown) => value as string)
      .send('[{"type":"network-error","body":{}}]');
  await post(`?sentry_key=${project.publicKey}`).expect(200);
  await post('').expect(401);
  expect(await outcomesOf(service, project, token, (all) => Object.keys(all).length > 0)).toEqual({
    'invalid feature_disabled default': 1,
  });
  expect((await service.client.get(`${project.path}events/`, token).expect(200)).body).toEqual([]);
});
