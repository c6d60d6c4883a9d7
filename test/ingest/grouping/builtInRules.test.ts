import { readFileSync } from 'node:fs';
import path from 'node:path';
import { changeStacktraces, type Event, type JsonObject, type Stacktrace } from '../../../src/domain/event';
import { BUILT_IN_RULES, BuiltInRules } from '../../../src/ingest/grouping/groupEvent';
import type { RuleVersion } from '../../../src/ingest/grouping/simple3And4Rules';
import { applyEnhancements, parseGroupingEnhancements } from '../../../src/ingest/grouping/stackTraceRules';
import { SettingsCache } from '../../../src/ingest/settingsCache';
import { mainTrace } from '../../../src/ingest/stacktrace';
import { normalized } from '../build';

const CORPORA = path.resolve(__dirname, '../../corpora/grouping');
const PLATFORMS = ['browser', 'dotnet', 'go', 'java', 'native', 'node', 'php', 'python', 'ruby', 'rust'];
const VERSIONS = (['simple:3', 'simple:4'] as const).map((version) => ({ version, rules: new BuiltInRules(version) }));
const CASES = VERSIONS.flatMap((each) => PLATFORMS.map((platform) => ({ ...each, platform })));

function eventsOf(platform: string): [name: string, event: Event][] {
  const text = readFileSync(path.join(CORPORA, `${platform}.json`), 'utf8');
  // The whole trace decides whether a proxy counts; no rule of the table can express that.
  const withoutProxies = (key: string, value: unknown) =>
    key === 'frames' ? (value as JsonObject[]).filter(({ module }) => !String(module).includes('CGLIB')) : value;
  const { events } = JSON.parse(text, withoutProxies) as { events: Record<string, JsonObject> };
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

const compileSetting = new SettingsCache(Number.MAX_SAFE_INTEGER).compile;
const rulesOfVersion = (version: RuleVersion) => BUILT_IN_RULES.filter(({ versions }) => versions.includes(version));

/** Applies rules as the engine of projects does: slowly, and with one way of reading patterns only. */
function applyTable(event: Event, version: RuleVersion): Event {
  const text = (all: boolean) =>
    rulesOfVersion(version)
      .filter(({ appliesTo }) => all || appliesTo === 'all')
      .map(({ rules }) => rules);
  return changeStacktraces(event, ({ unmarked = [], ...trace }) => {
    const isJudged = trace.frames.some(({ inApp }, at) => inApp && !unmarked.includes(at));
    const isUnknown = event.platform === 'go' && unmarked.length === 0 && trace.frames.every(({ inApp }) => !inApp);
    const frames = trace.frames.map((frame, at) => ({
      ...frame,
      inApp: isUnknown || (unmarked.includes(at) ? !isJudged : frame.inApp),
    }));
    // The table applies to a trace of its own.
    const alone = { ...event, exceptions: [], threads: [], stacktrace: { ...trace, frames } };
    return applyEnhancements(alone, text(!isJudged).join('\n'), compileSetting).event.stacktrace ?? trace;
  });
}

test.each(CASES)('$platform: the compiled rules of $version decide as the engine of projects does', (each) => {
  const { platform, version, rules } = each;
  for (const [name, event] of eventsOf(platform)) {
    expect([name, inAppOf(rules.markFrames(event))]).toEqual([name, inAppOf(applyTable(event, version))]);
  }
});

test.each(CASES)('$platform: frames that $version leaves out of grouping are those of the table', (each) => {
  const { platform, version, rules } = each;
  const text = rulesOfVersion(version)
    .map((section) => section.rules)
    .join('\n');
  for (const [name, event] of eventsOf(platform)) {
    const trace = mainTrace(event);
    if (trace === null) continue;
    const none = { ...trace, frames: trace.frames.map((frame) => ({ ...frame, inApp: false })) };
    const { event: enhanced, selectFrames } = applyEnhancements(
      { ...event, exceptions: [], threads: [], stacktrace: none },
      text,
      compileSetting,
    );
    const expected = selectFrames(enhanced.stacktrace ?? none).map((frame) => frame.lineno + (frame.function ?? ''));
    const remaining = rules
      .remainingFrames(event)(trace)
      .map((frame) => frame.lineno + (frame.function ?? ''));
    expect([name, remaining]).toEqual([name, expected]);
  }
});

describe('decisions', () => {
  const [{ rules: rules3 }, { rules: rules4 }] = VERSIONS as [(typeof VERSIONS)[0], (typeof VERSIONS)[0]];
  const decide = (platform: string, frames: JsonObject[], rules = rules4) => {
    const stacktrace = { frames };
    return inAppOf(rules.markFrames(normalized({ platform, exception: { values: [{ type: 'E', stacktrace }] } })))[0];
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
    ['above a panic', [true, false, false], 'go', own, { module: 'runtime', function: 'gopanic' }, own],
    ['unknown platform', [true, false], 'cobol', own, { filename: '/x/vendor/a.cob' }],
  ])('%s', (_, expected, platform, ...frames) => {
    expect(decide(platform, frames)).toEqual(expected);
    expect(decide(platform, frames, rules3)).toEqual(expected);
  });

  const program = { function: 'shop::pay', package: '/srv/shop/bin/shop' };
  test.each<[string, boolean[], ...JsonObject[]]>([
    ['main', [true, false], { function: 'main' }, { function: 'strlen', package: '/lib/x86_64-linux-gnu/libc.so.6' }],
    ['main of Rust', [false, false], { function: 'main' }, { function: 'std::rt::lang_start_internal' }],
    ['main of SwiftUI', [false, false], { function: 'main' }, { function: 'static ShopApp.$main()' }],
    ['main of an app', [false, false], { function: 'main' }, { function: 'UIApplicationMain', package: 'UIKitCore' }],
  ])('native: %s', (_, expected, ...frames) => {
    expect(decide('native', frames)).toEqual(expected);
  });

  test.each<[string, boolean]>([
    ['https://cdn.jsdelivr.net/npm/vue@3.5.1/dist/vue.global.prod.js', false],
    ['https://cdn.jsdelivr.net/gh/acme/shop@1.0/shop.js', true],
    ['http://unpkg.com/react@18/umd/react.production.min.js', false],
    ['https://cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.21/lodash.min.js', false],
    ['https://ajax.googleapis.com/ajax/libs/jquery/3.7.1/jquery.min.js', false],
    ['https://code.jquery.com/jquery-3.7.1.min.js', false],
    ['https://cdn.acme.test/unpkg.com/app.js', true],
    ['https://shop.acme.test/app.js?from=https://unpkg.com/', true],
  ])('browsers: %s is the application: %s', (filename, expected) => {
    expect(decide('javascript', [{ filename, function: 'pay', in_app: true }])).toEqual([expected]);
    expect(decide('javascript', [{ filename, function: 'pay', in_app: true }], rules3)).toEqual([true]);
  });

  test.each<[string, JsonObject, boolean]>([
    ['dart', { abs_path: 'package:shop/cart.dart', filename: 'cart.dart', package: 'shop' }, true],
    ['dart', { abs_path: 'package:flutter/src/widgets/framework.dart', filename: 'framework.dart' }, false],
    ['dart', { abs_path: 'dart:async/zone.dart', filename: 'zone.dart' }, false],
    ['dart', { abs_path: '<asynchronous suspension>' }, false],
    ['csharp', { module: 'Shop.Cart', function: 'Total ()' }, true],
    ['csharp', { module: 'UnityEngine.EventSystems.ExecuteEvents', function: 'Execute' }, false],
    ['csharp', { function: 'UnityEngine.Debug:LogError(Object)' }, false],
    ['csharp', { function: 'Shop.Cart:Total()' }, true],
    ['gdscript', { filename: 'res://shop/cart.gd', function: 'total' }, true],
    ['gdscript', { filename: 'res://addons/sentry/logger.gd', function: 'log' }, false],
    ['native', { function: 'kfun:com.acme.shop.Cart#total(){}' }, true],
    ['native', { function: 'kfun:kotlin.IllegalStateException#<init>(kotlin.String?){}' }, false],
    ['native', { function: 'kfun:kotlinx.coroutines.DispatchedTask#run(){}' }, false],
    ['native', { function: 'GDScriptFunction::call(GDScriptInstance*)' }, false],
    ['native', { function: 'Cart_Total_m0123456789ABCDEF0123456789ABCDEF01234567', package: 'GameAssembly.dll' }, true],
  ])('%s: %j is the application: %s', (platform, frame, expected) => {
    expect(decide(platform, [{ ...frame, in_app: true }])).toEqual([expected]);
  });

  test('Elixir: all frames are marked as other code, because the client does not know the application', () => {
    const frames = ['Shop.Cart', 'Enum', ':gen_server', 'Phoenix.Controller', 'Logger'].map((module) => ({
      module,
      in_app: false,
    }));
    expect(decide('elixir', frames)).toEqual([true, false, false, false, false]);
    expect(decide('elixir', [...frames, { module: 'Shop.Order', in_app: true }])?.lastIndexOf(true)).toBe(5);
  });

  test.each(['Pay$$SpringCGLIB$$0', 'Pay$$EnhancerBySpringCGLIB$$7f3a2b1c', 'Pay_$$_jvst4e2_0'])(
    'the proxy %s of an own class is the application',
    (name) => {
      const frame = { module: `com.acme.${name}`, function: 'pay', in_app: true };
      expect(decide('java', [frame])).toEqual([true]);
      expect(decide('java', [frame], rules3)).toEqual([false]);
      expect(decide('java', [frame, { ...frame, module: 'com.acme.Pay' }])).toEqual([false, true]);
    },
  );

  test.each([
    '/lib/x86_64-linux-gnu/libc.so.6',
    '/usr/lib/libstdc++.so.6.0.30',
    'libc.so.6',
    'C:\\WINDOWS\\System32\\KERNELBASE.dll',
    'ntdll.dll',
    'D:\\Shop\\VCRUNTIME140_1.dll',
    '/usr/lib/dyld',
    'dyld',
    '/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore',
    'UIKitCore',
    '/apex/com.android.runtime/lib64/bionic/libc.so',
    '/system/lib64/libart.so',
    '/data/app/~~a==/com.acme.shop-b==/lib/arm64/libc++_shared.so',
    '[vdso]',
  ])('native: the library %s is not the application', (library) => {
    expect(decide('native', [program, { function: 'write', package: library, in_app: true }])).toEqual([false, false]);
    expect(decide('native', [program, { function: 'write', package: library }])).toEqual([true, false]);
    expect(decide('native', [program, { function: 'write', package: library }], rules3)).toEqual([true, true]);
  });

  test.each([
    '/usr/lib/shop/libshop.so',
    '/usr/local/lib/libshop.so',
    '/opt/shop/lib/libshop.so.1',
    'C:\\Program Files\\Shop\\shop.exe',
    '/Applications/Foundation.app/Contents/MacOS/Foundation',
    '/data/app/~~a==/com.acme.shop-b==/lib/arm64/libshop.so',
    '/data/app/com.acme.shop/lib/arm64/libil2cpp.so',
    'libcart.so',
  ])('native: %s can be the application', (file) => {
    expect(decide('native', [{ function: 'pay', package: file }])).toEqual([true]);
  });

  test.each([
    'abort + 180',
    'raise+0x10c',
    '___cxa_throw',
    '_objc_exception_throw',
    'abort',
    'raise',
    '__cxa_throw',
    '_CxxThrowException',
    'objc_exception_throw',
    '__assert_fail',
    '__restore_rt',
    'std::terminate()',
    '-[NSException raise]',
    'Swift runtime failure: arithmetic overflow',
    '_purecall',
    'std::__throw_out_of_range(char const*)',
    '__stack_chk_fail',
    'KiUserExceptionDispatcher',
  ])('native: neither %s nor what is above it is the application', (name) => {
    const handler = { function: 'shop::on_terminate', package: '/srv/shop/bin/shop' };
    const thrower = { function: name, package: '/srv/shop/bin/shop', in_app: true };
    expect(decide('native', [program, thrower, handler])).toEqual([false, false, false]);
    expect(decide('native', [program, { ...thrower, in_app: null }, handler])).toEqual([true, false, false]);
  });

  test('frames of long traces are chosen by the same rules', () => {
    const frames = [own, decoder].map((frame) => normalized({ stacktrace: [frame] }).stacktrace?.frames[0]);
    const identities = frames.flatMap((frame) => (frame === undefined ? [] : [{ ...frame, inApp: null }]));
    expect(rules4.decide(identities, { platform: 'python' })).toEqual([true, false]);
  });
});
