/**
 * Arbitrary requests to the operations of the contract. Their ids, tokens and slugs are filled in when they are sent.
 */
import * as fc from 'fast-check';
import { SCOPES } from '../../src/domain/access';
import { accessOf } from '../contract/read';
import { type PlannedBody, plannedBody } from './bodies';
import { type FuzzOperation, type FuzzParameter, resolveSchema } from './contract';
import {
  fittingValue,
  Known,
  mostly,
  newest,
  oddText,
  oneOf,
  TABLE,
  textOf,
  type Value,
  violatingValue,
} from './values';

/** A request before ids, tokens and slugs are filled in. */
export interface PlannedRequest {
  readonly operation: FuzzOperation;
  /** Upper case. */
  readonly method: string;
  /** `none` or a name of `PATH_VARIATIONS`. */
  readonly variation: string;
  readonly path: Readonly<Record<string, string | Known>>;
  readonly query: readonly (readonly [name: string, value: string | Known])[];
  /** Appended to the query string as it is. */
  readonly querySuffix: string;
  readonly credential: Credential;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: PlannedBody | null;
}

/** Differences between the path of a request and the path of the operation. */
export const PATH_VARIATIONS: Readonly<Record<string, (path: string) => string>> = {
  'no trailing slash': (path) => path.replace(/(?<=.)\/$/, ''),
  'two slashes': (path) => path.replace(/\/(?=[^/]*\/?$)/, '//'),
  absolute: (path) => `http://errors.example${path}`,
  'not UTF-8': (path) => path.replace(/[^/](?=\/?$)/, '%ff'),
  // Leaves all characters unencoded that HTTP allows in a path.
  'not encoded': (path) => path.replace(/%(2[1-46-9A-E]|3[A-E]|5[BD]|5E|60|7[B-E])/g, decodeURIComponent),
  'one more segment': (path) => `${path.replace(/\/$/, '')}/more/`,
  'upper case': (path) => path.toUpperCase(),
  fragment: (path) => `${path}#fragment`,
};

/** The credential of a request. */
export type Credential =
  | { readonly kind: 'none' | 'full' | 'foreign' | 'revoked' | 'expired' }
  /** The session of an owner; forged: without the token against cross-site requests. */
  | { readonly kind: 'session'; readonly isForged: boolean }
  | { readonly kind: 'scope'; readonly scope: string }
  | { readonly kind: 'header'; readonly text: string }
  | { readonly kind: 'dsn'; readonly place: DsnPlace; readonly key: 'own' | 'unknown' | 'disabled' | 'two' };

type DsnPlace = 'query' | 'header' | 'authorization' | 'basic' | 'envelope';

const HEADERS = [...TABLE.headers, ['User-Agent', '\xe4'.repeat(2000)] as const];

/** Returns any request to one of the operations. With `only`, half of the requests are to these. */
export function anyRequest(
  operations: readonly FuzzOperation[],
  only: readonly string[],
): fc.Arbitrary<PlannedRequest> {
  const all = fc.oneof(
    ...operations.map((operation) => ({
      weight: TABLE.weights[operation.operationId] ?? 4,
      arbitrary: requestTo(operation),
    })),
  );
  const chosen = operations.filter(({ operationId }) => only.includes(operationId));
  return chosen.length === 0 ? all : fc.oneof(all, ...chosen.map(requestTo));
}

function requestTo(operation: FuzzOperation): fc.Arbitrary<PlannedRequest> {
  const ofPlace = (place: FuzzParameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
  return fc.record({
    operation: fc.constant(operation),
    method: mostly(60, fc.constant(operation.method.toUpperCase()), oneOf(TABLE.methods)),
    variation: mostly(60, fc.constant('none'), oneOf(Object.keys(PATH_VARIATIONS))),
    path: fc.record(Object.fromEntries(ofPlace('path').map(({ name }) => [name, pathValue(name)]))),
    query: queryOf(ofPlace('query')),
    querySuffix: mostly(60, fc.constant(''), fc.constantFrom('&', '&=', '&a', '&%', '&%zz=%', '&?', '&cursor[]=')),
    credential: credentialFor(operation),
    headers: mostly(12, fc.constant([]), fc.array(oneOf(HEADERS), { minLength: 1, maxLength: 3 })),
    body: plannedBody(operation),
  });
}

function pathValue(name: string): fc.Arbitrary<string | Known> {
  const kinds = TABLE.pathReferences[name];
  const usual: fc.Arbitrary<string | Known> =
    kinds === undefined
      ? fc.constant('webhooks')
      : fc.tuple(fc.constantFrom(...kinds), newest).map(([kind, index]) => new Known(kind, index));
  const others: fc.Arbitrary<string | Known>[] = [
    fc.constantFrom(...TABLE.oddSegments, 'A'.repeat(300)),
    oddText.filter((text) => text !== '' && text.length < 1000),
  ];
  if (name === 'project_slug') others.push(fc.constant(new Known('formerProject', 0)));
  if (name === 'organization_slug') others.push(fc.constant(new Known('foreign', 0)));
  return mostly(30, usual, fc.oneof(...others));
}

function queryOf(parameters: readonly FuzzParameter[]): fc.Arbitrary<[string, string | Known][]> {
  const declared = parameters.map((parameter) => {
    const given = valuesOf(parameter).map((values) =>
      values.map((value): [string, string | Known] => [parameter.name, value]),
    );
    return parameter.required ? mostly(20, given, fc.constant([])) : mostly(2, fc.constant([]), given);
  });
  const names = [...parameters.map(({ name }) => name), 'nope', 'ids', 'id[]', 'Cursor', 'full ', '', '__proto__'];
  const further = fc
    .tuple(fc.constantFrom(...names), oddText)
    .map(([name, value]): [string, string][] => [[name, value]]);
  return fc.tuple(...declared, mostly(25, fc.constant([]), further)).map((lists) => lists.flat());
}

function valuesOf({ name, schema }: FuzzParameter): fc.Arbitrary<(string | Known)[]> {
  const isCursor = name === 'cursor';
  const fits = isCursor ? newest.map((index) => new Known('cursor', index)) : fittingValue(schema, name);
  const other = fc.oneof(violatingValue(resolveSchema(schema), name), oddText);
  const issue = newest.map((index) => new Known('issue', index));
  if (name === 'id')
    return fc.array(mostly(8, issue, fc.oneof(other, fits).map(textOf)), { minLength: 1, maxLength: 3 });
  return mostly(6, fits, other).map((value) =>
    Array.isArray(value) ? (value as Value[]).map(textOf) : [textOf(value)],
  );
}

function credentialFor(operation: FuzzOperation): fc.Arbitrary<Credential> {
  const header = oneOf(TABLE.oddAuthorizations).map((text): Credential => ({ kind: 'header', text }));
  const access = accessOf(operation);
  const session = fc.boolean().map((isForged): Credential => ({ kind: 'session', isForged }));
  const plain = (...kinds: ('none' | 'full' | 'foreign' | 'revoked' | 'expired')[]) =>
    oneOf(kinds).map((kind): Credential => ({ kind }));
  if (access === 'public') return mostly(20, plain('none'), header);
  if (access === 'session') {
    const own = fc.constant<Credential>({ kind: 'session', isForged: false });
    return mostly(20, own, fc.oneof(session, plain('none', 'full'), header));
  }
  if (access === 'token')
    return fc.oneof(
      { withCrossShrink: true },
      { weight: 40, arbitrary: plain('full') },
      { weight: 3, arbitrary: fc.constantFrom(...SCOPES).map((scope): Credential => ({ kind: 'scope', scope })) },
      { weight: 3, arbitrary: plain('none', 'foreign', 'revoked', 'expired') },
      { weight: 3, arbitrary: session },
      { weight: 1, arbitrary: header },
    );
  const places: DsnPlace[] = ['query', 'header', 'authorization', 'basic'];
  if (operation.operationId === 'storeEnvelope') places.push('envelope');
  const dsn = (key: 'own' | 'unknown' | 'disabled' | 'two') =>
    oneOf(places).map((place): Credential => ({ kind: 'dsn', place, key }));
  return mostly(15, dsn('own'), fc.oneof(dsn('unknown'), dsn('disabled'), dsn('two'), plain('none'), header));
}
