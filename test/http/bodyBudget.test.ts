import { Unavailable } from '../../src/domain/errors';
import { BodyBudget } from '../../src/http/bodies';

const MEBIBYTE = 1024 * 1024;

test('the announced length is reserved up to the size of a large event, the rest as it arrives', () => {
  const budget = new BodyBudget(10 * MEBIBYTE);
  const small = budget.reserve(1000);
  const large = budget.reserve(5 * MEBIBYTE);
  expect(budget.allocated).toBe(1000 + MEBIBYTE);
  small.grow(600);
  small.grow(600);
  large.grow(MEBIBYTE);
  expect(budget.allocated).toBe(1200 + MEBIBYTE);
  large.grow(1);
  expect(budget.allocated).toBe(1201 + MEBIBYTE);
  small.release();
  large.release();
  large.release();
  expect(budget.allocated).toBe(0);
});

test('a single request may exceed the budget, and others are rejected meanwhile', () => {
  const budget = new BodyBudget(1000);
  const large = budget.reserve(5000);
  large.grow(5000);
  expect(() => budget.reserve(1)).toThrow(Unavailable);
  expect(budget.allocated).toBe(5000);
  large.release();
  budget.reserve(1).grow(1);
});

test('a request that exceeds the budget beside others is rejected, and the others continue', () => {
  const budget = new BodyBudget(1000);
  const [one, two] = [budget.reserve(0), budget.reserve(0)];
  one.grow(600);
  expect(() => two.grow(401)).toThrow(Unavailable);
  two.release();
  one.grow(400);
  expect(budget.allocated).toBe(1000);
});

test('a request is rejected by its announced length before its body arrives', () => {
  const budget = new BodyBudget(4 * MEBIBYTE);
  budget.reserve(MEBIBYTE);
  expect(() => budget.reserve(3 * MEBIBYTE + 1)).toThrow(Unavailable);
  budget.reserve(3 * MEBIBYTE);
});
