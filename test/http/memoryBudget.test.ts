import fc from 'fast-check';
import { Unavailable } from '../../src/domain/errors';
import { MemoryBudget, type MemoryReservation } from '../../src/http/memoryBudget';

const REFUSAL = 'Too much; later.';
const holder = (tenant: string, client = 'one') => ({ tenant, client });

/** Creates a reservation that records how it was ended. */
function revocable(budget: MemoryBudget, tenant: string, client?: string) {
  const reservation = budget.reserve(holder(tenant, client));
  const ends: Unavailable[] = [];
  reservation.onRevoke = (error) => ends.push(error);
  return { reservation, ends, grow: (bytes: number) => reservation.grow(bytes) };
}

test('bytes count once they have arrived, and until they are released', () => {
  const budget = new MemoryBudget(1000, REFUSAL);
  const [a, b] = [budget.reserve(holder('a')), budget.reserve(holder('b'))];
  expect(budget.allocated).toBe(0);
  a.grow(300);
  b.grow(100);
  b.resize(50);
  expect([budget.allocated, a.bytes, b.bytes]).toEqual([350, 300, 50]);
  a.release();
  a.release();
  a.grow(10);
  expect([budget.allocated, a.bytes]).toEqual([50, 0]);
});

test('a single request may exceed the budget, and others are refused meanwhile if its memory cannot be taken', () => {
  const budget = new MemoryBudget(1000, REFUSAL);
  const large = budget.reserve(holder('a'));
  large.grow(5000);
  expect(() => budget.reserve(holder('b'))).toThrow(new Unavailable(REFUSAL));
  large.release();
  budget.reserve(holder('b')).grow(1);
});

test('a tenant holds at most half while it has several requests, and the rest is for others', () => {
  const budget = new MemoryBudget(1000, REFUSAL);
  const mine = [budget.reserve(holder('a')), budget.reserve(holder('a'))];
  mine[0]?.grow(400);
  expect(() => mine[1]?.grow(101)).toThrow(Unavailable);
  mine[1]?.grow(100);
  const other = budget.reserve(holder('b'));
  other.grow(500);
  expect(budget.allocated).toBe(1000);
});

test('what others need is taken from the newest request of the client that holds the most, of the tenant that holds the most', () => {
  const budget = new MemoryBudget(1000, REFUSAL);
  const small = revocable(budget, 'small');
  small.grow(100);
  const quiet = revocable(budget, 'busy', 'quiet');
  quiet.grow(100);
  const [older, newer] = [revocable(budget, 'busy', 'loud'), revocable(budget, 'busy', 'loud')];
  older.grow(150);
  newer.grow(150);
  const another = revocable(budget, 'another');
  another.grow(390);
  expect(newer.ends).toEqual([]);
  small.grow(200);
  expect(newer.ends).toEqual([new Unavailable(REFUSAL)]);
  expect([older, quiet, another, small].flatMap(({ ends }) => ends)).toEqual([]);
  expect(budget.allocated).toBe(100 + 100 + 150 + 390 + 200);
  newer.grow(1000);
  expect(newer.reservation.bytes).toBe(0);
});

test('clients of one tenant share its part: one that holds less is not refused because of one that holds more', () => {
  const budget = new MemoryBudget(1000, REFUSAL);
  const loud = Array.from({ length: 5 }, () => revocable(budget, 'a', 'loud'));
  for (const { grow } of loud) grow(100);
  const quiet = revocable(budget, 'a', 'quiet');
  quiet.grow(100);
  expect(loud.map(({ ends }) => ends.length)).toEqual([0, 0, 0, 0, 1]);
  expect(() => loud[0]?.grow(100)).toThrow(Unavailable);
});

test('whatever floods do, a tenant below its share is never refused, and the budget is never exceeded', () => {
  const step = fc.record({ who: fc.nat(30), bytes: fc.integer({ min: 1, max: 90 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const budget = new MemoryBudget(1000, REFUSAL);
      const flood = new Map<number, MemoryReservation>();
      for (const { who, bytes } of steps) {
        try {
          const reservation = flood.get(who) ?? budget.reserve(holder(`flood ${who % 3}`, String(who)));
          reservation.onRevoke = () => flood.delete(who);
          flood.set(who, reservation);
          reservation.grow(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Unavailable);
        }
        expect(budget.allocated).toBeLessThanOrEqual(1000);
      }
      const victim = budget.reserve(holder('victim'));
      victim.grow(90);
      victim.grow(90);
    }),
  );
});
