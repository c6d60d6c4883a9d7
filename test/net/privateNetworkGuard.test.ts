import type { LookupAddress } from 'node:dns';
import { limitLookups } from '../../src/net/privateNetworkGuard';

const ADDRESS: LookupAddress = { address: '203.0.113.9', family: 4 };

/** A limited name server: its pending lookups and its results. */
function nameServer() {
  const asked: { readonly hostname: string; readonly answer: (error: Error | null) => void }[] = [];
  const answered: string[] = [];
  let now = 0;
  const resolve = limitLookups(
    (hostname, _, done) => asked.push({ hostname, answer: (error) => done(error, error === null ? [ADDRESS] : []) }),
    () => now,
  );
  const ask = (...names: string[]) =>
    names.forEach((name) =>
      resolve(name, { all: true }, (error, addresses) =>
        answered.push(`${name} ${error?.message ?? addresses?.length}`),
      ),
    );
  return {
    ask,
    asked,
    answered,
    names: () => asked.map(({ hostname }) => hostname),
    pass: (milliseconds: number) => (now += milliseconds),
  };
}

test('two names are looked up at a time, the others in their order', () => {
  const { ask, asked, answered, names } = nameServer();
  ask('a.test', 'b.test', 'c.test', 'd.test');
  expect(names()).toEqual(['a.test', 'b.test']);
  asked[1]?.answer(null);
  expect(names()).toEqual(['a.test', 'b.test', 'c.test']);
  asked[0]?.answer(new Error('No such name.'));
  asked[2]?.answer(null);
  asked[3]?.answer(null);
  expect(answered).toEqual(['b.test 1', 'a.test No such name.', 'c.test 1', 'd.test 1']);
  ask('e.test');
  expect(names().at(-1)).toBe('e.test');
});

test('a lookup fails if its turn comes too late', () => {
  const { ask, asked, answered, names, pass } = nameServer();
  ask('slow.test', 'slower.test', 'late.test', 'later.test');
  pass(9_000);
  ask('new.test');
  pass(1_000);
  asked[0]?.answer(null);
  expect(answered).toEqual([
    'slow.test 1',
    'late.test The host late.test could not be looked up in time.',
    'later.test The host later.test could not be looked up in time.',
  ]);
  expect(names()).toEqual(['slow.test', 'slower.test', 'new.test']);
});
