import type { BodyExample, ContractOperation } from './contractReader';
import { BASE_URL, credentialOf, shownParameters } from './samplesRequest';

/** The operation as a command line. */
export function curlSample(operation: ContractOperation): string {
  const { method, body } = operation;
  const impliesMethod = method === 'get' || (method === 'post' && body !== undefined);
  const lines = [
    `curl ${impliesMethod ? '' : `-X ${method.toUpperCase()} `}"${addressOf(operation)}"`,
    ...(credentialOf(operation) === 'token' ? ['-H "Authorization: Bearer $CULPRIT_TOKEN"'] : []),
    ...shownParameters(operation, 'header').map(({ name, example }) => `-H ${quote(`${name}: ${String(example)}`)}`),
    ...(body === undefined ? [] : bodyLines(body)),
  ];
  return lines.join(' \\\n  ');
}

function addressOf(operation: ContractOperation): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(examples.get(name))),
  );
  const pairs = shownParameters(operation, 'query').flatMap(({ name, example }) =>
    [example].flat().map((value) => `${name}=${encodeURIComponent(String(value))}`),
  );
  if (credentialOf(operation) === 'key') pairs.unshift('sentry_key=$CULPRIT_KEY');
  return `${BASE_URL}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function bodyLines({ mediaType, value, files }: BodyExample): string[] {
  if (mediaType === 'multipart/form-data') {
    return Object.entries(value as object).flatMap(([name, parts]) =>
      [parts]
        .flat()
        .map((part) => (files.includes(name) ? `-F '${name}=@FILE'` : `-F ${quote(`${name}=${String(part)}`)}`)),
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return [`-H 'Content-Type: ${mediaType}'`, `--data-binary ${quote(text)}`];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
