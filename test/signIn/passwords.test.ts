import { Unavailable } from '../../src/domain/errors';
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
