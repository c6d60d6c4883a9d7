import { isAllowedOrigin, isOwnOrigin, originError } from '../../src/domain/project';

test.each([
  [['*'], 'https://example.com'],
  [['*'], 'null'],
  [['example.com'], 'https://example.com'],
  [['example.com'], 'http://example.com:8080'],
  [['example.com'], 'https://example.com/shop?a=b'],
  [['EXAMPLE.com'], 'https://Example.COM'],
  [['example.com:8080'], 'http://example.com:8080'],
  [['example.com:443'], 'https://example.com'],
  [['example.com:80'], 'http://example.com/'],
  [['https://example.com'], 'https://example.com:8443'],
  [['*.example.com'], 'https://example.com'],
  [['*.example.com'], 'https://a.b.example.com:81'],
  [['https://*.example.com'], 'https://a.example.com'],
  [['app://*'], 'app://anything/x'],
  [['*:8080'], 'http://any.test:8080'],
  [['localhost'], 'http://localhost:3000'],
  [['127.0.0.1'], 'http://127.0.0.1:3000'],
  [['[::1]'], 'http://[::1]:3000'],
  [['bücher.example'], 'https://xn--bcher-kva.example'],
  [['null'], 'null'],
  [['other.test', 'example.com'], 'https://example.com'],
])('%j allows %s', (allowed, origin) => {
  expect(allowed.map(originError)).toEqual(allowed.map(() => null));
  expect(isAllowedOrigin(origin, allowed)).toBe(true);
});

test.each([
  [['example.com'], 'https://example.com.evil.test'],
  [['example.com'], 'https://notexample.com'],
  [['example.com'], 'https://www.example.com'],
  [['*.example.com'], 'https://notexample.com'],
  [['https://example.com'], 'http://example.com'],
  [['example.com:8080'], 'http://example.com'],
  [['example.com:8080'], 'http://example.com:80'],
  [['example.com'], 'null'],
  [['example.com'], ''],
  [['example.com'], 'example.com'],
  [['example.com'], 'https://evil.test/https://example.com'],
  [['example.com'], 'https://evil.test?https://example.com'],
  [['example.com'], 'https://evil.test#@example.com'],
  [['example.com'], 'https://example.com@evil.test'],
])('%j does not allow %s', (allowed, origin) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(false);
});

test('requests without an origin are allowed', () => {
  expect(isAllowedOrigin(null, ['example.com'])).toBe(true);
});

test.each([
  [['example.com'], 'https://example.com', true],
  [['EXAMPLE.com'], 'https://Example.COM', true],
  [['https://example.com'], 'https://example.com', true],
  [['https://example.com'], 'http://example.com', false],
  [['example.com:8080'], 'http://example.com:8080', true],
  [['example.com:8080'], 'http://example.com', false],
  [['*.example.com'], 'https://cdn.example.com', true],
  [['*', 'example.com'], 'https://example.com', true],
  [['*', 'example.com'], 'https://other.test', false],
  [['*'], 'https://example.com', false],
  [['https://*'], 'https://example.com', false],
  [['*:8080'], 'http://example.com:8080', false],
  [[], 'https://example.com', false],
])('%j contains %s as an own origin: %s', (allowed, origin, expected) =>
  expect(isOwnOrigin(origin, allowed)).toBe(expected),
);
