import { checkPiiConfig } from '../../../src/ingest/scrub/piiConfig';

const config = (rules: object, applications: object = {}) => JSON.stringify({ rules, applications }, null, 1);

describe('PII configuration', () => {
  it.each([
    ['nothing', ' '],
    ['the documented example', '{"applications": {"$string": ["@ip:replace"]}}'],
    [
      'a rule of its own',
      config(
        { id: { type: 'pattern', pattern: '(?i)d/([a-f0-9]{12})', replaceGroups: [1], redaction: { method: 'hash' } } },
        { 'extra.**': ['id'] },
      ),
    ],
    [
      'references',
      config(
        {
          all: { type: 'multiple', rules: ['one', '@email:mask'] },
          one: { type: 'alias', rule: '@ip', redaction: { method: 'replace', text: '[x]' } },
        },
        { '**': ['all', '@common'] },
      ),
    ],
    [
      'every type',
      config(
        Object.fromEntries(
          [
            'anything',
            'ip',
            'email',
            'creditcard',
            'iban',
            'mac',
            'uuid',
            'imei',
            'us_ssn',
            'userpath',
            'pemkey',
            'url_auth',
            'password',
            'bearer',
          ].map((type) => [type, { type }]),
        ),
      ),
    ],
    [
      'pairs and a key',
      '{"rules":{"p":{"type":"redact_pair","keyPattern":"^(foo|bar)$"}},"vars":{"hashKey":"k"},"applications":{"$object":["p"]}}',
    ],
    [
      'selectors',
      config(
        {},
        {
          "extra.'My ''Value'": ['@anything'],
          '$user.ip_address || !(foo && $string)': [],
          'exception.values.*.value': [],
          '$frame.vars.**': [],
          'tags.server_name': [],
        },
      ),
    ],
  ])('%s', (_, text) => {
    expect(checkPiiConfig(text)).toEqual([]);
  });

  it.each([
    ['no JSON', '{\n"rules": {\n}', 'line 3: Expected `,` or `}`.'],
    ['a comma too many', '{\n"rules": {},\n}', 'line 3: Expected a text in double quotes.'],
    ['a list', '[]', /^line 1: The configuration is not an object/],
    ['a number with a leading zero', '{\n"rules": 01}', 'line 2: Expected `,` or `}`.'],
    [
      'a text with a line break',
      '{"rules":\n"a\nb"}',
      'line 2: A text has a character or an escape that JSON does not allow.',
    ],
    ['a text without an end', '{"rules": "', 'line 1: Expected a text in double quotes.'],
    ['a missing colon', '{"rules"\n{}}', 'line 2: Expected a colon after `rules`.'],
    ['a comment', '{} // none', 'line 1: There is text after the end of the JSON.'],
    ['too deep a nesting', '['.repeat(60_000), 'line 1: The JSON nests deeper than 32 levels.'],
    [
      'an unknown member',
      '{\n"aplications": {}}',
      'line 2: Unknown member `aplications`; there are rules, applications and vars.',
    ],
    [
      'a member that appears twice',
      '{"rules": {},\n"rules": {}}',
      'line 2: The member `rules` appears twice in one object.',
    ],
    [
      'an unknown type',
      config({ a: { type: 'phone' } }),
      /^line 3: The rule `a` cannot be read: `type` is one of pattern, /,
    ],
    [
      'an unknown member of a rule',
      config({ a: { type: 'ip', hideInner: true } }),
      'line 3: The rule `a` cannot be read: a rule of type ip has no member `hideInner`.',
    ],
    [
      'an unknown method',
      config({ a: { type: 'ip', redaction: { method: 'encrypt' } } }),
      'line 3: The rule `a` cannot be read: `method` is one of remove, replace, mask, hash.',
    ],
    [
      'a text for hashes',
      config({ a: { type: 'ip', redaction: { method: 'hash', text: 'x' } } }),
      'line 3: The rule `a` cannot be read: `text` belongs to the method replace, not to hash.',
    ],
    [
      'a bad expression',
      config({ a: { type: 'pattern', pattern: '[a' } }),
      'line 3: The rule `a` cannot be read: `pattern`: missing closing ]: `[a` (the syntax is that of RE2).',
    ],
    [
      'look-around',
      config({ a: { type: 'pattern', pattern: '(?=a)' } }),
      /invalid or unsupported Perl syntax: `\(\?=` \(the syntax is that of RE2\)\.$/,
    ],
    [
      'a group that is not there',
      config({ a: { type: 'pattern', pattern: 'a', replaceGroups: [1] } }),
      'line 3: The rule `a` cannot be read: `pattern`: there is no group 1.',
    ],
    [
      'a circle',
      config({ a: { type: 'alias', rule: 'b' }, b: { type: 'alias', rule: 'a' } }),
      'line 3: The rule `a` refers to itself.',
    ],
    [
      'an unknown rule',
      config({ a: { type: 'ip' } }, { $string: ['b'] }),
      'line 9: There is no rule `b`; `rules` has a, and built-in names begin with `@`.',
    ],
    [
      'an unknown built-in rule',
      config({}, { $string: ['@phone'] }),
      /^line 5: There is no built-in rule `@phone`; there are @anything/,
    ],
    [
      'an unknown built-in method',
      config({}, { $string: ['@ip:encrypt'] }),
      /the method after the colon is one of remove, replace, mask, hash, filter\.$/,
    ],
    [
      'no list',
      config({}, { $string: '@ip' }),
      'line 4: `$string` has no list of rule names; write `["@ip:replace"]`.',
    ],
    [
      'a selector that is not supported',
      config({}, { $minidump: [] }),
      /^line 4: The selector `\$minidump` cannot be read: `\$minidump` is not supported; there are \$error/,
    ],
    ['a selector that is unknown', config({}, { '$colour.x': [] }), /`\$colour` is unknown/],
    ['an open bracket', config({}, { '(foo': [] }), 'line 4: The selector `(foo` cannot be read: `(` has no `)`.'],
    [
      'a selector with other characters',
      config({}, { 'my value': [] }),
      /`value` is found where `&&`, `\|\|` or the end is expected\.$/,
    ],
    ['an empty selector', config({}, { '': [] }), 'line 4: The selector `` cannot be read: it is empty.'],
  ])('error: %s', (_, text, message) => {
    const errors = checkPiiConfig(text);
    expect(errors[0]).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('reports an invalid rule at its definition, and not where it is used', () => {
    const text = config({ a: { type: 'ip', hideInner: true } }, { $string: ['a', 'b'], '$http.headers': ['a'] });
    expect(checkPiiConfig(text).map((message) => /rule `.`/.exec(message)?.[0])).toEqual(['rule `a`', 'rule `b`']);
  });

  it('rejects regular expressions that need much memory together', () => {
    const source = '(a{30}){30}(b{30}){30}(c{30}){30}(d{30}){30}';
    const rules = Array.from({ length: 5 }, (_, index) => ({
      [`p${index}`]: { type: 'pattern', pattern: source },
      [`k${index}`]: { type: 'redact_pair', keyPattern: source },
    }));
    const errors = checkPiiConfig(config(Object.assign({}, ...rules) as Record<string, object>));
    expect(errors.length).toBeGreaterThan(1);
    errors.forEach((message) => expect(message).toMatch(/: it and those before it repeat too much together\.$/));
    expect(checkPiiConfig(config(rules[0] ?? {}))).toEqual([]);
  });

  it.each([
    [
      'rules',
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, ['@common', '@ip']])),
      'line 3: The applications name 600 rules, including those that rules refer to; at most 500 are allowed.',
    ],
    [
      'selectors',
      Object.fromEntries(Array.from({ length: 4001 }, (_, index) => [`a${index}`, []])),
      'line 3: There are too many selectors, or they are too long; `**` counts most.',
    ],
    [
      'ways through a selector',
      { [`a${'.**.a'.repeat(190)}`]: [], [`b${'.**.a'.repeat(190)}`]: [] },
      'line 3: There are too many selectors, or they are too long; `**` counts most.',
    ],
  ])('rejects too many %s', (_, applications, message) => {
    expect(checkPiiConfig(config({}, applications))).toEqual([message]);
  });

  it('counts a rule once that an application names several times', () => {
    expect(checkPiiConfig(config({}, { $string: Array.from({ length: 600 }, () => '@ip') }))).toEqual([]);
  });

  it.each([
    '((a{100}){100}){100}',
    '(a{1000}){1000}',
    `(?i)${'(a|'.repeat(300)}${')'.repeat(300)}`,
    '\\p{L}{1000}\\p{L}{1000}\\p{L}{1000}\\p{L}{1000}\\p{L}{1000}',
    'a'.repeat(1001),
  ])('rejects a regular expression that needs much memory', (pattern) => {
    expect(checkPiiConfig(config({ a: { type: 'pattern', pattern } }))).toEqual([
      expect.stringMatching(/^line 3: The rule `a` cannot be read: `pattern`: /),
    ]);
  });
});
