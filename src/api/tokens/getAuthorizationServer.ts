import { PROGRAM_SCOPES } from '../../domain/oauth';
import { publicOperation } from '../operation';

/** Returns the metadata of the authorization server. */
export const getAuthorizationServer = publicOperation('getAuthorizationServer', {
  handle: async ({ publicUrl }) =>
    Promise.resolve({
      status: 200,
      body: {
        issuer: publicUrl,
        authorization_endpoint: `${publicUrl}/oauth/authorize`,
        token_endpoint: `${publicUrl}/oauth/token`,
        registration_endpoint: `${publicUrl}/oauth/register`,
        revocation_endpoint: `${publicUrl}/oauth/revoke`,
        scopes_supported: [...PROGRAM_SCOPES],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      },
    }),
});
