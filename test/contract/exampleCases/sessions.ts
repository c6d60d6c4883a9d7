import { hashToken } from '../../../src/domain/access';
import { INVITATION_MS, SESSION_COOKIE, signInLink } from '../../../src/domain/session';
import type { ExampleCases } from '../exampleCase';
import type { Prepare } from './prepare';
import { withClient } from './tokens';

/** The secret of all examples. */
const SECRET = 'Zk3c0vQhY8m1rT5xWn2bJ7uLpE9sDaG4iKoHfXyVqR6';

/** The secret of the second factor in examples. */
const SECOND_FACTOR = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const withPassword: Prepare = ({ service }) => service.fixtures.password('acme', 'correct horse battery staple');

/** Gives the only member a password, and the second factor of the example. */
const withFactor =
  (isConfirmed: boolean): Prepare =>
  async (fixtures) => {
    await withPassword(fixtures);
    const member = { organizationId: fixtures.project.row.organizationId, memberId: '1' };
    await fixtures.service.app.database.write(({ signIns }) =>
      signIns.insertFactor(member, { secret: SECOND_FACTOR, isConfirmed, lastStep: 0, recoveryHashes: [] }),
    );
  };

/** Creates the link of the example for the only member. */
const withLink: Prepare = async ({ service, project }) => {
  const { hash, expiresAt } = signInLink('', SECRET, Date.now());
  const member = { organizationId: project.row.organizationId, memberId: '1' };
  await service.app.database.write(({ signIns }) =>
    signIns.insertLink({ ...member, hash, setsPassword: false, expiresAt }),
  );
};

/** Creates the invitation of the example for the only member. */
const withInvitation: Prepare = async ({ service, project }) => {
  const { hash, expiresAt } = signInLink('', SECRET, Date.now(), INVITATION_MS);
  const member = { organizationId: project.row.organizationId, memberId: '1' };
  await service.app.database.write(({ signIns }) =>
    signIns.insertLink({ ...member, hash, setsPassword: false, isInvitation: true, expiresAt }),
  );
};

const withOpenIdRequest: Prepare = ({ service }) =>
  service.app.database.write(({ signIns }) => signIns.insertOpenIdRequest(hashToken(SECRET), Date.now() + 60_000));

export const sessions = {
  createAuthorization: {
    cases: [
      { body: 'allowance', response: 'allowed', prepare: withClient },
      { body: 'question', response: 'question', prepare: withClient },
      { body: 'refusal', response: 'refused', prepare: withClient },
    ],
  },
  getSignInOptions: {
    cases: [
      { response: 'openId' },
      {
        response: 'session',
        prepare: async ({ service }) => void (await service.fixtures.session('acme', { secret: SECRET })),
        attach: (request) => request.set('Cookie', `${SESSION_COOKIE}=${SECRET}`),
      },
    ],
  },
  createSession: {
    cases: [
      { body: 'password', response: 'session', prepare: withPassword },
      { body: 'link', response: 'session', prepare: withLink },
      { body: 'invitation', response: 'session', prepare: withInvitation },
      { body: 'openId', response: 'session', prepare: withOpenIdRequest },
    ],
  },
  removeInvitation: { cases: [{ response: '204', prepare: withInvitation }] },
  testSignInLink: {
    cases: [
      { body: 'link', response: 'invitation', prepare: withInvitation },
      { body: 'link', response: 'unknown' },
    ],
  },
  removeSession: {
    cases: [
      {
        response: '204',
        // The session of the example is the second one.
        prepare: async ({ service }) => void (await service.fixtures.session('acme')),
      },
    ],
  },
  createSecondFactor: { cases: [{ body: 'password', response: 'created', prepare: withPassword }] },
  createRecoveryCodes: {
    cases: [
      { body: 'code', response: 'created', prepare: withFactor(false) },
      { body: 'password', response: 'created', prepare: withFactor(true) },
    ],
  },
  removeSecondFactor: {
    cases: [
      { body: 'password', response: '204', prepare: withFactor(true) },
      { body: 'code', response: '204', prepare: withFactor(true) },
    ],
  },
  updatePassword: {
    cases: [
      { body: 'first', response: '204' },
      { body: 'change', response: '204', prepare: withPassword },
    ],
  },
} satisfies Partial<ExampleCases>;
