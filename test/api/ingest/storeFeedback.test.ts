import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useOwnService, useService } from '../../support/service';

const service = useService();
const withoutFeedback = useOwnService({ DISABLED_ITEMS: 'feedback' });
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const FORM = { name: 'Ada', email: 'ada@example.com', comments: 'The cart is empty' };

const post = (eventId: string, form: Record<string, string>) =>
  service.client.post(`/api/embed/error-page/?dsn=${project.dsn}&eventId=${eventId}`).type('form').send(form);

async function titles(): Promise<string[]> {
  const { body } = await service.client.get(`${project.path}issues/?query=issue.category:feedback`, token).expect(200);
  return (body as { title: string }[]).map(({ title }) => title);
}

test('stores feedback about an event, and again if it is changed', async () => {
  const id = await service.fixtures.event(project);
  await post(id, FORM).expect(200, {});
  await post(id, FORM).expect(200, {});
  expect(await titles()).toEqual(['User Feedback: The cart is empty']);
  await post(id, { ...FORM, comments: 'It is full again' }).expect(200, {});
  expect(await titles()).toHaveLength(2);
  expect((await service.client.put(project.path, token).send({}).expect(200)).body).toMatchObject({
    slug: project.slug,
  });
});

test('stores what was written about no event as feedback of its own', async () => {
  await post('', FORM).expect(200, {});
  const { body } = await service.client.get(`${project.path}issues/?query=issue.category:feedback`, token).expect(200);
  expect(body).toMatchObject([
    {
      title: 'User Feedback: The cart is empty',
      metadata: {
        ...{ message: FORM.comments, name: FORM.name, contact_email: FORM.email },
        ...{ associated_event_id: null, associated_issue_id: null },
      },
    },
  ]);
  await post('', FORM).expect(200, {});
  expect(await titles()).toHaveLength(2);
});

test('is not too late for an old event, which the page shows', async () => {
  const id = await service.fixtures.event(project, { timestamp: Date.now() / 1000 - 3600 });
  await post(id, FORM).expect(200, {});
  expect(await titles()).toHaveLength(1);
});

test('says which fields are not valid', async () => {
  const id = await service.fixtures.event(project);
  await post(id, { ...FORM, email: '' }).expect(400, { errors: { email: ['This field is required.'] } });
  await post(id, { ...FORM, email: 'ada' }).expect(400, { errors: { email: ['Enter a valid email address.'] } });
  const { body } = await post(id, { name: 'x'.repeat(129), comments: 'x'.repeat(4097) }).expect(400);
  expect(Object.keys((body as { errors: object }).errors).sort()).toEqual(['comments', 'email', 'name']);
  await post(id, { ...FORM, name: '😀'.repeat(129) }).expect(400, {
    errors: { name: ['At most 128 characters are accepted.'] },
  });
  await post('x', FORM).expect(400, { eventId: ['It is no id of an event.'] });
  expect(await titles()).toEqual([]);
});

test('accepts as many characters as it says', async () => {
  const id = await service.fixtures.event(project);
  await post(id, { ...FORM, name: '😀'.repeat(128), comments: '😀'.repeat(4096) }).expect(200, {});
  expect(await titles()).toHaveLength(1);
});

test('a client that accepts only a script receives the JSON in a header', async () => {
  const id = await service.fixtures.event(project);
  const script = (accept: string, form: Record<string, string>) => post(id, form).set('Accept', accept);
  const stored = await script('text/javascript', FORM).expect(200);
  expect([stored.text, stored.type, stored.headers['x-sentry-context']]).toEqual(['', 'text/javascript', '{}']);
  expect(stored.headers['access-control-expose-headers']).toContain('x-sentry-context');
  const invalid = await script('text/javascript, */*; q=0.01', { ...FORM, email: '' }).expect(400);
  expect([invalid.text, invalid.type]).toEqual(['', 'text/javascript']);
  expect(JSON.parse(String(invalid.headers['x-sentry-context']))).toEqual({
    errors: { email: ['This field is required.'] },
  });
  const plain = await script('*/*', { ...FORM, email: '' }).expect(400);
  expect([plain.type, plain.headers['x-sentry-context']]).toEqual(['application/json', undefined]);
});

test('an operator can switch feedback off: there is no form, and one that is open is refused and counted', async () => {
  const here = await withoutFeedback.fixtures.project();
  const own = await withoutFeedback.fixtures.token(here.organization);
  const form = `/api/embed/error-page/?dsn=${here.dsn}&eventId=${'a'.repeat(32)}`;
  const { body } = await withoutFeedback.client.get(form).expect(403);
  expect(body).toEqual({ detail: 'Feedback is switched off on this service (DISABLED_ITEMS).' });
  await withoutFeedback.client.post(form).type('form').send(FORM).expect(403, body);
  const counts = await outcomesOf(withoutFeedback, here, own, (all) => Object.keys(all).length > 0);
  expect(counts).toEqual({ 'invalid feature_disabled feedback': 1 });
});
