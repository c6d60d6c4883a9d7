import { Unavailable } from '../../src/domain/errors';
import { BodyBudget } from '../../src/http/budget';

const MEBIBYTE = 1024 * 1024;

test('what is announced is held for a request up to the size of an event, the rest as it comes', () => {
  const budget = new BodyBudget(10 * MEBIBYTE);
  const small = budget.open(1000);
  const large = budget.open(5 * MEBIBYTE);
  expect(budget.taken).toBe(1000 + MEBIBYTE);
  small.use(600);
  small.use(600);
  large.use(MEBIBYTE);
  expect(budget.taken).toBe(1200 + MEBIBYTE);
  large.use(1);
  expect(budget.taken).toBe(1201 + MEBIBYTE);
  small.release();
  large.release();
  large.release();
  expect(budget.taken).toBe(0);
});

test('a request alone may take more than there is, and others are refused meanwhile', () => {
  const budget = new BodyBudget(1000);
  const large = budget.open(5000);
  large.use(5000);
  expect(() => budget.open(1)).toThrow(Unavailable);
  expect(budget.taken).toBe(5000);
  large.release();
  budget.open(1).use(1);
});

test('whoever grows too large beside others is refused, and the others go on', () => {
  const budget = new BodyBudget(1000);
  const [one, two] = [budget.open(0), budget.open(0)];
  one.use(600);
  expect(() => two.use(401)).toThrow(Unavailable);
  two.release();
  one.use(400);
  expect(budget.taken).toBe(1000);
});

test('a request is refused by what it announces, before any of it comes', () => {
  const budget = new BodyBudget(4 * MEBIBYTE);
  budget.open(MEBIBYTE);
  expect(() => budget.open(3 * MEBIBYTE + 1)).toThrow(Unavailable);
  budget.open(3 * MEBIBYTE);
});
