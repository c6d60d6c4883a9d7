/** Makes the tools of agents from `x-agent` of the operations of the contract. */
import type { AgentShape, TextOrigin } from '../../src/agents/replyText';
import { type ContractOperation, followIn, type Json, list, readContract } from './read';
import { ContractError } from './redocly';

/** `x-agent` of an operation. */
interface AgentUse {
  readonly name: string;
  readonly when: string;
  readonly arguments?: readonly string[];
  readonly sends?: Json;
  readonly keep: readonly string[];
  readonly tokens: number;
}

/** Arguments that the server of tools fills in. */
const FILLED = ['organization_slug'];
/** Least trusted first. */
const ORIGINS: readonly TextOrigin[] = ['client', 'member', 'service'];

/**
 * Returns the text of `generated/agentTools.ts`. @throws ContractError for an argument or a path that does not exist
 */
export function writeAgentTools(contract: Json): string {
  const tools = readContract(contract).flatMap((operation) => {
    const { node } = followIn(contract, pathItem(contract, operation)[operation.method]);
    const use = node['x-agent'] as AgentUse | undefined;
    return use === undefined ? [] : [toolOf(contract, operation, node, use)];
  });
  const entries = tools.map((tool) => `  ${JSON.stringify(tool)},`).join('\n');
  return `import type { AgentTool } from '../src/agents/replyText';

export const agentTools: readonly AgentTool[] = [
${entries}
];
`;
}

function pathItem(contract: Json, { path }: ContractOperation): Json {
  return (contract['paths'] as Record<string, Json>)[path] ?? {};
}

function toolOf(contract: Json, operation: ContractOperation, node: Json, use: AgentUse): object {
  const { operationId, summary, method, security } = operation;
  const { parameters, properties } = inputsOf(contract, node);
  const offered = [
    ...parameters.filter(({ place }) => place === 'path').map(({ name }) => name),
    ...(use.arguments ?? []),
  ];
  const names = offered.filter((name) => !FILLED.includes(name));
  const { sends = {} } = use;
  const inputs = names.map((name) => {
    const input = [...parameters, ...properties].find((one) => one.name === name);
    if (input === undefined)
      throw new ContractError(`x-agent of ${operationId} offers the argument '${name}', which it does not have.`);
    return input;
  });
  return {
    name: use.name,
    title: summary,
    when: use.when,
    operationId,
    scopes: security.flatMap(({ bearer = [] }) => bearer),
    isWriting: method !== 'get',
    input: {
      type: 'object',
      properties: Object.fromEntries(
        inputs.map(({ name, schema }) => [name, name in sends ? { ...schema, default: sends[name] } : schema]),
      ),
      required: inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
    inBody: inputs.filter(({ place }) => place === 'body').map(({ name }) => name),
    sends,
    shape: shapeOf(contract, operationId, replyOf(contract, node), use.keep),
    tokens: use.tokens,
  };
}

interface Input {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: object;
}

/** Lists the parameters of an operation, and the properties of its body. */
function inputsOf(contract: Json, operation: Json): { parameters: Input[]; properties: Input[] } {
  const parameters = list(operation['parameters']).map((part) => {
    const { name, in: place, required, description, schema } = followIn(contract, part).node;
    const input = inputSchema(contract, schema as Json, description);
    return { name: String(name), place: String(place), isRequired: required === true, schema: input };
  });
  const body = jsonOf(contract, followIn(contract, operation['requestBody']).node);
  const required = list(body['required']);
  const properties = Object.entries((body['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    place: 'body',
    isRequired: required.includes(name),
    schema: inputSchema(contract, schema as Json, undefined),
  }));
  return { parameters, properties };
}

function jsonOf(contract: Json, body: Json): Json {
  const media = ((body['content'] ?? {}) as Json)['application/json'] as Json | undefined;
  return followIn(contract, media?.['schema']).node;
}

/** Returns the schema of an argument with what a language model needs of it: the service checks the rest. */
function inputSchema(contract: Json, part: Json, description: unknown): object {
  const { node } = followIn(contract, part);
  const { type, enum: values, items, default: preset, minimum, maximum } = node;
  const told = description ?? node['description'];
  const text = typeof told === 'string' ? shorten(told) : '';
  return {
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: inputSchema(contract, items as Json, undefined) }),
    ...(preset !== undefined && { default: preset }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(text !== '' && { description: text }),
  };
}

/** Returns the first sentences of a description: one, or more if it is short. */
function shorten(text: string): string {
  const sentences = text.split(/(?<=\.)\s+(?=[A-Z`])/);
  let short = '';
  for (const sentence of sentences) {
    if (short.length > 60) break;
    short += `${short === '' ? '' : ' '}${sentence}`;
  }
  return short;
}

function replyOf(contract: Json, operation: Json): Json {
  const responses = operation['responses'] as Json;
  const status = Object.keys(responses).find((one) => one.startsWith('2')) ?? '200';
  return jsonOf(contract, followIn(contract, responses[status]).node);
}

/** A shape while paths are added to it. */
interface Draft {
  origin?: TextOrigin;
  fields?: Record<string, Draft>;
  items?: Draft;
  slice?: number;
  onlyIf?: string;
}

/** Returns the shape that has what the paths name, such as `tags[:20].{key,value}`. */
function shapeOf(contract: Json, operationId: string, reply: Json, keep: readonly string[]): AgentShape {
  const root: Draft = {};
  for (const pattern of keep) {
    for (const path of expand(pattern)) {
      let at: Place = { draft: root, schema: reply, origin: undefined };
      for (const step of path.split(/\.(?!\()|(?=\[)/).filter((one) => one !== '')) {
        const next = enter(contract, at, step);
        if (next === undefined)
          throw new ContractError(`x-agent of ${operationId} keeps '${path}', which its reply does not have.`);
        at = next;
      }
      at.draft.origin = leastTrusted(contract, at);
    }
  }
  return root;
}

/** Returns the paths that a pattern with braces stands for. */
function expand(pattern: string): string[] {
  const [, before = '', names, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(',').flatMap((name) => expand(before + name + after));
}

/** A place in a reply. */
interface Place {
  readonly draft: Draft;
  /** Undefined within a free object. */
  readonly schema: Json | undefined;
  /** The origin of the free object. */
  readonly origin: TextOrigin | undefined;
}

/** Enters a member, or the items of a list. `context?inApp` is the member `context` of objects with a true `inApp`. */
function enter(contract: Json, { draft, schema, origin }: Place, step: string): Place | undefined {
  const slice = /^\[(-?\d+)?:?(\d+)?:?\]$/.exec(step);
  const isList = step.startsWith('[');
  const [name = '', onlyIf] = step.split('?');
  const below = isList ? (draft.items ??= {}) : ((draft.fields ??= {})[name] ??= {});
  if (isList && slice !== null && (slice[1] ?? slice[2]) !== undefined) draft.slice = Number(slice[1] ?? slice[2]);
  if (onlyIf !== undefined) below.onlyIf = onlyIf;
  if (schema === undefined) return { draft: below, schema, origin };
  for (const one of alternatives(contract, schema)) {
    const part = isList ? one['items'] : ((one['properties'] ?? {}) as Json)[name];
    if (part !== undefined) return { draft: below, schema: followIn(contract, part).node, origin };
    const free = one['additionalProperties'];
    if (!isList && free !== undefined && free !== false)
      return { draft: below, schema: undefined, origin: originOf(one) };
  }
  return undefined;
}

/** Lists a schema and those that it combines. */
function alternatives(contract: Json, schema: Json): Json[] {
  const combined = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => list(schema[keyword]));
  return [schema, ...combined.flatMap((part) => alternatives(contract, followIn(contract, part).node))];
}

function originOf(schema: Json): TextOrigin | undefined {
  return schema['x-origin'] as TextOrigin | undefined;
}

/** Returns the least trusted of those who can write texts in a value. */
function leastTrusted(contract: Json, { schema, origin }: Place): TextOrigin {
  const found = schema === undefined ? [origin] : [...originsIn(contract, schema, new Set())];
  return ORIGINS.find((one) => found.includes(one)) ?? 'service';
}

function originsIn(contract: Json, schema: Json, visited: Set<Json>): Set<TextOrigin> {
  const found = new Set<TextOrigin>();
  if (visited.has(schema)) return found;
  visited.add(schema);
  const origin = originOf(schema);
  if (origin !== undefined) found.add(origin);
  const parts = [
    ...Object.values((schema['properties'] ?? {}) as Json),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((keyword) => list(schema[keyword])),
    ...[schema['items'], schema['additionalProperties']].filter((part) => typeof part === 'object'),
  ];
  for (const part of parts)
    originsIn(contract, followIn(contract, part).node, visited).forEach((one) => found.add(one));
  return found;
}
