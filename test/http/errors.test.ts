import fc from 'fast-check';
import * as errors from '../../src/domain/errors';
import { ExpectationFailed, MethodNotAllowed, errorReply } from '../../src/http/errors';

describe('an error', () => {
  const DENIED = 'You do not have permission to perform this action.';
  const context = { url: '/api/0/projects/acme/old/events/?full=1', requestId: 'r-1', isIngest: false };
  const ingest = { ...context, isIngest: true };

  test.each([
    [new errors.BadRequest('Bad.', ['cause']), context, 400, { detail: 'Bad.' }, {}],
    [
      new errors.BadRequest('Bad.', ['cause']),
      ingest,
      400,
      { detail: 'Bad.', causes: ['cause'] },
      { 'X-Sentry-Error': 'Bad.' },
    ],
    [
      new errors.BadRequest('B\u00e4d\r\nX: 1'),
      ingest,
      400,
      { detail: 'B\u00e4d\r\nX: 1' },
      { 'X-Sentry-Error': 'B?d??X: 1' },
    ],
    [new errors.InvalidFields({ a: ['b'] }), context, 400, { a: ['b'] }, {}],
    [new errors.Unauthenticated('Who?'), context, 401, { detail: 'Who?' }, { 'WWW-Authenticate': 'Bearer' }],
    [new errors.Unauthenticated('Who?'), ingest, 401, { detail: 'Who?' }, { 'WWW-Authenticate': 'Sentry' }],
    [new errors.Forbidden(undefined, ['a:b']), context, 403, { detail: DENIED, requiredScopes: ['a:b'] }, {}],
    [new errors.Forbidden('No.'), ingest, 403, { detail: 'No.' }, {}],
    [new errors.NotFound(), context, 404, { detail: 'The requested resource does not exist' }, {}],
    [
      new MethodNotAllowed('POST', 'GET, HEAD'),
      context,
      405,
      { detail: 'Method "POST" not allowed; use GET, HEAD.' },
      { Allow: 'GET, HEAD' },
    ],
    [new errors.TooLarge('Too large.'), context, 413, { detail: 'Too large.' }, {}],
    [new errors.UnsupportedMedia('What?'), context, 415, { detail: 'What?' }, {}],
    [
      new ExpectationFailed('x'),
      context,
      417,
      { detail: 'Expectation "x" is not supported; send "100-continue" or no Expect header.' },
      {},
    ],
    [new errors.Unavailable('Later.', 1.2), context, 503, { detail: 'Later.' }, { 'Retry-After': '2' }],
  ] as const)('%s has its status, headers and body (%#)', (error, request, status, body, headers) => {
    expect(errorReply(error, request)).toEqual({ status, body, headers });
  });

  const others = [
    new Error('secret'),
    new TypeError('secret'),
    'secret',
    undefined,
    null,
    new errors.Conflict('secret'),
  ];
  test.each(others)('of another class does not reveal its cause: %p', (error) => {
    const { status, body, headers } = errorReply(error, context);
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
    ['/api/0/projects/acme/old/?a=%zz&b=%', '/api/0/projects/acme/new/?a=%25zz&b=%25'],
    [
      '/api/0/projects/acme/old/?a="<b>"|{c}^[d]`\\#e',
      '/api/0/projects/acme/new/?a=%22%3Cb%3E%22%7C%7Bc%7D%5E%5Bd%5D%60%5C%23e',
    ],
    [
      '/api/0/projects/acme/old/events/<x>/?q=\u00c3\u00a9%C3%A9',
      '/api/0/projects/acme/new/events/%3Cx%3E/?q=%C3%A9%C3%A9',
    ],
    ["/api/0/projects/acme/old/?a=!$&'()*+,;=:@/?~-._%2F%7e", "/api/0/projects/acme/new/?a=!$&'()*+,;=:@/?~-._%2F%7e"],
  ])('of a moved project redirects %s to %s', (url, location) => {
    expect(errorReply(new errors.Moved('new'), { ...context, url })).toEqual({
      status: 302,
      headers: { Location: location },
      body: {
        slug: 'new',
        detail: { code: 'resource-moved', message: expect.any(String), extra: { url: location, slug: 'new' } },
      },
    });
  });

  test('of a moved project redirects to a valid URI with the same query, whatever the query is', () => {
    const byte = fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(byte, fc.constantFrom('%', '&', '=', '%4')) }), (query) => {
        const url = `/api/0/projects/acme/old/?${query}`;
        const location = errorReply(new errors.Moved('new'), { ...context, url }).headers['Location'] ?? '';
        expect(location).toMatch(/^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/);
        // URLSearchParams reads text, not bytes, and would drop a question mark in front.
        const text = query.replace(/[^\x00-\x7f]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
        expect([...new URL(location, 'http://h').searchParams]).toEqual([...new URLSearchParams(`&${text}`)]);
      }),
      { numRuns: 1000 },
    );
  });
});
