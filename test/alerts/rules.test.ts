import type { AlertTarget } from '../../src/domain/alertRule';
import type { Assignee } from '../../src/domain/issue';
import { DEFAULT_OWNERSHIP } from '../../src/domain/ownership';
import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { DeleteExpiredRowsJob } from '../../src/jobs/expireData';
import { openDatabase } from '../../src/store/engine/open';
import { runUntilIdle } from '../support/jobs';
import { MailServer, readMail } from '../support/mailServer';
import { setStatus } from '../support/rows';
import { isSigned, WebhookServer } from '../support/webhookServer';
import { AlertFixture, MINUTE, SECRET } from './alertFixture';

const HASH = 'a'.repeat(32);

let fixture: AlertFixture;
let mails: MailServer;
let hook: WebhookServer;
let mailJob: DeliverAlertsJob;
let webhookJob: DeliverAlertsJob;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  mails = await MailServer.start();
  hook = await WebhookServer.start();
  mailJob = fixture.mailJob(mails.url);
  webhookJob = fixture.webhookJob();
});
afterEach(async () => {
  await fixture.close();
  await mails.close();
  await hook.close();
});

interface Posted {
  readonly type: string;
  readonly rule: { readonly name: string } | null;
  readonly issue: { readonly title: string };
}

const webhook = (url = hook.url): AlertTarget => ({ type: 'webhook', url, format: 'culprit' });

/** Moves the clock, sends the alerts that are due then, and returns the posted requests. */
async function pass(minutes: number): Promise<string[]> {
  fixture.now += minutes * MINUTE;
  await runUntilIdle(webhookJob);
  await runUntilIdle(mailJob);
  return hook.posts.splice(0).map(({ body }) => {
    const { type, issue } = JSON.parse(body) as Posted;
    return `${type} ${issue.title}`;
  });
}

async function resolve(number = 1): Promise<void> {
  const issue = await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, number));
  const change = { status: 'resolved', at: fixture.now } as const;
  await fixture.write((stores) => setStatus(stores, fixture.project.id, [issue?.id ?? ''], change));
}

it('posts new issues, signed, and says which rule does', async () => {
  await fixture.rule({ name: 'Everything', recipients: [webhook()] });
  await fixture.event('Error: x', { hash: HASH });
  await fixture.event('Error: x', { hash: HASH });
  await runUntilIdle(webhookJob);
  expect(hook.posts).toHaveLength(1);
  const [post] = hook.posts;
  expect(post && isSigned(post, SECRET)).toBe(true);
  expect(JSON.parse(post?.body ?? '')).toMatchObject({ type: 'issue.new', rule: { name: 'Everything' } });
});

it.each([
  [{ environments: ['production'] }, { environment: 'production' }, { environment: 'staging' }],
  [{ environments: [''] }, { environment: null }, { environment: 'staging' }],
  [{ levels: ['fatal' as const] }, { level: 'fatal' as const }, { level: 'error' as const }],
  [{ releases: ['shop@1.*', 'web'] }, { release: 'shop@1.2' }, { release: 'web@1' }],
  [{ releases: ['*.0-*.2'] }, { release: '1.0-rc.2' }, { release: '1.0.2' }],
])('applies the filters %j', async (filters, matching, other) => {
  await fixture.rule({ filters, recipients: [webhook()] });
  await fixture.event('Error: other', { labels: other });
  await fixture.event('Error: matching', { labels: matching });
  expect(await pass(0)).toEqual(['issue.new Error: matching']);
});

it('requires all tags and all filters', async () => {
  const tags = [
    { key: 'browser', value: 'Safari *' },
    { key: 'cart', value: 'full' },
  ];
  await fixture.rule({ filters: { tags, environments: ['production'] }, recipients: [webhook()] });
  const safari = { key: 'browser', value: 'Safari 17' };
  const full = { key: 'cart', value: 'full' };
  await fixture.event('one tag', { tags: [safari], labels: { environment: 'production' } });
  await fixture.event('no environment', { tags: [safari, full] });
  await fixture.event('all', { tags: [safari, full], labels: { environment: 'production' } });
  expect(await pass(0)).toEqual(['issue.new all']);
});

it('names the monitor in alerts about its failures, the first and those after it had recovered', async () => {
  const rule = { conditions: [{ type: 'new' as const }, { type: 'regression' as const }], frequency: 5 };
  await fixture.rule({ ...rule, recipients: [webhook()] });
  const fail = (minutes: number) => {
    fixture.now += minutes * MINUTE;
    return fixture.event('Monitor failure: Backup', { hash: HASH, labels: { type: 'cron' } });
  };
  await fail(0);
  await fail(1);
  expect(await pass(0)).toEqual(['issue.new Monitor failure: Backup']);
  await resolve();
  await fail(10);
  expect(await pass(0)).toEqual(['issue.regression Monitor failure: Backup']);
});

it('sends at most one alert about an issue in the time of its frequency', async () => {
  await fixture.rule({ conditions: [{ type: 'new' }, { type: 'regression' }], frequency: 30, recipients: [webhook()] });
  await fixture.event('Error: x', { hash: HASH });
  expect(await pass(1)).toEqual(['issue.new Error: x']);
  await resolve();
  await fixture.event('Error: x', { hash: HASH });
  await fixture.event('Error: y');
  expect(await pass(30)).toEqual(['issue.new Error: y']);
  await resolve();
  await fixture.event('Error: x', { hash: HASH });
  expect(await pass(0)).toEqual(['issue.regression Error: x']);
});

it('counts the events within some minutes that the filters match, and begins at zero after an alert', async () => {
  await fixture.rule({
    conditions: [{ type: 'events', count: 4, minutes: 10 }],
    frequency: 5,
    filters: { environments: ['production'] },
    recipients: [webhook()],
  });
  const send = async (count: number, environment = 'production') => {
    for (let sent = 0; sent < count; sent += 1)
      await fixture.event('Error: x', { hash: HASH, labels: { environment } });
  };
  await send(3);
  await send(5, 'staging');
  expect(await pass(11)).toEqual([]);
  // The first three have expired.
  await send(3);
  expect(await pass(4)).toEqual([]);
  await send(1);
  expect(await pass(0)).toEqual(['issue.events Error: x']);
  await send(9);
  expect(await pass(5)).toEqual([]);
  await send(3);
  expect(await pass(1)).toEqual([]);
  await send(1);
  expect(await pass(0)).toEqual(['issue.events Error: x']);
});

it('counts users once', async () => {
  await fixture.rule({ conditions: [{ type: 'users', count: 3, minutes: 10 }], recipients: [webhook()] });
  const send = (user: string) => fixture.event('Error: x', { hash: HASH, tags: [{ key: 'user', value: user }] });
  for (const user of ['id:1', 'id:2', 'id:1', 'id:2']) await send(user);
  await fixture.event('Error: x', { hash: HASH });
  expect(await pass(6)).toEqual([]);
  await send('id:2');
  expect(await pass(5)).toEqual([]);
  // The first user has expired, the second has not.
  await send('id:3');
  expect(await pass(0)).toEqual([]);
  await send('id:1');
  expect(await pass(0)).toEqual(['issue.users Error: x']);
});

describe('an issue that is ignored until it escalates', () => {
  /** Ignores the issue, so that it escalates with its second event in an hour of the clock. */
  async function ignore(): Promise<void> {
    const issue = await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, 1));
    const { id = '', assignee = null, reopenedAt = null } = issue ?? {};
    const ignoredAt = { time: fixture.now, timesSeen: 1, userCount: 0 };
    await fixture.write(({ issueStates }) =>
      issueStates.save(
        fixture.project.id,
        new Map([
          [
            id,
            {
              status: 'ignored',
              substatus: 'archived_until_escalating',
              isAutoResolved: false,
              assignee,
              reopenedAt,
              statusDetails: { ignoreHourlyEvents: 1, ignoredAt },
            },
          ],
        ]),
      ),
    );
  }

  it('causes an alert of rules with this condition by the event with which it escalates', async () => {
    await fixture.rule({ conditions: [{ type: 'escalating' }], recipients: [webhook()] });
    await fixture.rule({ conditions: [{ type: 'regression' }, { type: 'new' }], recipients: [webhook()] });
    await fixture.event('Error: x', { hash: HASH });
    expect(await pass(60)).toEqual(['issue.new Error: x']);
    await ignore();
    await fixture.event('Error: x', { hash: HASH });
    expect(await pass(0)).toEqual([]);
    await fixture.event('Error: x', { hash: HASH });
    expect(await pass(0)).toEqual(['issue.escalating Error: x']);
    // The issue is unresolved now.
    await fixture.event('Error: x', { hash: HASH });
    expect(await pass(60)).toEqual([]);
  });

  it('is looked at by the filters with this event, also in a batch', async () => {
    const filters = { environments: ['production'] };
    await fixture.rule({ name: 'A', conditions: [{ type: 'escalating' }], filters, recipients: [webhook()] });
    await fixture.event('Error: x', { hash: HASH });
    await pass(60);
    for (const [expected, ...environments] of [
      [[], 'production', 'staging', 'production'],
      [['issue.escalating Error: x'], 'staging', 'production', 'staging'],
    ] as const) {
      await ignore();
      await fixture.events(
        'Error: x',
        environments.map((environment) => ({ hash: HASH, labels: { environment } })),
      );
      expect(await pass(60)).toEqual(expected);
    }
  });

  it('is named by mails and messages', async () => {
    await fixture.rule({
      conditions: [{ type: 'escalating' }],
      recipients: [
        { type: 'webhook', url: hook.url, format: 'slack' },
        { type: 'email', address: 'oncall@acme.test' },
      ],
    });
    await fixture.event('Error: x', { hash: HASH, sendsMail: false });
    await ignore();
    await fixture.event('Error: x', { hash: HASH });
    await fixture.event('Error: x', { hash: HASH });
    await runUntilIdle(webhookJob);
    expect(hook.posts.splice(0).map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
      'Escalating: SHOP-1 Error: x',
    ]);
    await pass(5);
    expect(mails.mails.map(readMail)[0]?.text).toContain('Escalating SHOP-1: Error: x');
  });
});

it('names and links the issue that has the event if the one of an alert was merged into it before the delivery', async () => {
  const rule = await fixture.rule({ recipients: [webhook(), { type: 'email', address: 'oncall@acme.test' }] });
  await fixture.event('Error: kept', { hash: HASH });
  await pass(5);
  mails.mails.length = 0;
  await fixture.event('Error: merged', { sendsMail: true });
  await fixture.write(async ({ mergedIssues, issues }) => {
    const [kept, merged] = await Promise.all([1, 2].map((number) => issues.findByNumber(fixture.project.id, number)));
    if (kept === undefined || merged === undefined) throw new Error('Both issues exist.');
    await mergedIssues.merge(kept, [merged], fixture.now);
  });
  await runUntilIdle(webhookJob);
  const kept = { shortId: 'SHOP-1', url: expect.stringMatching(/\/issues\/1\/$/) as string };
  expect(hook.posts.splice(0).map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'issue.new', rule: { id: rule.id }, issue: kept },
  ]);
  await pass(5);
  expect(mails.mails.map(readMail).map(({ text }) => /SHOP-\d/.exec(text)?.[0])).toEqual(['SHOP-1']);
});

it('counts events of one batch, each issue by itself', async () => {
  await fixture.rule({ conditions: [{ type: 'events', count: 10, minutes: 1 }], recipients: [webhook()] });
  const hashes = ['b', 'c', 'd'].map((digit) => digit.repeat(32));
  await Promise.all(
    hashes.flatMap((hash, index) =>
      Array.from({ length: 9 + index }, () => fixture.event(`Error: ${index}`, { hash })),
    ),
  );
  expect((await pass(0)).sort()).toEqual(['issue.events Error: 1', 'issue.events Error: 2']);
});

it('sends one alert if two services save the events at the same time', async () => {
  await fixture.rule({ conditions: [{ type: 'events', count: 20, minutes: 60 }], recipients: [webhook()] });
  const other = await openDatabase(fixture.temporary.url);
  await fixture.event('Error: x', { hash: HASH });
  await Promise.all(
    Array.from({ length: 38 }, (_, index) =>
      fixture.event('Error: x', { hash: HASH, database: index % 2 === 0 ? other : fixture.database }),
    ),
  );
  expect(await pass(0)).toEqual(['issue.events Error: x']);
  await other.close();
});

it('sends mails to members, teams and addresses, each once, after the delay of digests', async () => {
  const ann = await fixture.member('ann@acme.test');
  await fixture.member('bob@acme.test');
  const eve = await fixture.member('eve@acme.test', { isInTeam: false });
  const muted = await fixture.member('mute@acme.test');
  const { id: projectId, organizationId } = fixture.project;
  await fixture.write(({ alerts }) => alerts.setMuted({ organizationId, projectId, memberId: muted, isMuted: true }));
  await fixture.write(({ alerts }) => alerts.setMuted({ organizationId, projectId, memberId: ann, isMuted: false }));
  await fixture.rule({
    name: 'Bursts <b>',
    conditions: [{ type: 'events', count: 1, minutes: 5 }],
    recipients: [
      { type: 'member', id: eve },
      { type: 'member', id: ann },
      { type: 'team', id: fixture.teamId },
      { type: 'email', address: 'oncall@acme.test' },
      { type: 'email', address: 'ANN@acme.test' },
    ],
  });
  const sendsBuiltIn = { hash: HASH };
  await fixture.event('Error: x', sendsBuiltIn);
  await pass(4);
  expect(mails.mails).toEqual([]);
  await pass(1);
  const ofRule = mails.mails.filter((mail) => readMail(mail).text.includes('Bursts'));
  expect(ofRule.flatMap(({ to }) => to).sort()).toEqual([
    'ann@acme.test',
    'bob@acme.test',
    'eve@acme.test',
    'oncall@acme.test',
  ]);
  // The built-in mails to the members of the team are sent as well.
  expect(mails.mails).toHaveLength(6);
  const [first] = ofRule.map(readMail);
  expect(first?.text).toContain('1 event within 5 minutes SHOP-1: Error: x');
  expect(first?.html).toContain('Bursts &lt;b&gt;');
});

describe('to an address that is not confirmed', () => {
  const oncall: AlertTarget = { type: 'email', address: 'Oncall@acme.test' };
  const mailed = async () => {
    await pass(60);
    return mails.mails.splice(0).map((mail) => `${mail.to.join()} ${/Error: [a-z]+/.exec(readMail(mail).text)?.[0]}`);
  };
  const pending = () => fixture.database.read(({ alerts }) => alerts.findPending('mail', fixture.now));

  it('sends nothing, and queues nothing, until it is confirmed', async () => {
    await fixture.rule({ recipients: [oncall] }, { isConfirmed: false });
    await fixture.event('Error: before');
    expect(await mailed()).toEqual([]);
    expect(await pending()).toEqual([]);
    expect(await fixture.deliveries()).toEqual([]);
    await fixture.confirm([{ ...oncall, address: 'oncall@acme.test' }]);
    await fixture.event('Error: after');
    expect(await mailed()).toEqual(['Oncall@acme.test Error: after']);
  });

  it('sends to the other recipients, also in the place of an assignee', async () => {
    await fixture.member('ann@acme.test');
    for (const type of ['project', 'assignee'] as const)
      await fixture.rule({ name: type, recipients: [{ type }, oncall] }, { isConfirmed: false });
    await fixture.event('Error: x');
    // One mail of each rule, and one without a rule.
    expect(await mailed()).toEqual(Array<string>(3).fill('ann@acme.test Error: x'));
    expect(await pending()).toEqual([]);
  });

  it('gives up a delivery that waits when its member is removed', async () => {
    const id = await fixture.member('oncall@acme.test', { isInTeam: false });
    await fixture.rule({ recipients: [oncall] }, { isConfirmed: false });
    await fixture.event('Error: x');
    mails.verdict = () => new Error('Busy');
    expect(await mailed()).toEqual([]);
    expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await fixture.write(({ members }) => members.remove({ organizationId: fixture.organization.id, id }));
    mails.verdict = () => undefined;
    expect(await mailed()).toEqual([]);
    expect(await fixture.deliveries()).toMatchObject([{ state: 'dropped' }]);
  });
});

describe('to the assignee', () => {
  const assignTo = async (number: number, assignee: Assignee) => {
    const { id } = fixture.project;
    const issue = await fixture.database.read(({ issues }) => issues.findByNumber(id, number));
    await fixture.write(async ({ issues }) => issues.assignNew(id, new Map([[issue?.id ?? '', assignee]])));
  };
  const setFallthrough = (fallthrough: boolean) =>
    fixture.write(({ ownership }) =>
      ownership.save(fixture.project, { ...DEFAULT_OWNERSHIP, fallthrough, dateCreated: 1, lastUpdated: 1 }),
    );
  /** Moves the clock, and returns the recipients of the mails of the rule, with the issues in the mails. */
  const mailed = async () => {
    await pass(60);
    const sent = mails.mails.splice(0).map((mail) => ({ to: mail.to.join(), text: readMail(mail).text }));
    return sent
      .filter(({ text }) => text.includes('"Own"'))
      .map(({ to, text }) => `${to} ${(text.match(/Error: [a-z]+/g) ?? []).sort().join()}`)
      .sort();
  };
  let eve: string;
  beforeEach(async () => {
    await fixture.member('ann@acme.test');
    await fixture.member('bob@acme.test');
    eve = await fixture.member('eve@acme.test', { isInTeam: false });
    const recipients: AlertTarget[] = [{ type: 'assignee' }, { type: 'email', address: 'oncall@acme.test' }];
    await fixture.rule({ name: 'Own', recipients });
    for (const name of ['x', 'y', 'z'])
      await fixture.event(`Error: ${name}`, { hash: name.charCodeAt(0).toString(16).repeat(16) });
  });

  it('sends each only what is theirs, and all of it to the other recipients', async () => {
    await assignTo(1, { type: 'member', id: eve });
    await assignTo(2, { type: 'team', id: fixture.teamId });
    await assignTo(3, { type: 'member', id: eve });
    expect(await mailed()).toEqual([
      'ann@acme.test Error: y',
      'bob@acme.test Error: y',
      'eve@acme.test Error: x,Error: z',
      'oncall@acme.test Error: x,Error: z',
      'oncall@acme.test Error: y',
    ]);
    expect(await fixture.database.read(({ alerts }) => alerts.findPending('mail', fixture.now))).toEqual([]);
  });

  it('asks for the assignee of the issue that has the event now', async () => {
    await assignTo(1, { type: 'member', id: eve });
    await assignTo(2, { type: 'team', id: fixture.teamId });
    await fixture.write(async ({ mergedIssues, issues }) => {
      const [x, y] = await Promise.all([1, 2].map((number) => issues.findByNumber(fixture.project.id, number)));
      if (x === undefined || y === undefined) throw new Error('Both issues exist.');
      await mergedIssues.merge(x, [y], fixture.now);
    });
    // The title is that of one of the events, which are of one time.
    const ofEve = (await mailed()).filter((text) => text.startsWith('eve'));
    expect(ofEve).toEqual([expect.stringMatching(/^eve@acme\.test Error: ([xy]),Error: \1$/)]);
  });

  it('sends what is of nobody to the members of the teams, unless fallthrough is off', async () => {
    expect(await mailed()).toEqual([
      'ann@acme.test Error: x,Error: y,Error: z',
      'bob@acme.test Error: x,Error: y,Error: z',
      'oncall@acme.test Error: x,Error: y,Error: z',
    ]);
    await setFallthrough(false);
    await fixture.event('Error: other');
    expect(await mailed()).toEqual(['oncall@acme.test Error: other']);
  });

  it('does not send to an assignee who disabled mails', async () => {
    const { id: projectId, organizationId } = fixture.project;
    await fixture.write(({ alerts }) => alerts.setMuted({ organizationId, projectId, memberId: eve, isMuted: true }));
    for (const number of [1, 2, 3]) await assignTo(number, { type: 'member', id: eve });
    expect(await mailed()).toEqual(['oncall@acme.test Error: x,Error: y,Error: z']);
  });
});

it('sends nothing of a rule that is not active, or was removed meanwhile', async () => {
  const idle = await fixture.rule({ isActive: false, recipients: [webhook()] });
  const removed = await fixture.rule({ recipients: [webhook(), { type: 'email', address: 'a@acme.test' }] });
  await fixture.event('Error: x', { sendsMail: false });
  await fixture.event('Error: y');
  await fixture.write(({ alertRules }) => alertRules.remove(removed));
  expect(await pass(60)).toEqual([]);
  expect(mails.mails).toEqual([]);
  const pending = await fixture.database.read(({ alerts }) => alerts.findPending('mail', fixture.now));
  expect(pending.filter(({ queueId }) => queueId !== null)).toEqual([]);
  expect(idle.isActive).toBe(false);
});

it('breaks the circuit of one webhook, and delivers to the others of the rule', async () => {
  const broken = await WebhookServer.start();
  try {
    broken.answer = (response) => response.writeHead(500).end();
    const rule = await fixture.rule({ recipients: [webhook(broken.url), webhook()] });
    await fixture.webhook(hook.url);
    for (let count = 0; count < 8; count += 1) await fixture.event(`Error: ${count}`);
    // One request of the rule and one of the plugin for each issue.
    expect(await pass(0)).toHaveLength(16);
    const health = async () => {
      const state = await fixture.database.read(({ alertRules }) => alertRules.findState(fixture.project.id, rule.id));
      return rule.recipients.map(({ key }) => state?.health.get(key));
    };
    expect(await health()).toMatchObject([{ lastSent: null }, { failures: 0, lastSent: fixture.now }]);
    // Two requests may be in progress when the circuit opens.
    expect([5, 6]).toContain(broken.posts.length);
    await pass(60);
    broken.answer = (response) => response.end();
    broken.posts.length = 0;
    await pass(60);
    expect(broken.posts).toHaveLength(8);
    expect(await health()).toMatchObject([{ failures: 0, resumeAt: null }, { failures: 0 }]);
  } finally {
    await broken.close();
  }
});

it('posts at most ten alerts of a rule in a minute; the last one counts the others', async () => {
  await fixture.rule({ recipients: [webhook()] });
  for (let count = 0; count < 15; count += 1) await fixture.event(`Error: ${count}`);
  await runUntilIdle(webhookJob);
  const more = hook.posts.map(({ body }) => (JSON.parse(body) as { more: number }).more);
  expect(more.sort()).toEqual([...new Array<number>(9).fill(0), 5].sort());
});

it('lists deliveries with the rule and its addresses', async () => {
  await fixture.rule({ name: 'On call', recipients: [webhook(), { type: 'email', address: 'oncall@acme.test' }] });
  await fixture.event('Error: x', { sendsMail: true });
  await pass(5);
  const listed = (await fixture.deliveries()).map(({ channel, rule, email, state }) => [channel, rule, email, state]);
  expect(listed.sort()).toEqual([
    ['mail', 'On call', 'oncall@acme.test', 'sent'],
    ['webhook', 'On call', null, 'sent'],
  ]);
});

it('deletes counts that have expired', async () => {
  await fixture.rule({
    conditions: [
      { type: 'events', count: 9, minutes: 10 },
      { type: 'users', count: 9, minutes: 1 },
    ],
    recipients: [webhook()],
  });
  await fixture.event('Error: x', { hash: HASH, tags: [{ key: 'user', value: 'id:1' }] });
  const engine = await fixture.temporary.openEngine();
  const count = () =>
    engine.read(async (session) => (await session.all('SELECT key FROM alert_rule_count', [])).length);
  expect(await count()).toBe(2);
  fixture.now += 12 * MINUTE;
  await runUntilIdle(new DeleteExpiredRowsJob(fixture.database, () => fixture.now));
  expect(await count()).toBe(0);
  await engine.close();
});

describe('feedback', () => {
  const record = {
    ...{ 'event.type': 'generic', platform: 'javascript', location: null, culprit: 'user', user: null, tags: [] },
    ...{ title: 'User Feedback: Hello', message: 'Hello\nthe cart is <empty>' },
    metadata: { title: 'User Feedback: Hello', name: 'Ada', contact_email: 'ada@example.com' },
  };
  const write = () =>
    fixture.event(record.title, { labels: { type: 'feedback', level: 'info', record: JSON.stringify(record) } });

  it('is told by rules that name it, with message and author, and by no other', async () => {
    await fixture.rule({ name: 'Errors', recipients: [webhook()] });
    const counting = [{ type: 'events', count: 1, minutes: 1 }] as const;
    await fixture.rule({ name: 'Counts', conditions: counting, recipients: [webhook()] });
    await write();
    expect(await pass(0)).toEqual([]);
    await fixture.rule({ name: 'Feedback', conditions: [{ type: 'feedback' }], recipients: [webhook()] });
    await write();
    await runUntilIdle(webhookJob);
    const [first, ...others] = hook.posts.splice(0).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect([first, others]).toMatchObject([
      {
        ...{ type: 'issue.feedback', rule: { name: 'Feedback' } },
        feedback: { message: record.message, name: 'Ada', contact_email: 'ada@example.com' },
      },
      [],
    ]);
    await fixture.event('Error: x');
    expect((await pass(0)).sort()).toEqual(['issue.events Error: x', 'issue.new Error: x']);
  });

  it('is quoted in mails and in messages of chat services', async () => {
    const chat: AlertTarget = { type: 'webhook', url: hook.url, format: 'slack' };
    await fixture.rule({
      conditions: [{ type: 'feedback' }],
      recipients: [chat, { type: 'email', address: 'pat@acme.test' }],
    });
    await write();
    fixture.now += 10 * MINUTE;
    await runUntilIdle(webhookJob);
    await runUntilIdle(mailJob);
    const [{ body } = { body: '' }] = hook.posts.splice(0);
    expect(body).toContain('New feedback: SHOP-1');
    expect(body).toContain('From: Ada <ada@example.com>');
    expect(body).toContain('Hello the cart is <empty>');
    expect(body).not.toContain('Culprit: user');
    const [mail] = mails.mails.map(readMail);
    const { text = '', html = '' } = mail ?? {};
    expect(text).toContain('New feedback SHOP-1: User Feedback: Hello\n  > Hello\n  > the cart is <empty>\n');
    expect(text).toContain('  from Ada <ada@example.com>');
    expect(html).toContain('<blockquote>Hello<br>the cart is &lt;empty&gt;</blockquote>');
  });
});
