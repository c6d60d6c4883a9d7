import { outcomesOf } from '../../support/outcomes';
import { useService } from '../../support/service';

const service = useService();

test('reports about failed requests are counted and dropped', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const post = (query: string, reports = '[{"type":"network-error","body":{}}]') =>
    service.client
      .post(`/api/${project.id}/nel/${query}`)
      .set('Content-Type', 'application/reports+json')
      .serialize((value: unknown) => value as string)
      .send(reports);
  await post(`?sentry_key=${project.publicKey}`).expect(200);
  await post('').expect(401);
  const { body } = await post(`?sentry_key=${project.publicKey}`, '').expect(400);
  expect(body).toMatchObject({ detail: 'The body is empty; it must be a list of reports in JSON.' });
  expect(await outcomesOf(service, project, token, (all) => Object.keys(all).length > 1)).toEqual({
    'invalid feature_disabled default': 1,
    'invalid invalid_json default': 1,
  });
  expect((await service.client.get(`${project.path}events/`, token).expect(200)).body).toEqual([]);
});
