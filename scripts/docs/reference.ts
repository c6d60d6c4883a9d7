/** The operations of the contract as the pages of the reference show them, each as a contract of its own. */
import { type Json, readContract } from '../contract/read';
import { linkOperations } from './guides';
import { describeWithHistory } from './history';
import { BASE_URL, samplesOf } from './samples';

/** An operation or a webhook. */
export interface ReferenceEntry {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Lower case. */
  readonly method: string;
  /** The path of an operation; null for a webhook, which is sent to an address of the receiver. */
  readonly path: string | null;
  /** A contract that has only this entry, for Redoc. */
  readonly document: Json;
}

interface EntryNode extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
}

type Items = Readonly<Record<string, Readonly<Record<string, EntryNode>>>>;

/** Reads the entries of a bundled contract, in its order. `changelog` has their history. */
export function readEntries(contract: Json, changelog: string): ReferenceEntry[] {
  const operations = new Map(readContract(contract).map((operation) => [operation.operationId, operation]));
  const sections = (['paths', 'webhooks'] as const).flatMap((section) =>
    Object.entries(contract[section] as Items).flatMap(([name, item]) =>
      Object.entries(item).map(([method, node]) => ({ section, name, method, node })),
    ),
  );
  const linked = sections.map(({ node: { operationId, tags } }) => ({ operationId, tag: tags[0] }));
  return sections.map(({ section, name, method, node }) => {
    const { tags, ...shown } = node;
    const { operationId, summary, description } = node;
    const operation = operations.get(operationId);
    const others = linked.filter((entry) => entry.operationId !== operationId);
    const completed = {
      ...shown,
      description: linkOperations(describeWithHistory(operationId, description, changelog), others),
      ...(operation === undefined ? {} : { 'x-codeSamples': samplesOf(operation) }),
    };
    return {
      operationId,
      tag: tags[0],
      summary,
      description: linkOperations(description, others),
      method,
      path: section === 'paths' ? name : null,
      document: reduceTo(contract, { [section]: { [name]: { [method]: completed } } }),
    };
  });
}

type Components = Readonly<Record<string, Json>>;

/** Returns a contract that has the given paths or webhooks, and of the components only those that these refer to. */
function reduceTo(contract: Json, parts: Json): Json {
  const all = contract['components'] as Components;
  const components: Record<string, Record<string, unknown>> = { securitySchemes: all['securitySchemes'] ?? {} };
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const reference = (part as Json)['$ref'];
    if (typeof reference !== 'string') return Object.values(part).forEach(visit);
    const [, , kind = '', name = ''] = reference.split('/');
    const used = (components[kind] ??= {});
    if (name in used) return;
    used[name] = all[kind]?.[name];
    visit(used[name]);
  };
  visit(parts);
  const { title, version } = contract['info'] as { title: string; version: string };
  const head = { openapi: contract['openapi'], info: { title, version }, servers: [{ url: BASE_URL }] };
  return { ...head, paths: {}, ...parts, components };
}
