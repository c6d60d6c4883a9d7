import { hashToken } from '../../../src/domain/access';
import { challengeOf, readRefreshToken } from '../../../src/domain/oauth';
import type { ExampleCases, ExampleFixtures } from '../exampleCase';

/** The program, its code and its refresh token, as the examples have them. */
export const CLIENT = 'Zk3c0vQhY8m1rT5xWn2bJ7uLpE9sDaG4iKoHfXyVqR6';
const CODE = 'q0yJ3mT7xV1cB5nK9rW2hL6pD4sF8gZ0aQeUiYoXtM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const REFRESH =
  'culprit_2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae4f53cda18c2baa0c0354bb5f9a3ecbe5';
const HOUR = 3_600_000;

/** Registers the program. */
export async function withClient({ service }: Pick<ExampleFixtures, 'service'>): Promise<void> {
  const now = Date.now();
  const client = { id: CLIENT, name: 'Assistant', redirectUris: ['http://127.0.0.1/callback'], dateCreated: now };
  await service.app.database.write(({ oauth }) => oauth.insertClient(client, now + HOUR));
}

/** Allows the program what the code stands for. */
async function withCode(fixtures: ExampleFixtures): Promise<void> {
  await withClient(fixtures);
  const { service, project } = fixtures;
  await service.app.database.write(({ oauth }) =>
    oauth.insertCode({
      ...{ organizationId: project.row.organizationId, memberId: '1', hash: hashToken(CODE), clientId: CLIENT },
      ...{ redirectUri: 'http://127.0.0.1:53682/callback', challenge: challengeOf(VERIFIER) },
      ...{ scopes: ['event:read', 'project:read'], tokenId: null, createdBy: null, expiresAt: Date.now() + 60_000 },
    }),
  );
}

/** Makes the token of the program. */
async function withProgram(fixtures: ExampleFixtures): Promise<void> {
  await withClient(fixtures);
  const { service, project } = fixtures;
  const now = Date.now();
  const { family = '', hash = '' } = readRefreshToken(REFRESH) ?? {};
  await service.app.database.write(({ tokens }) =>
    tokens.insert({
      ...{
        organizationId: project.row.organizationId,
        memberId: '1',
        name: 'Assistant',
        hash: 'x',
        lastCharacters: 'x',
      },
      ...{ scopes: ['event:read'], dateCreated: now, expiresAt: now + HOUR, createdBy: null, parentId: null },
      program: {
        ...{ clientId: CLIENT, clientHost: '127.0.0.1', refreshExpiresAt: now + HOUR },
        ...{ refreshFamily: family, refreshHash: hash },
      },
    }),
  );
}

export const tokens = {
  createOAuthToken: { cases: [{ body: 'code', response: 'tokens', prepare: withCode }] },
  removeOAuthToken: { cases: [{ body: 'token', response: '200', prepare: withProgram }] },
} satisfies Partial<ExampleCases>;
