import { Unavailable } from '../../src/domain/errors';
import type { SignInClient } from '../../src/domain/session';
import { ScryptHasher } from '../../src/signIn/passwords';

const hasher = new ScryptHasher();

test('a password is that of its hash, and no other one is', async () => {
  const hash = await hasher.hash('correct horse battery staple');
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hasher.verify('correct horse battery staple', hash)).toBe(true);
  expect(await hasher.verify('correct horse battery stapl', hash)).toBe(false);
  expect(await hasher.verify('correct horse battery staple', null)).toBe(false);
});

test('equal passwords have different hashes, and the form of letters does not matter', async () => {
  const [first, second] = await Promise.all([hasher.hash('Zo\u00eb'), hasher.hash('Zo\u00eb')]);
  expect(first).not.toBe(second);
  expect(await hasher.verify('Zoe\u0308', first)).toBe(true);
});

test('a hash of another cost is verified by its own', async () => {
  const hash = 'scrypt$2$1$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  expect(await hasher.verify('x', hash)).toBe(false);
});

test('refuses passwords when too many wait', async () => {
  const busy = new ScryptHasher();
  const cheap = 'scrypt$2$1$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => busy.verify('x', cheap)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(Unavailable);
  expect(await busy.verify('x', cheap)).toBe(false);
});

const CHEAP = 'scrypt$2$1$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Verifies a password for each client. Returns the results, in the order in which they arrived. */
async function outcomes(clients: readonly SignInClient[]): Promise<string[]> {
  const busy = new ScryptHasher();
  const ended: string[] = [];
  await Promise.all(
    clients.map((client) =>
      busy.verify('x', CHEAP, client).then(
        () => ended.push(`${client.network} verified`),
        () => ended.push(`${client.network} refused`),
      ),
    ),
  );
  return ended;
}

const strangers = (network: string, count: number): SignInClient[] =>
  Array.from({ length: count }, () => ({ network, isRemembered: false }));

test('many sign-ins of one network are refused before one of another', async () => {
  const ended = await outcomes([...strangers('flood', 200), ...strangers('other', 3)]);
  expect(ended.filter((one) => one === 'other verified')).toHaveLength(3);
  expect(ended.filter((one) => one === 'flood refused')).toHaveLength(151);
});

test('networks take turns', async () => {
  const ended = await outcomes([...strangers('flood', 20), ...strangers('other', 2)]);
  expect(ended.slice(0, 5).filter((one) => one === 'other verified')).toHaveLength(2);
});

test('somebody who signed in has a place beside all strangers', async () => {
  const networks = Array.from({ length: 200 }, (_, number) => strangers(`network ${number}`, 1)).flat();
  const ended = await outcomes([...networks, { network: 'home', isRemembered: true }]);
  const verified = ended.filter((one) => one.endsWith('verified'));
  expect(verified.indexOf('home verified')).toBeLessThan(3);
  expect(verified).toHaveLength(53);
});
