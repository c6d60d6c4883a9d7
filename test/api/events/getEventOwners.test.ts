import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
let eventId: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  await service.fixtures.team({ organization: project.organization, slug: 'backend' });
  const frames = [{ filename: 'src/cart.js', function: 'f', in_app: true }];
  eventId = await service.fixtures.event(project, {
    environment: 'staging',
    request: { url: 'https://shop.test/pay' },
    exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] },
  });
});

const setRules = (raw: string, others: object = {}) =>
  service.client
    .put(`${project.path}ownership/`, token)
    .send({ raw, ...others })
    .expect(200);
const owners = async () =>
  (await service.client.get(`${project.path}events/${eventId}/owners/`, token).expect(200))
    .body as components['schemas']['EventOwners'];

test('nobody owns an event of a project without rules, or of which none matches', async () => {
  expect(await owners()).toEqual({ owners: [], rule: null, rules: [] });
  await setRules('path:lib/* #backend');
  expect(await owners()).toEqual({ owners: [], rule: null, rules: [] });
});

test('returns all rules that match, the deciding one first, also while they assign nothing', async () => {
  const raw =
    '# all\n* ann@acme.test\nurl:*/pay #backend\nmodule:x #backend\ntags.environment:staging   #backend ann@acme.test';
  await setRules(raw, { autoAssignment: 'Turn off Auto-Assignment' });
  const ownership = await owners();
  expect(ownership).toMatchObject({
    owners: [
      { type: 'team', name: 'backend' },
      { type: 'user', email: 'ann@acme.test' },
    ],
    rule: 'tags.environment:staging #backend ann@acme.test',
  });
  expect(ownership.rules.map(({ line, owners: of }) => [line, of.map(({ name }) => name)])).toEqual([
    [5, ['backend', 'ann@acme.test']],
    [3, ['backend']],
    [2, ['ann@acme.test']],
  ]);
});

test('passes over owners that were removed; a rule without owners decides for nobody', async () => {
  await setRules('* ann@acme.test\n/src/ #backend');
  await service.client.delete(`/api/0/teams/${project.organization}/backend/`, token).expect(204);
  expect(await owners()).toMatchObject({ rule: '* ann@acme.test', rules: [{ line: 2, owners: [] }, { line: 1 }] });
  await setRules('* ann@acme.test\n/src/');
  expect(await owners()).toMatchObject({ owners: [], rule: null, rules: [{ line: 2 }, { line: 1 }] });
});

test('an unknown event is 404', async () => {
  const path = `${project.path}events/${'0'.repeat(32)}/owners/`;
  expect((await service.client.get(path, token).expect(404)).body).toEqual({ detail: 'Event not found' });
});
