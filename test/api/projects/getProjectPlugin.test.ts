import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const get = (as = token, plugin = 'webhooks') => service.client.get(`${project.path}plugins/${plugin}/`, as);

test('returns a webhook that is not configured', async () => {
  const { body } = await get().expect(200);
  expect(body).toMatchObject({
    id: 'webhooks',
    enabled: false,
    status: 'disabled',
    config: { url: '', secret: '' },
    metadata: { lastSent: null, failingSince: null, error: null },
  });
});

test('returns the URL and the secret only to callers with a scope to write', async () => {
  const url = 'https://hooks.example.com/culprit?token=1';
  const put = await service.client
    .put(`${project.path}plugins/webhooks/`, token)
    .send({ url, enabled: true })
    .expect(200);
  expect((await get().expect(200)).body).toEqual(put.body);
  for (const scope of ['project:write', 'project:admin']) {
    const writer = await service.fixtures.token(project.organization, { scopes: [scope] });
    expect((await get(writer).expect(200)).body).toMatchObject({
      config: { url, secret: expect.stringMatching(/^whsec_\S{44}$/) },
    });
  }
  const reader = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
  const { body, text } = await get(reader).expect(200);
  expect(body).toMatchObject({ enabled: true, config: { url: '', secret: '' } });
  expect(text).not.toMatch(/whsec_|token=1/);
});

test('replies 404 for another plugin', async () => {
  expect((await get(token, 'slack').expect(404)).body).toEqual({
    detail: 'There is no such plugin; the only one is webhooks.',
  });
});

test('replies 404 to a token of another organization', async () => {
  const { slug } = await service.fixtures.organization();
  await get(await service.fixtures.token(slug)).expect(404);
});
