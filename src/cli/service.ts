import { type Client, createClient } from '../client/createClient';
import { readVersion } from '../version';

/* Commands that talk to a service with a token, not to a database. */

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** The service that a command talks to, and the slug of the organization that the command is about. */
export interface TerminalService {
  readonly culprit: Client;
  readonly organization: string;
}

export interface ServiceOptions {
  readonly organization?: string;
  readonly json?: boolean;
}

/** Address of the service and the token for it, from the environment. */
interface ServiceAddress {
  readonly baseUrl: string;
  readonly token: string;
  /** @throws Error that names the address if the service does not reply */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Reads the address and the token of the service from the environment. @throws Error if one is missing or invalid */
function readServiceAddress(): ServiceAddress {
  const { CULPRIT_URL: url = '', CULPRIT_TOKEN: token = '' } = process.env;
  const baseUrl = url === '' ? DEFAULT_URL : url;
  if (!URL.canParse(baseUrl) || !/^https?:\/\//.test(baseUrl))
    throw new Error(`CULPRIT_URL is "${baseUrl}", but must be the address of the service, such as ${DEFAULT_URL}.`);
  if (token === '')
    throw new Error('CULPRIT_TOKEN is not set; `culprit token create`, run on the host of the service, makes a token.');
  checkToken('CULPRIT_TOKEN', token);
  return { baseUrl, token, fetch: (request) => send(request, baseUrl) };
}

/**
 * Refuses a token that no header of a request may have: the error of the request would quote it.
 * @param name the option or the variable that has it
 */
export function checkToken(name: string, token: string): void {
  const position = token.search(/[^!-~]/);
  if (position < 0) return;
  const found = /[\r\n]/.test(token.charAt(position)) ? 'a line break' : 'a blank or another character';
  throw new Error(
    `${name} has ${found} at position ${position + 1}, but must be exactly the token, which has only visible ASCII characters.`,
  );
}

/**
 * Creates a client for the service of the environment.
 * @param wrap changes the function that sends requests
 * @throws Error if the token or the organization is not known
 */
export async function openService(
  { organization }: ServiceOptions,
  wrap: (send: ServiceAddress['fetch']) => ServiceAddress['fetch'] = (unchanged) => unchanged,
): Promise<TerminalService> {
  const { CULPRIT_ORGANIZATION: preset = '' } = process.env;
  const address = readServiceAddress();
  const culprit = createClient({ ...address, fetch: wrap(address.fetch) });
  if (organization !== undefined || preset !== '') return { culprit, organization: organization ?? preset };
  const reply = await culprit.listOrganizations();
  if (!reply.ok && reply.response.status === 403)
    throw new Error(
      'The token may not read the name of its organization; give --organization, or set CULPRIT_ORGANIZATION.',
    );
  const [first] = dataOf(reply);
  if (first === undefined) throw new Error('The token belongs to no organization.');
  return { culprit, organization: first.slug };
}

/** @throws Error that names the address if the service does not reply */
async function send(request: Request, baseUrl: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    throw new Error(
      `No service replies at ${baseUrl}: ${connectionFailure(error, 'CULPRIT_URL must be the address of the service')}`,
    );
  }
}

/** Reasons why a server is not reached, by the codes of errors. */
const CONNECTION_ERRORS: readonly (readonly [codes: RegExp, reason: string, remedy?: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens on this port'],
  [/^ENOTFOUND$/, 'there is no host of this name'],
  [/^EAI_AGAIN$/, 'the name of the host cannot be looked up now'],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'no network leads there'],
  [/TIMEDOUT|TIMEOUT/, 'it does not reply in time'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'it closes the connection'],
  [/SSL|^EPROTO$/, 'it does not use TLS'],
  [/^HPE_/, 'it does not use HTTP'],
  [
    /CERT|LEAF_SIGNATURE/,
    'its certificate is not accepted',
    'NODE_EXTRA_CA_CERTS may name a file with the certificate of its authority',
  ],
];

/**
 * Returns why a server is not reached and what would be right, as the end of a sentence.
 * @param error the error of `fetch`
 * @param remedy what would be right, unless the reason has a remedy of its own
 */
export function connectionFailure(error: unknown, remedy: string): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  const [, reason = cause?.message ?? message, better = remedy] =
    CONNECTION_ERRORS.find(([codes]) => codes.test(code)) ?? [];
  return `${reason}${code === '' ? '' : ` (${code})`}; ${better}.`;
}

type ServiceReply<Data> = { ok: true; data: Data } | { ok: false; error: unknown; response: Response };

/** @throws Error with the message of the service, unless the reply is a success */
export function dataOf<Data>(reply: ServiceReply<Data>): Data {
  if (reply.ok) return reply.data;
  throw new Error(messageOf(reply));
}

/** Returns the error of an organization, or of a project, that the service does not know or does not show. */
export function unknownPlaceError(organization: string, project?: string): Error {
  const place = `organization "${organization}"`;
  const what = project === undefined ? place : `project "${project}" in the ${place}`;
  return new Error(`There is no ${what}, or the token may not use it.`);
}

/** Returns the message of a reply that is no success, in one sentence. */
export function messageOf({ error, response }: { error: unknown; response: Response }): string {
  const { detail, requiredScopes, ...fields } = error as { detail?: string; requiredScopes?: string[] };
  const scopes = requiredScopes === undefined ? '' : ` The token needs ${requiredScopes.join(' or ')}.`;
  if (detail !== undefined) return `${detail.replace(/[^.]$/, '$&.')}${scopes}`;
  const reasons = Object.entries(fields).map(([name, messages]) => `${name}: ${[messages].flat().join(' ')}`);
  return reasons.length === 0 ? `The service replied ${response.status}.` : reasons.join(' ');
}

/** Writes to standard output. */
export function print(text: string): void {
  process.stdout.write(text);
}

/** Minutes of the units of durations. */
const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440, w: 10_080 };

/** Returns the minutes of an option such as `--for 2h`. @throws Error if it is no duration */
export function parseDuration(option: string, text: string): number {
  const [, number = '', unit = ''] = /^([1-9][0-9]{0,4})([mhdw])$/.exec(text) ?? [];
  if (number !== '') return Number(number) * (MINUTES[unit] ?? 1);
  throw new Error(`${option} is "${text}", but must be a number and a unit, such as 30m, 2h, 7d or 1w.`);
}

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
