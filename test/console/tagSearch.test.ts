import { userTerm } from '../../src/console/pages/issue/tagSearch';

const UNKNOWN = { id: null, email: null, username: null, ip_address: null, name: null, data: null, geo: null };

test.each([
  [{ id: '7', email: 'ann@acme.test', ip_address: '192.0.2.1' }, 'user.id:7'],
  [{ id: '', email: 'ann@acme.test', username: 'ann' }, 'user.email:ann@acme.test'],
  [{ username: 'Ann "A" Ox' }, String.raw`user.username:"Ann \"A\" Ox"`],
  [{ ip_address: '2001:db8::1' }, 'user.ip:"2001:db8::1"'],
  [{ name: 'Ann' }, null],
])('the issues of the user %j are found by %s', (known, expected) => {
  expect(userTerm({ ...UNKNOWN, ...known })).toBe(expected);
});
