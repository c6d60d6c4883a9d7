import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const eventOf = (name: string, others: Record<string, unknown> = {}) => ({
  platform: 'python',
  exception: {
    values: [
      { type: 'ValueError', value: 'boom', stacktrace: { frames: [{ module: 'shop', function: name, in_app: true }] } },
    ],
  },
  ...others,
});
const send = async (event: Record<string, unknown>) => {
  const eventId = await service.fixtures.event(project, event);
  const path = `${project.path}events/${eventId}/`;
  const { groupID } = (await service.client.get(path, token).expect(200)).body as { groupID: string };
  return { eventId, groupID };
};
const organization = () => `/api/0/organizations/${project.organization}`;
const differenceOf = async (issue: string, query: object = {}) =>
  (await service.client.get(`${organization()}/issues/${issue}/grouping-difference/`, token).query(query).expect(200))
    .body as components['schemas']['GroupingDifference'];

test('compares the newest event of an issue with the oldest one', async () => {
  const oldest = await send(eventOf('pay', { timestamp: new Date(Date.now() - 60_000).toISOString() }));
  const newest = await send(eventOf('pay'));
  const found = await differenceOf(newest.groupID);
  expect(found).toMatchObject({
    event: { eventID: newest.eventId, groupID: newest.groupID },
    other: { eventID: oldest.eventId },
    relation: 'sameHash',
    difference: null,
  });
  expect(found.agreements).toEqual([
    { component: 'exception.type', value: 'ValueError' },
    { component: 'exception.stacktrace.frame.place', value: 'shop' },
    { component: 'exception.stacktrace.frame.function', value: 'pay' },
  ]);
  expect(found.sentence).toBe(
    'The events have the same hash, because they agree in the type of the exception ("ValueError"), the module or file ("shop"), the function ("pay").',
  );
});

test('names the first difference to an event of another issue', async () => {
  const [one, other] = [await send(eventOf('pay')), await send(eventOf('refund'))];
  const found = await differenceOf(one.groupID, { event: one.eventId, other: other.eventId });
  const component = 'exception.stacktrace.frame.function';
  expect(found).toMatchObject({
    relation: 'apart',
    difference: { event: { component, value: 'pay' }, other: { component, value: 'refund' } },
    sentence: 'The events are in different issues, because they first differ in the function ("pay" and "refund").',
  });
  expect(found.agreements).toHaveLength(2);
});

test('says that merged issues differ, and that settings have changed', async () => {
  const [one, other] = [await send(eventOf('pay')), await send(eventOf('refund'))];
  await service.client.put(project.path, token).send({ fingerprintingRules: 'type:ValueError -> shop' }).expect(200);
  expect(await differenceOf(one.groupID, { other: other.eventId })).toMatchObject({
    relation: 'settingsChanged',
    difference: null,
    agreements: [{ component: 'part', value: 'shop' }],
  });
  await service.client.put(project.path, token).send({ fingerprintingRules: '' }).expect(200);
  const ids = [one.groupID, other.groupID].map((id) => `id=${id}`).join('&');
  await service.client.put(`${project.path}issues/?${ids}`, token).send({ merge: 1 }).expect(200);
  const found = await differenceOf(one.groupID, { event: one.eventId, other: other.eventId });
  expect(found).toMatchObject({ relation: 'linked', event: { groupID: found.other.groupID } });
  expect(found.sentence).toContain('in one issue although they differ in the function ("pay" and "refund")');
});

test('events of another issue or project, and unknown ones, are 404', async () => {
  const [one, other] = [await send(eventOf('pay')), await send(eventOf('refund'))];
  const path = `${organization()}/issues/${one.groupID}/grouping-difference/`;
  for (const query of [{ event: other.eventId }, { event: 'x' }, { other: '0'.repeat(32) }, { other: 'x' }]) {
    expect((await service.client.get(path, token).query(query).expect(404)).body).toEqual({
      detail: 'Event not found',
    });
  }
});
