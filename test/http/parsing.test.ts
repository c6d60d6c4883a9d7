import fc from 'fast-check';
import contract from '../../generated/openapi.json';
import * as failures from '../../src/domain/errors';
import {
  keyFromAuthorization,
  keyFromQuery,
  keyFromSentryHeader,
  singlePublicKey,
} from '../../src/http/authentication';
import type { ContractOperation } from '../../src/http/contract';
import { errorReply, MethodNotAllowed } from '../../src/http/errors';
import { createFieldValidator } from '../../src/http/fieldErrors';
import { parseQuery, type QueryParameter } from '../../src/http/queryString';
import { linkHeader } from '../../src/http/responseWriter';
import { decodePathSegment, parseTarget, Routes } from '../../src/http/routes';

describe('a query', () => {
  const parameters: QueryParameter[] = [
    { name: 'at', required: true, schema: { type: 'integer' } },
    { name: 'size', schema: { type: 'integer' } },
    { name: 'full', schema: { type: 'boolean' } },
    { name: 'text', schema: { type: 'string' } },
    {
      name: 'id',
      schema: { type: 'array', items: { type: 'integer' } },
      'x-text-pattern': '^[1-9][0-9]*$',
      'x-text-message': 'Bad id.',
    },
  ];

  test.each([
    ['at=1', { at: 1 }],
    ['at=-7&full=true', { at: -7, full: true }],
    ['at=%2B7&full=0', { at: 7, full: false }],
    ['at=+7+', { at: 7 }],
    ['at=007', { at: 7 }],
    ['at=1&text=', { at: 1, text: '' }],
    ['at=1&text=a%20b+c%26', { at: 1, text: 'a b c&' }],
    ['at=1&id=3&id=1&id=3', { at: 1, id: [3, 1, 3] }],
    ['at=1&id=5', { at: 1, id: [5] }],
    ['at=99999999999999999999', { at: Number.MAX_SAFE_INTEGER }],
    ['at=-99999999999999999999', { at: -Number.MAX_SAFE_INTEGER }],
    ['&&at=1&&', { at: 1 }],
  ])('%s reads as %j', (search, expected) => {
    expect(parseQuery(search, parameters, true)).toEqual(expected);
  });

  test.each([
    ['', "'at' is required"],
    ['at=', "'at' is required"],
    ['at', "'at' is required"],
    ['at=x', "'at' must be an integer"],
    ['at=1.0', "'at' must be an integer"],
    ['at=1e3', "'at' must be an integer"],
    ['at=%EF%BC%91', "'at' must be an integer"],
    ['at=1&size=', "'size' must be an integer"],
    ['at=1&at=1', "'at' may be given only once"],
    ['at=1&full=yes', "'full' must be true or false"],
    ['at=1&full=', "'full' must be true or false"],
    ['at=1&id=0', 'Bad id.'],
    ['at=1&id=5&id=', 'Bad id.'],
    ['at=1&other=2', "Unknown query parameter 'other'; accepted are 'at', 'size', 'full', 'text', 'id'."],
    ['at=1&At=2', "Unknown query parameter 'At'"],
    ['at=1&__proto__=2', "Unknown query parameter '__proto__'"],
  ])('%s is refused: %s', (search, sentence) => {
    expect(() => parseQuery(search, parameters, true)).toThrow(sentence);
  });

  test('that is open lets unknown keys pass', () => {
    expect(parseQuery('at=1&other=2&other=3', parameters, false)).toEqual({ at: 1 });
  });

  test('without parameters accepts none', () => {
    expect(() => parseQuery('x=1', [], true)).toThrow('this operation accepts none');
    expect(parseQuery('', [], true)).toEqual({});
  });

  test('keeps thousands of repeats, in order', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    expect(parseQuery(`at=1&${ids.map((id) => `id=${id}`).join('&')}`, parameters, true)['id']).toEqual(ids);
  });
});

describe('a target', () => {
  test.each([
    ['/api/0/x/', '/api/0/x/', ''],
    ['/api/0/x', '/api/0/x/', ''],
    ['/api/0/x?a=1', '/api/0/x/', 'a=1'],
    ['/api/0/x/?', '/api/0/x/', ''],
    ['/api/0/x?a=1?b//c', '/api/0/x/', 'a=1?b//c'],
    ['//api///0//x', '/api/0/x/', ''],
    ['/healthz', '/healthz', ''],
    ['/openapi.json?x', '/openapi.json', 'x'],
    ['/api', '/api', ''],
    ['/', '/', ''],
    ['/api/0/%2F%2f', '/api/0/%2F%2f/', ''],
  ])('%s is the path %s and the query %j', (url, path, search) => {
    expect(parseTarget(url)).toEqual({ path, search });
  });

  test('has one slash at a time, whatever was sent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\/[a-z/?%0-9]*$/), (url) => {
        const { path } = parseTarget(url);
        expect(path).not.toContain('//');
        expect(parseTarget(path)).toEqual({ path, search: '' });
      }),
    );
  });

  test.each([
    ['a%20b', 'a b'],
    ['%C3%A9', 'é'],
    ['%2F', '/'],
    ['a+b', 'a+b'],
  ])('part %s reads as %s', (part, text) => {
    expect(decodePathSegment(part)).toBe(text);
  });

  test.each(['%', '%z', '%zz', '%C3', '%ED%A0%80'])('part %s is refused', (part) => {
    expect(() => decodePathSegment(part)).toThrow(failures.BadRequest);
  });
});

describe('routes', () => {
  const operation = (method: string, path: string) =>
    ({ operationId: `${method} ${path}`, method, path }) as ContractOperation;
  const routes = new Routes([
    operation('get', '/a/{x}/'),
    operation('put', '/a/{x}/'),
    operation('get', '/a/b/'),
    operation('get', '/a/{x}/b.c/{y}/'),
  ]);

  test.each([
    ['GET', '/a/1/', 'get /a/{x}/', { x: '1' }],
    ['HEAD', '/a/1/', 'get /a/{x}/', { x: '1' }],
    ['PUT', '/a/%20/', 'put /a/{x}/', { x: ' ' }],
    ['GET', '/a/b/', 'get /a/b/', {}],
    ['GET', '/a/1/b.c/2/', 'get /a/{x}/b.c/{y}/', { x: '1', y: '2' }],
  ])('%s %s leads to %s', (method, path, id, params) => {
    const match = routes.match(method, path);
    expect([match.operation.operationId, match.params]).toEqual([id, params]);
  });

  test.each(['/a/', '/a/1', '/a//', '/a/1/2/', '/A/1/', '/a/1/bxc/2/', '/'])('%s leads nowhere', (path) => {
    expect(() => routes.match('GET', path)).toThrow(failures.NotFound);
  });

  test('a method that is not there is told those that are', () => {
    expect(() => routes.match('POST', '/a/1/')).toThrow('use GET, HEAD, PUT.');
  });
});

describe('a key', () => {
  test.each([
    ['sentry_key=K', 'K'],
    ['a=1&sentry_key=K&b=2', 'K'],
    ['sentry_key=', null],
    ['sentry=K', null],
    ['', null],
  ])('of the query %j is %j', (search, key) => {
    expect(keyFromQuery(search)).toBe(key);
  });

  test.each([
    ['Sentry sentry_key=K, sentry_version=7', 'K'],
    ['Sentry sentry_version=7,sentry_key=K', 'K'],
    ['sentry sentry_key="K"', 'K'],
    ['sentry_key=K', 'K'],
    ['Sentry sentry_version=7, sentry_key = K , sentry_client=a/1', 'K'],
  ])('of the header %j is %j', (header, key) => {
    expect(keyFromSentryHeader(header)).toBe(key);
  });

  test.each(['', 'Sentry', 'Sentry sentry_key=', 'Sentry sentry_keys=K', 'Sentry my_sentry_key=K'])(
    'is not in the header %j',
    (header) => {
      expect(() => keyFromSentryHeader(header)).toThrow(failures.Unauthenticated);
    },
  );

  test.each([
    [undefined, null],
    ['Bearer abc', null],
    ['Sentry sentry_key=K', 'K'],
    ['SENTRY sentry_key=K', 'K'],
    [`Basic ${Buffer.from('K:').toString('base64')}`, 'K'],
    [`basic ${Buffer.from('K:secret:more').toString('base64')}`, 'K'],
    [`Basic ${Buffer.from('K').toString('base64')}`, 'K'],
    [`Basic ${Buffer.from(':x').toString('base64')}`, null],
    ['Basic', null],
    ['Basic !!!', null],
  ])('of the authorization %j is %j', (header, key) => {
    expect(keyFromAuthorization(header)).toBe(key);
  });

  test('is the one that all places agree on', () => {
    expect([
      singlePublicKey([]),
      singlePublicKey([null, null]),
      singlePublicKey([null, 'K', null]),
      singlePublicKey(['K', 'K']),
    ]).toEqual([null, null, 'K', 'K']);
    expect(() => singlePublicKey(['K', null, 'L'])).toThrow(failures.BadRequest);
  });
});

describe('a link', () => {
  const page = { previous: { cursor: 'a:1', exists: false }, next: { cursor: 'b/ü:0', exists: true } };

  test('holds the address, the other parameters and the cursor', () => {
    expect(linkHeader(page, 'https://h/x/', 'per_page=2&cursor=old&cursor=older&q=a%20b%26')).toBe(
      '<https://h/x/?per_page=2&q=a+b%26&cursor=a%3A1>; rel="previous"; results="false"; cursor="a:1", ' +
        '<https://h/x/?per_page=2&q=a+b%26&cursor=b%2F%C3%BC%3A0>; rel="next"; results="true"; cursor="b/ü:0"',
    );
  });

  test('holds the cursor alone where there are no other parameters', () => {
    expect(linkHeader(page, 'https://h/x/', '')).toContain('<https://h/x/?cursor=a%3A1>');
    expect(linkHeader(page, 'https://h/x/', 'cursor=z')).toContain('<https://h/x/?cursor=a%3A1>');
  });
});

describe('a failure', () => {
  const DENIED = 'You do not have permission to perform this action.';
  const asked = { url: '/api/0/projects/acme/old/events/?full=1', requestId: 'r-1', isIngest: false };
  const ingest = { ...asked, isIngest: true };

  test.each([
    [new failures.BadRequest('Bad.', ['cause']), asked, 400, { detail: 'Bad.' }, {}],
    [
      new failures.BadRequest('Bad.', ['cause']),
      ingest,
      400,
      { detail: 'Bad.', causes: ['cause'] },
      { 'X-Sentry-Error': 'Bad.' },
    ],
    [
      new failures.BadRequest('B\u00e4d\r\nX: 1'),
      ingest,
      400,
      { detail: 'B\u00e4d\r\nX: 1' },
      { 'X-Sentry-Error': 'B?d??X: 1' },
    ],
    [new failures.InvalidFields({ a: ['b'] }), asked, 400, { a: ['b'] }, {}],
    [new failures.Unauthenticated('Who?'), asked, 401, { detail: 'Who?' }, { 'WWW-Authenticate': 'Bearer' }],
    [new failures.Unauthenticated('Who?'), ingest, 401, { detail: 'Who?' }, { 'WWW-Authenticate': 'Sentry' }],
    [new failures.Forbidden(undefined, ['a:b']), asked, 403, { detail: DENIED, requiredScopes: ['a:b'] }, {}],
    [new failures.Forbidden('No.'), ingest, 403, { detail: 'No.' }, {}],
    [new failures.NotFound(), asked, 404, { detail: 'The requested resource does not exist' }, {}],
    [
      new MethodNotAllowed('POST', 'GET, HEAD'),
      asked,
      405,
      { detail: 'Method "POST" not allowed; use GET, HEAD.' },
      { Allow: 'GET, HEAD' },
    ],
    [new failures.TooLarge('Too large.'), asked, 413, { detail: 'Too large.' }, {}],
    [new failures.UnsupportedMedia('What?'), asked, 415, { detail: 'What?' }, {}],
    [new failures.Unavailable('Later.', 1.2), asked, 503, { detail: 'Later.' }, { 'Retry-After': '2' }],
  ] as const)('%s reads on the wire as stated (%#)', (failure, request, status, body, headers) => {
    expect(errorReply(failure, request)).toEqual({ status, body, headers });
  });

  const unforeseen = [
    new Error('secret'),
    new TypeError('secret'),
    'secret',
    undefined,
    null,
    new failures.Conflict('secret'),
  ];
  test.each(unforeseen)('that nobody foresaw keeps its cause: %p', (failure) => {
    const { status, body, headers } = errorReply(failure, asked);
    expect([status, headers]).toEqual([500, {}]);
    expect(JSON.stringify(body)).toContain('r-1');
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test.each([
    ['/api/0/projects/acme/old/', '/api/0/projects/acme/new/'],
    ['/api/0/projects/acme/old', '/api/0/projects/acme/new'],
    ['/api/0/projects/acme/old?x=old/old', '/api/0/projects/acme/new?x=old/old'],
    ['/api/0/projects/old/old/events/?full=1', '/api/0/projects/old/new/events/?full=1'],
    ['/api/0/projects/acme/o%6Cd/issues/?id=1&id=2', '/api/0/projects/acme/new/issues/?id=1&id=2'],
  ])('of a moved project sends %s on to %s', (url, location) => {
    expect(errorReply(new failures.Moved('new'), { ...asked, url })).toEqual({
      status: 302,
      headers: { Location: location },
      body: {
        slug: 'new',
        detail: { code: 'resource-moved', message: expect.any(String), extra: { url: location, slug: 'new' } },
      },
    });
  });
});

describe('the check of single fields', () => {
  const check = createFieldValidator(contract, 'ProjectUpdate', ['name', 'slug', 'platform', 'resolveAge']);

  test('passes what the contract allows', () => {
    expect(check({ name: 'x', slug: 'x', platform: 'node' })).toEqual({});
  });

  test('names every fault by its field, in the words of the contract', () => {
    expect(check({ name: '', slug: '$ALL', platform: 'cobol', resolveAge: null, foo: 1 })).toEqual({
      name: ['This field may not be blank.'],
      slug: [expect.stringContaining('lowercase')],
      platform: [expect.stringContaining('Invalid platform')],
      resolveAge: ['This field may not be null.'],
      foo: [expect.stringContaining('Unknown field "foo"; accepted are name, slug, platform, resolveAge')],
    });
  });

  test('says of a blank text that it is blank, and nothing of its variables', () => {
    expect(createFieldValidator(contract, 'ProjectUpdate', ['subjectTemplate'])({ subjectTemplate: '' })).toEqual({
      subjectTemplate: ['This field may not be blank.'],
    });
  });

  test.each(['constructor', 'toString', '__proto__'])('names a field called %s like any other', (field) => {
    const fields = JSON.parse(`{"${field}": 1}`) as object;
    expect(Object.entries(check(fields))).toEqual([[field, [expect.stringContaining('Unknown field')]]]);
  });
});
