import { hashUser, MAX_EXACT_USERS, UserSet } from '../../src/domain/session';

/** Returns a set of the users with the numbers from one before another. */
function users(from: number, to: number): UserSet {
  const set = new UserSet();
  for (let number = from; number < to; number++) set.add(hashUser(`user-${number}`));
  return set;
}

test('counts few users exactly, each once', () => {
  const set = users(0, 100);
  expect(set.add(hashUser('user-7'))).toBe(false);
  expect(set.add(hashUser('another'))).toBe(true);
  expect(set.count()).toBe(101);
  expect(new UserSet().count()).toBe(0);
});

test('is exact up to its limit, and close beyond it', () => {
  expect(users(0, MAX_EXACT_USERS).count()).toBe(MAX_EXACT_USERS);
  for (const size of [MAX_EXACT_USERS + 1, 10_000, 60_000, 200_000]) {
    const error = users(0, size).count() / size - 1;
    expect(Math.abs(error)).toBeLessThan(0.02);
  }
});

test.each([
  ['two small sets', 10, 20],
  ['a small and a large set', 10, 50_000],
  ['a large and a small set', 50_000, 10],
  ['two large sets', 30_000, 50_000],
])('merges %s as if all users had been added to one', (_, first, second) => {
  const merged = users(0, first);
  merged.merge(users(first / 2, first / 2 + second));
  const all = users(0, Math.max(first, first / 2 + second));
  expect(merged.count()).toBe(all.count());
  expect(merged.toBytes().equals(all.toBytes())).toBe(true);
});

test('is stored in at most 16 KiB, and read as it was', () => {
  for (const size of [0, 1, MAX_EXACT_USERS, MAX_EXACT_USERS + 1, 20_000]) {
    const set = users(0, size);
    const bytes = set.toBytes();
    expect(bytes.length).toBeLessThanOrEqual(16 * 1024);
    const read = UserSet.of(new Uint8Array(bytes));
    expect(read.count()).toBe(set.count());
    expect(read.toBytes().equals(bytes)).toBe(true);
  }
});

test('the bytes of a stored set are not changed by adding to the set', () => {
  const bytes = users(0, 20_000).toBytes();
  const before = Buffer.from(bytes);
  const set = UserSet.of(bytes);
  for (let number = 0; number < 20_000; number++) set.add(hashUser(`later-${number}`));
  expect(set.count()).toBeGreaterThan(30_000);
  expect(bytes.equals(before)).toBe(true);
});
