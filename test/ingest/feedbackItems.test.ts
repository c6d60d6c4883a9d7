import { randomBytes } from 'node:crypto';
import { envelope, type EnvelopeItem, type ProjectFixture } from '../support/fixtures';
import { poll } from '../support/process';
import { EAGER, useOwnService } from '../support/service';

/* Feedback and user reports in envelopes. */

type Json = Record<string, unknown>;

const service = useOwnService({}, EAGER);
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const newId = () => randomBytes(16).toString('hex');

function feedback(context: unknown, rest: Json = {}): EnvelopeItem {
  return [{ type: 'feedback' }, { type: 'feedback', contexts: { feedback: context }, ...rest }];
}

async function send(eventId: string | null, ...items: EnvelopeItem[]): Promise<void> {
  const header = eventId === null ? {} : { event_id: eventId };
  await service.client
    .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
    .send(envelope(header, ...items))
    .expect(200);
}

async function sendError(eventId: string, rest: Json = {}): Promise<void> {
  await send(eventId, [{ type: 'event' }, { exception: { values: [{ type: 'Error', value: 'boom' }] }, ...rest }]);
}

async function list(query: string): Promise<Json[]> {
  return (await service.client.get(`${project.path}issues/?query=${encodeURIComponent(query)}`, token).expect(200))
    .body as Json[];
}

const listFeedback = (query = '') => list(`issue.category:feedback ${query}`);

async function event(eventId: string): Promise<Json> {
  return (await service.client.get(`${project.path}events/${eventId}/`, token).expect(200)).body as Json;
}

async function outcomes(): Promise<string[]> {
  const { body } = await service.client.get(`${project.path}outcomes/`, token).expect(200);
  return (body as { groups: { by: Json; totals: Json }[] }).groups
    .filter(({ by }) => by['category'] === 'feedback')
    .map(({ by, totals }) => `${String(by['outcome'])} ${String(by['reason'])} ${String(totals['sum(quantity)'])}`)
    .sort();
}

test('feedback and reports about the errors of an issue are counted and found by its id', async () => {
  const [id, other] = [newId(), newId()];
  await sendError(id);
  await sendError(other, { fingerprint: ['other'] });
  await send(newId(), feedback({ message: 'From the widget', associated_event_id: id }));
  await send(id, [
    { type: 'user_report' },
    { event_id: id, name: 'Ada', email: 'ada@example.com', comments: 'From a form' },
  ]);
  await send(newId(), feedback({ message: 'About another', associated_event_id: other }));
  await send(newId(), feedback({ message: 'About nothing' }));
  const { groupID } = await event(id);
  const about = async (query: string) => (await list(query)).map(({ title }) => title).sort();
  const both = ['User Feedback: From a form', 'User Feedback: From the widget'];
  expect(await about(`associated_issue_id:${String(groupID)}`)).toEqual(both);
  expect(await about(`issue.category:feedback associated_issue_id:[${String(groupID)}]`)).toEqual(both);
  expect(await about(`associated_issue_id:${String(groupID)} widget`)).toEqual(['User Feedback: From the widget']);
  expect(await about(`issue.category:feedback !associated_issue_id:${String(groupID)}`)).toEqual([
    'User Feedback: About another',
    'User Feedback: About nothing',
  ]);
  const address = `/api/0/organizations/${project.organization}/issues/${String(groupID)}/`;
  expect((await service.client.get(address, token).expect(200)).body).toMatchObject({ userReportCount: 2 });
});

describe('an item with feedback', () => {
  test('opens an issue of its own, which lists of errors leave out', async () => {
    const [first, second, error] = [newId(), newId(), newId()];
    const context = { message: 'The cart\nis empty', name: 'Ada', contact_email: 'ada@example.com' };
    await send(first, feedback({ ...context, associated_event_id: error, url: 'https://example.com/cart' }));
    await send(second, feedback({ ...context, associated_event_id: error }, { level: 'error', release: 'shop@1' }));
    expect(await list('')).toEqual([]);
    const issues = await listFeedback('is:unresolved');
    expect(issues).toHaveLength(2);
    expect(issues).toContainEqual(
      expect.objectContaining({
        ...{ title: 'User Feedback: The cart is empty', culprit: 'user', level: 'info', count: '1' },
        ...{ issueCategory: 'feedback', issueType: 'feedback', status: 'unresolved' },
      }),
    );
    const metadata = { message: 'The cart\nis empty', name: 'Ada', contact_email: 'ada@example.com' };
    expect(issues[0]).toMatchObject({
      metadata: { ...metadata, associated_event_id: error, associated_issue_id: null },
    });
    const stored = await event(first);
    expect(stored).toMatchObject({
      user: { email: 'ada@example.com' },
      contexts: {
        feedback: {
          ...{ message: 'The cart\nis empty', name: 'Ada', contact_email: 'ada@example.com' },
          ...{ associated_event_id: error, url: 'https://example.com/cart' },
        },
      },
    });
    const tags = Object.fromEntries((stored['tags'] as { key: string; value: string }[]).map((t) => [t.key, t.value]));
    expect(tags).toMatchObject({
      ...{ environment: 'production', has_linked_error: 'true', associated_event_id: error },
      'user.email': 'ada@example.com',
    });
    expect((await event(second))['tags']).toContainEqual({ key: 'release', value: 'shop@1' });
    expect(await listFeedback('cart')).toHaveLength(2);
  });

  test.each(['before', 'behind'])(
    'is stored %s an event of the same envelope, each with an id of its own',
    async (place) => {
      const id = newId();
      const error: EnvelopeItem = [{ type: 'event' }, { message: 'The error' }];
      const file: EnvelopeItem = [{ type: 'attachment', filename: 'a.txt', length: 5 }, 'hello'];
      const sent = feedback({ message: 'Beside an event' }, { event_id: id });
      const items = place === 'before' ? [sent, error, file] : [error, sent, file];
      await send(id, ...items);
      await send(id, ...items);
      expect(await event(id)).toMatchObject({ title: 'The error' });
      expect(await list('')).toMatchObject([{ title: 'The error', count: '1' }]);
      expect(await listFeedback()).toMatchObject([{ title: 'User Feedback: Beside an event', count: '1' }]);
      const files = (await service.client.get(`${project.path}events/${id}/attachments/`, token).expect(200)).body;
      expect(files).toMatchObject([{ name: 'a.txt' }]);
    },
  );

  test('that is invalid loses neither the event beside it nor its files', async () => {
    const id = newId();
    const file: EnvelopeItem = [{ type: 'attachment', filename: 'a.txt', length: 5 }, 'hello'];
    await send(id, [{ type: 'event' }, { message: 'Kept' }], feedback({ message: ' ' }), file);
    const files = (await service.client.get(`${project.path}events/${id}/attachments/`, token).expect(200)).body;
    expect(files).toMatchObject([{ name: 'a.txt' }]);
  });

  test('is stored once if it is sent again', async () => {
    const id = newId();
    await send(id, feedback({ message: 'Again' }));
    await send(id, feedback({ message: 'Again' }));
    expect(await listFeedback()).toMatchObject([{ count: '1' }]);
  });

  test('keeps name and address through scrubbing, and loses secrets in the message', async () => {
    await service.client
      .put(project.path, token)
      .send({ sensitiveFields: ['email', 'name', 'feedback'] })
      .expect(200);
    const id = newId();
    const message = 'My card 4111 1111 1111 1111 was charged twice';
    await send(id, feedback({ message, name: 'Ada', contact_email: 'ada@example.com' }, { extra: { email: 'x' } }));
    const { contexts, context } = await event(id);
    expect((contexts as Json)['feedback']).toMatchObject({ name: 'Ada', contact_email: 'ada@example.com' });
    const kept = String(((contexts as Json)['feedback'] as Json)['message']);
    expect(kept).toMatch(/^My card .* was charged twice$/);
    expect(kept).not.toContain('4111');
    expect(context).toMatchObject({ email: '[Filtered]' });
    expect(JSON.stringify(await listFeedback())).not.toContain('4111');
  });

  test('is not grouped by rules and not filtered', async () => {
    await service.client
      .put(project.path, token)
      .send({ fingerprintingRules: 'message:* -> all', options: { 'filters:error_messages': '*' } })
      .expect(200);
    await send(newId(), feedback({ message: 'One' }));
    await send(newId(), feedback({ message: 'Two' }));
    expect(await listFeedback()).toHaveLength(2);
  });

  test('that is invalid is answered 200, counted and not stored', async () => {
    await send(newId(), feedback({ message: ' ' }));
    await send(newId(), [{ type: 'feedback' }, 'no json']);
    await send(newId(), feedback({ message: 'x'.repeat(4097) }));
    await send(newId(), feedback({ message: 'Kept' }));
    const counted = ['accepted null 1', 'invalid invalid_json 2', 'invalid too_large 1'];
    await poll(async () => (await outcomes()).join() === counted.join());
    expect(await listFeedback()).toMatchObject([{ title: 'User Feedback: Kept' }]);
  });
});

describe('a user report', () => {
  const report = (eventId: string, comments = 'It broke', rest: Json = {}): EnvelopeItem => [
    { type: 'user_report' },
    { event_id: eventId, name: 'Ada', email: 'ada@example.com', comments, ...rest },
  ];

  /** Returns the messages in the metadata of all issues of feedback, which equal their titles. */
  const textsOfIssues = async () =>
    (await listFeedback())
      .map(({ title, metadata }) => {
        const message = (metadata as { message: string } | undefined)?.message ?? 'none';
        expect(title).toBe(`User Feedback: ${message}`);
        return message;
      })
      .sort();

  test('becomes feedback of its error at once', async () => {
    const id = newId();
    await sendError(id, { tags: { page: 'cart' }, level: 'fatal' });
    await send(id, report(id));
    await send(id, report(id));
    const issues = await listFeedback(`associated_event_id:${id} page:cart`);
    expect(issues).toMatchObject([{ title: 'User Feedback: It broke', level: 'fatal', count: '1' }]);
    const [about] = await list('');
    expect(issues[0]).toMatchObject({ metadata: { associated_event_id: id, associated_issue_id: about?.['id'] } });
    expect(about).not.toHaveProperty('metadata');
  });

  test('keeps as many characters as the contract admits', async () => {
    const id = newId();
    await sendError(id);
    const message = '😀'.repeat(4096);
    await send(id, report(id, message));
    expect(await listFeedback()).toMatchObject([{ metadata: { message } }]);
  });

  test('becomes feedback when its error arrives later', async () => {
    const id = newId();
    await send(id, report(id));
    expect(await listFeedback()).toEqual([]);
    await sendError(id);
    // The first look at the error is due ten seconds after the report.
    await service.app.database.write(async ({ feedback: stored }) => {
      const one = (await stored.listWaiting(Date.now() + 60_000)).find(({ errorId }) => errorId === id);
      if (one !== undefined) await stored.postpone({ ...one, dateCreated: 0, feedbackId: null }, -Date.now());
    });
    await poll(async () => (await listFeedback()).length === 1);
    expect(await listFeedback()).toMatchObject([{ title: 'User Feedback: It broke' }]);
  });

  test('replaces an earlier one for five minutes, and reports no error that is older than half an hour', async () => {
    const [id, old] = [newId(), newId()];
    await sendError(old, { timestamp: Date.now() / 1000 - 31 * 60 });
    await send(old, report(old));
    await sendError(id);
    await send(id, report(id, 'First'));
    await send(id, report(id, 'Second'));
    const counted = ['accepted null 2', 'invalid invalid_json 1'];
    await poll(async () => (await outcomes()).join() === counted.join());
    expect(await textsOfIssues()).toEqual(['First', 'Second']);
  });

  test('leaves the feedback of the earlier one its texts, also if it is sent again or at the same time', async () => {
    const id = newId();
    await sendError(id);
    for (const text of ['First', 'Second', 'Second', 'First']) await send(id, report(id, text));
    expect(await textsOfIssues()).toEqual(['First', 'Second']);
    const reports = async () => {
      const { body } = await service.client.get(`${project.path}user-feedback/`, token).expect(200);
      return (body as Json[]).map(({ comments }) => comments);
    };
    expect(await reports()).toEqual(['First']);
    const other = newId();
    await sendError(other);
    const texts = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(texts.map((text) => send(other, report(other, text))));
    expect(await textsOfIssues()).toEqual(['First', 'Second', ...texts]);
    expect(await reports()).toHaveLength(2);
    const { groupID } = await event(other);
    const address = `/api/0/organizations/${project.organization}/issues/${String(groupID)}/`;
    expect((await service.client.get(address, token).expect(200)).body).toMatchObject({ userReportCount: 7 });
  });
});
