import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { RetentionJob } from '../../src/jobs/retention';
import { MailServer, readMail, refusal } from '../support/mailServer';
import { runUntilIdle } from '../support/jobs';
import { AlertFixture, MINUTE, PUBLIC_URL } from './alertFixture';

let stage: AlertFixture;
let server: MailServer;
let sender: DeliverAlertsJob;
beforeEach(async () => {
  stage = await AlertFixture.open();
  server = await MailServer.start();
  sender = stage.mailJob(server.url);
});
afterEach(async () => {
  await stage.close();
  await server.close();
});

const read = () => server.mails.map(readMail);
const recipients = () => server.mails.flatMap(({ to }) => to).sort();

/** Moves the clock and sends what is due then. */
async function pass(minutes: number): Promise<void> {
  stage.now += minutes * MINUTE;
  await runUntilIdle(sender);
}

it('tells of a new issue when none followed for the minimum delay, and never again', async () => {
  await stage.member('ann@acme.test');
  await stage.event('TypeError: x', { tags: [{ key: 'environment', value: 'production' }] });
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
  const issue = (await stage.database.read(({ issues }) => issues.findByNumber(stage.project.id, 1)))?.id;
  const url = `${PUBLIC_URL}/api/0/organizations/acme/issues/${issue}/`;
  expect(mail?.text).toContain('New issue SHOP-1: TypeError: x');
  expect(mail?.text).toContain('environment production');
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(`<a href="${url}">SHOP-1</a>`);
  await pass(60);
  expect(server.mails).toHaveLength(1);
});

it('says nothing of further events of an issue, and again when it comes back', async () => {
  await stage.member('ann@acme.test');
  const hash = 'a'.repeat(32);
  await stage.event('Error: x', { hash });
  await pass(5);
  await stage.event('Error: x', { hash });
  await pass(60);
  expect(server.mails).toHaveLength(1);
  const { id } = (await stage.database.read(({ issues }) => issues.findByNumber(stage.project.id, 1))) ?? { id: '' };
  await stage.write(({ issues }) =>
    issues.update(stage.project.id, [Number(id)], { status: 'resolved', from: null, at: stage.now }),
  );
  await stage.event('Error: x', { hash });
  await pass(5);
  expect(read()[1]?.text).toContain('Regression SHOP-1: Error: x');
  expect(read()[1]?.headers['subject']).toBe('SHOP-1 - Error: x');
});

it('bundles what comes within the minimum delay of the last', async () => {
  await stage.member('ann@acme.test');
  await stage.event('Error: one');
  await pass(4);
  await stage.event('Error: two');
  await pass(4);
  expect(server.mails).toEqual([]);
  await pass(1);
  expect(read()).toMatchObject([{ headers: { subject: `2 alerts in ${stage.project.name}` } }]);
  expect(read()[0]?.text).toMatch(/SHOP-1: Error: one[^]*SHOP-2: Error: two/);
});

it('does not wait longer than the maximum delay after the first', async () => {
  await stage.member('ann@acme.test');
  for (let minute = 0; minute < 30; minute += 1) {
    await stage.event(`Error: ${minute}`);
    await pass(1);
    expect(server.mails).toHaveLength(minute < 29 ? 0 : 1);
  }
  expect(read()[0]?.headers['subject']).toBe(`30 alerts in ${stage.project.name}`);
});

/** For how many minutes the mail of an alert is waited for that others follow, each so many minutes after the one before. */
async function waited(apart: number): Promise<number> {
  const before = server.mails.length;
  let minutes = 0;
  for (; server.mails.length === before && minutes < 60; minutes += 1) {
    if (minutes % apart === 0) await stage.event('Error: x');
    await pass(1);
  }
  return minutes;
}

it('follows the minimum delay of the project', async () => {
  await stage.member('ann@acme.test');
  expect(await waited(60)).toBe(5);
  await stage.settings({ digestsMinDelay: 120 });
  expect(await waited(60)).toBe(2);
  await stage.settings({});
  expect(await waited(60)).toBe(5);
});

it('follows the maximum delay of the project', async () => {
  await stage.member('ann@acme.test');
  expect(await waited(4)).toBe(30);
  await stage.settings({ digestsMaxDelay: 600 });
  expect(await waited(4)).toBe(10);
  await stage.settings({});
  expect(await waited(4)).toBe(30);
});

it('shows fifty issues of a flood, and counts the others', async () => {
  await stage.member('ann@acme.test');
  for (let number = 0; number < 53; number += 1) await stage.event(`Error: ${number}`);
  await pass(5);
  const [mail] = read();
  expect(mail?.headers['subject']).toBe(`53 alerts in ${stage.project.name}`);
  expect(mail?.text.match(/^New issue /gm)).toHaveLength(50);
  expect(mail?.text).toContain('And 3 more.');
});

it('goes to the members of the project’s teams who want it, once each, and to nobody else', async () => {
  const [ann] = [await stage.member('ann@acme.test'), await stage.member('bob@acme.test')];
  const eve = await stage.member('eve@acme.test');
  await stage.member('joe@acme.test', { isInTeam: false });
  await stage.write(async ({ alerts, members, projects, teams }) => {
    const organizationId = stage.organization.id;
    await alerts.setMuted({ organizationId, projectId: stage.project.id, memberId: eve, isMuted: true });
    const { id: teamId } = await teams.insert({ organizationId, slug: 'second', name: 'Second', dateCreated: 0 });
    await members.addToTeam({ organizationId, teamId, memberId: ann });
    await projects.addTeam({ organizationId, projectId: stage.project.id, teamId });
  });
  await stage.event('Error: x');
  await pass(5);
  expect(recipients()).toEqual(['ann@acme.test', 'bob@acme.test']);
});

it('does not keep what nobody wants to know', async () => {
  await stage.event('Error: x');
  await pass(5);
  await stage.member('ann@acme.test');
  await pass(60);
  expect([server.mails, await stage.deliveries()]).toEqual([[], []]);
});

it('queues nothing where there is no mail server', async () => {
  await stage.member('ann@acme.test');
  await stage.event('Error: x', { sendsMail: false });
  expect(await stage.database.read(({ alerts }) => alerts.findPending('mail'))).toEqual([]);
});

it('drops what is on its way to a member who ends it, and of an issue that is removed', async () => {
  const ann = await stage.member('ann@acme.test');
  server.verdict = () => refusal(451, 'Later, please.');
  await stage.event('Error: x');
  await pass(5);
  server.verdict = () => undefined;
  await stage.write(({ alerts }) =>
    alerts.setMuted({
      organizationId: stage.organization.id,
      projectId: stage.project.id,
      memberId: ann,
      isMuted: true,
    }),
  );
  await pass(60);
  await stage.write(({ alerts }) =>
    alerts.setMuted({
      organizationId: stage.organization.id,
      projectId: stage.project.id,
      memberId: ann,
      isMuted: false,
    }),
  );
  await stage.event('Error: y');
  const { id } = (await stage.database.read(({ issues }) => issues.findByNumber(stage.project.id, 2))) ?? { id: '' };
  await stage.write(({ issues }) => issues.remove(stage.project.id, [Number(id)], stage.now));
  await pass(60);
  expect(server.mails).toEqual([]);
  expect((await stage.deliveries()).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
});

it('follows subject prefix and template, in one line, whatever is in them', async () => {
  await stage.member('ann@acme.test');
  const subjectTemplate =
    '$projectID/$orgID $project: ${tag:env.name}${tag:none} $title $5 $shortID\nBcc: eve@evil.test';
  await stage.write(({ projects }) =>
    projects.update(stage.project, {
      name: 'Café ☕',
      subjectPrefix: '[Ä]\r\nBcc: mallory@evil.test',
      subjectTemplate,
    }),
  );
  await stage.event('Error: <b>&\r\nX-Evil: 1\u2028', {
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

it('cuts what is too long', async () => {
  await stage.member('ann@acme.test');
  await stage.event(`Error: ${'ä'.repeat(5_000)}`);
  await pass(5);
  const [mail] = read();
  expect(mail?.headers['subject']).toHaveLength(250);
  expect(server.mails[0]?.raw.length).toBeLessThan(20_000);
});

describe('a server that cannot be reached', () => {
  it('is tried again, later each time, and tells what is wrong; nothing is lost', async () => {
    await stage.member('ann@acme.test');
    const { port } = server;
    await server.close();
    await stage.event('Error: x');
    await pass(5);
    expect(await stage.deliveries()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        dueAt: stage.now + MINUTE,
        error: expect.stringContaining('ECONNREFUSED'),
        email: 'ann@acme.test',
        project: 'shop',
      },
    ]);
    await pass(0.9);
    expect(await stage.deliveries()).toMatchObject([{ attempts: 1 }]);
    const pauses: number[] = [];
    for (let attempt = 2; attempt <= 9; attempt += 1) {
      const [before] = await stage.deliveries();
      stage.now = before?.dueAt ?? 0;
      await runUntilIdle(sender);
      const [after] = await stage.deliveries();
      pauses.push(((after?.dueAt ?? 0) - stage.now) / MINUTE);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    server = await MailServer.start(port);
    await pass(60);
    expect(recipients()).toEqual(['ann@acme.test']);
    expect(await stage.deliveries()).toMatchObject([
      { state: 'sent', attempts: 10, error: null, dateSettled: stage.now },
    ]);
  });

  it('is given up after three days, which stays visible', async () => {
    await stage.member('ann@acme.test');
    await server.close();
    await stage.event('Error: x');
    await pass(5);
    for (let hour = 0; hour < 73; hour += 1) await pass(60);
    expect(await stage.deliveries()).toMatchObject([
      { state: 'abandoned', error: expect.stringContaining('ECONNREFUSED') },
    ]);
    server = await MailServer.start();
    await pass(24 * 60 * 31);
    await runUntilIdle(new RetentionJob(stage.database, () => stage.now));
    expect([await stage.deliveries(), server.mails]).toEqual([[], []]);
  });
});

it('marks each recipient by itself: one that is refused does not repeat it to others', async () => {
  await stage.member('ann@acme.test');
  await stage.member('gone@acme.test');
  server.verdict = (address) => (address === 'gone@acme.test' ? refusal(550, 'No such mailbox here.') : undefined);
  await stage.event('Error: x');
  await pass(5);
  await pass(60);
  expect(recipients()).toEqual(['ann@acme.test']);
  const states = (await stage.deliveries()).map(({ email, state, attempts, error }) => ({
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

it('names a mail the same at each attempt and for each recipient another way', async () => {
  await stage.member('ann@acme.test');
  await stage.member('bob@acme.test');
  await stage.event('Error: x');
  await pass(5);
  const ids = read().map(({ headers }) => headers['message-id']);
  expect(new Set(ids).size).toBe(2);
  const [{ digest, recipient } = { digest: '', recipient: '' }] = await stage.deliveries();
  expect(ids).toContain(`<${digest}.${recipient}@errors.acme.test>`);
});

it('lets one of several processes send', async () => {
  await stage.member('ann@acme.test');
  await stage.member('bob@acme.test');
  for (let number = 0; number < 3; number += 1) await stage.event(`Error: ${number}`);
  stage.now += 5 * MINUTE;
  const others = [stage.mailJob(server.url), stage.mailJob(server.url)];
  for (let round = 0; round < 3; round += 1) await Promise.all([sender, ...others].map((one) => runUntilIdle(one)));
  expect(recipients()).toEqual(['ann@acme.test', 'bob@acme.test']);
  expect(stage.errors).toEqual([]);
});

it('authenticates where the URL says so, and does not tell the password when that fails', async () => {
  await stage.member('ann@acme.test');
  const guarded = await MailServer.start(0, { user: 'culprit@acme.test', password: 'sword:fish' });
  try {
    const url = (password: string) =>
      guarded.url.replace('//', `//culprit%40acme.test:${encodeURIComponent(password)}@`);
    await stage.event('Error: x');
    stage.now += 5 * MINUTE;
    await runUntilIdle(stage.mailJob(url('guessing')));
    const [failed] = await stage.deliveries();
    expect(failed).toMatchObject({ state: 'waiting', error: expect.stringContaining('535') });
    expect(failed?.error).not.toContain('guessing');
    stage.now += MINUTE;
    await runUntilIdle(stage.mailJob(url('sword:fish')));
    expect(guarded.mails).toMatchObject([{ to: ['ann@acme.test'] }]);
  } finally {
    await guarded.close();
  }
});
