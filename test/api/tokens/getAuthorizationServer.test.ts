import { useService } from '../../support/service';

const service = useService();

test('returns the addresses of the service, and that only PKCE with S256 and public clients are accepted', async () => {
  const { body } = await service.client.get('/.well-known/oauth-authorization-server').expect(200);
  expect(body).toMatchObject({
    issuer: service.url,
    authorization_endpoint: `${service.url}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
});
