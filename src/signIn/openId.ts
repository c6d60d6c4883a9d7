import type * as OpenIdClient from 'openid-client' with { 'resolution-mode': 'import' };
import { Unauthenticated, Unavailable } from '../domain/errors';
import { type Claims, readClaim } from '../domain/openId';
import type { OpenIdProvider } from '../domain/session';

/** The OpenID provider, as the environment names it. */
export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Scopes that the service asks for, separated by blanks. */
  readonly scope: string;
  /** True if the provider vouches for addresses without saying so. */
  readonly trustsAddresses: boolean;
  readonly isRequired: boolean;
}

type Library = typeof OpenIdClient;

/** Seconds that a request to the provider may take. */
const TIMEOUT_SECONDS = 10;

/**
 * Creates the sign-in at an OpenID provider: the authorization code flow with PKCE. The library and the metadata of the
 * provider are loaded at the first sign-in, so that the service starts without the provider.
 */
export function createOpenIdProvider(settings: OpenIdSettings): OpenIdProvider {
  let loaded: Promise<[Library, OpenIdClient.Configuration]> | undefined;
  const load = () =>
    (loaded ??= discover(settings).catch((error: unknown) => {
      loaded = undefined;
      throw unavailable(error);
    }));
  return {
    name: settings.name,
    isRequired: settings.isRequired,

    async authorizationUrl({ state, nonce, codeVerifier }, redirectUrl) {
      const [library, configuration] = await load();
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUrl,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    async findAccount({ code, state, nonce, codeVerifier }, redirectUrl, wanted) {
      const [library, configuration] = await load();
      const reached = new URL(redirectUrl);
      // The library asks for `iss` if the provider announces it (RFC 9207). It is always this issuer: there is one
      // provider only.
      for (const [name, value] of Object.entries({ code, state, iss: configuration.serverMetadata().issuer }))
        reached.searchParams.set(name, value);
      try {
        const tokens = await library.authorizationCodeGrant(configuration, reached, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider returned no ID token');
        const { issuer, userinfo_endpoint: endpoint } = configuration.serverMetadata();
        const isComplete = wanted.every((name) => readClaim(claims, name) !== undefined);
        const info: Claims =
          claims['email'] !== undefined && (isComplete || endpoint === undefined)
            ? {}
            : await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        const email = verifiedAddress(claims['email'] === undefined ? info : claims, settings);
        return { issuer, subject: claims.sub, email, claims: { ...info, ...claims } };
      } catch (error) {
        if (isRefusal(library, error))
          throw new Unauthenticated('The OpenID provider does not accept this sign-in; begin it again.');
        throw unavailable(error);
      }
    },
  };
}

/** Loads the library, and reads the metadata of the provider. */
async function discover({
  issuer,
  clientId,
  clientSecret,
}: OpenIdSettings): Promise<[Library, OpenIdClient.Configuration]> {
  const library = await import('openid-client');
  const [basic, post] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)];
  const authenticate: OpenIdClient.ClientAuth = (server, client, body, headers) => {
    // A provider that lists no methods has `client_secret_basic` (OpenID Connect Discovery 1.0, section 3).
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
  const url = new URL(issuer);
  const configuration = await library.discovery(url, clientId, undefined, authenticate, {
    timeout: TIMEOUT_SECONDS,
    // The configuration admits http for addresses of this machine only.
    execute: url.protocol === 'http:' ? [library.allowInsecureRequests] : [],
  });
  return [library, configuration];
}

/** Returns the e-mail address if the provider has verified it. Some providers send `true` as a text. */
function verifiedAddress(
  { email, email_verified: isVerified }: Claims,
  { trustsAddresses }: Pick<OpenIdSettings, 'trustsAddresses'>,
): string | null {
  const vouches =
    [true, 'true'].includes(isVerified as boolean | string) || (trustsAddresses && isVerified === undefined);
  return typeof email === 'string' && vouches ? email : null;
}

/**
 * True if the provider refuses the code, or its reply is for another sign-in. Other errors are failures of the
 * provider.
 */
function isRefusal(library: Library, error: unknown): boolean {
  if (error instanceof library.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof library.ClientError && error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
}

function unavailable(cause: unknown): Unavailable {
  const error = new Unavailable('The OpenID provider cannot be reached, or its reply is invalid; try again later.', 10);
  error.cause = cause;
  return error;
}
