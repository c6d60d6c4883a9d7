import type { BodyExample, ContractOperation, Parameter } from './contractReader';
import { BASE_URL, credentialOf, shownParameters } from './samplesRequest';

const CREDENTIALS = {
  token: ['  token: process.env.CULPRIT_TOKEN,'],
  key: ['  publicKey: process.env.CULPRIT_KEY,'],
  none: [],
};

/** Characters that fit beside the text of the page. */
const LINE = 60;

/** The operation as a program with `culprit/client`. */
export function typescriptSample(operation: ContractOperation): string {
  const { body } = operation;
  const isForm = body?.mediaType === 'multipart/form-data';
  return [
    ...(isForm ? ["import { readFile } from 'node:fs/promises';"] : []),
    "import { createClient } from 'culprit/client';",
    '',
    'const culprit = createClient({',
    `  baseUrl: '${BASE_URL}',`,
    ...CREDENTIALS[credentialOf(operation)],
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
  return mediaType === 'multipart/form-data' ? 'body' : `body: ${literal(value, 1)}`;
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

/** A value as source text, on one line where it fits. */
function literal(value: unknown, depth: number): string {
  const oneLine = flat(value);
  if (typeof value !== 'object' || value === null || oneLine.length + 2 * depth < LINE) return oneLine;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = '  '.repeat(depth + 1);
  const members = Array.isArray(value)
    ? value.map((member) => literal(member, depth + 1))
    : Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${literal(member, depth + 1)}`);
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function flat(value: unknown): string {
  if (typeof value === 'string') return string(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${flat(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function string(text: string): string {
  if (text.includes('\n')) return `\`${text.replace(/[`\\]|\$\{/g, '\\$&')}\``;
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : string(name);
}
