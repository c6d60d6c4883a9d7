import { SCOPES } from '../../src/domain/access';
import type { Method } from './client';
import type { Service } from './service';

/** An operation that requires a token. */
export interface ProtectedOperation {
  readonly service: Service;
  readonly method: Method;
  /** The path of the operation for members of an organization. */
  readonly path: (organization: string) => string;
  readonly organization: string;
  readonly body?: object;
}

/** Tests authentication and authorization of an operation. Any one of `scopes` suffices. */
export function describeAccess(open: () => ProtectedOperation, scopes: readonly string[]): void {
  const send = async (token?: string, path?: string) => {
    const { service, method, body, path: pathOf, organization } = open();
    const request = service.client.send(method, path ?? pathOf(organization), token);
    return body === undefined ? request : request.send(body);
  };

  describe('access', () => {
    // This test is first, because the next ones may remove the subject.
    test('is rejected with unknown query parameters', async () => {
      const { service, organization, path } = open();
      const response = await send(await service.fixtures.token(organization), `${path(organization)}?bogus=1`);
      expect([response.status, response.body]).toEqual([400, { detail: expect.stringContaining("'bogus'") }]);
    });

    test('requires a token', async () => {
      const response = await send();
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    });

    test.each(scopes.map((scope) => [scope]))('is allowed with %s alone', async (scope) => {
      const { service, organization } = open();
      const { status } = await send(await service.fixtures.token(organization, { scopes: [scope] }));
      expect([401, 403]).not.toContain(status);
    });

    test('is rejected with all other scopes together', async () => {
      const { service, organization } = open();
      const others = SCOPES.filter((scope) => !scopes.includes(scope));
      const { status, body } = await send(await service.fixtures.token(organization, { scopes: others }));
      expect(status).toBe(403);
      expect((body as { requiredScopes: string[] }).requiredScopes.toSorted()).toEqual(scopes.toSorted());
    });

    test('does not distinguish a foreign organization from an unknown one', async () => {
      const { service, organization, path } = open();
      const outsider = await service.fixtures.token((await service.fixtures.organization()).slug, {
        email: 'eve@evil.test',
      });
      const foreign = await send(outsider, path(organization));
      const unknown = await send(outsider, path('nobody'));
      expect([foreign.status, foreign.body]).toEqual([404, { detail: 'The requested resource does not exist' }]);
      expect([unknown.status, unknown.body]).toEqual([foreign.status, foreign.body]);
    });
  });
}
