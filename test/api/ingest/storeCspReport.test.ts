import { useService } from '../../support/service';

const service = useService();

test('the former address stores reports like the present one', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const report = {
    'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://pics.example.net/a.png' },
  };
  const send = (type: string) =>
    service.client
      .post(`/api/${project.id}/csp-report/?sentry_key=${project.publicKey}`)
      .set('Content-Type', type)
      .serialize((value: unknown) => value as string)
      .send(JSON.stringify(report));
  await send('application/csp-report').expect(200);
  await send('text/plain').expect(415);
  const { body } = await service.client.get(`${project.path}events/`, token).expect(200);
  expect(body).toMatchObject([{ 'event.type': 'csp', title: "Blocked 'image' from 'pics.example.net'" }]);
});
