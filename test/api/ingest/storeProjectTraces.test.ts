import { exporterOf, otlpText as text } from '../../support/otlp';
import { useService } from '../../support/service';

const service = useService();

test('exceptions of spans are stored at the path of a project, which must be that of the key', async () => {
  const { project, send, listEvents } = await exporterOf(service, 'traces', true);
  const attributes = [text('exception.type', 'KeyError'), text('exception.message', 'tea')];
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [{ events: [{ name: 'exception', attributes }] }] }] }] };
  expect((await send(body).expect(200)).body).toEqual({});
  expect(await listEvents()).toMatchObject([{ title: 'KeyError: tea' }]);

  const other = await service.fixtures.project();
  const path = (id: string) => `/api/${id}/integration/otlp/v1/traces/?sentry_key=${project.publicKey}`;
  expect((await service.client.post(path(other.id)).send(body).expect(403)).body).toMatchObject({ code: 7 });
  await service.client.post(path(project.id)).send(body).expect(200);
  expect(await listEvents()).toHaveLength(1);
});
