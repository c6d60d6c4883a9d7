/** The decisions of alert rules that are stored with events, and the deliveries that they lead to. */
import { type AlertTarget, DECISION_RETENTION_MS } from '../../src/domain/alertRule';
import { DeleteExpiredRowsJob } from '../../src/jobs/expireData';
import { runUntilIdle } from '../support/jobs';
import { setStatus } from '../support/rows';
import { WebhookServer } from '../support/webhookServer';
import { AlertFixture, MINUTE } from './alertFixture';

const HASH = 'a'.repeat(32);
const target = (url = 'https://hooks.acme.test/x'): AlertTarget => ({ type: 'webhook', url, format: 'culprit' });
const counting = (count: number) => [{ type: 'events', count, minutes: 60 }] as const;

let fixture: AlertFixture;
beforeEach(async () => {
  fixture = await AlertFixture.open();
});
afterEach(() => fixture.close());

const send = (given: Parameters<AlertFixture['event']>[1] = {}) => fixture.event('late', { hash: HASH, ...given });
const issueOf = async (number = 1) => {
  const issue = await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, number));
  return issue ?? { id: '0', projectId: fixture.project.id };
};
const list = async () => {
  const issue = await issueOf();
  return fixture.database.read(({ alertDecisions }) => alertDecisions.list(issue, fixture.now));
};
const outcomes = async () => (await list()).map(({ outcome, reason, seen }) => [outcome, reason, seen]);
const resolve = async () =>
  fixture.write(async (stores) =>
    setStatus(stores, fixture.project.id, [(await issueOf()).id], { status: 'resolved', at: fixture.now }),
  );

/** Returns the content of each row of decisions. */
async function rows(): Promise<string[]> {
  const engine = await fixture.temporary.openEngine();
  const text = 'SELECT content AS "content" FROM alert_decision ORDER BY issue_id, slot, rule_id';
  const found = await engine.read((session) => session.all<{ content: string }>(text, []));
  await engine.close();
  return found.map(({ content }) => content);
}

it('keeps an alert, and the first event that it silences, until the next alert', async () => {
  await fixture.rule({ conditions: [{ type: 'new' }, { type: 'regression' }], recipients: [target()] });
  const first = await send();
  await resolve();
  await send();
  await resolve();
  await send();
  expect(await list()).toMatchObject([
    { outcome: 'silent', reason: 'regression' },
    { outcome: 'fired', reason: 'new', eventId: first, seen: null, needed: null, minutes: null, filter: null },
  ]);
  await resolve();
  fixture.now += 31 * MINUTE;
  await send();
  expect(await outcomes()).toEqual([
    ['fired', 'regression', null],
    ['silent', 'regression', null],
    ['fired', 'new', null],
  ]);
});

it('keeps a growing count in steps of a tenth, in one decision', async () => {
  await fixture.rule({ conditions: counting(100), recipients: [target()] });
  await send();
  const before = await rows();
  await fixture.events(
    'late',
    Array.from({ length: 8 }, () => ({ hash: HASH })),
  );
  expect(await rows()).toEqual(before);
  await send();
  expect(await outcomes()).toEqual([['below', 'events', 10]]);
  fixture.now += 120 * MINUTE;
  await send();
  expect(await outcomes()).toEqual([['below', 'events', 10]]);
});

it('begins another decision when the rule needs another number', async () => {
  const rule = await fixture.rule({ conditions: counting(100), recipients: [target()] });
  await send();
  await fixture.write(({ alertRules }) => alertRules.update({ ...rule, conditions: counting(50) }));
  await send();
  const needed = (await list()).map((decision) => decision.needed).sort();
  expect(needed).toEqual([100, 50]);
});

it('writes nothing for an event that changes no outcome', async () => {
  await fixture.rule({ conditions: [{ type: 'new' }, ...counting(2)], recipients: [target()] });
  await fixture.rule({ conditions: counting(1000), recipients: [target()] });
  for (let number = 0; number < 3; number += 1) await send();
  const before = await rows();
  for (let number = 0; number < 3; number += 1) await send();
  expect(await rows()).toEqual(before);
});

it('decides once about a batch, by its alert if there is one', async () => {
  const filters = { environments: ['production'] };
  await fixture.rule({ conditions: [{ type: 'new' }, ...counting(2)], filters, recipients: [target()] });
  await fixture.events('late', [
    { hash: HASH, labels: { environment: 'staging' } },
    { hash: HASH, labels: { environment: 'production' } },
  ]);
  expect(await list()).toMatchObject([
    { outcome: 'filtered', reason: 'new', filter: { filter: 'environments', key: null, seen: 'staging' } },
  ]);
  await fixture.events('late', [
    { hash: HASH, labels: { environment: 'production' } },
    { hash: HASH, labels: { environment: 'production' } },
  ]);
  expect((await outcomes())[0]).toEqual(['fired', 'events', 3]);
});

it('counts users', async () => {
  const conditions = [{ type: 'users', count: 2, minutes: 60 }] as const;
  await fixture.rule({ conditions, recipients: [target()] });
  const by = (id: string) => send({ tags: [{ key: 'user', value: `id:${id}` }] });
  await by('1');
  await by('1');
  expect(await outcomes()).toEqual([['below', 'users', 1]]);
  await by('2');
  expect((await outcomes())[0]).toEqual(['fired', 'users', 2]);
});

it('keeps the newest decisions of a rule and an issue', async () => {
  await fixture.rule({ conditions: counting(1), frequency: 1, recipients: [target()] });
  for (let number = 0; number < 15; number += 1) {
    fixture.now += 2 * MINUTE;
    await send();
    await send();
  }
  const kept = await list();
  expect(kept).toHaveLength(20);
  expect(kept.map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'silent' : 'fired')),
  );
});

it('deletes decisions after 30 days, and those about removed issues', async () => {
  await fixture.rule({ recipients: [target()] });
  await send();
  await fixture.event('other');
  expect(await rows()).toHaveLength(4);
  const issue = await issueOf(2);
  await fixture.write(({ issues }) => issues.remove(fixture.project.id, [Number(issue.id)], fixture.now));
  await fixture.database.exclusively(({ removedIssues }) => removedIssues.deleteEvents(100));
  await fixture.database.exclusively(({ removedIssues }) => removedIssues.deleteRest(100));
  expect(await rows()).toHaveLength(2);
  fixture.now += DECISION_RETENTION_MS;
  expect(await list()).toEqual([]);
  await runUntilIdle(new DeleteExpiredRowsJob(fixture.database, () => fixture.now));
  expect(await rows()).toEqual([]);
});

describe('deliveries', () => {
  let hook: WebhookServer;
  beforeEach(async () => {
    hook = await WebhookServer.start();
  });
  afterEach(() => hook.close());

  const sent = async () => {
    const [decision] = await list();
    const rules = await fixture.database.read(({ alertRules }) => alertRules.list(fixture.project.id));
    const queues = rules.flatMap(({ rule }) => [rule.id, ...rule.recipients.map(({ key }) => key)]);
    const { alerts, deliveries } = await fixture.database.read((stores) =>
      stores.alerts.listOfEvents(fixture.project, queues, [decision?.eventId ?? '']),
    );
    return { alerts: alerts.length, deliveries: deliveries.map(({ state, error }) => [state, error]) };
  };

  it('are found before, during and after a failure, until they are deleted', async () => {
    await fixture.rule({ recipients: [target(hook.url)] });
    const job = fixture.webhookJob();
    await send();
    expect(await sent()).toEqual({ alerts: 1, deliveries: [] });
    hook.answer = (response) => response.writeHead(500).end();
    await runUntilIdle(job);
    expect(await sent()).toEqual({ alerts: 1, deliveries: [['waiting', expect.stringContaining('500')]] });
    hook.answer = (response) => response.writeHead(204).end();
    fixture.now += MINUTE;
    await runUntilIdle(job);
    expect(await sent()).toEqual({ alerts: 1, deliveries: [['sent', null]] });
    fixture.now += DECISION_RETENTION_MS + 1;
    await runUntilIdle(new DeleteExpiredRowsJob(fixture.database, () => fixture.now));
    expect(await sent()).toEqual({ alerts: 0, deliveries: [] });
  });
});
