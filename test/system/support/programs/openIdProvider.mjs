// An OpenID provider on a free port, which signs in the account that `login_hint` names, and vouches for the address of
// everybody but `unverified`. Prints its issuer.
import http from 'node:http';
import Provider from 'oidc-provider';

const [redirectUri] = process.argv.slice(2);
const server = http.createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: 'culprit', client_secret: 'provider-secret', redirect_uris: [redirectUri] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  cookies: { keys: ['test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, email: `${accountId}@acme.test`, email_verified: accountId !== 'unverified' }),
  }),
});

async function finishInteraction(request, response) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: params.login_hint } });
  const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope('openid email');
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

const handle = provider.callback();
server.on('request', (request, response) => {
  if (!request.url.startsWith('/interaction/')) return handle(request, response);
  finishInteraction(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
process.stdout.write(`issuer ${issuer}\n`);
