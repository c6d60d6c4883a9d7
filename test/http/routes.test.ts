import fc from 'fast-check';
import * as errors from '../../src/domain/errors';
import type { ContractOperation } from '../../src/http/contract';
import { decodePathSegment, parseTarget, Routes } from '../../src/http/routes';

describe('a request target', () => {
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
  ])('%s has the path %s and the query string %j', (url, path, search) => {
    expect(parseTarget(url)).toEqual({ path, search });
  });

  test('has no repeated slashes in its path', () => {
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
  ])('the segment %s is decoded to %s', (part, text) => {
    expect(decodePathSegment(part)).toBe(text);
  });

  test.each(['%', '%z', '%zz', '%C3', '%ED%A0%80'])('the segment %s is rejected', (part) => {
    expect(() => decodePathSegment(part)).toThrow(errors.BadRequest);
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
  ])('%s %s matches %s', (method, path, id, params) => {
    const match = routes.match(method, path);
    expect([match.operation.operationId, match.params]).toEqual([id, params]);
  });

  test.each(['/a/', '/a/1', '/a//', '/a/1/2/', '/A/1/', '/a/1/bxc/2/', '/'])('%s matches no operation', (path) => {
    expect(() => routes.match('GET', path)).toThrow(errors.NotFound);
  });

  test('another method is rejected with the methods of the path', () => {
    expect(() => routes.match('POST', '/a/1/')).toThrow('use GET, HEAD, PUT.');
  });
});

describe('what other services have', () => {
  const messageAt = (path: string) => {
    try {
      new Routes([]).match('GET', path);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  test.each([
    ['/api/0/organizations/acme/replays/', 'This service has no session replays; nothing is served at PATH.'],
    [
      '/api/0/projects/acme/shop/files/difs/assemble/',
      'This service has no debug files of native programs; nothing is served at PATH.',
    ],
    ['/api/0/projects/acme/monitors/', 'Nothing is served at PATH; /openapi.json lists all paths.'],
    ['/api/0/organizations/monitors/', 'Nothing is served at PATH; /openapi.json lists all paths.'],
    ['/api/1/organizations/acme/replays/', 'Nothing is served at PATH; /openapi.json lists all paths.'],
  ])('is named at %s', (path, message) => {
    expect(messageAt(path)).toBe(message.replace('PATH', path));
  });
});
