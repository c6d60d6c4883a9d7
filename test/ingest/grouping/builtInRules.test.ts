import { readFileSync } from 'node:fs';
import path from 'node:path';
import { changeStacktraces, type Event, type JsonObject, type Stacktrace } from '../../../src/domain/event';
import { BUILT_IN_RULES, decideByRules, markFrames, remainingFrames } from '../../../src/ingest/grouping/builtInRules';
import { applyEnhancements, parseGroupingEnhancements } from '../../../src/ingest/grouping/stackTraceRules';
import { mainTrace } from '../../../src/ingest/stacktrace';
import { normalized } from '../build';

const CORPORA = path.resolve(__dirname, '../../corpora/grouping');
const PLATFORMS = ['browser', 'dotnet', 'go', 'java', 'node', 'php', 'python', 'ruby', 'rust'];

function eventsOf(platform: string): [name: string, event: Event][] {
  const text = readFileSync(path.join(CORPORA, `${platform}.json`), 'utf8');
  const { events } = JSON.parse(text) as { events: Record<string, JsonObject> };
  return Object.entries(events).map(([name, payload]) => [name, normalized(payload)]);
}

const tracesOf = (event: Event): Stacktrace[] => {
  const traces: Stacktrace[] = [];
  changeStacktraces(event, (trace) => {
    traces.push(trace);
    return trace;
  });
  return traces;
};

const inAppOf = (event: Event) => tracesOf(event).map(({ frames }) => frames.map(({ inApp }) => inApp));

test.each(BUILT_IN_RULES.map(({ title, rules }) => [title, rules]))('%s: every line is a rule', (_, rules) => {
  expect(parseGroupingEnhancements(rules).errors).toEqual([]);
});

/** Rules as the engine of projects applies them: slow, and without a second way to read patterns. */
function applyTable(event: Event): Event {
  const text = (all: boolean) =>
    BUILT_IN_RULES.filter(({ appliesTo }) => all || appliesTo === 'all').map(({ rules }) => rules);
  return changeStacktraces(event, ({ unmarked = [], ...trace }) => {
    const isJudged = trace.frames.some(({ inApp }, at) => inApp && !unmarked.includes(at));
    const isUnknown = event.platform === 'go' && unmarked.length === 0 && trace.frames.every(({ inApp }) => !inApp);
    const frames = trace.frames.map((frame, at) => ({
      ...frame,
      inApp: isUnknown || (unmarked.includes(at) ? !isJudged : frame.inApp),
    }));
    // The table applies to a trace of its own.
    const alone = { ...event, exceptions: [], threads: [], stacktrace: { ...trace, frames } };
    return applyEnhancements(alone, text(!isJudged).join('\n')).event.stacktrace ?? trace;
  });
}

test.each(PLATFORMS)('%s: the compiled rules decide as the engine of projects does', (platform) => {
  for (const [name, event] of eventsOf(platform)) {
    expect([name, inAppOf(markFrames(event))]).toEqual([name, inAppOf(applyTable(event))]);
  }
});

test.each(PLATFORMS)('%s: frames that are left out of grouping are those of the table', (platform) => {
  const rules = BUILT_IN_RULES.map((section) => section.rules).join('\n');
  for (const [name, event] of eventsOf(platform)) {
    const trace = mainTrace(event);
    if (trace === null) continue;
    const none = { ...trace, frames: trace.frames.map((frame) => ({ ...frame, inApp: false })) };
    const { event: enhanced, selectFrames } = applyEnhancements(
      { ...event, exceptions: [], threads: [], stacktrace: none },
      rules,
    );
    const expected = selectFrames(enhanced.stacktrace ?? none).map((frame) => frame.lineno + (frame.function ?? ''));
    const found = remainingFrames(event)(trace).map((frame) => frame.lineno + (frame.function ?? ''));
    expect([name, found]).toEqual([name, expected]);
  }
});

describe('decisions', () => {
  const decide = (platform: string, ...frames: JsonObject[]) => {
    const stacktrace = { frames };
    return inAppOf(markFrames(normalized({ platform, exception: { values: [{ type: 'E', stacktrace }] } })))[0];
  };
  const own = { filename: '/srv/shop/pay.py', function: 'pay', module: 'shop.pay' };
  const decoder = {
    filename: 'json/decoder.py',
    abs_path: '/usr/lib/python3.10/json/decoder.py',
    module: 'json.decoder',
  };

  test.each<[string, boolean[], string, ...JsonObject[]]>([
    ['no mark: the rules decide', [true, false], 'python', own, decoder],
    ['a mark: absent means other code', [false, true], 'python', own, { ...own, in_app: true }],
    ['only frames of packages are marked', [true, false], 'python', own, { ...decoder, in_app: false }],
    ['an own package in site-packages', [true], 'python', { filename: '/v/site-packages/a.py', in_app: true }],
    ['Go: a module that the client marks', [false], 'go', { abs_path: '/go/pkg/mod/a.b/c@v1.2.3/d.go', in_app: true }],
    ['Go: all frames are marked as other code', [true], 'go', { filename: 'acme.example/shop/a.go', in_app: false }],
    ['Python: all frames are marked as other code', [false], 'python', { ...own, in_app: false }],
    ['a browser extension', [false], 'javascript', { filename: 'chrome-extension://abc/a.js', in_app: true }],
    [
      'a frame of another platform',
      [false],
      'javascript',
      { ...own, platform: 'native', function: 'core::fmt::write' },
    ],
    ['a proxy of an own class', [false], 'java', { module: 'com.acme.Pay$$SpringCGLIB$$0', in_app: true }],
    ['above a panic', [true, false, false], 'go', own, { module: 'runtime', function: 'gopanic' }, own],
    ['unknown platform', [true, false], 'cobol', own, { filename: '/x/vendor/a.cob' }],
  ])('%s', (_, expected, platform, ...frames) => {
    expect(decide(platform, ...frames)).toEqual(expected);
  });

  test('frames of long traces are chosen by the same rules', () => {
    const frames = [own, decoder].map((frame) => normalized({ stacktrace: [frame] }).stacktrace?.frames[0]);
    const identities = frames.flatMap((frame) => (frame === undefined ? [] : [{ ...frame, inApp: null }]));
    expect(decideByRules(identities, { platform: 'python' })).toEqual([true, false]);
  });
});
