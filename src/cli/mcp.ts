import { readVersion } from '../version';
import { dataOf, openService, readServiceAddress } from './service';

/**
 * Serves tools to an agent on the standard input and output, until the input ends. The tools call the service of the
 * environment.
 * @throws Error if the token is not known
 */
export async function serveTools({
  organization,
  write = false,
}: {
  organization?: string;
  write?: boolean;
}): Promise<void> {
  // Loaded here: other commands start without it.
  const { serveAgent } = await import('../agents/agentServer.js');
  await serveAgent({
    ...readServiceAddress(),
    version: readVersion(),
    allowsWrites: write,
    async findCaller() {
      const service = await openService(organization === undefined ? {} : { organization });
      const { auth } = dataOf(await service.culprit.getService());
      return { organization: service.organization, scopes: auth.scopes };
    },
  });
}
