import { ExpireAttachmentsJob } from '../../src/jobs/expireData';
import { ReclaimJob } from '../../src/jobs/reclaim';
import { DAY_MS } from '../../src/domain/time';
import { AttachmentClient, fileItem } from '../support/attachments';
import { envelope, type EnvelopeItem } from '../support/fixtures';
import { runUntilIdle, waitingForTurns } from '../support/jobs';
import { useOwnService } from '../support/service';

const ID = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);
const EVENT: EnvelopeItem = [{ type: 'event' }, { message: 'x' }];

const service = useOwnService();
let token: string;
let client: AttachmentClient;
beforeEach(async () => {
  const project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  client = new AttachmentClient(service, project, token);
});

const database = () => waitingForTurns(service.app.database);
const later = (days: number) => () => Date.now() + days * DAY_MS;

/** Deletes what has expired after some days, of attachments that are kept for a number of days. */
const expire = (afterDays: number, keptDays = 30) =>
  runUntilIdle(new ExpireAttachmentsJob(database(), keptDays, later(afterDays)));

const owner = () => client.project.row.organizationId;
const usedBytes = () => service.app.database.read(({ attachments }) => attachments.sumBytes(owner()));
const stored = (eventId: string) =>
  service.app.database.read(({ attachments }) => attachments.listByEvent(client.project.id, eventId));

test('files without an event are kept for a day', async () => {
  await client.send(ID, fileItem('a.log', 'x')).expect(200);
  await expire(0.9);
  expect(await stored(ID)).toHaveLength(1);
  await expire(1.1);
  expect(await stored(ID)).toEqual([]);
  expect(await usedBytes()).toBe(0);
});

test('files of an event are kept for their days, or as long as the event', async () => {
  await client.send(ID, EVENT, fileItem('a.log', 'x')).expect(200);
  await expire(29);
  await expire(1000, 0);
  expect(await client.names(ID)).toEqual(['a.log']);
  await expire(31);
  expect(await client.names(ID)).toEqual([]);
});

test('files of a removed issue are deleted with their bytes, unless another file has these', async () => {
  await client.send(ID, EVENT, fileItem('a.log', 'shared'), fileItem('b.log', 'own')).expect(200);
  await client.send(OTHER, [{ type: 'event' }, { message: 'other' }], fileItem('c.log', 'shared')).expect(200);
  const sha1s = (await stored(ID)).map(({ sha1 }) => sha1);
  const missing = () => service.app.database.read(({ contents }) => contents.findMissing(owner(), sha1s));
  expect(await missing()).toEqual([]);
  const { body } = await service.client.get(`${client.project.path}events/${ID}/`, token).expect(200);
  await service.client
    .delete(
      `/api/0/organizations/${client.project.organization}/issues/${(body as { groupID: string }).groupID}/`,
      token,
    )
    .expect(204);
  await expire(1.1);
  expect(await stored(ID)).toEqual([]);
  expect(await stored(OTHER)).toHaveLength(1);
  await runUntilIdle(new ReclaimJob(database(), later(3)));
  expect(await missing()).toEqual([sha1s[1]]);
  expect((await client.bytes(OTHER)).toString()).toBe('shared');
});

test('more files than one step checks are all checked', async () => {
  const events = Array.from({ length: 8 }, (_, number) => number.toString(16).padStart(32, '1'));
  for (const [index, id] of events.entries()) {
    const items = Array.from({ length: 150 }, (_, number) => fileItem(`${number}.log`, ''));
    await client.post(envelope({ event_id: id }, ...(index % 2 === 0 ? [EVENT] : []), ...items)).expect(200);
  }
  await expire(2);
  const counts = await Promise.all(events.map(async (id) => (await stored(id)).length));
  expect(counts).toEqual([150, 0, 150, 0, 150, 0, 150, 0]);
});

test('files go with their project, and their bytes with them', async () => {
  await client.send(ID, EVENT, fileItem('a.log', 'gone')).expect(200);
  const [file] = await stored(ID);
  const organizationId = owner();
  await service.client.delete(client.project.path, token).expect(204);
  await runUntilIdle({
    name: 'removals',
    idleMs: 0,
    step: async () => {
      const rows = await database().exclusively(({ removals }) => removals.deleteRows(Date.now(), 500));
      const rest = await database().exclusively(({ removals }) => removals.reclaim(Date.now(), 500));
      return (rows ?? 0) + (rest ?? 0) > 0;
    },
  });
  expect(await stored(ID)).toEqual([]);
  await runUntilIdle(new ReclaimJob(database(), later(3)));
  const sha1s = [file?.sha1 ?? ''];
  expect(await service.app.database.read(({ contents }) => contents.findMissing(organizationId, sha1s))).toEqual(sha1s);
  expect(await service.app.database.read(({ attachments }) => attachments.sumBytes(organizationId))).toBe(0);
});
