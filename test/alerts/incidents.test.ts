import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { type ActivityType, type IssueStatus, type NewActivity, SYSTEM } from '../../src/domain/issue';
import { runUntilIdle } from '../support/jobs';
import { WebhookServer } from '../support/webhookServer';
import { AlertFixture, MINUTE } from './alertFixture';

let fixture: AlertFixture;
let server: WebhookServer;
let job: DeliverAlertsJob;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  server = await WebhookServer.start();
  job = fixture.webhookJob();
});
afterEach(async () => {
  await fixture.close();
  await server.close();
});

const TOKEN = 'a1'.repeat(16);
const rule = (format: 'pagerduty' | 'opsgenie' | 'slack' = 'pagerduty') =>
  fixture.rule({
    conditions: [{ type: 'new' }, { type: 'regression' }],
    frequency: 1,
    recipients: [{ type: 'webhook', url: server.url, format, ...(format !== 'slack' && { token: TOKEN }) }],
  });

/** Returns what the service was told, oldest first. */
const told = () =>
  server.posts.map(({ body }) => {
    const { event_action, dedup_key } = JSON.parse(body) as Record<string, string>;
    return `${event_action} ${dedup_key}`;
  });

async function issueOf(eventId: string) {
  const event = await fixture.database.read(({ events }) => events.find(fixture.project.id, eventId));
  return event?.issueId ?? '';
}

/** Changes the status of an issue, as those do who resolve it. */
async function change(issueId: string, type: NewActivity['type'], data: NewActivity['data'] = {}): Promise<void> {
  const status: IssueStatus = type === 'set_ignored' ? 'ignored' : 'resolved';
  const state = {
    status,
    substatus: null,
    statusDetails: null,
    isAutoResolved: false,
    reopenedAt: null,
    assignee: null,
  };
  await fixture.write(async ({ issueStates, activities }) => {
    await issueStates.lock(fixture.project.id, [Number(issueId)]);
    await issueStates.save(fixture.project.id, new Map([[issueId, state]]));
    await activities.insert(fixture.project.id, [{ issueId, type, actor: SYSTEM, at: fixture.now, data }]);
  });
}

const RESOLUTIONS: readonly (readonly [Exclude<ActivityType, 'first_seen'>, NewActivity['data']])[] = [
  ['set_resolved', {}],
  ['set_resolved_in_release', {}],
  ['set_resolved_in_commit', {}],
  ['set_resolved_by_age', {}],
  ['undo', { status: 'resolved' }],
];

test.each(RESOLUTIONS)('an issue that is resolved ends its incident once: %s', async (type, data) => {
  await rule();
  const id = await issueOf(await fixture.event('x'));
  await runUntilIdle(job);
  const incident = `culprit:errors.acme.test:issue:${id}`;
  await change(id, 'set_ignored');
  await change(id, type, data);
  await change(id, type, data);
  await runUntilIdle(job);
  expect(told()).toEqual([`trigger ${incident}`, `resolve ${incident}`]);
  expect(fixture.errors).toEqual([]);
});

test('an incident that opens again ends again', async () => {
  await rule();
  const hash = 'a'.repeat(32);
  const id = await issueOf(await fixture.event('x', { hash }));
  await runUntilIdle(job);
  await change(id, 'set_resolved');
  await runUntilIdle(job);
  fixture.now += 5 * MINUTE;
  await fixture.event('x', { hash });
  await runUntilIdle(job);
  await change(id, 'set_resolved');
  await runUntilIdle(job);
  expect(told().map((one) => one.split(' ')[0])).toEqual(['trigger', 'resolve', 'trigger', 'resolve']);
  expect(new Set(told().map((one) => one.split(' ')[1])).size).toBe(1);
});

test('an issue that is resolved before its alert arrives has its incident ended after it', async () => {
  await rule();
  server.answer = (response) => response.writeHead(503).end();
  const id = await issueOf(await fixture.event('x'));
  await runUntilIdle(job);
  await change(id, 'set_resolved');
  server.answer = (response) => response.writeHead(202).end();
  fixture.now += 2 * MINUTE;
  await runUntilIdle(job);
  expect(told().map((one) => one.split(' ')[0])).toEqual(['trigger', 'trigger', 'resolve']);
});

test('the incident of a merged issue ends with the issue that it became a part of', async () => {
  await rule();
  const [one, other] = [await issueOf(await fixture.event('x')), await issueOf(await fixture.event('y'))];
  await runUntilIdle(job);
  await fixture.write(async ({ issueStates, mergedIssues }) => {
    const locked = await issueStates.lock(fixture.project.id, [Number(one), Number(other)]);
    const [target, ...merged] = locked.toSorted((a, b) => Number(a.id) - Number(b.id));
    if (target !== undefined) await mergedIssues.merge(target, merged, fixture.now);
  });
  server.posts.length = 0;
  await change(one, 'set_resolved');
  await runUntilIdle(job);
  const keys = [one, other].map((id) => `resolve culprit:errors.acme.test:issue:${id}`);
  expect(told().toSorted()).toEqual(keys.toSorted());
});

test('Opsgenie closes its alert by the alias', async () => {
  await rule('opsgenie');
  const id = await issueOf(await fixture.event('x'));
  await runUntilIdle(job);
  await change(id, 'set_resolved');
  await runUntilIdle(job);
  const alias = encodeURIComponent(`culprit:errors.acme.test:issue:${id}`);
  expect(server.posts.at(-1)).toMatchObject({
    path: `/hook/v2/alerts/${alias}/close?from=culprit&identifierType=alias`,
    headers: { authorization: `GenieKey ${TOKEN}` },
  });
  expect(server.posts).toHaveLength(2);
});

test('a resolved issue tells a chat nothing', async () => {
  await rule('slack');
  const id = await issueOf(await fixture.event('x'));
  await runUntilIdle(job);
  await change(id, 'set_resolved');
  await runUntilIdle(job);
  expect(server.posts).toHaveLength(1);
});
