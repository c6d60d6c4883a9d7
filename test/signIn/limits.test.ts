import { RateLimited } from '../../src/domain/errors';
import { AttemptLimits } from '../../src/signIn/passwords';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Returns the number of attempts before one is refused, up to 200. */
function attemptsOf(attempt: (number: number) => unknown): number {
  for (let number = 0; number < 200; number += 1) {
    try {
      attempt(number);
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimited);
      return number;
    }
  }
  return 200;
}

test('an address has 60 failed attempts in a minute, whatever the account', () => {
  const limits = new AttemptLimits();
  expect(attemptsOf((number) => limits.begin('192.0.2.1', `a${number}@b.test`, NOON))).toBe(60);
  expect(attemptsOf((number) => limits.begin('192.0.2.2', `b${number}@b.test`, NOON))).toBe(60);
  expect(() => limits.begin('192.0.2.1', null, NOON + 60_000)).not.toThrow();
});

test('the addresses of an IPv6 host count together', () => {
  const limits = new AttemptLimits();
  expect(attemptsOf((number) => limits.begin(`2001:db8::${number}`, null, NOON))).toBe(60);
});

test('an account has 10 failed attempts in a quarter of an hour, whatever the address', () => {
  const limits = new AttemptLimits();
  const attempt = (at: number) => (number: number) =>
    limits.begin(`192.0.2.${number}`, number % 2 === 0 ? 'ann@acme.test' : 'ANN@acme.test', at);
  expect(attemptsOf(attempt(NOON))).toBe(10);
  expect(attemptsOf(attempt(NOON + 14 * 60_000))).toBe(0);
  expect(attemptsOf(attempt(NOON + 15 * 60_000))).toBe(10);
});

test('addresses are the same in capital letters of ASCII only', () => {
  const limits = new AttemptLimits();
  expect(
    attemptsOf((number) => limits.begin(`192.0.2.${number}`, number % 2 ? 'kim@a.test' : 'KIM@A.test', NOON)),
  ).toBe(10);
  for (const other of ['k\u0130m@a.test', '\u212aim@a.test'])
    expect(() => limits.begin('192.0.3.1', other, NOON)).not.toThrow();
});

test('attempts that succeed do not count', () => {
  const limits = new AttemptLimits();
  expect(attemptsOf(() => limits.begin('192.0.2.1', 'ann@acme.test', NOON)())).toBe(200);
});

test('somebody who signed in is not locked out by the failures of others', () => {
  const limits = new AttemptLimits();
  limits.remember('192.0.2.1', 'ann@acme.test', NOON);
  expect(attemptsOf((number) => limits.begin('192.0.2.1', `a${number}@b.test`, NOON))).toBe(60);
  expect(attemptsOf((number) => limits.begin(`192.0.3.${number}`, 'ann@acme.test', NOON))).toBe(10);
  expect(() => limits.begin('192.0.2.1', 'ann@acme.test', NOON)()).not.toThrow();
  expect(attemptsOf(() => limits.begin('192.0.2.1', 'Ann@acme.test', NOON))).toBe(10);
  expect(() => limits.begin('192.0.2.9', 'ann@acme.test', NOON)).toThrow(RateLimited);
});

test('a sign-in is remembered for two weeks, of the last ten thousand', () => {
  const limits = new AttemptLimits();
  const day = 24 * 60 * 60_000;
  limits.remember('2001:db8::1', 'ann@acme.test', NOON);
  expect(limits.isRemembered('2001:db8::2', 'ANN@acme.test', NOON + 14 * day - 1)).toBe(true);
  expect(limits.isRemembered('2001:db8::2', 'ann@acme.test', NOON + 14 * day)).toBe(false);
  expect(limits.isRemembered('192.0.2.1', 'ann@acme.test', NOON)).toBe(false);
  expect(limits.isRemembered('2001:db8::2', 'bob@acme.test', NOON)).toBe(false);
  limits.remember('192.0.2.1', 'first@b.test', NOON);
  for (let number = 0; number < 10_000; number += 1) limits.remember('192.0.2.1', `a${number}@b.test`, NOON);
  expect(limits.isRemembered('192.0.2.1', 'first@b.test', NOON)).toBe(false);
});
