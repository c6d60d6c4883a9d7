import { tagTerm, userTerm } from '../../src/console/pages/issue/tagSearch';
import { parseIssueQuery } from '../../src/domain/issueQuery';

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

test.each([
  ...['region', 'Ümlaut', 'sp ace', 'a:b', 'a/b', 'a]"b\\', 'level', 'is', 'title', 'id', 'trace', 'http.status_code'],
  ...['sdk.name', 'user.id', 'error.type', 'first_seen', 'timestamp', 'issue.type', 'project.id', 'event.type'],
])('the term of the tag "%s" finds issues by this tag', (key) => {
  const values = ['x', 'a b', '(none)', '>5'];
  for (const value of values)
    expect(parseIssueQuery(tagTerm(key, value))).toEqual({ kind: 'tag', key, values: [[value]] });
});
