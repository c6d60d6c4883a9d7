/**
 * Tests writing below a subject that another request changes before the write. `contract/removals.test.ts` tests
 * removals.
 */
import { BundleAssembler } from '../../src/sourcemaps/upload/assembleBundle';
import { beforeWrite } from '../support/beforeWrite';
import { useService } from '../support/service';
import { CHUNK_BYTES, Uploader } from '../support/upload';
import { bundle, sha1 } from '../support/zip';

const service = useService();
afterEach(() => void jest.restoreAllMocks());

const MISSING = { detail: 'The requested resource does not exist' };

async function makeProject() {
  const project = await service.fixtures.project();
  return { project, token: await service.fixtures.token(project.organization) };
}

test('a project that is renamed in between is found by its id', async () => {
  const { project, token } = await makeProject();
  const slug = `${project.slug}-renamed`;
  beforeWrite('createProjectKey', async () => {
    await service.client.put(project.path, token).send({ slug }).expect(200);
  });
  await service.client.post(`${project.path}keys/`, token).send({ name: 'Second' }).expect(201);
  const path = `/api/0/projects/${project.organization}/${slug}/keys/`;
  expect((await service.client.get(path, token).expect(200)).body).toHaveLength(2);
});

test('a team and an organization that are renamed in between are found by their ids', async () => {
  const { organization, slug: team } = await service.fixtures.team();
  const token = await service.fixtures.token(organization);
  beforeWrite('createProject', async () => {
    await service.client.put(`/api/0/teams/${organization}/${team}/`, token).send({ slug: 'other' }).expect(200);
    const slug = `${organization}-renamed`;
    await service.client.put(`/api/0/organizations/${organization}/`, token).send({ slug }).expect(200);
  });
  const { body } = await service.client
    .post(`/api/0/teams/${organization}/${team}/projects/`, token)
    .send({ name: 'Shop' })
    .expect(201);
  expect(body).toMatchObject({ teams: [{ slug: 'other' }] });
});

test('another project that has taken the slug in between is left alone', async () => {
  const { project, token } = await makeProject();
  beforeWrite('createProjectKey', async () => {
    await service.client.delete(project.path, token).expect(204);
    await service.fixtures.project({ organization: project.organization, slug: project.slug });
  });
  const { body } = await service.client.post(`${project.path}keys/`, token).send({}).expect(404);
  expect(body).toEqual(MISSING);
  expect((await service.client.get(`${project.path}keys/`, token).expect(200)).body).toHaveLength(1);
});

test('each transaction of a request looks for it', async () => {
  const { project, token } = await makeProject();
  const uploader = new Uploader(service, project, token);
  // Chunks that cannot be compressed are written in several transactions.
  const chunk = Buffer.alloc(CHUNK_BYTES / 2);
  for (let at = 0; at + 4 <= chunk.length; at += 4) chunk.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at);
  const remove = async () => {
    const other = await service.fixtures.token(project.organization, { email: 'bob@acme.test' });
    await service.client.delete(`/api/0/organizations/${project.organization}/`, other).expect(204);
  };
  beforeWrite('uploadChunks', remove, 2);
  expect((await uploader.sendChunks([chunk])).status).toBe(404);
});

test('a project that is removed while its bundle is assembled gets no files', async () => {
  const { project, token } = await makeProject();
  const uploader = new Uploader(service, project, token);
  const archive = bundle([{ name: '~/a.js', bytes: 'a()', type: 'minified_source' }]);
  await uploader.sendChunks([archive]);
  const { assemble } = BundleAssembler.prototype;
  jest.spyOn(BundleAssembler.prototype, 'assemble').mockImplementationOnce(async function (
    this: BundleAssembler,
    assembly,
  ) {
    await service.client.delete(project.path, token).expect(204);
    return assemble.call(this, assembly);
  });
  const checksum = sha1(archive);
  const body = { checksum, chunks: [checksum], projects: [project.slug], version: 'one' };
  const reply = await service.client.post(uploader.assemblePath, token).send(body).expect(400);
  expect(reply.body).toEqual({ detail: `There is no project "${project.slug}" in this organization.` });
  const files = service.app.database.read(({ artifacts }) => artifacts.listByRelease(project.id, 'one', 10));
  expect(await files).toEqual([]);
});
