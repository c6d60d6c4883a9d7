import fc from 'fast-check';
import { canWriteProject, hashToken, isScope, type Scope, SCOPES, sortScopes } from '../../src/domain/access';

describe('scopes', () => {
  test('are nineteen, in a fixed order', () => {
    expect(SCOPES.join(' ')).toBe(
      'member:read event:read event:write event:admin project:admin project:write project:read project:releases team:read ' +
        'team:write team:admin org:read org:integrations alerts:read alerts:write member:write member:admin org:write org:admin',
    );
  });

  test('are sorted without duplicates', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SCOPES)), (scopes) => {
        const ordered = sortScopes(scopes);
        expect(new Set(ordered)).toEqual(new Set(scopes));
        expect(ordered).toEqual(SCOPES.filter((scope) => scopes.includes(scope)));
      }),
    );
  });

  test.each(['project:write', 'project:admin'])('of which %s allows its bearer to write', (writing) => {
    const owner = { tokenId: '1', session: null, organizationId: '1', memberId: '1' };
    const caller = (scopes: readonly Scope[]) => ({ ...owner, scopes });
    expect(canWriteProject(caller([writing as Scope]))).toBe(true);
    expect(
      canWriteProject(caller(SCOPES.filter((scope) => scope !== 'project:write' && scope !== 'project:admin'))),
    ).toBe(false);
  });

  test('are recognized by name', () => {
    expect([isScope('org:read'), isScope('org:own'), isScope('ORG:READ'), isScope('')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test('the hash of a token is its SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
