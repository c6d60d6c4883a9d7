import { readFile } from 'node:fs/promises';
import { healthAfter, isOutageNoticeDue, type WebhookHealth } from '../../src/domain/alert';
import type { Project } from '../../src/domain/project';
import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { AlertWriter } from '../../src/store/alerts';
import { onPostgres } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { MailServer, readMail } from '../support/mailServer';
import { hex, organization, project } from '../support/rows';
import { explainStatements } from '../support/sessions';
import { WebhookServer } from '../support/webhookServer';
import { AlertFixture, MINUTE } from './alertFixture';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let fixture: AlertFixture;
let server: WebhookServer;
let job: DeliverAlertsJob;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  server = await WebhookServer.start();
  job = fixture.webhookJob();
  await fixture.webhook(server.url);
});
afterEach(async () => {
  await server.close();
  await job.finish();
  await fixture.close();
});

const webhook = async () => {
  const webhook = await fixture.database.read(({ webhooks }) => webhooks.find(fixture.project.id));
  if (webhook === undefined) throw new Error('There is no webhook.');
  return webhook;
};
const alertsIn = ({ posts }: WebhookServer) => posts.map(({ body }) => JSON.parse(body) as { more: number });

async function pass(ms: number): Promise<void> {
  fixture.now += ms;
  await runUntilIdle(job);
}

/** Another organization with a project and a webhook. */
async function otherProject(url: string): Promise<Project> {
  return fixture.write(async (stores) => {
    const { id } = await organization(stores, `org-${hex().slice(0, 8)}`);
    const made = await project(stores, { organizationId: id, slug: 'blog' });
    await stores.webhooks.save(made, { url, secret: SECRET, isEnabled: true });
    return made;
  });
}

describe('a webhook that hangs', () => {
  it('occupies two slots and delays nobody else', async () => {
    server.answer = () => undefined;
    const healthy = await WebhookServer.start();
    try {
      const other = await otherProject(healthy.url);
      for (let count = 0; count < 10; count += 1) await fixture.event(`Error: ${count}`);
      for (let count = 0; count < 10; count += 1) await fixture.event(`Error: ${count}`, { project: other });
      const { signal } = new AbortController();
      while (healthy.posts.length < 10) await job.step(signal);
      expect(server.posts.length).toBeLessThanOrEqual(2);
    } finally {
      await healthy.close();
    }
  });

  it('occupies at most eight slots with all projects of its organization', async () => {
    server.answer = () => undefined;
    const healthy = await WebhookServer.start();
    try {
      for (let count = 0; count < 20; count += 1) {
        const one = await fixture.write((stores) =>
          project(stores, { organizationId: fixture.organization.id, slug: `app-${count}` }),
        );
        await fixture.write(({ webhooks }) => webhooks.save(one, { url: server.url, secret: SECRET, isEnabled: true }));
        for (let event = 0; event < 2; event += 1) await fixture.event('Error: x', { project: one });
      }
      fixture.now += 1;
      const other = await otherProject(healthy.url);
      await fixture.event('Error: x', { project: other });
      const { signal } = new AbortController();
      while (healthy.posts.length < 1) await job.step(signal);
      expect(server.posts.length).toBeLessThanOrEqual(8);
    } finally {
      await healthy.close();
    }
  });
});

describe('the circuit of a webhook', () => {
  beforeEach(async () => {
    server.answer = (response) => response.writeHead(503).end();
    for (let count = 0; count < 8; count += 1) await fixture.event(`Error: ${count}`);
    await runUntilIdle(job);
  });

  it('opens after five failures in a row: one alert at a time is tried, and all are posted after a success', async () => {
    const failed = server.posts.length;
    expect(failed).toBeGreaterThanOrEqual(5);
    expect(failed).toBeLessThanOrEqual(6);
    const pauses: number[] = [];
    for (let probe = 1; probe <= 8; probe += 1) {
      const { resumeAt } = await webhook();
      if (resumeAt === null) throw new Error('The circuit is closed.');
      pauses.push((resumeAt - fixture.now) / MINUTE);
      await pass(resumeAt - fixture.now - 1);
      expect(server.posts).toHaveLength(failed + probe - 1);
      await pass(1);
      expect(server.posts).toHaveLength(failed + probe);
    }
    expect(pauses.slice(1)).toEqual(pauses.slice(0, -1).map((minutes) => Math.min(2 * minutes, 60)));
    expect([1, 2]).toContain(pauses[0]);
    server.answer = (response) => response.end();
    const before = server.posts.length;
    await pass(HOUR);
    expect(server.posts.length - before).toBe(8);
    expect(await webhook()).toMatchObject({ failures: 0, resumeAt: null, error: null, failingSince: null });
    expect(await fixture.deliveries()).toEqual(
      expect.arrayContaining(Array.from({ length: 8 }, () => expect.objectContaining({ state: 'sent' }) as object)),
    );
  });

  it('closes when the address changes', async () => {
    const other = await WebhookServer.start();
    try {
      await fixture.webhook(other.url);
      expect(await webhook()).toMatchObject({ failures: 0, resumeAt: null });
      await fixture.write(({ alerts }) =>
        alerts.resume({ projectId: fixture.project.id, channel: 'webhook', queueId: null }, fixture.now),
      );
      await runUntilIdle(job);
      expect(other.posts).toHaveLength(8);
    } finally {
      await other.close();
    }
  });

  it('holds further alerts back, and counts them', async () => {
    for (let count = 0; count < 100; count += 1) await fixture.event(`Error: later ${count}`);
    await pass(0);
    expect((await fixture.deliveries()).length).toBeLessThanOrEqual(10);
    server.answer = (response) => response.end();
    server.posts.length = 0;
    for (let minutes = 0; minutes < 10; minutes += 1) await pass(MINUTE);
    expect(alertsIn(server).reduce((sum, { more }) => sum + 1 + more, 0)).toBe(108);
    expect(server.posts.length).toBeLessThanOrEqual(20);
  });
});

describe('a flood of alerts', () => {
  it('is ten requests a minute, of which the tenth counts the others', async () => {
    for (let count = 0; count < 500; count += 1) await fixture.event(`Error: ${count}`);
    await runUntilIdle(job);
    expect(
      alertsIn(server)
        .map(({ more }) => more)
        .sort((a, b) => a - b),
    ).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 490]);
    for (let count = 0; count < 50; count += 1) await fixture.event(`Error: later ${count}`);
    await pass(30_000);
    expect(server.posts).toHaveLength(10);
    await pass(30_000);
    expect(server.posts).toHaveLength(20);
    expect(alertsIn(server).reduce((sum, { more }) => sum + 1 + more, 0)).toBe(550);
  });
});

describe('an outage of a day', () => {
  let mails: MailServer;
  let mailJob: DeliverAlertsJob;
  beforeEach(async () => {
    mails = await MailServer.start();
    mailJob = fixture.mailJob(mails.url);
    await fixture.member('ann@acme.test');
    await fixture.member('joe@acme.test', { isInTeam: false });
  });
  afterEach(() => mails.close());

  const subjects = () => mails.mails.map((mail) => readMail(mail).headers['subject']);
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      await pass(HOUR);
      await runUntilIdle(mailJob);
    }
  };

  it('is told to the members of the project once, and so is its end', async () => {
    server.answer = (response) => response.writeHead(500).end();
    await fixture.event('Error: x', { sendsMail: false });
    await runUntilIdle(job);
    await hours(23);
    expect(subjects()).toEqual([]);
    await hours(2);
    const name = fixture.project.name;
    expect(mails.mails.map(({ to }) => to)).toEqual([['ann@acme.test']]);
    expect(subjects()).toEqual([`The webhook of ${name} has been failing for a day`]);
    const [mail] = mails.mails.map(readMail);
    expect(mail?.text).toContain('The webhook answered with status 500.');
    expect(mail?.text).not.toContain('/hook');
    await hours(26);
    expect(subjects()).toHaveLength(1);
    server.answer = (response) => response.end();
    await hours(2);
    expect(subjects().slice(1)).toEqual([`The webhook of ${name} works again`]);
    await fixture.event('Error: y', { sendsMail: false });
    await hours(2);
    expect(subjects()).toHaveLength(2);
  });

  it('is not told of a webhook that is disabled', async () => {
    server.answer = (response) => response.writeHead(500).end();
    await fixture.event('Error: x', { sendsMail: false });
    await runUntilIdle(job);
    for (let hour = 0; hour < 26; hour += 1) await pass(HOUR);
    await fixture.webhook(server.url, false);
    await runUntilIdle(mailJob);
    expect(subjects()).toEqual([]);
  });

  it('does not count days of which the clock was set back', () => {
    const health: WebhookHealth = {
      lastSent: null,
      failingSince: 3 * DAY,
      error: 'x',
      failures: 5,
      resumeAt: null,
      notifiedAt: null,
    };
    const after = healthAfter(health, DAY, 'x');
    expect(after.failingSince).toBe(DAY);
    expect(isOutageNoticeDue(after, 2 * DAY - 1)).toBe(false);
    expect(isOutageNoticeDue(after, 2 * DAY)).toBe(true);
  });
});

describe('a clock that is set back', () => {
  it.each([
    ['an hour', HOUR],
    ['a day', DAY],
  ])('by %s does not delay the next attempt of a webhook', async (_, ms) => {
    server.answer = (response) => response.writeHead(500).end();
    await fixture.event('Error: x');
    await runUntilIdle(job);
    await pass(MINUTE);
    expect(server.posts).toHaveLength(2);
    server.answer = (response) => response.end();
    await pass(-ms);
    expect(server.posts).toHaveLength(3);
    expect(await fixture.deliveries()).toMatchObject([{ state: 'sent' }]);
  });

  it('by a day does not keep a circuit open', async () => {
    server.answer = (response) => response.writeHead(500).end();
    for (let count = 0; count < 8; count += 1) await fixture.event(`Error: ${count}`);
    await runUntilIdle(job);
    server.answer = (response) => response.end();
    await pass(-DAY);
    await pass(MINUTE);
    expect((await fixture.deliveries()).every(({ state }) => state === 'sent')).toBe(true);
  });

  it('by a day does not delay a mail', async () => {
    const mails = await MailServer.start();
    try {
      await fixture.member('ann@acme.test');
      await fixture.event('Error: x');
      const mailJob = fixture.mailJob(mails.url);
      fixture.now -= DAY;
      await runUntilIdle(mailJob);
      expect(mails.mails).toHaveLength(1);
      fixture.now += DAY;
      mails.verdict = () => new Error('Later.');
      await fixture.event('Error: y');
      await fixture.event('Error: z');
      fixture.now += 5 * MINUTE;
      await runUntilIdle(mailJob);
      mails.verdict = () => undefined;
      fixture.now -= DAY;
      await runUntilIdle(mailJob);
      expect(mails.mails).toHaveLength(2);
    } finally {
      await mails.close();
    }
  });
});

describe('claims', () => {
  it('read an index, however many deliveries are due', async () => {
    const engine = await fixture.temporary.openEngine();
    const columns = `project_id, digest, recipient, organization_id, channel, state, alert_count, attempts, due_at, date_created`;
    const rows = Array.from({ length: 3_000 }, (_, index) => [
      1 + (index % 3),
      hex(),
      0,
      Number(fixture.organization.id),
      'webhook',
      'waiting',
      1,
      0,
      fixture.now,
      0,
    ]);
    await engine.write((session) =>
      session.runMany(
        `INSERT INTO alert_delivery (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`,
        rows.map((values) => [Number(fixture.project.id) + Number(values[0]) - 1, ...values.slice(1)]),
      ),
    );
    if (onPostgres) await engine.write((session) => session.run('ANALYZE alert_delivery', []));
    const slots = { total: 32, perOrganization: 8, perProject: 2 };
    const demand = { channel: 'webhook', now: fixture.now, slots, inProgress: [] } as const;
    const plan = await explainStatements(engine, (session) => new AlertWriter(session).claim(demand, fixture.now + 1));
    await engine.close();
    const ofDeliveries = plan.filter((line) => /alert_delivery/.test(line) || /^(SCAN|SEARCH) (d|w)\b/.test(line));
    expect(ofDeliveries.length).toBeGreaterThan(3);
    expect(ofDeliveries.filter((line) => /Seq Scan|^SCAN/.test(line))).toEqual([]);
  });

  it('rank no rows of other projects', async () => {
    expect(await readFile('src/store/alerts.ts', 'utf8')).not.toMatch(/OVER \(/);
  });
});
