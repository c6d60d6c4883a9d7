import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  await service.fixtures.team({ organization: project.organization, slug: 'backend' });
});

const put = (body: object) => service.client.put(`${project.path}ownership/`, token).send(body);
const get = async () => (await service.client.get(`${project.path}ownership/`, token).expect(200)).body as object;

/** Returns the fields that entries of the audit log name. */
async function changedFields(): Promise<unknown[]> {
  const { body } = await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token);
  return (body as { event: string; details: { fields?: string[] } }[])
    .filter(({ event }) => event === 'project.update')
    .map(({ details }) => details.fields);
}

test('changes the fields in the body, and keeps the others', async () => {
  const raw = 'path:src/* #backend\n*.md ann@acme.test';
  const { body } = await put({ raw, fallthrough: false }).expect(200);
  const { dateCreated } = body as { dateCreated: string };
  expect(body).toEqual({
    raw,
    fallthrough: false,
    autoAssignment: 'Auto Assign to Issue Owner',
    codeownersAutoSync: false,
    isActive: true,
    dateCreated,
    lastUpdated: dateCreated,
  });
  expect(await get()).toEqual(body);
  const { body: switched } = await put({ autoAssignment: 'Turn off Auto-Assignment' }).expect(200);
  expect(switched).toMatchObject({ raw, fallthrough: false, autoAssignment: 'Turn off Auto-Assignment', dateCreated });
  expect((await put({ raw: null }).expect(200)).body).toMatchObject({ raw: null, fallthrough: false });
  expect(await changedFields()).toEqual([
    ['ownership.raw'],
    ['ownership.autoAssignment'],
    ['ownership.raw', 'ownership.fallthrough'],
  ]);
});

test('changes nothing if it is repeated, or names what is so already', async () => {
  expect((await put({ raw: '', fallthrough: true }).expect(200)).body).toMatchObject({ raw: null, dateCreated: null });
  const raw = 'path:src/* #backend';
  const { body } = await put({ raw }).expect(200);
  expect((await put({ raw }).expect(200)).body).toEqual(body);
  expect((await put({}).expect(200)).body).toEqual(body);
  expect(await changedFields()).toHaveLength(1);
});

test('names all wrong lines at once, and changes nothing', async () => {
  const raw = [
    'path:src/* #backend nobody@acme.test',
    'path:[ #backend',
    '# path:x',
    'file:src/* #backend',
    '/docs/ @acme/docs',
    '*.js @ann',
  ].join('\n');
  const { body } = await put({ raw, fallthrough: false }).expect(400);
  expect(body).toEqual({
    raw: [
      'Line 1: The organization has no member "nobody@acme.test"; correct it, or add the member first.',
      'Line 2: In the pattern, `[` has no `]`; write `\\[` for the character itself.',
      'Line 4: "file:" is no type of rules; write path:, url:, module:, codeowners: or tags.KEY:',
      'Line 5: The organization has no team "#docs"; correct it, or create the team first.',
      'Line 6: "@ann" is a user of another service, whom Culprit does not know; write the e-mail address of a member or #SLUG of a team.',
    ],
  });
  expect(await get()).toMatchObject({ raw: null, fallthrough: true });
});

test('rejects too much text, too many rules, other values, and what this service does not have', async () => {
  const tooLong = await put({ raw: 'x'.repeat(65_537) }).expect(400);
  expect(tooLong.body).toEqual({ raw: ['Ensure this field has no more than 65536 characters.'] });
  const tooMany = await put({ raw: '*.a #backend\n'.repeat(2001) }).expect(400);
  expect(tooMany.body).toEqual({ raw: ['There are 2001 rules; at most 2000 are allowed.'] });
  const { body } = await put({
    autoAssignment: 'Auto Assign to Suspect Commits',
    codeownersAutoSync: true,
    fallthrough: 'yes',
    isActive: false,
  }).expect(400);
  expect(body).toEqual({
    autoAssignment: ['Must be "Auto Assign to Issue Owner" or "Turn off Auto-Assignment".'],
    codeownersAutoSync: ['CODEOWNERS files are not read from repositories; send false, and their lines in "raw".'],
    fallthrough: ['Must be a valid boolean.'],
    isActive: ['Unknown field "isActive"; accepted are raw, fallthrough, autoAssignment, codeownersAutoSync.'],
  });
});

test('accepts rules that are stored, though an owner was removed since', async () => {
  const raw = 'path:src/* #backend';
  await put({ raw }).expect(200);
  await service.client.delete(`/api/0/teams/${project.organization}/backend/`, token).expect(204);
  await put({ raw }).expect(200);
  await put({ raw: `${raw} ann@acme.test` }).expect(400);
});

test('a removed project keeps nothing of it', async () => {
  await put({ raw: 'path:src/* #backend' }).expect(200);
  await service.client.delete(project.path, token).expect(204);
  expect(await service.app.database.read(({ ownership }) => ownership.find(project.id))).toBeUndefined();
  await expect(
    service.app.database.write(({ ownership }) =>
      ownership.save(project.row, {
        raw: '',
        fallthrough: true,
        autoAssignment: 'Turn off Auto-Assignment',
        dateCreated: 1,
        lastUpdated: 1,
      }),
    ),
  ).rejects.toThrow('The requested resource does not exist');
});
