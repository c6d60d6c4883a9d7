import fc from 'fast-check';
import type { JsonObject } from '../../../src/domain/event';
import type { ProjectSettings } from '../../../src/domain/project';
import { groupAndDescribe, type GroupedEvent } from '../../../src/ingest/processEvent';
import { NOON, normalized, plausiblePayload, settings } from '../build';

const derive = (payload: JsonObject, changes: Partial<ProjectSettings>): GroupedEvent =>
  groupAndDescribe(normalized(payload), settings(changes));
const rules = (fingerprintingRules: string) => (payload: JsonObject) => derive(payload, { fingerprintingRules });
const components = ({ grouping }: GroupedEvent) => grouping.components;

const PAYLOAD: JsonObject = {
  platform: 'node',
  level: 'warning',
  logger: 'shop.cart',
  release: 'shop@1.4.0',
  transaction: 'POST /cart',
  sdk: { name: 'sentry.javascript.node', version: '11' },
  tags: { server_name: 'web-1', 'my key': 'x' },
  logentry: { message: 'Cart %s failed', params: [17] },
  exception: [
    {
      type: 'Cause',
      value: 'no stock',
      stacktrace: [
        {
          abs_path: '/srv/lib/stock.js',
          filename: 'lib/stock.js',
          module: 'lib.stock',
          function: 'reserve',
          in_app: false,
        },
      ],
    },
    {
      type: 'ConnectionError',
      value: 'Connection error: code 5',
      stacktrace: [
        {
          abs_path: '/srv/shop/cart.js',
          module: 'shop.cart',
          function: 'connect',
          package: '/srv/shop.so',
          in_app: true,
        },
      ],
    },
  ],
};

describe('fingerprinting rules', () => {
  it.each([
    'type:ConnectionError',
    'error.type:Cause',
    'value:"connection error: *"',
    'message:"*no STOCK*"',
    'message:"cart * failed"',
    'logger:shop.*',
    'level:WARNING',
    'release:shop@1.*',
    'sdk:sentry.javascript.*',
    'family:javascript',
    'tags.server_name:web-?',
    '"tags.my key":x',
    '!tags.none:x',
    'path:**/shop/*.js',
    'path:lib/*.js',
    'module:lib.stock',
    'function:reserve',
    'package:**/shop.so',
    'app:no',
    'app:yes function:connect module:shop.*',
    '!module:shop.*',
    'type:Cause value:no*',
  ])('%s matches', (matcher) => {
    expect(components(rules(`${matcher} -> matched`)(PAYLOAD))).toEqual(['fingerprint', 'matched']);
  });

  it.each([
    'type:connectionerror',
    'type:Connection',
    '!type:*',
    'value:other',
    'logger:SHOP.*',
    'level:error',
    'release:1.4.0',
    'family:native,other',
    'tags.server_name:web',
    'app:no function:connect',
    'function:reserve module:shop.cart',
    'type:Cause value:connection*',
    'path:*/cart.js',
    'tags.none:*',
  ])('%s does not match', (matcher) => {
    expect(components(rules(`${matcher} -> matched`)(PAYLOAD))[0]).toBe('chain');
  });

  it('the first match counts', () => {
    const text = '# first\ntype:Other -> other\ntype:Cause -> cause\ntype:ConnectionError -> connection';
    expect(components(rules(text)(PAYLOAD))).toEqual(['fingerprint', 'cause']);
  });

  it('replace variables', () => {
    const text =
      'type:* -> {{ error.type }} "{{value}}" {{ stack.function }}, {{ module }}, x-{{ tags.server_name }}-y, {{ level }} {{ transaction }} {{ tags.none }}';
    expect(components(rules(text)(PAYLOAD))).toEqual([
      'fingerprint',
      'ConnectionError',
      'Connection error: code 5',
      'connect',
      'shop.cart',
      'x-web-1-y',
      'warning',
      'POST /cart',
      '{{ tags.none }}',
    ]);
  });

  it('match nothing once no steps are left, negated matchers included', () => {
    const costly = Array.from({ length: 200 }, () => `value:"${'*a'.repeat(120)}[b-d]" -> costly`);
    const payload = { exception: [{ type: 'Error', value: 'a'.repeat(2048) }] };
    expect(components(rules([...costly, '!type:Other -> late'].join('\n'))(payload))[0]).toBe('exception');
    expect(components(rules([costly[0], '!type:Other -> late'].join('\n'))(payload))).toEqual(['fingerprint', 'late']);
  });

  it('take precedence over the fingerprint of the client and can refine the default hash', () => {
    const sent = { ...PAYLOAD, fingerprint: ['mine'] };
    const usual = derive(PAYLOAD, {}).grouping.hash;
    expect(components(derive(sent, {}))).toEqual(['fingerprint', 'mine']);
    expect(components(rules('type:* -> {{ default }} {{ logger }}')(sent))).toEqual([
      'fingerprint',
      usual,
      'shop.cart',
    ]);
    expect(rules('type:* -> {{ default }}')(sent).grouping.hash).toBe(usual);
    expect(components(rules('type:Other -> x')(sent))).toEqual(['fingerprint', 'mine']);
  });

  it('set titles', () => {
    const { summary } = rules('logger:shop.* -> cart title="Cart error from {{ logger }}"')(PAYLOAD);
    expect(summary.title).toBe('Cart error from shop.cart');
    expect(summary.metadata).toMatchObject({ type: 'ConnectionError', title: 'Cart error from shop.cart' });
    expect(rules('logger:shop.* -> cart')(PAYLOAD).summary.title).toBe('ConnectionError: Connection error: code 5');
  });

  it('apply beside invalid lines', () => {
    expect(components(rules('nonsense\ntype:Cause -> cause')(PAYLOAD))).toEqual(['fingerprint', 'cause']);
  });
});

describe('stack trace rules', () => {
  const frame = (name: string, inApp: boolean): JsonObject => ({
    filename: `/srv/${name}.js`,
    function: name,
    in_app: inApp,
  });
  const error = (frames: JsonObject[]): JsonObject => ({
    platform: 'node',
    exception: [{ type: 'E', value: 'v 5', mechanism: 'generic', stacktrace: { frames } }],
  });
  const trace = error([frame('main', true), frame('lib', false), frame('pay', true), frame('raise', true)]);
  const enhanced = (groupingEnhancements: string, payload = trace) => derive(payload, { groupingEnhancements });
  const names = (derivation: GroupedEvent) =>
    components(derivation)
      .slice(2)
      .map((part) => (part as string[])[1]);

  it.each<[string, string, (string | undefined)[]]>([
    ['no rule that matches', 'function:none -app', ['main', 'pay', 'raise']],
    ['-group', 'function:raise -group', ['main', 'pay']],
    ['-group and above', 'function:pay -group ^-group', ['main']],
    ['below', 'function:pay v-group', ['pay', 'raise']],
    ['+group', 'function:lib +group', ['main', 'lib', 'pay', 'raise']],
    ['-group, and +group again', 'function:* -group\nfunction:pay +group', ['pay']],
    ['-app', 'path:**/raise.js -app', ['main', 'pay']],
    ['no frame of the application left', 'app:yes -app', ['main', 'lib', 'pay', 'raise']],
    ['+app', 'app:no +app', ['main', 'lib', 'pay', 'raise']],
    ['later rules see what earlier ones did', 'function:pay -app\napp:yes -group', ['lib', 'pay']],
    ['max-frames', 'family:javascript max-frames=2', ['pay', 'raise']],
    ['the last max-frames', 'function:pay max-frames=1\nfunction:raise max-frames=0', ['main', 'pay', 'raise']],
    ['caller', '[ function:lib ] | function:* -group', ['main', 'raise']],
    ['callee', 'app:yes | [ function:raise ] -group', ['main', 'raise']],
    ['category', 'function:pay category=money\ncategory:money -group', ['main', 'raise']],
    ['negation', '!function:pay -group', ['pay']],
    ['the exception', 'type:E value:"V *" mechanism:generic function:pay -group', ['main', 'raise']],
    ['another exception', 'type:F -group', ['main', 'pay', 'raise']],
  ])('%s', (_, text, expected) => {
    expect(names(enhanced(text)).filter((name) => name !== undefined)).toEqual(expected);
  });

  it('do nothing once no steps are left', () => {
    const frames = Array.from({ length: 50 }, (_, index) => ({ function: `f${index}`, in_app: true }));
    const payload = { exception: [{ type: 'Error', value: 'x', stacktrace: { frames } }] };
    const hash = (groupingEnhancements: string) => derive(payload, { groupingEnhancements }).grouping.hash;
    const costly = `app:yes ${'^-app ^+app '.repeat(160)}\n`.repeat(3);
    expect(hash(`${costly}function:f1* -group`)).toBe(hash(''));
    expect(hash('function:f1* -group')).not.toBe(hash(''));
  });

  it('that leave no frames group by the exception', () => {
    expect(components(enhanced('function:* -group'))).toEqual(['exception', 'E', 'v <int>']);
    expect(components(enhanced('function:* min-frames=4'))).toEqual(['exception', 'E', 'v <int>']);
    expect(components(enhanced('function:* min-frames=3'))[0]).toBe('stack');
  });

  it('change inApp of the returned event and what is derived from it, but not the given event', () => {
    const before = normalized(trace);
    const untouched = JSON.stringify(before);
    const { event, summary } = groupAndDescribe(
      before,
      settings({ groupingEnhancements: 'function:raise -app\nfunction:lib +app' }),
    );
    expect(event.exceptions[0]?.stacktrace?.frames.map(({ inApp }) => inApp)).toEqual([true, true, true, false]);
    expect(summary.culprit).toBe('pay(/srv/pay.js)');
    expect(JSON.stringify(before)).toBe(untouched);
  });

  it('apply to the traces of threads', () => {
    const payload = {
      platform: 'native',
      threads: [{ id: 1, crashed: true, stacktrace: [frame('main', true), frame('abort', true)] }],
    };
    expect(names(enhanced('family:native function:abort -group', payload))).toEqual(['main']);
  });

  it('that match nothing change nothing', () => {
    fc.assert(
      fc.property(plausiblePayload, (payload) => {
        const given = normalized(payload);
        expect(groupAndDescribe(given, settings({ groupingEnhancements: 'function:none -app' }))).toEqual(
          groupAndDescribe(given, settings()),
        );
      }),
    );
  });
});

describe('algorithms', () => {
  const hashes = (payload: JsonObject) =>
    ['simple:1', 'simple:2'].map((groupingConfig) => JSON.stringify(components(derive(payload, { groupingConfig }))));

  it.each<[string, JsonObject, JsonObject]>([
    ['numbers in words', { message: 'cart17 of user_5' }, { message: 'cart18 of user_77' }],
    ['short hexadecimal ids', { message: 'commit 3f2a9c1 is gone' }, { message: 'commit 77ab01cd is gone' }],
    [
      'calls of one function',
      { exception: [{ type: 'E', stacktrace: [{ function: 'async Object.pay' }] }] },
      { exception: [{ type: 'E', stacktrace: [{ function: 'pay' }] }] },
    ],
    [
      'aliases of one function',
      { exception: [{ type: 'E', stacktrace: [{ function: 'Cart.pay [as charge]' }] }] },
      { exception: [{ type: 'E', stacktrace: [{ function: 'Cart.pay' }] }] },
    ],
  ])('%s: one issue by simple:2, two by simple:1', (_, one, other) => {
    const [[first, second], [otherFirst, otherSecond]] = [hashes(one), hashes(other)];
    expect(first).not.toBe(otherFirst);
    expect(second).toBe(otherSecond);
  });

  it('agree on other events', () => {
    const [first, second] = hashes(PAYLOAD);
    expect(second).toBe(first);
  });
});

describe('the secondary algorithm', () => {
  const moved = {
    groupingConfig: 'simple:2',
    secondaryGroupingConfig: 'simple:1',
    secondaryGroupingExpiry: NOON / 1000 + 1,
  };
  const message = { message: 'cart17 is lost' };

  it('returns the former hash', () => {
    expect(derive(message, moved).secondaryHash).toBe(derive(message, {}).grouping.hash);
    expect(derive(message, moved).grouping.hash).not.toBe(derive(message, {}).grouping.hash);
  });

  it.each<[string, Partial<ProjectSettings>, JsonObject]>([
    ['once its time is over', { secondaryGroupingExpiry: NOON / 1000 }, message],
    ['without a time', { secondaryGroupingExpiry: 0 }, message],
    ['without an algorithm', { secondaryGroupingConfig: '' }, message],
    ['of an unknown algorithm', { secondaryGroupingConfig: 'simple:0' }, message],
    ['where both agree', {}, { message: 'same' }],
    ['where a fingerprint decides', {}, { ...message, fingerprint: ['mine'] }],
  ])('returns nothing %s', (_, changes, payload) => {
    expect(derive(payload, { ...moved, ...changes }).secondaryHash).toBeNull();
  });
});
