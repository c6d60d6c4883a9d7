import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let project: ProjectFixture;
let token: string;

beforeAll(async () => {
  project = await service.fixtures.project({
    organization: (await service.fixtures.organization({ slug: 'acme' })).slug,
    slug: 'shop',
  });
  token = await service.fixtures.token('acme');
});

describe('a project', () => {
  test('has the same record as the reply to an update, for each caller', async () => {
    await service.fixtures.event(project, { environment: 'production' });
    const updated = await service.client
      .put(project.path, token)
      .send({ isBookmarked: true, safeFields: ['pin'] })
      .expect(200);
    expect((await service.client.get(project.path, token).expect(200)).body).toEqual(updated.body);

    const reader = await service.fixtures.token('acme', { email: 'bob@acme.test', scopes: ['project:read'] });
    const seen = await service.client.get(project.path, reader).expect(200);
    expect(seen.body).toEqual((await service.client.put(project.path, reader).send({}).expect(200)).body);
    expect(seen.body).toMatchObject({ isBookmarked: false, securityToken: '', safeFields: ['pin'] });
    expect(seen.text).not.toContain(project.row.securityToken);
  });

  test('is redirected to from its former slug', async () => {
    const made = await service.fixtures.project({ organization: 'acme' });
    await service.client.put(made.path, token).send({ slug: 'renamed' }).expect(200);
    const { headers } = await service.client.get(made.path, token).expect(302);
    expect(headers['location']).toBe('/api/0/projects/acme/renamed/');
    expect((await service.client.get('/api/0/projects/acme/renamed/', token).expect(200)).body).toMatchObject({
      id: made.id,
    });
  });

  test('is not found under another slug', async () => {
    expect((await service.client.get('/api/0/projects/acme/nothing/', token).expect(404)).body).toEqual({
      detail: 'The requested resource does not exist',
    });
  });
});
