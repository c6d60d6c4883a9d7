import { randomUUID } from 'node:crypto';
import type { Delivery } from '../../src/domain/alert';
import type { Project } from '../../src/domain/project';
import { DeleteExpiredRowsJob } from '../../src/jobs/expireData';
import type { Database } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { firstPage, hex, member, NOON, project as makeProject } from '../support/rows';

const DAY = 24 * 60 * 60 * 1000;

const { database } = useTemporaryDatabase('all');
let project: Project;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
});

/** Stores deliveries that were finished at a time. */
async function finishDeliveries(count: number, at: number): Promise<void> {
  const delivery: Omit<Delivery, 'digest'> = {
    projectId: project.id,
    organizationId: project.organizationId,
    channel: 'webhook' as const,
    recipient: '0',
    kind: 'alerts',
    queueId: null,
    alertCount: 1,
    state: 'waiting' as const,
    attempts: 0,
    dueAt: at,
    dateCreated: at,
    dateSettled: null,
    error: null,
  };
  const made = Array.from({ length: count }, () => ({ ...delivery, digest: hex() }));
  await database.write(async ({ alerts }) => {
    await alerts.insertDeliveries(made);
    for (const one of made) await alerts.finish(one, 'sent', at, null);
  });
}

const deliveries = async () =>
  (await database.read(({ alerts }) => alerts.list(project.organizationId, project.id, { cursor: null, size: 2000 })))
    .rows.length;
const request = (urls: readonly string[], at: number) =>
  database.write(({ fetchAttempts }) => fetchAttempts.request(project, urls, at));
const attempts = async (urls: readonly string[], at: number) =>
  (await database.read(({ fetchAttempts }) => fetchAttempts.find(project.id, urls, at))).size;
const retentionJob = () => new DeleteExpiredRowsJob(database, () => NOON);

test('deliveries that ended more than 30 days ago are deleted', async () => {
  await finishDeliveries(3, NOON - 30 * DAY - 1);
  await finishDeliveries(2, NOON - 30 * DAY + 1);
  await runUntilIdle(retentionJob());
  expect(await deliveries()).toBe(2);
});

test('attempts to fetch a file are deleted after 30 days', async () => {
  const [old, young] = [NOON - 30 * DAY - 1, NOON - 30 * DAY + 1];
  await request(['https://shop.test/old.js'], old);
  await request(['https://shop.test/young.js'], young);
  await runUntilIdle(retentionJob());
  expect(await attempts(['https://shop.test/old.js'], old)).toBe(0);
  expect(await attempts(['https://shop.test/young.js'], young)).toBe(1);
});

test('sessions, links, sign-ins at an OpenID provider, programs and their codes are deleted once they have ended', async () => {
  const { organizationId } = project;
  const ended = NOON - 14 * DAY;
  const { memberId } = await database.write(async (stores) => {
    const { id } = await member(stores, organizationId);
    const of = { organizationId, memberId: id, userAgent: '', passwordUntil: null };
    await stores.memberSessions.insert({ ...of, hash: hex(), now: ended });
    await stores.memberSessions.insert({ ...of, hash: hex(), now: ended + 1 });
    await stores.signIns.insertLink({ ...of, hash: 'ended', setsPassword: false, expiresAt: NOON - 30 * DAY });
    await stores.signIns.insertLink({ ...of, hash: 'known', setsPassword: false, expiresAt: NOON - 30 * DAY + 1 });
    await stores.signIns.insertOpenIdRequest('ended', NOON);
    await stores.signIns.insertOpenIdRequest('valid', NOON + 1);
    const program = { name: '', redirectUris: [], dateCreated: ended };
    await stores.oauth.insertClient({ ...program, id: 'ended' }, NOON);
    await stores.oauth.insertClient({ ...program, id: 'valid' }, NOON + 1);
    const code = { organizationId, memberId: id, clientId: 'valid', redirectUri: '', challenge: '', scopes: [] };
    const made = { tokenId: null, createdBy: null };
    await stores.oauth.insertCode({ ...code, ...made, hash: 'ended', expiresAt: NOON - DAY });
    await stores.oauth.insertCode({ ...code, ...made, hash: 'known', expiresAt: NOON - DAY + 1 });
    return of;
  });
  await runUntilIdle(retentionJob());
  const sessions = await database.read(({ memberSessions }) => memberSessions.list({ organizationId, memberId }, 0));
  expect(sessions).toHaveLength(1);
  await database.write(async ({ signIns }) => {
    expect(await signIns.findLink('ended')).toBeUndefined();
    expect(await signIns.findLink('known')).toBeDefined();
    expect(await signIns.useOpenIdRequest('ended', 0)).toBe(false);
    expect(await signIns.useOpenIdRequest('valid', NOON)).toBe(true);
  });
  await database.read(async ({ oauth }) => {
    expect(await oauth.findClient('ended', 0)).toBeUndefined();
    expect(await oauth.findClient('valid', 0)).toBeDefined();
    expect(await oauth.findCode('ended')).toBeUndefined();
    expect(await oauth.findCode('known')).toBeDefined();
  });
});

test('many rows are deleted in several steps, with a pause between them', async () => {
  await finishDeliveries(501, NOON - 31 * DAY);
  const job = retentionJob();
  expect(await job.step()).toBe(true);
  expect(await deliveries()).toBe(1);
  expect(await job.step()).toBe(false);
  expect(await deliveries()).toBe(0);
  expect(job.pauseMs()).toBe(1000);
});

test('rows are deleted later if another job is at work', async () => {
  await finishDeliveries(1, NOON - 31 * DAY);
  let isBusy = true;
  const busy: Database = {
    ...database,
    exclusively: (work) => (isBusy ? Promise.resolve(undefined) : database.exclusively(work)),
  };
  const job = new DeleteExpiredRowsJob(busy, () => NOON);
  expect(await job.step()).toBe(true);
  expect(await deliveries()).toBe(1);
  isBusy = false;
  await runUntilIdle(job);
  expect(await deliveries()).toBe(0);
});

test('addresses that were not confirmed within 30 days are forgotten', async () => {
  const { organizationId } = project;
  const key = (name: string) => ({ organizationId, address: `${name}@other.test` });
  await database.write(async ({ alertAddresses }) => {
    await alertAddresses.requestConfirmation(key('old'), hex(), NOON - 30 * DAY, NOON);
    await alertAddresses.requestConfirmation(key('young'), hex(), NOON - 30 * DAY + 1, NOON);
    await alertAddresses.requestConfirmation(key('confirmed'), 'of one who confirmed', NOON - 60 * DAY, NOON);
    await alertAddresses.confirm('of one who confirmed', NOON - 60 * DAY);
  });
  await runUntilIdle(retentionJob());
  const names = ['old', 'young', 'confirmed'];
  const asked = await database.read(({ alertAddresses }) =>
    Promise.all(names.map(async (name) => (await alertAddresses.findRequestTime(key(name))) !== undefined)),
  );
  expect(asked).toEqual([false, true, true]);
});

test('check-ins are deleted after 90 days, and their monitor stays', async () => {
  const { organizationId, id: projectId } = project;
  const config = {
    schedule: { type: 'crontab', value: '@daily' },
    ...{ timezone: 'UTC', checkinMargin: 1, maxRuntime: 30, failureThreshold: 1, recoveryThreshold: 1 },
  } as const;
  const monitor = await database.write(async ({ monitors }) => {
    const made = await monitors.insert({
      ...{ guid: randomUUID(), projectId, organizationId, slug: 'report', name: 'Report', config, owner: null },
      ...{ isActive: true, isMuted: false, isUpserting: false, dateCreated: NOON - 100 * DAY },
    });
    for (const at of [NOON - 91 * DAY, NOON - 90 * DAY, NOON - 90 * DAY + 1, NOON])
      await monitors.insertCheckIn(projectId, {
        ...{ guid: randomUUID(), monitorId: made?.id ?? '', environment: 'production', status: 'ok', duration: null },
        ...{ dateAdded: at, dateUpdated: at, dateInProgress: null, expectedTime: null, timeoutAt: null },
        ...{ traceId: null, config },
      });
    return made;
  });
  await runUntilIdle(retentionJob());
  const left = await database.read(async ({ monitors }) => {
    const found = await monitors.find(projectId, monitor?.id ?? '');
    return found && (await monitors.listCheckIns(found, null, firstPage())).rows;
  });
  expect(left?.map(({ dateAdded }) => dateAdded)).toEqual([NOON, NOON - 90 * DAY + 1]);
});
