import { accessOf, type BodyExample, type ContractOperation, type Parameter } from '../contract/read';

/** The origin of the service in samples: the default address of `npm start`. */
export const BASE_URL = 'http://127.0.0.1:4000';

/**
 * Returns the parameters that a sample shows: required parameters, and the ids that are the subjects of a writing
 * operation. Without ids, the operation would apply to all.
 */
function shownParameters({ method, parameters }: ContractOperation, place: Parameter['in']): Parameter[] {
  return parameters.filter(
    (parameter) => parameter.in === place && (parameter.required || (parameter.name === 'id' && method !== 'get')),
  );
}

/** True if only a session can call the operation, and must send its CSRF token. */
function needsCsrfToken(operation: ContractOperation): boolean {
  return accessOf(operation) === 'session' && operation.method !== 'get';
}

export function curlSample(operation: ContractOperation): string {
  const { method, body } = operation;
  const impliesMethod = method === 'get' || (method === 'post' && body !== undefined);
  const lines = [
    `curl ${impliesMethod ? '' : `-X ${method.toUpperCase()} `}"${urlOf(operation)}"`,
    ...(accessOf(operation) === 'token' ? ['-H "Authorization: Bearer $CULPRIT_TOKEN"'] : []),
    ...(accessOf(operation) === 'session' ? ['-H "Cookie: culprit_session=$CULPRIT_SESSION"'] : []),
    ...(needsCsrfToken(operation) ? ['-H "X-CSRF-Token: $CULPRIT_CSRF"'] : []),
    ...shownParameters(operation, 'header').map(
      ({ name, example }) => `-H ${shellQuote(`${name}: ${String(example)}`)}`,
    ),
    ...(body === undefined ? [] : bodyLines(body)),
  ];
  return lines.join(' \\\n  ');
}

function urlOf(operation: ContractOperation): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(examples.get(name))),
  );
  const pairs = shownParameters(operation, 'query').flatMap(({ name, example }) =>
    [example].flat().map((value) => `${name}=${encodeURIComponent(String(value))}`),
  );
  if (accessOf(operation) === 'dsn') pairs.unshift('sentry_key=$CULPRIT_KEY');
  return `${BASE_URL}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function bodyLines({ mediaType, value, files }: BodyExample): string[] {
  if (mediaType === 'multipart/form-data') {
    return Object.entries(value as object).flatMap(([name, parts]) =>
      [parts]
        .flat()
        .map((part) => (files.includes(name) ? `-F '${name}=@FILE'` : `-F ${shellQuote(`${name}=${String(part)}`)}`)),
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return [`-H 'Content-Type: ${mediaType}'`, `--data-binary ${shellQuote(text)}`];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const CREDENTIALS = {
  token: ['  token: process.env.CULPRIT_TOKEN,'],
  // A page of the service has the cookie already.
  session: [],
  dsn: ['  publicKey: process.env.CULPRIT_KEY,'],
  public: [],
};

/** Number of characters that fit beside the text of the page. */
const MAX_LINE = 60;

function typescriptSample(operation: ContractOperation): string {
  const { body } = operation;
  const isForm = body?.mediaType === 'multipart/form-data';
  return [
    ...(isForm ? ["import { readFile } from 'node:fs/promises';"] : []),
    "import { createClient } from 'culprit/client';",
    '',
    'const culprit = createClient({',
    `  baseUrl: '${BASE_URL}',`,
    ...CREDENTIALS[accessOf(operation)],
    ...(needsCsrfToken(operation) ? ['  csrfToken: process.env.CULPRIT_CSRF,'] : []),
    '});',
    ...(isForm ? formLines(body) : []),
    ...(operation.isPaged ? recordLines(operation) : callLines(operation)),
  ].join('\n');
}

function recordLines(operation: ContractOperation): string[] {
  return [`for await (const record of culprit.records(${argumentsOf(operation)})) {`, '  console.log(record);', '}'];
}

function callLines(operation: ContractOperation): string[] {
  return [
    `const reply = await culprit.${operation.method.toUpperCase()}(${argumentsOf(operation)});`,
    'if (reply.ok) console.log(reply.data);',
    'else console.error(reply.status, reply.error);',
  ];
}

function argumentsOf(operation: ContractOperation): string {
  const params = Object.fromEntries(
    (['path', 'query', 'header'] as const)
      .map((place) => [place, valuesOf(shownParameters(operation, place))] as const)
      .filter(([, values]) => Object.keys(values).length > 0),
  );
  const init = [
    ...(Object.keys(params).length === 0 ? [] : [`params: ${literal(params, 1)}`]),
    ...(operation.body === undefined ? [] : [bodyArgument(operation.body)]),
  ];
  const path = literal(operation.path, 0);
  return init.length === 0 ? path : `${path}, {\n${init.map((line) => `  ${line},\n`).join('')}}`;
}

function valuesOf(parameters: readonly Parameter[]): Record<string, unknown> {
  return Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
}

function bodyArgument({ mediaType, value }: BodyExample): string {
  if (mediaType === 'multipart/form-data') return 'body';
  const source = literal(value, 1);
  return `body: ${mediaType === 'application/x-www-form-urlencoded' ? `new URLSearchParams(${source})` : source}`;
}

function formLines({ value, files }: BodyExample): string[] {
  const parts = Object.entries(value as object).flatMap(([name, given]) =>
    [given]
      .flat()
      .map((part) =>
        files.includes(name)
          ? `body.append(${literal(name, 0)}, new Blob([await readFile('FILE')]), 'FILE');`
          : `body.append(${literal(name, 0)}, ${literal(String(part), 0)});`,
      ),
  );
  return ['const body = new FormData();', ...parts];
}

/** Returns a value as source text, on one line where it fits. */
function literal(value: unknown, depth: number): string {
  const oneLine = singleLine(value);
  if (typeof value !== 'object' || value === null || oneLine.length + 2 * depth < MAX_LINE) return oneLine;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = '  '.repeat(depth + 1);
  const members = Array.isArray(value)
    ? value.map((member) => literal(member, depth + 1))
    : Object.entries(value).map(([name, member]) => `${propertyName(name)}: ${literal(member, depth + 1)}`);
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function singleLine(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(singleLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${propertyName(name)}: ${singleLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function stringLiteral(text: string): string {
  if (text.includes('\n')) return `\`${text.replace(/[`\\]|\$\{/g, '\\$&')}\``;
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** A sample in the form that Redoc expects. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Returns the samples of an operation in each language, from the examples of the contract. */
export function samplesOf(operation: ContractOperation): Sample[] {
  return [
    { lang: 'shell', label: 'curl', source: curlSample(operation) },
    { lang: 'typescript', label: 'TypeScript', source: typescriptSample(operation) },
  ];
}
