import { USE_PRECISION_MS } from '../../src/domain/access';
import { SESSION_IDLE_MS, SESSION_MS } from '../../src/domain/session';
import { useTemporaryDatabase } from '../support/database';
import { hex, member, NOON, organization } from '../support/rows';

const { database } = useTemporaryDatabase('all');
let of: { organizationId: string; memberId: string };
beforeEach(async () => {
  of = await database.write(async (stores) => {
    const { id: organizationId } = await organization(stores);
    return { organizationId, memberId: (await member(stores, organizationId)).id };
  });
});

/** Begins a session at noon; returns it with its hash. */
async function begin() {
  const hash = hex();
  const session = await database.write(({ memberSessions }) =>
    memberSessions.insert({ ...of, hash, userAgent: 'Firefox', passwordUntil: null, now: NOON }),
  );
  return { session, hash };
}
const find = (hash: string, now: number) => database.read(({ memberSessions }) => memberSessions.findByHash(hash, now));

test('a session is found by its hash with the role of its member, until it ends', async () => {
  const { session, hash } = await begin();
  expect(session).toMatchObject({
    ...of,
    userAgent: 'Firefox',
    dateCreated: NOON,
    lastUsedAt: NOON,
    passwordUntil: null,
  });
  expect(await find(hash, NOON)).toEqual({ ...session, role: 'owner', lacksSecondFactor: false });
  expect(await find(hex(), NOON)).toBeUndefined();
  expect(await find(hash, NOON + SESSION_IDLE_MS - 1)).toBeDefined();
  expect(await find(hash, NOON + SESSION_IDLE_MS)).toBeUndefined();
});

test('a use prolongs a session, up to its longest time', async () => {
  const { session, hash } = await begin();
  const use = (at: number) => database.write(({ memberSessions }) => memberSessions.recordUse(session, at));
  await use(NOON + USE_PRECISION_MS);
  expect(await find(hash, NOON)).toMatchObject({
    lastUsedAt: NOON + USE_PRECISION_MS,
    expiresAt: NOON + USE_PRECISION_MS + SESSION_IDLE_MS,
  });
  await use(NOON);
  expect(await find(hash, NOON)).toMatchObject({ lastUsedAt: NOON + USE_PRECISION_MS });
  await use(NOON + SESSION_MS - 1);
  expect(await find(hash, NOON)).toMatchObject({ expiresAt: NOON + SESSION_MS });
});

test('sessions end with their member, and with their organization', async () => {
  const first = await begin();
  await database.write(({ signIns }) => signIns.setPassword(of, 'hash', NOON));
  await database.write(({ signIns }) =>
    signIns.insertLink({ ...of, hash: 'of a member', setsPassword: false, expiresAt: NOON + 1 }),
  );
  await database.write(({ members }) => members.remove({ id: of.memberId, organizationId: of.organizationId }));
  expect(await find(first.hash, NOON)).toBeUndefined();
  expect(await database.read(({ signIns }) => signIns.findPassword(of))).toBeUndefined();
  expect(await database.write(({ signIns }) => signIns.useLink('of a member', NOON))).toBeUndefined();
  of = await database.write(async (stores) => {
    const { id: organizationId } = await organization(stores);
    return { organizationId, memberId: (await member(stores, organizationId)).id };
  });
  const second = await begin();
  await database.write(({ signIns }) => signIns.setPassword(of, 'hash', NOON));
  await database.write(({ removals }) => removals.removeOrganization(of.organizationId, NOON));
  expect(await find(second.hash, NOON)).toBeUndefined();
  expect(await database.read(({ signIns }) => signIns.findPassword(of))).toBeUndefined();
});

test('the members of an address are found in all organizations, or in one', async () => {
  const email = `${hex()}@acme.test`;
  const slugs = await database.write(async (stores) => {
    const [first, second] = [await organization(stores), await organization(stores)];
    await member(stores, first.id, email);
    const { id: memberId } = await member(stores, second.id, email.toUpperCase());
    await stores.signIns.setPassword({ organizationId: second.id, memberId }, 'hash', NOON);
    return [first.slug, second.slug] as const;
  });
  const membersOf = (slug: string | null) => database.read(({ signIns }) => signIns.findMembers(email, slug));
  expect((await membersOf(null)).map(({ organization: slug }) => slug)).toEqual([...slugs].sort());
  expect(await membersOf(slugs[1])).toMatchObject([{ organization: slugs[1], passwordHash: 'hash', role: 'owner' }]);
  expect(await membersOf(slugs[0])).toMatchObject([{ passwordHash: null }]);
  expect(await membersOf('nobody')).toEqual([]);
});
