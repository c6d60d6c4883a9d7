/** When the alerts about sessions and users without a crash are sent, to whom, and what they say. */
import type { AlertTarget } from '../../src/domain/alertRule';
import { type CrashFreeCondition, NO_SESSIONS } from '../../src/domain/releaseHealth';
import { hashUser } from '../../src/domain/session';
import { CrashFreeAlertsJob } from '../../src/jobs/crashFreeAlerts';
import { AlertFixture, MINUTE, PUBLIC_URL, SECRET } from '../alerts/alertFixture';
import { openDatabase } from '../../src/store/engine/open';
import { runUntilIdle } from '../support/jobs';
import { MailServer, readMail } from '../support/mailServer';
import { isSigned, WebhookServer } from '../support/webhookServer';

const HOUR = 60 * MINUTE;
const CONDITION: CrashFreeCondition = { type: 'crashFreeSessions', percent: 99, hours: 2, minimum: 100 };

let fixture: AlertFixture;
let hook: WebhookServer;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  hook = await WebhookServer.start();
});
afterEach(async () => {
  await fixture.close();
  await hook.close();
});

const webhook = (format: 'culprit' | 'slack' = 'culprit'): AlertTarget => ({ type: 'webhook', url: hook.url, format });
const makeJob = (sendsMail = true) => new CrashFreeAlertsJob(fixture.database, sendsMail, () => fixture.now);

/** Stores sessions that begin now, some of which crash. */
async function sessions(sessions: number, crashed: number, given: { release?: string; environment?: string } = {}) {
  const { release = 'web-1', environment = 'production' } = given;
  const counts = { ...NO_SESSIONS, sessions, errored: crashed, crashed };
  const report = { release, environment, hour: Math.floor(fixture.now / HOUR), counts, failure: null };
  await fixture.write(({ releaseHealth }) =>
    releaseHealth.record(fixture.project, [{ ...report, user: null, userKinds: [] }], fixture.now),
  );
}

interface Posted {
  readonly type: string;
  readonly sessions: { readonly rate: number };
}

/** Moves the clock, compares the rates, and returns what was posted. */
async function pass(minutes = 0): Promise<string[]> {
  fixture.now += minutes * MINUTE;
  await runUntilIdle(makeJob());
  await runUntilIdle(fixture.webhookJob());
  return hook.posts.splice(0).map(({ body }) => {
    const { type, sessions: posted } = JSON.parse(body) as Posted;
    return `${type} ${posted.rate}`;
  });
}

it('sends one alert when the share falls below the limit, and one when it is back', async () => {
  await fixture.rule({ conditions: [CONDITION], recipients: [webhook()] });
  await sessions(100, 1);
  expect(await pass()).toEqual([]);
  await sessions(100, 2);
  expect(await pass(1)).toEqual(['crashFree.low 98.5']);
  await sessions(10, 10);
  expect(await pass(1)).toEqual([]);
  await sessions(2000, 0);
  expect(await pass(1)).toEqual(['crashFree.recovered 99.41']);
  expect(await pass(1)).toEqual([]);
});

it('looks at no more sessions than those of the last hours', async () => {
  await fixture.rule({ conditions: [CONDITION], recipients: [webhook()], frequency: 1 });
  await sessions(200, 20);
  expect(await pass(2 * 60)).toEqual(['crashFree.low 90']);
  // Nothing is left that says that the share is low, or that it is back; later sessions may be alerted about again.
  expect(await pass(60)).toEqual([]);
  await sessions(200, 30);
  expect(await pass()).toEqual(['crashFree.low 85']);
});

it('decides nothing with few sessions', async () => {
  await fixture.rule({ conditions: [CONDITION], recipients: [webhook()] });
  await sessions(99, 50);
  expect(await pass()).toEqual([]);
  await sessions(1, 0);
  expect(await pass()).toEqual(['crashFree.low 50']);
});

it('keeps alerts about low shares the frequency of the rule apart', async () => {
  await fixture.rule({ conditions: [CONDITION], recipients: [webhook()], frequency: 30 });
  await sessions(100, 2);
  expect(await pass()).toEqual(['crashFree.low 98']);
  await sessions(100, 0);
  expect(await pass(1)).toEqual(['crashFree.recovered 99']);
  await sessions(100, 2);
  expect(await pass(28)).toEqual([]);
  expect(await pass(1)).toEqual(['crashFree.low 98.66']);
});

it.each([
  [{ environments: ['production'] }, ['crashFree.low 98']],
  [{ environments: [''] }, []],
  [{ releases: ['web-*'] }, ['crashFree.low 98']],
  [{ releases: ['app-*', 'api'] }, []],
  [{ levels: ['fatal' as const], tags: [{ key: 'a', value: 'b' }] }, ['crashFree.low 98.8']],
])('counts the sessions that the filters %j match', async (filters, posted) => {
  await fixture.rule({ conditions: [CONDITION], filters, recipients: [webhook()] });
  await sessions(100, 2);
  await sessions(300, 3, { release: 'app-2', environment: '' });
  await sessions(100, 1, { release: 'api', environment: '' });
  expect(await pass()).toEqual(posted);
});

it('counts users by themselves', async () => {
  await fixture.rule({ conditions: [{ ...CONDITION, type: 'crashFreeUsers', minimum: 3 }], recipients: [webhook()] });
  const place = { environment: 'production', hour: Math.floor(fixture.now / HOUR), failure: null };
  const counts = { ...NO_SESSIONS, sessions: 50 };
  const visit = (name: string, isCrash: boolean, release: string) => {
    const userKinds = isCrash ? (['all', 'crashed'] as const) : (['all'] as const);
    return { ...place, release, counts, user: hashUser(name), userKinds };
  };
  const users = [visit('a', false, 'web-1'), visit('a', false, 'web-2'), visit('b', true, 'web-1')];
  await fixture.write(({ releaseHealth }) => releaseHealth.record(fixture.project, users, fixture.now));
  expect(await pass()).toEqual([]);
  await fixture.write(({ releaseHealth }) =>
    releaseHealth.record(fixture.project, [visit('c', false, 'web-2'), visit('d', false, 'web-2')], fixture.now),
  );
  expect(await pass()).toEqual(['crashFree.low 75']);
});

it('sends each alert once, however many processes compare', async () => {
  await fixture.rule({ conditions: [CONDITION], recipients: [webhook()] });
  await sessions(100, 5);
  const other = await openDatabase(fixture.temporary.url);
  const jobs = [makeJob(), new CrashFreeAlertsJob(other, true, () => fixture.now)];
  await Promise.all([...jobs, ...jobs].map((job) => job.step(new AbortController().signal)));
  await other.close();
  expect(await pass()).toEqual(['crashFree.low 95']);
});

it('forgets the state of a condition that a rule no longer has, or while the rule is off', async () => {
  const rule = await fixture.rule({ conditions: [CONDITION], recipients: [webhook()] });
  await sessions(100, 5);
  expect(await pass()).toEqual(['crashFree.low 95']);
  await fixture.write(({ alertRules }) => alertRules.update({ ...rule, isActive: false }));
  expect(await pass(1)).toEqual([]);
  await fixture.write(({ alertRules }) => alertRules.update({ ...rule, name: 'Renamed' }));
  expect(await pass(1)).toEqual(['crashFree.low 95']);
  await fixture.write(({ alertRules }) => alertRules.update({ ...rule, frequency: 60 }));
  expect(await pass(1)).toEqual([]);
  await fixture.write(({ alertRules }) => alertRules.remove(rule));
  expect(await fixture.database.read(({ crashFreeWatches }) => crashFreeWatches.list())).toEqual([]);
});

it('posts a signed request with the numbers, and a message to a chat', async () => {
  const filters = { environments: ['production'], releases: ['web-*'] };
  const rule = await fixture.rule({ conditions: [CONDITION], filters, recipients: [webhook(), webhook('slack')] });
  await sessions(100, 1);
  await sessions(100, 3, { release: 'web-2' });
  await runUntilIdle(makeJob());
  await runUntilIdle(fixture.webhookJob());
  const [signed, chat] = [
    hook.posts.find((post) => isSigned(post, SECRET)),
    hook.posts.find((post) => !isSigned(post, SECRET)),
  ];
  const { id: digest } = JSON.parse(signed?.body ?? '') as { id: string };
  expect(JSON.parse(signed?.body ?? '')).toEqual({
    id: digest,
    type: 'crashFree.low',
    timestamp: new Date(fixture.now).toISOString(),
    rule: { id: rule.id, name: 'Rule' },
    organization: { id: fixture.organization.id, slug: 'acme', name: fixture.organization.name },
    project: { id: fixture.project.id, slug: 'shop', name: fixture.project.name },
    sessions: {
      ...{ condition: 'crashFreeSessions', rate: 98, total: 200, crashed: 4, percent: 99, hours: 2 },
      ...{ environments: ['production'], releases: ['web-*'], release: 'web-2' },
      url: `${PUBLIC_URL}/organizations/acme/projects/shop/`,
    },
  });
  expect(chat?.body).toContain(`Crash-free sessions of ${fixture.project.name} fell to 98 %`);
  expect(chat?.body).toContain('Release with most crashed sessions: web-2');
});

it('sends mails that name rate, release and time, to the recipients of the rule', async () => {
  const mails = await MailServer.start();
  try {
    await fixture.member('ann@acme.test');
    await fixture.member('bob@acme.test', { isInTeam: false });
    const recipients = [{ type: 'project' }, { type: 'email', address: 'oncall@other.test' }] as const;
    await fixture.rule({ conditions: [CONDITION], recipients });
    await sessions(300, 5);
    await runUntilIdle(makeJob(false));
    expect(await fixture.deliveries()).toEqual([]);
    await sessions(1000, 0);
    await runUntilIdle(makeJob(false));
    fixture.now += HOUR;
    await sessions(300, 50);
    await runUntilIdle(makeJob());
    await runUntilIdle(fixture.mailJob(mails.url));
    expect((await fixture.deliveries()).map(({ kind, state }) => [kind, state])).toEqual([
      ['crashFree.low', 'sent'],
      ['crashFree.low', 'sent'],
    ]);
    const sent = mails.mails.map(readMail);
    expect(mails.mails.flatMap(({ to }) => to).sort()).toEqual(['ann@acme.test', 'oncall@other.test']);
    expect(sent[0]?.headers['subject']).toBe(`Crash-free sessions of ${fixture.project.name} fell to 96.56 %`);
    expect(sent[0]?.text).toContain('Crash-free sessions: 96.56 % (below 99 %)');
    expect(sent[0]?.text).toContain('Crashed: 55 of 1600 sessions');
    expect(sent[0]?.text).toContain('Time: the last 2 hours');
    expect(sent[0]?.text).toContain('Release with most crashed sessions: web-1');
  } finally {
    await mails.close();
  }
});
