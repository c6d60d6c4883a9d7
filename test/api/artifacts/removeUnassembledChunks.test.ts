import { poll } from '../../support/process';
import { EAGER, useOwnService } from '../../support/service';
import { sha1 } from '../../support/zip';

const service = useOwnService({}, EAGER);
let organization: string;
let token: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
});

const pathOf = (of: string) => `/api/0/organizations/${of}/chunk-upload/`;
const remove = (query = '') => service.client.delete(`${pathOf(organization)}${query}`, token);

test('removes the chunks that nobody used for so many hours', async () => {
  const upload = async (text: string) =>
    service.client.post(pathOf(organization), token).attach('file', Buffer.from(text), sha1(text)).expect(200);
  await upload('a()');
  await upload('b()');
  for (const query of ['', '?olderThan=1'])
    expect((await remove(query).expect(200)).body).toEqual({ chunks: 0, chunkBytes: 0 });
  expect((await remove('?olderThan=0').expect(200)).body).toEqual({ chunks: 2, chunkBytes: 32768 });
  // Whether their bytes are deleted or not.
  expect((await remove('?olderThan=0').expect(200)).body).toEqual({ chunks: 0, chunkBytes: 0 });
  const usage = `/api/0/organizations/${organization}/upload-usage/`;
  await poll(
    async () => ((await service.client.get(usage, token).expect(200)).body as { chunks: number }).chunks === 0,
  );
  // A deleted chunk is uploaded again.
  await upload('a()');
});

test.each(['x', '-1', '1.5', '100001', ''])('refuses olderThan=%s', async (hours) => {
  const { body } = await remove(`?olderThan=${hours}`).expect(400);
  expect(body).toEqual({ detail: "Query parameter 'olderThan' must be a number of hours from 0 to 100000." });
});
