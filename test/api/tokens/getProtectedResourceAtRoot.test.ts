import { useService } from '../../support/service';

const service = useService();

test('returns the same as below the path of the server of tools', async () => {
  const { body } = await service.client.get('/.well-known/oauth-protected-resource').expect(200);
  const { body: other } = await service.client.get('/.well-known/oauth-protected-resource/mcp').expect(200);
  expect(body).toEqual(other);
});
