import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let second: ProjectFixture;
let token: string;
let eventId: string;

beforeAll(async () => {
  project = await service.fixtures.project();
  second = await service.fixtures.project({ organization: project.organization });
  token = await service.fixtures.token(project.organization);
  eventId = await service.fixtures.event(second);
});

const path = (id: string, organization = project.organization) =>
  `/api/0/organizations/${organization}/eventids/${encodeURIComponent(id)}/`;
const get = (id: string) => service.client.get(path(id), token);

test('returns the event of any project, and where it is', async () => {
  const { body: event } = await service.client.get(`${second.path}events/${eventId}/`, token).expect(200);
  const { groupID } = event as { groupID: string };
  const expected = {
    organizationSlug: project.organization,
    projectSlug: second.slug,
    groupId: groupID,
    eventId,
    event,
  };
  expect((await get(eventId).expect(200)).body).toEqual(expected);
  expect((await get(eventId.toUpperCase()).expect(200)).body).toEqual(expected);
  const uuid = eventId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  expect((await get(uuid).expect(200)).body).toEqual(expected);
});

test('returns that of the oldest project if several have one', async () => {
  const id = await service.fixtures.event(second, { event_id: 'e'.repeat(32) });
  expect((await get(id).expect(200)).body).toMatchObject({ projectSlug: second.slug });
  await service.fixtures.event(project, { event_id: id });
  expect((await get(id).expect(200)).body).toMatchObject({ projectSlug: project.slug });
});

test('replies 404 to an id of no event, of a removed issue, of another organization', async () => {
  const id = await service.fixtures.event(second, { message: 'gone', exception: undefined, event_id: 'd'.repeat(32) });
  const { body } = await get(id).expect(200);
  await service.client.delete(`${second.path}issues/?id=${(body as { groupId: string }).groupId}`, token).expect(200);
  const other = await service.fixtures.project();
  const theirs = await service.fixtures.event(other);
  for (const unknown of ['x', 'f'.repeat(32), id, theirs])
    expect((await get(unknown).expect(404)).body).toEqual({ detail: 'Event not found' });
});
