import { checkFingerprintingRules, parseFingerprintingRules } from '../../../src/ingest/grouping/fingerprintRules';

describe('fingerprinting rules', () => {
  it.each([
    ['nothing', ''],
    ['comments and empty lines', '# why\n\n   # more\r\n'],
    [
      'the documented examples',
      'error.type:DatabaseUnavailable -> system-down\nerror.value:"connection error: *" -> connection-error, {{ transaction }}',
    ],
    ['a title', 'logger:my.package.* level:error -> error-logger, {{ logger }} title="Error from Logger {{ logger }}"'],
    [
      'negation and brackets',
      '!stack.module:"shop::*" family:javascript,native value:"\\[a\\] {x,y} [0-9]" -> {{default}} other',
    ],
    ['tags', 'tags.server_name:"canary-*" "tags.my key":x -> canary {{ tags.server_name }}'],
    [
      'every matcher and alias',
      'type:a value:b message:c logger:d level:e release:f sdk:g family:all path:h module:i function:j package:k app:yes -> x',
    ],
  ])('%s', (_, text) => {
    expect(checkFingerprintingRules(text)).toEqual([]);
  });

  it.each([
    ['no fingerprint', 'type:a', 'line 1: The rule has no fingerprint; write `matcher:pattern -> fingerprint`.'],
    [
      'nothing behind the arrow',
      '\ntype:a ->',
      'line 2: The rule has no fingerprint; write at least one text or variable after `->`.',
    ],
    ['no matcher', '-> a', 'line 1: The rule has no matcher; write `matcher:pattern -> fingerprint`.'],
    [
      'unknown matcher',
      '# x\n\ncolour:red -> a',
      /^line 3: Unknown matcher `colour`; there are error\.type, .*tags\.KEY\.$/,
    ],
    ['a matcher of frames alone', 'category:ui -> a', /^line 1: Unknown matcher `category`/],
    ['no colon', 'type a -> b', 'line 1: `type` is not a matcher; write `name:pattern`.'],
    ['no pattern', 'type: a -> b', /^line 1: `type:` has no pattern/],
    [
      'unknown variable',
      'type:a -> {{ colour }}',
      /^line 1: Unknown variable `colour`; there are default, transaction/,
    ],
    ['unknown variable in a title', 'type:a -> b title="{{ colour }}"', /^line 1: Unknown variable `colour`/],
    [
      'open variable',
      'type:a -> {{ type',
      /^line 1: `\{\{ type` cannot be parsed; a variable is written `\{\{ name \}\}`\.$/,
    ],
    ['unknown attribute', 'type:a -> b colour="red"', 'line 1: Unknown attribute `colour`; there is `title="…"`.'],
    ['a title without quotes', 'type:a -> b title=red', 'line 1: A title is written in double quotes: `title="…"`.'],
    ['open quotes', 'type:"a -> b', 'line 1: A text in double quotes has no end.'],
    [
      'open bracket',
      'type:[a -> b',
      'line 1: The pattern of `type` is not valid: `[` has no `]`; write `\\[` for the character itself.',
    ],
    ['app', 'app:maybe -> b', 'line 1: `app:maybe` is not valid; write `app:yes` or `app:no`.'],
    ['family', 'family:java -> b', 'line 1: Unknown family `java`; there are javascript, native, other and all.'],
  ])('error: %s', (_, text, message) => {
    expect(checkFingerprintingRules(text)).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });

  it('report every invalid line and keep the valid rules', () => {
    const text = 'type:a -> b\nx\ny\ntype:c -> d';
    expect(checkFingerprintingRules(text).map((message) => message.slice(0, 7))).toEqual(['line 2:', 'line 3:']);
    expect(parseFingerprintingRules(text).rules).toHaveLength(2);
  });

  it('have limits', () => {
    expect(checkFingerprintingRules('x'.repeat(70_000))).toEqual(['line 1: The text is longer than 65536 characters.']);
    expect(checkFingerprintingRules('type:a -> b\n'.repeat(501))).toEqual(['line 501: There are more than 500 rules.']);
    expect(checkFingerprintingRules('x\n'.repeat(100))).toHaveLength(20);
    expect(checkFingerprintingRules(`type:${'{a,b}'.repeat(20)} -> b`)).toEqual([
      expect.stringContaining('more than 64 alternatives'),
    ]);
  });
});
