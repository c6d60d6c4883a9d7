import { checkGroupingEnhancements } from '../../../src/ingest/grouping/stackTraceRules';

describe('stack trace rules', () => {
  it.each([
    ['nothing', ''],
    [
      'the documented examples',
      'family:native stack.function:std::*       -app\nstack.abs_path:**/node_modules/** -group\nfamily:native max-frames=3\nstack.function:fetchData ^-group\nfamily:native stack.function:SpawnThread v-app -app',
    ],
    [
      'neighbors',
      'stack.function:log category=telemetry\n[ category:telemetry ] | app:yes -group\ncategory:telemetry | [ app:yes ] -group',
    ],
    ['exceptions', 'error.type:Timeout error.value:"*slow*" mechanism:generic min-frames=2'],
    ['aliases', '!path:a* module:b function:c package:d in-app:no +group'],
  ])('%s', (_, text) => {
    expect(checkGroupingEnhancements(text)).toEqual([]);
  });

  it.each([
    [
      'no action',
      'function:a',
      'line 1: The rule has no action; write one of +app, -app, +group, -group, max-frames=3 after the matchers.',
    ],
    ['no matcher', '\n-app', 'line 2: The rule has no matcher; write `matcher:pattern -app`.'],
    [
      'unknown matcher',
      'logger:a -app',
      /^line 1: Unknown matcher `logger`; there are family, platform, stack\.abs_path/,
    ],
    ['unknown flag', 'function:a -prefix', 'line 1: Unknown flag `prefix` in `-prefix`; there are app and group.'],
    [
      'unknown variable',
      'function:a invert-stacktrace=1',
      'line 1: Unknown variable `invert-stacktrace`; there are max-frames, min-frames and category.',
    ],
    [
      'no number',
      'function:a max-frames=few',
      'line 1: `max-frames` is a whole number from 0 to 999, as in `max-frames=3`.',
    ],
    [
      'matchers behind actions',
      'function:a -app module:b',
      'line 1: `module:b` follows an action; matchers come first.',
    ],
    ['a built-in category', 'category:ui -app', /^line 1: No rule above sets this category/],
    [
      'a category that is set below',
      'category:x -app\nfunction:a category=x',
      /^line 1: No rule above sets this category/,
    ],
    ['open bracket', '[ function:a | function:b -app', /^line 1: `\|` is not a matcher|^line 1: `\[` has no `\]`/],
    ['a caller without a bar', '[ function:a ] function:b -app', /^line 1: There is no `\|` after the caller/],
    ['an empty neighbor', '[ ] | function:b -app', 'line 1: There is no matcher between `[` and `]`.'],
  ])('error: %s', (_, text, message) => {
    expect(checkGroupingEnhancements(text)).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});
