import { assignsIssues, DEFAULT_OWNERSHIP, parseOwnership } from '../../src/domain/ownership';

const ann = { type: 'member', email: 'ann@acme.test' };
const backend = { type: 'team', slug: 'backend' };

const parsed = (text: string) => {
  const { rules, errors } = parseOwnership(text);
  expect(errors).toEqual([]);
  return rules.map(({ type, key, pattern, owners }) => ({ type, key, pattern, owners }));
};

test('reads rules of each type, with members and teams', () => {
  expect(
    parsed(`path:src/*  ann@acme.test
      url:https://shop.test/* #backend
module:shop.cart.* #backend ann@acme.test
tags.browser:Safari* #backend
tags.a.b:x #backend`),
  ).toEqual([
    { type: 'path', key: '', pattern: 'src/*', owners: [ann] },
    { type: 'url', key: '', pattern: 'https://shop.test/*', owners: [backend] },
    { type: 'module', key: '', pattern: 'shop.cart.*', owners: [backend, ann] },
    { type: 'tag', key: 'browser', pattern: 'Safari*', owners: [backend] },
    { type: 'tag', key: 'a.b', pattern: 'x', owners: [backend] },
  ]);
});

test('reads lines of a CODEOWNERS file, with or without their type', () => {
  const rule = { type: 'codeowners', key: '', pattern: '/docs/', owners: [backend] };
  expect(parsed('/docs/ @acme/backend\ncodeowners:/docs/ #backend\r\n/docs/ @acme/backend # Everybody else\n')).toEqual(
    [rule, rule, rule],
  );
  expect(parsed('* ann@acme.test @acme/backend')).toMatchObject([{ pattern: '*', owners: [ann, backend] }]);
});

test('a line of a CODEOWNERS file may have no owner, other rules may not', () => {
  expect(parsed('/generated/\ncodeowners:*.lock')).toMatchObject([
    { pattern: '/generated/', owners: [] },
    { pattern: '*.lock', owners: [] },
  ]);
  expect(parseOwnership('path:src/* # nobody').errors).toEqual([
    'Line 1: It has no owner; write the e-mail address of a member or #SLUG of a team behind the pattern.',
  ]);
});

test('blanks in patterns are quoted, or follow a backslash', () => {
  expect(parsed('path:"my files/*" #backend\n/my\\ files/ #backend\npath:"a\\"b" #backend')).toMatchObject([
    { pattern: 'my files/*' },
    { type: 'codeowners', pattern: '/my\\ files/' },
    { pattern: 'a"b' },
  ]);
});

test('numbers rules by their lines, and leaves out blank lines and comments', () => {
  const { rules } = parseOwnership('# path:a #backend\n\n  #b\npath:c   #backend  # that one\n');
  expect(rules).toMatchObject([{ line: 4, text: 'path:c #backend' }]);
});

test('names each wrong line, and what would be right', () => {
  const owner = 'write the e-mail address of a member or #SLUG of a team.';
  const types = 'write path:, url:, module:, codeowners: or tags.KEY:';
  const { rules, errors } = parseOwnership(
    [
      'file:src/* #backend',
      'path:ok #backend',
      'path: #backend',
      'tags:browser #backend',
      'path.x:y #backend',
      'path:src/* backend @ann',
      '[Section] @acme/backend',
      '!/src/ @acme/backend',
      '/ @acme/backend',
    ].join('\n'),
  );
  expect(rules.map(({ line }) => line)).toEqual([2]);
  expect(errors).toEqual([
    `Line 1: "file:" is no type of rules; ${types}`,
    'Line 3: It has no pattern behind "path:".',
    'Line 4: It names no tag; write its key, as in tags.KEY:pattern.',
    `Line 5: "path.x:" is no type of rules; ${types}`,
    `Line 6: "backend" is no owner; ${owner}`,
    `Line 6: "@ann" is a user of another service, whom Culprit does not know; ${owner}`,
    'Line 7: Sections and sets in brackets are not supported; remove the line, and write the owners behind each pattern.',
    'Line 8: A pattern cannot be negated; write a line without owners below the others.',
    'Line 9: "/" matches no file; write * for all files.',
  ]);
});

test('shortens what it repeats, and limits the number of rules', () => {
  expect(parseOwnership(`path:a ${'x'.repeat(5000)}`).errors[0]?.length).toBeLessThan(200);
  expect(parseOwnership('path:a #b\n'.repeat(2000)).errors).toEqual([]);
  expect(parseOwnership('path:a #b\n'.repeat(2001)).errors).toEqual([
    'There are 2001 rules; at most 2000 are allowed.',
  ]);
});

test('settings assign issues unless there is no rule or it is switched off', () => {
  const settings = { ...DEFAULT_OWNERSHIP, raw: 'path:a #b' };
  expect([
    assignsIssues(DEFAULT_OWNERSHIP),
    assignsIssues(settings),
    assignsIssues({ ...settings, autoAssignment: 'Turn off Auto-Assignment' }),
    assignsIssues({ ...settings, raw: ' \n' }),
  ]).toEqual([false, true, false, false]);
});
