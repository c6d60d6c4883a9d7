import type { Assignee } from '../../src/domain/issue';
import { confirmOwners, type RuleAssignment } from '../../src/ingest/assignOwners';
import { compileUncached } from '../../src/ingest/settingsCache';
import type { ProjectFixture } from '../support/fixtures';
import { useService } from '../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  const { organization } = project;
  token = await service.fixtures.token(organization);
  await service.fixtures.token(organization, { email: 'bob@acme.test' });
  await service.fixtures.team({ organization, slug: 'backend' });
});

const setRules = (raw: string, others: object = {}) =>
  service.client
    .put(`${project.path}ownership/`, token)
    .send({ raw, ...others })
    .expect(200);

/** Returns an event with an error of its own in a file. */
const errorIn = (filename: string, payload: object = {}) => ({
  exception: {
    values: [{ type: filename, value: 'boom', stacktrace: { frames: [{ filename, function: 'f', in_app: true }] } }],
  },
  ...payload,
});

interface IssueRecord {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly assignedTo: { readonly type: string; readonly name: string } | null;
}

async function issues(query = ''): Promise<IssueRecord[]> {
  const { body } = await service.client.get(`${project.path}issues/${query}`, token).expect(200);
  return body as IssueRecord[];
}

/** Returns the assignee of the issue of an error in a file. */
async function ownerOf(filename: string): Promise<string | null | undefined> {
  const issue = (await issues()).find(({ title }) => title.startsWith(filename));
  return issue && (issue.assignedTo?.name ?? null);
}

const activitiesOf = async ({ id }: IssueRecord) => {
  const path = `/api/0/organizations/${project.organization}/issues/${id}/activities/`;
  const { body } = await service.client.get(path, token).expect(200);
  return (body as { activity: { type: string; user: unknown; data: object }[] }).activity;
};

test('assigns a new issue by the last rule that matches, and says so', async () => {
  await setRules('path:src/** bob@acme.test\npath:src/cart*   #backend bob@acme.test\npath:lib/* bob@acme.test');
  await service.fixtures.event(project, errorIn('src/cart.js'));
  const [issue] = await issues('?query=assigned:%23backend');
  expect(issue?.assignedTo).toMatchObject({ type: 'team', name: 'backend' });
  const [first, ...others] = await activitiesOf(issue as IssueRecord);
  expect(others).toMatchObject([{ type: 'first_seen' }]);
  expect(first).toMatchObject({
    type: 'assigned',
    user: null,
    data: {
      assigneeType: 'team',
      integration: 'projectOwnership',
      rule: 'path:src/cart* #backend bob@acme.test',
    },
  });
});

test('assigns by lines of a CODEOWNERS file, of which one without owners assigns nobody', async () => {
  await setRules('*  bob@acme.test\n/src/ @acme/backend\n/src/generated/ # nobody');
  for (const file of ['docs/a.js', '/app/src/b.js', 'src/generated/c.js'])
    await service.fixtures.event(project, errorIn(file));
  expect(await Promise.all(['docs/a.js', '/app/src/b.js', 'src/generated/c.js'].map(ownerOf))).toEqual([
    'bob@acme.test',
    'backend',
    null,
  ]);
});

test('assigns by URL, tag and module', async () => {
  await setRules('url:*/pay/* #backend\ntags.environment:staging bob@acme.test\nmodule:shop.cart* ann@acme.test');
  await service.fixtures.event(project, errorIn('a.js', { request: { url: 'https://shop.test/pay/1?x=y' } }));
  await service.fixtures.event(project, errorIn('b.js', { environment: 'staging' }));
  const frames = [{ filename: 'c.py', module: 'shop.cart.sum', function: 'f', in_app: true }];
  await service.fixtures.event(project, { exception: { values: [{ type: 'c.js', stacktrace: { frames } }] } });
  expect(await Promise.all(['a.js', 'b.js', 'c.js'].map(ownerOf))).toEqual([
    'backend',
    'bob@acme.test',
    'ann@acme.test',
  ]);
});

test('events that arrive together open issues of their own owners', async () => {
  await setRules('path:a/* #backend\npath:b/* bob@acme.test');
  const files = Array.from({ length: 24 }, (_, index) => `${'abc'[index % 3] ?? ''}/${index}.js`);
  await Promise.all(files.map((file) => service.fixtures.event(project, errorIn(file))));
  const owners = new Map(
    (await issues()).map(({ title, assignedTo }) => [title.split(':')[0], assignedTo?.name ?? null]),
  );
  const expected: Record<string, string | null> = { a: 'backend', b: 'bob@acme.test', c: null };
  expect(owners).toEqual(new Map(files.map((file) => [file, expected[file[0] ?? '']])));
});

test('passes over owners and rules whose members and teams were removed', async () => {
  await setRules('path:** bob@acme.test\npath:src/* #backend\npath:lib/* #backend ann@acme.test');
  await service.client.delete(`/api/0/teams/${project.organization}/backend/`, token).expect(204);
  await service.fixtures.event(project, errorIn('src/a.js'));
  await service.fixtures.event(project, errorIn('lib/b.js'));
  expect(await Promise.all(['src/a.js', 'lib/b.js'].map(ownerOf))).toEqual(['bob@acme.test', 'ann@acme.test']);
});

test('looks again in the transaction whether the owner is still there', async () => {
  await setRules('path:** #backend');
  const { row } = project;
  const eventId = await service.fixtures.event(project, errorIn('b.js'));
  const bodies = await service.app.database.read(({ events }) => events.readBodies(row.id, [eventId]));
  const body = bodies[0]?.body ?? Buffer.alloc(0);
  const confirm = (ruleAssignment: RuleAssignment | null | undefined) =>
    service.app.database.write((stores) =>
      confirmOwners(
        stores,
        { id: row.id, organizationId: row.organizationId, assignsIssues: true },
        [[{ ruleAssignment, tags: [], body }]],
        compileUncached,
      ),
    );
  const [byRule] = await confirm(undefined);
  expect(byRule).toMatchObject({ assignee: { type: 'team' }, rule: 'path:** #backend' });
  expect(await confirm({ assignee: { type: 'member', id: '999999' }, rule: 'x' })).toEqual([byRule]);
  expect(await confirm({ assignee: byRule?.assignee as Assignee, rule: 'x' })).toEqual([{ ...byRule, rule: 'x' }]);
  expect(await confirm(null)).toEqual([null]);
});

test('leaves issues alone that there are, also when they come back', async () => {
  await service.fixtures.event(project, errorIn('src/a.js'));
  await setRules('path:src/* #backend');
  await service.fixtures.event(project, errorIn('src/a.js'));
  const [issue] = await issues();
  expect(issue?.assignedTo).toBeNull();
  const path = `/api/0/organizations/${project.organization}/issues/${issue?.id ?? ''}/`;
  await service.client.put(path, token).send({ status: 'resolved' }).expect(200);
  await service.fixtures.event(project, errorIn('src/a.js'));
  expect(await issues()).toMatchObject([{ status: 'unresolved', assignedTo: null }]);
});

test('an issue that was removed is assigned when the same error opens another one', async () => {
  await setRules('path:src/* #backend');
  await service.fixtures.event(project, errorIn('src/a.js'));
  await service.client.delete(`${project.path}issues/`, token).expect(200);
  await service.fixtures.event(project, errorIn('src/a.js'));
  expect(await ownerOf('src/a.js')).toBe('backend');
});

test('assigns nobody while it is switched off, and from the next event on once it is not', async () => {
  await setRules('path:** #backend', { autoAssignment: 'Turn off Auto-Assignment' });
  await service.fixtures.event(project, errorIn('a.js'));
  await setRules('path:** #backend', { autoAssignment: 'Auto Assign to Issue Owner' });
  await service.fixtures.event(project, errorIn('b.js'));
  await setRules('');
  await service.fixtures.event(project, errorIn('c.js'));
  expect(await Promise.all(['a.js', 'b.js', 'c.js'].map(ownerOf))).toEqual([null, 'backend', null]);
});

test('hostile rules cost an event a bounded time, and assign nobody', async () => {
  const rule = `path:**${'*a'.repeat(12)}b* #backend`;
  await setRules(`path:** #backend\n${`${rule}\n`.repeat(1500)}`);
  const frames = Array.from({ length: 200 }, (_, index) => ({
    filename: `${'a'.repeat(190)}${index}b/x.js`,
    function: `f${index}`,
    in_app: true,
  }));
  await service.fixtures.event(project, { exception: { values: [{ type: 'slow.js', stacktrace: { frames } }] } });
  expect(await ownerOf('slow.js')).toBeNull();
});
