import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { DeleteExpiredRowsJob } from '../../src/jobs/expireData';
import { MailServer, readMail, refusal } from '../support/mailServer';
import { runUntilIdle } from '../support/jobs';
import { setStatus } from '../support/rows';
import { AlertFixture, MINUTE, PUBLIC_URL } from './alertFixture';

let fixture: AlertFixture;
let server: MailServer;
let job: DeliverAlertsJob;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  server = await MailServer.start();
  job = fixture.mailJob(server.url);
});
afterEach(async () => {
  await fixture.close();
  await server.close();
});

const read = () => server.mails.map(readMail);
const recipients = () => server.mails.flatMap(({ to }) => to).sort();

/** Moves the clock and sends the mails that are due then. */
async function pass(minutes: number): Promise<void> {
  fixture.now += minutes * MINUTE;
  await runUntilIdle(job);
}

it('reports a new issue once, after the minimum delay without another one', async () => {
  await fixture.member('ann@acme.test');
  await fixture.event('TypeError: x', { tags: [{ key: 'environment', value: 'production' }] });
  await pass(4);
  expect(server.mails).toEqual([]);
  await pass(1);
  const [mail] = read();
  expect(server.mails).toMatchObject([{ from: 'culprit@acme.test', to: ['ann@acme.test'] }]);
  expect(mail?.headers).toMatchObject({
    subject: 'SHOP-1 - TypeError: x',
    from: 'Culprit <culprit@acme.test>',
    to: 'ann@acme.test',
  });
  const issue = (await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, 1)))?.id;
  const url = `${PUBLIC_URL}/organizations/acme/issues/${issue}/`;
  expect(mail?.text).toContain('New issue SHOP-1: TypeError: x');
  expect(mail?.text).toContain('environment production');
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(`<a href="${url}">SHOP-1</a>`);
  await pass(60);
  expect(server.mails).toHaveLength(1);
});

it('does not report further events of an issue, but reports its regression', async () => {
  await fixture.member('ann@acme.test');
  const hash = 'a'.repeat(32);
  await fixture.event('Error: x', { hash });
  await pass(5);
  await fixture.event('Error: x', { hash });
  await pass(60);
  expect(server.mails).toHaveLength(1);
  const { id } = (await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, 1))) ?? {
    id: '',
  };
  await fixture.write((stores) => setStatus(stores, fixture.project.id, [id], { status: 'resolved', at: fixture.now }));
  await fixture.event('Error: x', { hash });
  await pass(5);
  expect(read()[1]?.text).toContain('Regression SHOP-1: Error: x');
  expect(read()[1]?.headers['subject']).toBe('SHOP-1 - Error: x');
});

it('groups alerts that follow each other within the minimum delay', async () => {
  await fixture.member('ann@acme.test');
  await fixture.event('Error: one');
  await pass(4);
  await fixture.event('Error: two');
  await pass(4);
  expect(server.mails).toEqual([]);
  await pass(1);
  expect(read()).toMatchObject([{ headers: { subject: `2 alerts in ${fixture.project.name}` } }]);
  expect(read()[0]?.text).toMatch(/SHOP-1: Error: one[^]*SHOP-2: Error: two/);
});

it('does not wait longer than the maximum delay after the first', async () => {
  await fixture.member('ann@acme.test');
  for (let minute = 0; minute < 30; minute += 1) {
    await fixture.event(`Error: ${minute}`);
    await pass(1);
    expect(server.mails).toHaveLength(minute < 29 ? 0 : 1);
  }
  expect(read()[0]?.headers['subject']).toBe(`30 alerts in ${fixture.project.name}`);
});

/**
 * Returns the minutes until the mail of an alert is sent, if further alerts follow, each `apart` minutes after the one
 * before.
 */
async function waited(apart: number): Promise<number> {
  const before = server.mails.length;
  let minutes = 0;
  for (; server.mails.length === before && minutes < 60; minutes += 1) {
    if (minutes % apart === 0) await fixture.event('Error: x');
    await pass(1);
  }
  return minutes;
}

it('follows the minimum delay of the project', async () => {
  await fixture.member('ann@acme.test');
  expect(await waited(60)).toBe(5);
  await fixture.settings({ digestsMinDelay: 120 });
  expect(await waited(60)).toBe(2);
  await fixture.settings({});
  expect(await waited(60)).toBe(5);
});

it('follows the maximum delay of the project', async () => {
  await fixture.member('ann@acme.test');
  expect(await waited(4)).toBe(30);
  await fixture.settings({ digestsMaxDelay: 600 });
  expect(await waited(4)).toBe(10);
  await fixture.settings({});
  expect(await waited(4)).toBe(30);
});

it('lists at most fifty issues, and counts the others', async () => {
  await fixture.member('ann@acme.test');
  for (let number = 0; number < 53; number += 1) await fixture.event(`Error: ${number}`);
  await pass(5);
  const [mail] = read();
  expect(mail?.headers['subject']).toBe(`53 alerts in ${fixture.project.name}`);
  expect(mail?.text.match(/^New issue /gm)).toHaveLength(50);
  expect(mail?.text).toContain('And 3 more.');
});

it('sends one mail to each member of the project’s teams who has not unsubscribed, and to nobody else', async () => {
  const [ann] = [await fixture.member('ann@acme.test'), await fixture.member('bob@acme.test')];
  const eve = await fixture.member('eve@acme.test');
  await fixture.member('joe@acme.test', { isInTeam: false });
  await fixture.write(async ({ alerts, members, projects, teams }) => {
    const organizationId = fixture.organization.id;
    await alerts.setMuted({ organizationId, projectId: fixture.project.id, memberId: eve, isMuted: true });
    const { id: teamId } = await teams.insert({ organizationId, slug: 'second', name: 'Second', dateCreated: 0 });
    await members.addToTeam({ organizationId, teamId, memberId: ann });
    await projects.addTeam({ organizationId, projectId: fixture.project.id, teamId });
  });
  await fixture.event('Error: x');
  await pass(5);
  expect(recipients()).toEqual(['ann@acme.test', 'bob@acme.test']);
});

it('deletes alerts without recipients', async () => {
  await fixture.event('Error: x');
  await pass(5);
  await fixture.member('ann@acme.test');
  await pass(60);
  expect([server.mails, await fixture.deliveries()]).toEqual([[], []]);
});

it('queues nothing without a mail server', async () => {
  await fixture.member('ann@acme.test');
  await fixture.event('Error: x', { sendsMail: false });
  expect(await fixture.database.read(({ alerts }) => alerts.findPending('mail', fixture.now))).toEqual([]);
});

it('drops deliveries to a member who has unsubscribed, and of an issue that was removed', async () => {
  const ann = await fixture.member('ann@acme.test');
  server.verdict = () => refusal(451, 'Later, please.');
  await fixture.event('Error: x');
  await pass(5);
  server.verdict = () => undefined;
  await fixture.write(({ alerts }) =>
    alerts.setMuted({
      organizationId: fixture.organization.id,
      projectId: fixture.project.id,
      memberId: ann,
      isMuted: true,
    }),
  );
  await pass(60);
  await fixture.write(({ alerts }) =>
    alerts.setMuted({
      organizationId: fixture.organization.id,
      projectId: fixture.project.id,
      memberId: ann,
      isMuted: false,
    }),
  );
  await fixture.event('Error: y');
  const { id } = (await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, 2))) ?? {
    id: '',
  };
  await fixture.write(({ issues }) => issues.remove(fixture.project.id, [Number(id)], fixture.now));
  await pass(60);
  expect(server.mails).toEqual([]);
  expect((await fixture.deliveries()).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
});

it('has the subject of the project’s prefix and template, on one line', async () => {
  await fixture.member('ann@acme.test');
  const subjectTemplate =
    '$projectID/$orgID $project: ${tag:env.name}${tag:none} $title $5 $shortID\nBcc: eve@evil.test';
  await fixture.write(({ projects }) =>
    projects.update(fixture.project, {
      name: 'Café ☕',
      subjectPrefix: '[Ä]\r\nBcc: mallory@evil.test',
      subjectTemplate,
    }),
  );
  await fixture.event('Error: <b>&\r\nX-Evil: 1\u2028', {
    tags: [{ key: 'env.name', value: 'prod\r\nTo: x@evil.test' }],
  });
  await pass(5);
  const [mail] = read();
  const subject =
    '[Ä] Bcc: mallory@evil.test shop/acme Café ☕: prod To: x@evil.test Error: <b>& X-Evil: 1 $5 SHOP-1 Bcc: eve@evil.test';
  expect(mail?.headers['subject']).toBe(subject);
  expect(server.mails[0]?.to).toEqual(['ann@acme.test']);
  expect(mail?.headers).not.toHaveProperty('bcc');
  expect(mail?.headers).not.toHaveProperty('x-evil');
  expect(mail?.html).toContain('<b>Error: &lt;b&gt;&amp; X-Evil: 1</b>');
  expect(mail?.html).not.toContain('<b>&');
});

it('truncates long lines', async () => {
  await fixture.member('ann@acme.test');
  await fixture.event(`Error: ${'ä'.repeat(5_000)}`);
  await pass(5);
  const [mail] = read();
  expect(mail?.headers['subject']).toHaveLength(250);
  expect(server.mails[0]?.raw.length).toBeLessThan(20_000);
});

describe('a server that cannot be reached', () => {
  it('is retried with growing delays, and the error is visible; no alert is lost', async () => {
    await fixture.member('ann@acme.test');
    const { port } = server;
    await server.close();
    await fixture.event('Error: x');
    await pass(5);
    expect(await fixture.deliveries()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        dueAt: fixture.now + MINUTE,
        error: expect.stringContaining('ECONNREFUSED'),
        email: 'ann@acme.test',
        project: 'shop',
      },
    ]);
    await pass(0.9);
    expect(await fixture.deliveries()).toMatchObject([{ attempts: 1 }]);
    const pauses: number[] = [];
    for (let attempt = 2; attempt <= 9; attempt += 1) {
      const [before] = await fixture.deliveries();
      fixture.now = before?.dueAt ?? 0;
      await runUntilIdle(job);
      const [after] = await fixture.deliveries();
      pauses.push(((after?.dueAt ?? 0) - fixture.now) / MINUTE);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    server = await MailServer.start(port);
    await pass(60);
    expect(recipients()).toEqual(['ann@acme.test']);
    expect(await fixture.deliveries()).toMatchObject([
      { state: 'sent', attempts: 10, error: null, dateSettled: fixture.now },
    ]);
  });

  it('is abandoned after three days, which stays visible for 30 days', async () => {
    await fixture.member('ann@acme.test');
    await server.close();
    await fixture.event('Error: x');
    await pass(5);
    for (let hour = 0; hour < 73; hour += 1) await pass(60);
    expect(await fixture.deliveries()).toMatchObject([
      { state: 'abandoned', error: expect.stringContaining('ECONNREFUSED') },
    ]);
    server = await MailServer.start();
    await pass(24 * 60 * 31);
    await runUntilIdle(new DeleteExpiredRowsJob(fixture.database, () => fixture.now));
    expect([await fixture.deliveries(), server.mails]).toEqual([[], []]);
  });
});

it('stores the result of each recipient: a refused one does not repeat the mail to others', async () => {
  await fixture.member('ann@acme.test');
  await fixture.member('gone@acme.test');
  server.verdict = (address) => (address === 'gone@acme.test' ? refusal(550, 'No such mailbox here.') : undefined);
  await fixture.event('Error: x');
  await pass(5);
  await pass(60);
  expect(recipients()).toEqual(['ann@acme.test']);
  const states = (await fixture.deliveries()).map(({ email, state, attempts, error }) => ({
    email,
    state,
    attempts,
    error,
  }));
  expect(states).toContainEqual({ email: 'ann@acme.test', state: 'sent', attempts: 1, error: null });
  expect(states).toContainEqual({
    email: 'gone@acme.test',
    state: 'waiting',
    attempts: 2,
    error: expect.stringContaining('550 No such mailbox here.'),
  });
});

it('gives a mail the same message id at each attempt, and another one for each recipient', async () => {
  await fixture.member('ann@acme.test');
  await fixture.member('bob@acme.test');
  await fixture.event('Error: x');
  await pass(5);
  const ids = read().map(({ headers }) => headers['message-id']);
  expect(new Set(ids).size).toBe(2);
  const [{ digest, recipient } = { digest: '', recipient: '' }] = await fixture.deliveries();
  expect(ids).toContain(`<${digest}.${recipient}@errors.acme.test>`);
});

it('is sent by one of several processes', async () => {
  await fixture.member('ann@acme.test');
  await fixture.member('bob@acme.test');
  for (let number = 0; number < 3; number += 1) await fixture.event(`Error: ${number}`);
  fixture.now += 5 * MINUTE;
  const others = [fixture.mailJob(server.url), fixture.mailJob(server.url)];
  for (let round = 0; round < 3; round += 1) await Promise.all([job, ...others].map((one) => runUntilIdle(one)));
  expect(recipients()).toEqual(['ann@acme.test', 'bob@acme.test']);
  expect(fixture.errors).toEqual([]);
});

it('authenticates with the credentials of the URL, and does not reveal them in errors', async () => {
  await fixture.member('ann@acme.test');
  const guarded = await MailServer.start(0, { user: 'culprit@acme.test', password: 'sword:fish' });
  try {
    const url = (password: string) =>
      guarded.url.replace('//', `//culprit%40acme.test:${encodeURIComponent(password)}@`);
    await fixture.event('Error: x');
    fixture.now += 5 * MINUTE;
    await runUntilIdle(fixture.mailJob(url('guessing')));
    const [failed] = await fixture.deliveries();
    expect(failed).toMatchObject({ state: 'waiting', error: expect.stringContaining('535') });
    expect(failed?.error).not.toContain('guessing');
    fixture.now += MINUTE;
    await runUntilIdle(fixture.mailJob(url('sword:fish')));
    expect(guarded.mails).toMatchObject([{ to: ['ann@acme.test'] }]);
  } finally {
    await guarded.close();
  }
});
