/**
 * Arbitrary requests to the operations of the contract. Their ids, tokens and slugs are filled in when they are sent.
 */
import * as fc from 'fast-check';
import { SCOPES } from '../../src/domain/access';
import { type PlannedBody, plannedBody } from './bodies';
import { accessOf, type FuzzOperation, type FuzzParameter, resolveSchema } from './contract';
import { fittingValue, type Kind, Known, mostly, newest, oddText, RawJson, type Value, violatingValue } from './values';

/** A request before ids, tokens and slugs are filled in. */
export interface PlannedRequest {
  readonly operation: FuzzOperation;
  /** Upper case. */
  readonly method: string;
  readonly variation: PathVariation;
  readonly path: Readonly<Record<string, string | Known>>;
  readonly query: readonly (readonly [name: string, value: string | Known])[];
  /** Appended to the query string as it is. */
  readonly querySuffix: string;
  readonly credential: Credential;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: PlannedBody | null;
}

/** A difference between the path of a request and the path of the operation. */
type PathVariation = (typeof PATH_VARIATIONS)[number];

const PATH_VARIATIONS = [
  'none',
  'no trailing slash',
  'two slashes',
  'absolute',
  'not UTF-8',
  'not encoded',
  'one more segment',
  'upper case',
  'fragment',
] as const;

/** The credential of a request. */
export type Credential =
  | { readonly kind: 'none' | 'full' | 'foreign' | 'revoked' | 'expired' }
  /** The session of an owner; forged: without the token against cross-site requests. */
  | { readonly kind: 'session'; readonly isForged: boolean }
  | { readonly kind: 'scope'; readonly scope: string }
  | { readonly kind: 'header'; readonly text: string }
  | { readonly kind: 'dsn'; readonly place: DsnPlace; readonly key: 'own' | 'unknown' | 'disabled' | 'two' };

type DsnPlace = 'query' | 'header' | 'authorization' | 'basic' | 'envelope';

/** Headers in wrong forms, and those that proxies, browsers and caches add. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['Accept', 'text/html'],
  ['Accept', 'application/xml;q=0.1, */*;q=0'],
  ['Accept-Encoding', 'gzip, br'],
  ['Accept-Encoding', 'identity;q=0, *;q=0'],
  ['Accept-Language', 'xx'],
  ['If-None-Match', '*'],
  ['If-None-Match', '"nothing"'],
  ['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Range', 'bytes=0-0'],
  ['Origin', 'https://shop.example'],
  ['Origin', 'null'],
  ['Referer', 'not a url'],
  ['X-Forwarded-For', '203.0.113.9, nonsense'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Cookie', 'session=1; \xff=2'],
  ['User-Agent', '\xe4'.repeat(2000)],
  ['Connection', 'close'],
  ['Expect', '100-continue'],
  ['Expect', 'nothing'],
  ['Upgrade', 'h2c'],
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/**
 * Weights of operations: operations that create things for others are called more often (4), operations with very long
 * replies less often.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  storeEvent: 16,
  storeEventByKey: 8,
  storeEnvelope: 16,
  updateProject: 12,
  createRelease: 8,
  createProjectRelease: 8,
  uploadReleaseFile: 8,
  uploadChunks: 8,
  assembleArtifactBundle: 8,
  listIssues: 8,
  getContract: 1,
  getDocs: 1,
};

/** Returns any request to one of the operations. With `only`, half of the requests are to these. */
export function anyRequest(
  operations: readonly FuzzOperation[],
  only: readonly string[],
): fc.Arbitrary<PlannedRequest> {
  const all = fc.oneof(
    ...operations.map((operation) => ({
      weight: WEIGHTS[operation.operationId] ?? 4,
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
    method: mostly(60, fc.constant(operation.method.toUpperCase()), fc.constantFrom(...METHODS)),
    variation: mostly(60, fc.constant<PathVariation>('none'), fc.constantFrom(...PATH_VARIATIONS)),
    path: fc.record(Object.fromEntries(ofPlace('path').map(({ name }) => [name, pathValue(name)]))),
    query: queryOf(ofPlace('query')),
    querySuffix: mostly(60, fc.constant(''), fc.constantFrom('&', '&=', '&a', '&%', '&%zz=%', '&?', '&cursor[]=')),
    credential: credentialFor(operation),
    headers: mostly(12, fc.constant([]), fc.array(fc.constantFrom(...HEADERS), { minLength: 1, maxLength: 3 })),
    body: plannedBody(operation),
  });
}

const PATH_KINDS: Readonly<Record<string, readonly Kind[]>> = {
  organization_slug: ['organization'],
  project_slug: ['project'],
  team_id_or_slug: ['team'],
  event_id: ['event'],
  issue_id: ['issue', 'shortId'],
  version: ['release'],
  file_id: ['file'],
  project_id: ['projectId'],
};

const ODD_SEGMENTS = [
  'unknown',
  '0',
  '-1',
  '999999999999999999999',
  '.',
  '..',
  ' ',
  'A'.repeat(300),
  'a/b',
  'a?b',
  'a#b',
  '%',
  '+',
  'ä',
  '😀',
  'SHOP-1',
  'shop-ZZZ',
  'F'.repeat(32),
  '8f3a1c5e-7b9d-4026-a1b2-c3d4e5f60718',
];

function pathValue(name: string): fc.Arbitrary<string | Known> {
  const kinds = PATH_KINDS[name];
  const usual: fc.Arbitrary<string | Known> =
    kinds === undefined
      ? fc.constant('webhooks')
      : fc.tuple(fc.constantFrom(...kinds), newest).map(([kind, index]) => new Known(kind, index));
  const others: fc.Arbitrary<string | Known>[] = [
    fc.constantFrom(...ODD_SEGMENTS),
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
  if (name === 'id')
    return fc.array(
      mostly(
        8,
        newest.map((index) => new Known('issue', index)),
        fc.oneof(other, fits).map(textOf),
      ),
      { minLength: 1, maxLength: 3 },
    );
  return mostly(6, fits, other).map((value) =>
    Array.isArray(value) ? (value as Value[]).map(textOf) : [textOf(value)],
  );
}

function textOf(value: Value): string | Known {
  if (value instanceof Known || typeof value === 'string') return value;
  return value instanceof RawJson ? value.text : JSON.stringify(value);
}

const WRONG_AUTHORIZATION = [
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'bearer nothing',
  'Basic dXNlcjo=',
  'Token x',
  'x',
  `Bearer ${'f'.repeat(64)}`,
  'Sentry sentry_version=7',
  'Bearer \xe4',
];

function credentialFor(operation: FuzzOperation): fc.Arbitrary<Credential> {
  const header = fc.constantFrom(...WRONG_AUTHORIZATION).map((text): Credential => ({ kind: 'header', text }));
  const access = accessOf(operation);
  const session = fc.boolean().map((isForged): Credential => ({ kind: 'session', isForged }));
  if (access === 'public') return mostly(20, fc.constant<Credential>({ kind: 'none' }), header);
  if (access === 'session')
    return mostly(
      20,
      fc.constant<Credential>({ kind: 'session', isForged: false }),
      fc.oneof(session, fc.constantFrom<Credential>({ kind: 'none' }, { kind: 'full' }), header),
    );
  if (access === 'token')
    return fc.oneof(
      { withCrossShrink: true },
      { weight: 40, arbitrary: fc.constant<Credential>({ kind: 'full' }) },
      { weight: 3, arbitrary: fc.constantFrom(...SCOPES).map((scope): Credential => ({ kind: 'scope', scope })) },
      {
        weight: 3,
        arbitrary: fc.constantFrom<Credential>(
          { kind: 'none' },
          { kind: 'foreign' },
          { kind: 'revoked' },
          { kind: 'expired' },
        ),
      },
      { weight: 3, arbitrary: session },
      { weight: 1, arbitrary: header },
    );
  const places: DsnPlace[] = ['query', 'header', 'authorization', 'basic'];
  if (operation.operationId === 'storeEnvelope') places.push('envelope');
  const place = fc.constantFrom(...places);
  const dsn = (key: 'own' | 'unknown' | 'disabled' | 'two') =>
    place.map((where): Credential => ({ kind: 'dsn', place: where, key }));
  return mostly(
    15,
    dsn('own'),
    fc.oneof(dsn('unknown'), dsn('disabled'), dsn('two'), fc.constant<Credential>({ kind: 'none' }), header),
  );
}
