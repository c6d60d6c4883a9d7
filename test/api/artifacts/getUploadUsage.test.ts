import { useOwnService } from '../../support/service';
import { sha1 } from '../../support/zip';

const service = useOwnService({ CHUNK_QUOTA: '64', ARTIFACT_QUOTA: '128' });
let organization: string;
let token: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
});

const pathOf = (of: string) => `/api/0/organizations/${of}/upload-usage/`;

test('returns what is uploaded beside the quotas', async () => {
  const usage = async () => (await service.client.get(pathOf(organization), token).expect(200)).body as object;
  const quotas = { chunkQuota: 64 * 1024 * 1024, artifactQuota: 128 * 1024 * 1024 };
  expect(await usage()).toEqual({ chunks: 0, chunkBytes: 0, artifactBytes: 0, ...quotas });
  await service.client
    .post(`/api/0/organizations/${organization}/chunk-upload/`, token)
    .attach('file', Buffer.from('a()'), sha1('a()'))
    .expect(200);
  expect(await usage()).toEqual({ chunks: 1, chunkBytes: 16384, artifactBytes: 0, ...quotas });
});
