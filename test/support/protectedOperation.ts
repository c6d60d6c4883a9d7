import { SCOPES } from '../../src/domain/access';
import type { Method } from './client';
import type { Service } from './service';

/** An operation as anybody meets it before it does anything. */
export interface ProtectedOperation {
  readonly service: Service;
  readonly method: Method;
  /** Where it is served to members of `organization`. */
  readonly path: (organization: string) => string;
  readonly organization: string;
  readonly body?: object;
}

/** Tests who is let in, and that nobody learns of what is not theirs. `scopes` are those of which any is enough. */
export function describeAccess(open: () => ProtectedOperation, scopes: readonly string[]): void {
  const send = async (token?: string, path?: string) => {
    const { service, method, body, path: pathOf, organization } = open();
    const request = service.client.send(method, path ?? pathOf(organization), token);
    return body === undefined ? request : request.send(body);
  };

  describe('the door', () => {
    // First, since what comes after may remove the subject.
    test('refuses query parameters that do not exist', async () => {
      const { service, organization, path } = open();
      const response = await send(await service.fixtures.token(organization), `${path(organization)}?bogus=1`);
      expect([response.status, response.body]).toEqual([400, { detail: expect.stringContaining("'bogus'") }]);
    });

    test('is shut without a token', async () => {
      const response = await send();
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    });

    test.each(scopes.map((scope) => [scope]))('opens to %s alone', async (scope) => {
      const { service, organization } = open();
      const { status } = await send(await service.fixtures.token(organization, { scopes: [scope] }));
      expect([401, 403]).not.toContain(status);
    });

    test('is shut to all other scopes together', async () => {
      const { service, organization } = open();
      const others = SCOPES.filter((scope) => !scopes.includes(scope));
      const { status, body } = await send(await service.fixtures.token(organization, { scopes: others }));
      expect(status).toBe(403);
      expect((body as { requiredScopes: string[] }).requiredScopes.toSorted()).toEqual(scopes.toSorted());
    });

    test('does not tell a foreign organization from an unknown one', async () => {
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
