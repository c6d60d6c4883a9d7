import contract from '../../generated/openapi.json';
import type { InspectInput } from '../../src/http/pipeline';
import type { Json } from './documented';

const HEADER_REPEATED = 'SDKs add it beside the key; the event itself says more.';
const WHOLE_RECORDS = 'A command-line tool leaves out what it does not need; records are always whole.';
const NO_CHEAPER_MEMBERS = 'The newer command line sends it; records are the same whatever it says.';
const SNOOZE = 'Command-line tools send null; other values are refused.';
const READ_BY_BROWSER = 'All pages of the console are one file, whose script reads the address.';
const NO_REPOSITORIES = 'Command-line tools send it; the service reads no repositories.';

/**
 * Inputs that handlers do not read, with the reasons. Only for inputs that existing clients send, or that browsers
 * read; the contract must say of each that it is ignored.
 */
export const IGNORED_INPUTS: Readonly<Record<string, string>> = {
  'getConsolePage: path.page': READ_BY_BROWSER,
  'storeEnvelope: query.sentry_version': HEADER_REPEATED,
  'storeEnvelope: query.sentry_client': HEADER_REPEATED,
  'storeEvent: query.sentry_version': HEADER_REPEATED,
  'storeEvent: query.sentry_client': HEADER_REPEATED,
  'storeEventByKey: query.sentry_version': HEADER_REPEATED,
  'storeEventByKey: query.sentry_client': HEADER_REPEATED,
  'getProject: query.collapse': WHOLE_RECORDS,
  'getIssueByShortId: query.collapse': WHOLE_RECORDS,
  'listReleases: query.sort': 'There is one order; a tool names it all the same, and every other one is refused.',
  'updateProjectOwnership: body.codeownersAutoSync':
    'Terraform sends it, and only the value that changes nothing is accepted.',
  'createRelease: body.refs[].previousCommit': NO_REPOSITORIES,
  'updateRelease: body.refs[].previousCommit': NO_REPOSITORIES,
  'createProjectRelease: body.refs[].previousCommit': NO_REPOSITORIES,
  'updateProjectRelease: body.refs[].previousCommit': NO_REPOSITORIES,
  'listIssues: query.collapse': NO_CHEAPER_MEMBERS,
  'listOrganizationIssues: query.collapse': NO_CHEAPER_MEMBERS,
  'listOrganizationIssues: query.expand': NO_CHEAPER_MEMBERS,
  'listOrganizationEvents: query.sampling': 'Clients send it for spans; the reply says that there are none.',
  'updateIssue: body.snoozeDuration': SNOOZE,
  'updateIssueById: body.snoozeDuration': SNOOZE,
  'updateIssues: body.snoozeDuration': SNOOZE,
  'updateOrganizationIssues: body.snoozeDuration': SNOOZE,
};

/** Records the inputs that each handler reads, by name. */
export class InputRecorder {
  readonly #reads = new Set<string>();

  /** Replaces the inputs of handlers by inputs that record which members are read. The server calls it. */
  readonly inspect: InspectInput = (operationId, part, input) =>
    recordReads(input, `${operationId}: ${part}`, (name) => this.#reads.add(name));

  /** Returns the declared inputs of an operation that its handler never read. */
  unread(operationId: string, document: Json = contract): string[] {
    return [...declaredInputs(operationId, document).keys()].filter(
      (name) => !this.#reads.has(name) && !(name in IGNORED_INPUTS),
    );
  }

  /** Names of the ignored inputs that a handler read nevertheless. */
  get readThoughIgnored(): string[] {
    return Object.keys(IGNORED_INPUTS).filter((name) => this.#reads.has(name));
  }
}

/**
 * Wraps an object so that reads of its members are recorded by name: `body.commits[].id`. A member that is only copied
 * (by a spread, a rest or `Object.entries`, which read all members) does not count.
 */
function recordReads<T extends object>(input: T, name: string, record: (name: string) => void): T {
  const copied = new Set<string>();
  return new Proxy(input, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      if (typeof key !== 'string') return value;
      const isElement = Array.isArray(target) && /^\d+$/.test(key);
      if (Array.isArray(target) && !isElement) return value;
      const member = isElement ? `${name}[]` : `${name}.${key}`;
      if (!isElement && !copied.delete(key)) record(member);
      return isTraversed(value) ? recordReads(value, member, record) : value;
    },
    ownKeys(target) {
      copied.clear();
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, key) {
      if (typeof key === 'string' && !Array.isArray(target)) copied.add(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

/** Returns true if the members of a value are recorded. Lists of plain values are passed on as they are. */
function isTraversed(value: unknown): value is object {
  if (Array.isArray(value)) return value.some((element) => typeof element === 'object' && element !== null);
  return typeof value === 'object' && value !== null;
}

/** Returns the path and query parameters of an operation and the members of its JSON body, with their descriptions. */
export function declaredInputs(operationId: string, document: Json = contract): Map<string, string> {
  const { item, operation } = findOperation(operationId, document);
  const parameters = [...((item['parameters'] ?? []) as Json[]), ...((operation['parameters'] ?? []) as Json[])]
    .map((parameter) => resolve(parameter, document))
    .filter((parameter) => parameter['in'] !== 'header')
    .map(({ in: part, name, description }): Input => [`${part}.${name}`, description]);
  const { content = {} } = resolve((operation['requestBody'] ?? {}) as Json, document);
  const [type, ...others] = Object.keys(content);
  const isJson = type === 'application/json' && others.length === 0;
  const members = isJson ? membersOf(content[type].schema, 'body', document) : [];
  return new Map([...parameters, ...members].map(([name, text]) => [`${operationId}: ${name}`, text]));
}

type Input = readonly [name: string, description: string];

function findOperation(operationId: string, document: Json): { item: Json; operation: Json } {
  for (const item of Object.values(document['paths'] as Record<string, Json>)) {
    const operation = Object.values<Json>(item).find((candidate) => candidate['operationId'] === operationId);
    if (operation !== undefined) return { item, operation };
  }
  throw new Error(`the contract has no operation ${operationId}`);
}

function membersOf(schema: Json, name: string, document: Json): Input[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = resolve(schema, document);
  return [
    ...Object.entries<Json>(properties).flatMap(([key, member]): Input[] => [
      // A constant has one value only, which the schema requires.
      ...('const' in member
        ? []
        : [[`${name}.${key}`, member['description'] ?? resolve(member, document)['description']] as const]),
      ...membersOf(member, `${name}.${key}`, document),
    ]),
    ...(items === undefined ? [] : membersOf(items, `${name}[]`, document)),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part: Json) => membersOf(part, name, document)),
  ];
}

function resolve(part: Json, document: Json): Json {
  if (typeof part['$ref'] !== 'string') return part;
  const keys = part['$ref'].slice(2).split('/');
  const target = keys.reduce((from, key) => from[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Json, document);
  return resolve(target, document);
}
