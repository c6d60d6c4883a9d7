import type { Event, JsonObject } from '../../src/domain/event';
import type { ProjectSettings } from '../../src/domain/project';
import { describeEvent } from '../../src/ingest/describeEvent';
import { completeAndScrub } from '../../src/ingest/processEvent';
import { presentEntries } from '../../src/presenters/event';
import { presentMeta } from '../../src/presenters/eventMeta';
import { normalized, settings } from './build';
import { shapeErrors } from './eventShape';

/** Normalizes and scrubs a payload, and returns the event with its `_meta` in the form of the contract. */
function metaOf(payload: JsonObject, changes: Partial<ProjectSettings> = {}) {
  const event = completeAndScrub(normalized(payload), settings(changes));
  expect(shapeErrors(event)).toEqual([]);
  const entries = presentEntries(event);
  const meta = presentMeta(event, entries, describeEvent(event).tags);
  /** Returns the remarks on the entry of a type. */
  const entry = (type: string) =>
    (meta.entries[entries.findIndex((one) => one.type === type)] as { data: JsonObject } | undefined)?.data;
  return { event, meta, entry };
}

const frameOf = (event: Event) => event.exceptions[0]?.stacktrace?.frames[0];
const withVars = (vars: JsonObject, more: JsonObject = {}) => ({
  exception: { values: [{ type: 'E', value: 'v', stacktrace: { frames: [{ function: 'f', vars, ...more }] } }] },
});
const inFrame = (remarks: JsonObject) => ({ values: { 0: { stacktrace: { frames: { 0: remarks } } } } });

it('an event in which nothing was shortened or redacted has none', () => {
  const { event, meta } = metaOf({ message: 'hello', extra: { a: 1 } });
  expect(event).not.toHaveProperty('remarks');
  expect(meta).toEqual({
    entries: {},
    message: null,
    user: null,
    contexts: null,
    sdk: null,
    context: null,
    packages: null,
    tags: null,
  });
});

describe('local variables that are too large', () => {
  it('are shortened, the longest first', () => {
    const vars = {
      big: 'x'.repeat(20_000),
      id: 17,
      list: Array.from({ length: 5000 }, (_, index) => index),
      name: 'Ada',
    };
    const { event, entry } = metaOf(withVars(vars));
    const kept = frameOf(event)?.vars ?? {};
    expect(kept).toMatchObject({ id: 17, name: 'Ada' });
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(8192);
    const big = String(kept['big']);
    expect(big.length).toBeGreaterThan(3000);
    expect(entry('exception')).toEqual(
      inFrame({
        vars: {
          big: {
            '': {
              rem: [['!limit', 's', big.length - 3, big.length]],
              len: 20_000,
              chunks: [
                { type: 'text', text: big.slice(0, -3) },
                { type: 'redaction', text: '...', rule_id: '!limit', remark: 's' },
              ],
            },
          },
          list: { '': { rem: [['!limit', 'x']], len: 5000 } },
        },
      }),
    );
  });

  it('keep their small members', () => {
    const { event } = metaOf(withVars({ order: { body: 'x'.repeat(9000), id: 5 }, last: true }));
    const body = expect.stringMatching(/^x{4000,}\.\.\.$/) as string;
    expect(frameOf(event)?.vars).toEqual({ order: { body, id: 5 }, last: true });
  });

  it('are left out if there are too many', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`v${index}`, 'x'.repeat(50)]));
    const { event, entry } = metaOf(withVars(many));
    const kept = Object.keys(frameOf(event)?.vars ?? {});
    expect(kept.length).toBeGreaterThan(150);
    expect(JSON.stringify(frameOf(event)?.vars).length).toBeLessThanOrEqual(8192);
    expect(entry('exception')).toMatchObject(inFrame({ vars: { '': { rem: [['!limit', 'x']], len: 1000 } } }));
  });

  it('are whole if they just fit', () => {
    const vars = { a: 'x'.repeat(8192 - 20), b: 1 };
    const { event, meta } = metaOf(withVars(vars));
    expect(frameOf(event)?.vars?.['a']).toHaveLength(vars.a.length);
    expect(frameOf(event)?.vars?.['b']).toBe(1);
    expect(meta.entries).toEqual({});
  });
});

it('what is too long has its former length', () => {
  const { entry, meta } = metaOf({
    logentry: { message: 'm'.repeat(9000) },
    threads: [
      {
        id: 1,
        name: 'worker',
        stacktrace: { frames: [{ lineno: 7, context_line: 'c'.repeat(2000), pre_context: ['p'.repeat(1500), 'q'] }] },
      },
    ],
    breadcrumbs: { values: Array.from({ length: 150 }, () => ({ message: 'b', data: { body: 'd'.repeat(9000) } })) },
    request: { url: 'http://x.test/', data: 'r'.repeat(9000), headers: { A: 'h'.repeat(3000) } },
    tags: { zone: 't'.repeat(300) },
    user: { id: 'u'.repeat(200) },
    contexts: { app: { build: 'a'.repeat(9000) } },
    extra: { note: 'e'.repeat(20_000) },
  });
  const len = (length: number) => ({ '': expect.objectContaining({ len: length }) as JsonObject });
  expect(entry('message')).toEqual({ message: len(9000), formatted: len(9000) });
  expect(meta.message).toEqual(len(9000));
  expect(entry('threads')).toEqual({
    values: { 0: { stacktrace: { frames: { 0: { context: { 0: { 1: len(1500) }, 2: { 1: len(2000) } } } } } } },
  });
  expect(entry('breadcrumbs')).toMatchObject({
    values: { '': { rem: [['!limit', 'x']], len: 150 }, 99: { data: { body: len(9000) } } },
  });
  expect(entry('request')).toEqual({ data: len(9000), headers: { 0: { 1: len(3000) } } });
  expect(meta).toMatchObject({
    user: { id: len(200) },
    contexts: { app: { build: len(9000) } },
    context: { note: len(20_000) },
  });
  expect(Object.values(meta.tags ?? {})).toContainEqual({ value: len(300) });
});

describe('remarks of the client', () => {
  it('have the names of the contract in a mechanism', () => {
    const mechanism = { type: 'chained', is_exception_group: false, exception_id: 1, parent_id: 0, help_link: 'x' };
    const remarks = Object.fromEntries(Object.keys(mechanism).map((name) => [name, { '': { err: ['invalid_data'] } }]));
    const sent = { exception: [{ type: 'Error', mechanism }], _meta: { exception: { 0: { mechanism: remarks } } } };
    expect(metaOf(sent).entry('exception')).toEqual({ values: { 0: { mechanism: remarks } } });
  });

  const filtered = { '': { rem: [['!config', 's', 0, 10]], len: 14 } };
  const redaction = {
    '': { ...filtered[''], chunks: [{ type: 'redaction', text: '[Filtered]', rule_id: '!config', remark: 's' }] },
  };

  it('are kept for what is there', () => {
    const { entry, meta } = metaOf({
      ...withVars({ password: '[Filtered]', n: 1 }),
      message: 'hello',
      user: { email: '[Filtered]', pet: '[Filtered]' },
      request: {
        headers: { Accept: '*/*', Cookie: '[Filtered]' },
        query_string: [['t', '[Filtered]']],
      },
      breadcrumbs: { values: Array.from({ length: 102 }, () => ({ data: { token: '[Filtered]' } })) },
      tags: [['a', '[Filtered]']],
      contexts: { device: { name: '[Filtered]' } },
      extra: { list: ['[Filtered]'] },
      _meta: {
        exception: {
          values: { 0: { stacktrace: { frames: { 0: { vars: { password: filtered, gone: filtered } } } } } },
        },
        message: filtered,
        user: { email: filtered, pet: filtered },
        request: { headers: { Cookie: filtered }, query_string: { 0: { 1: filtered } } },
        breadcrumbs: { values: { 0: { data: { token: filtered } }, 101: { data: { token: filtered } } } },
        tags: { 0: { 1: filtered } },
        contexts: { device: { name: filtered }, other: filtered },
        extra: { list: { 0: filtered, 7: filtered } },
      },
    });
    expect(entry('exception')).toEqual(inFrame({ vars: { password: redaction } }));
    expect(entry('request')).toEqual({ headers: { 1: { 1: redaction } }, query: { 0: { 1: redaction } } });
    expect(entry('breadcrumbs')).toEqual({
      values: { '': { rem: [['!limit', 'x']], len: 102 }, 99: { data: { token: redaction } } },
    });
    // The range is outside of the text.
    expect(meta.message).toEqual({ '': { rem: [['!config', 's']], len: 14 } });
    expect(meta).toMatchObject({
      user: { email: redaction, data: { pet: redaction } },
      contexts: { device: { name: redaction } },
      context: { list: { 0: redaction } },
      tags: { 0: { value: redaction } },
    });
  });

  it('follow frames and exceptions to their place', () => {
    const frames = Array.from({ length: 200 }, (_, index) => ({
      function: `f${index}`,
      in_app: index === 60,
      vars: { a: '' },
    }));
    const remark = (index: number) => ({ [index]: { vars: { a: { '': { len: index } } } } });
    const { entry } = metaOf({
      exception: [{ type: 'E', stacktrace: { frames } }],
      _meta: { exception: { 0: { stacktrace: { frames: { ...remark(30), ...remark(60), ...remark(199) } } } } },
    });
    expect(entry('exception')).toEqual({
      values: {
        0: {
          stacktrace: {
            frames: { '': { rem: [['!limit', 'x']], len: 200 }, 26: remark(60)[60], 99: remark(199)[199] },
          },
        },
      },
    });
  });

  it.each<[string, unknown]>([
    ['no object', []],
    ['texts', { user: 'x', extra: { a: 'x' } }],
    [
      'wrong remarks',
      { extra: { a: { '': { rem: [17, ['x'], [null, 's'], {}], len: -1, err: [{}], val: 'secret' } } } },
    ],
    ['wrong lists', { extra: { a: { '': { rem: 'x', err: 17, len: '9e9' } } } }],
    ['names of prototypes', JSON.parse('{"extra":{"__proto__":{"":{"len":1}},"constructor":{"":{"len":1}}}}')],
  ])('that cannot be read are dropped: %s', (_, meta) => {
    expect(metaOf({ extra: { a: 'b' }, _meta: meta }).event).not.toHaveProperty('remarks');
  });

  it('do not contain the value that was removed, and are limited in number', () => {
    const extra = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, 1]));
    const remarks = Object.fromEntries(
      Object.keys(extra).map((name) => [name, { '': { err: [['invalid_data', { reason: 'r' }]], val: 'hunter2' } }]),
    );
    const { event } = metaOf({ extra, _meta: { extra: remarks } });
    expect(JSON.stringify(event.remarks)).not.toMatch(/hunter2|reason/);
    expect(Object.keys(event.remarks?.members?.['extra']?.members ?? {})).toHaveLength(1000);
  });
});

describe('redactions', () => {
  const partOf = (text: string, rule: string, kind: string, start: number, end: number) => ({
    rem: [[rule, kind, start, end]],
    chunks: [
      ...(start > 0 ? [{ type: 'text', text: text.slice(0, start) }] : []),
      { type: 'redaction', text: text.slice(start, end), rule_id: rule, remark: kind },
      ...(end < text.length ? [{ type: 'text', text: text.slice(end) }] : []),
    ],
  });

  it('have the rule, the range and no length of the secret', () => {
    const text = 'sent to http://ada:hunter2@shop.test/';
    const { event, entry, meta } = metaOf({
      logentry: { message: text },
      request: { url: 'http://x.test/', headers: { Cookie: 'a=b', Accept: '*/*' } },
      extra: { password: 'hunter2', nested: { ok: 1, token: 'hunter2' } },
      tags: { api_key: 'hunter2' },
    });
    const after = event.logentry?.formatted ?? '';
    const start = after.indexOf('[Filtered]');
    const whole = { '': partOf('[Filtered]', '@password:filter', 's', 0, 10) };
    expect(start).toBeGreaterThan(8);
    expect(entry('message')).toMatchObject({
      formatted: { '': partOf(after, '@common:filter', 's', start, start + 10) },
    });
    expect(entry('request')).toEqual({ headers: { 0: { 1: whole } } });
    expect(meta.context).toEqual({ password: whole, nested: { token: whole } });
    expect(Object.values(meta.tags ?? {})).toEqual([{ value: whole }]);
    expect(JSON.stringify(meta)).not.toContain('hunter2');
  });

  it('of the client are told apart from those of the service in the same text', () => {
    const { event, meta } = metaOf({ extra: { note: '[Filtered] and http://ada:hunter2@shop.test/' } });
    const note = String(event.extra['note']);
    const start = note.lastIndexOf('[Filtered]');
    expect(meta.context).toEqual({ note: { '': partOf(note, '@common:filter', 's', start, start + 10) } });
  });

  it('of addresses', () => {
    const { meta } = metaOf(
      { user: { id: '7', ip_address: '203.0.113.7' }, extra: { note: 'from 203.0.113.7 to 203.0.113.8' } },
      { scrubIPAddresses: true },
    );
    expect(meta.user).toEqual({ ip_address: { '': { rem: [['@ip:filter', 'x']] } } });
    expect(meta.context).toMatchObject({
      note: {
        '': {
          rem: [
            ['@ip:replace', 's', 5, 9],
            ['@ip:replace', 's', 13, 17],
          ],
        },
      },
    });
  });

  it('of a PII configuration', () => {
    const relayPiiConfig = JSON.stringify({
      rules: {
        orders: { type: 'pattern', pattern: 'order-\\d+', redaction: { method: 'hash' } },
        all: { type: 'anything', redaction: { method: 'remove' } },
      },
      applications: {
        'extra.note': ['orders'],
        'extra.gone': ['all'],
        'extra.object': ['all'],
        'extra.mail': ['@email:mask'],
        'extra.two': ['orders', '@email:replace'],
      },
    });
    const { event, meta } = metaOf(
      {
        extra: {
          note: 'see order-17!',
          gone: 'x',
          object: { a: 1 },
          mail: 'ada@shop.test',
          two: 'order-17 ada@shop.test',
          kept: 1,
        },
      },
      { relayPiiConfig },
    );
    const note = String(event.extra['note']);
    expect(meta.context).toEqual({
      note: { '': partOf(note, 'orders', 'p', 4, note.length - 1) },
      gone: { '': { rem: [['all', 'x']] } },
      object: { '': { rem: [['all', 'x']] } },
      mail: { '': expect.objectContaining({ rem: [['@email:mask', 'm', 0, 13]] }) as JsonObject },
      two: {
        '': expect.objectContaining({
          rem: [
            ['orders', 'p'],
            ['@email:replace', 's', expect.any(Number), expect.any(Number)],
          ],
        }) as JsonObject,
      },
    });
  });

  it('of a PII configuration that removes records and lists', () => {
    const rules = { all: { type: 'anything', redaction: { method: 'replace', text: '-' } } };
    const selectors = ['$user', '$http.headers', 'breadcrumbs.values.0'];
    const applications = Object.fromEntries(selectors.map((selector) => [selector, ['all']]));
    const { meta, entry } = metaOf(
      {
        user: { id: '7' },
        request: { url: 'http://shop.test/', headers: { a: 'b' } },
        breadcrumbs: [{ message: 'a' }, { message: 'b' }],
      },
      { relayPiiConfig: JSON.stringify({ rules, applications }) },
    );
    const removed = { '': { rem: [['all', 'x']] } };
    expect(meta.user).toEqual(removed);
    expect(entry('request')).toEqual({ headers: removed });
    expect(entry('breadcrumbs')).toEqual({ values: removed });
  });

  it('follow keys whose secrets are redacted', () => {
    const key = 'http://ada:hunter2@shop.test/';
    const { event, meta } = metaOf({ extra: { [key]: 'b'.repeat(17_000) } });
    expect(JSON.stringify([event, meta])).not.toContain('hunter2');
    const [name = ''] = Object.keys(event.extra);
    expect(Object.keys(meta.context ?? {}).every((one) => one === name)).toBe(true);
  });

  it('are of the trace that the client sent beside a raw one with fewer frames', () => {
    const [outer, inner] = [{ function: 'a' }, { function: 'b', vars: { password: 'hunter2' } }];
    const removed = {
      1: { vars: { password: { '': { rem: [[expect.any(String), 's', 0, 10]], chunks: expect.any(Array) } } } },
    };
    const read = (stacktrace: JsonObject[], raw: JsonObject[]) =>
      metaOf({
        exception: [{ type: 'E', value: 'v', stacktrace: { frames: stacktrace }, raw_stacktrace: { frames: raw } }],
      }).entry('exception');
    expect(read([outer, inner], [outer])).toEqual({ values: { 0: { stacktrace: { frames: removed } } } });
    expect(read([outer], [outer, inner])).toEqual({ values: { 0: { rawStacktrace: { frames: removed } } } });
    expect(read([outer, inner], [outer, inner])).toEqual({
      values: { 0: { stacktrace: { frames: removed }, rawStacktrace: { frames: removed } } },
    });
  });

  it('replace the ranges of what the client redacted in a text that changes', () => {
    const { event } = metaOf({
      extra: { note: '[Filtered] http://ada:hunter2@shop.test/' },
      _meta: { extra: { note: { '': { rem: [['!config', 's', 0, 10]], len: 44 } } } },
    });
    expect(event.remarks?.members?.['extra']?.members?.['note']?.own).toEqual({
      rem: [
        ['!config', 's'],
        ['@common:filter', 's', expect.any(Number), expect.any(Number)],
      ],
      len: 44,
    });
  });

  it('are presented alike whatever the member is called', () => {
    const own = { rem: [['!config', 'x']] };
    const { meta } = metaOf({
      sdk: { name: 'x', version: '1', constructor: 'y', packages: [] },
      _meta: { sdk: { constructor: { '': own }, name: { '': own } } },
    });
    expect(meta.sdk).toEqual({ constructor: { '': own }, name: { '': own } });
  });
});
