import type { ProjectFixture } from '../../support/fixtures';
import { envelope } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const report = async (comments: string, event: object = {}) => {
  const id = await service.fixtures.event(project, { exception: undefined, message: comments, ...event });
  const body = { event_id: id, name: 'Kim', email: 'kim@customers.test', comments };
  await service.client.post(`${project.path}user-feedback/`, token).send(body).expect(200);
};

async function listed(query = ''): Promise<string[]> {
  const { body } = await service.client.get(`${project.path}user-feedback/${query}`, token).expect(200);
  return (body as { comments: string }[]).map(({ comments }) => comments);
}

test('lists reports about stored errors, and not the feedback of widgets', async () => {
  await report('first');
  const waiting = { event_id: 'a'.repeat(32), name: 'Kim', email: 'kim@customers.test', comments: 'no error' };
  await service.client.post(`${project.path}user-feedback/`, token).send(waiting).expect(200);
  const contexts = { feedback: { message: 'from the widget' } };
  await service.client
    .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
    .send(envelope({ event_id: 'b'.repeat(32) }, [{ type: 'feedback' }, JSON.stringify({ contexts })]))
    .expect(200);
  expect(await listed()).toEqual(['first']);
});

test('lists the reports of unresolved issues, or of all', async () => {
  await report('open');
  await report('done');
  const { body } = await service.client.get(`${project.path}issues/?query=done`, token).expect(200);
  const [{ id } = { id: '' }] = body as { id: string }[];
  await service.client.put(`${project.path}issues/?id=${id}`, token).send({ status: 'resolved' }).expect(200);
  expect(await listed()).toEqual(['open']);
  expect(await listed('?status=unresolved')).toEqual(['open']);
  expect((await listed('?status=')).sort()).toEqual(['done', 'open']);
  await service.client.get(`${project.path}user-feedback/?status=resolved`, token).expect(400);
});

test('lists the reports of an environment', async () => {
  await report('live', { environment: 'production' });
  await report('trial', { environment: 'staging' });
  expect(await listed('?environment=staging')).toEqual(['trial']);
  expect((await listed('?environment=staging&environment=production')).sort()).toEqual(['live', 'trial']);
  expect(await listed('?environment=test')).toEqual([]);
});

test('leaves out the reports of a removed issue', async () => {
  await report('gone');
  await service.client.delete(`${project.path}issues/?id=${await firstError()}`, token).expect(200);
  expect(await listed('?status=')).toEqual([]);
});

async function firstError(): Promise<string> {
  const { body } = await service.client.get(`${project.path}issues/?query=`, token).expect(200);
  return (body as { id: string }[])[0]?.id ?? '';
}
