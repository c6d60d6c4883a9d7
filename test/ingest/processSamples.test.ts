import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/domain/event';
import { parseEnvelope } from '../../src/ingest/envelope';
import { type EventMetadata, normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { parsePayload } from '../../src/ingest/payload';
import { groupAndDescribe, type GroupedEvent, completeAndScrub } from '../../src/ingest/processEvent';
import { METADATA, NOON, settings } from './build';
import { shapeErrors } from './eventShape';

/** Processes an event without resolving its frames. */
function prepareEvent(payload: JsonObject, arrival: EventMetadata, given: ReturnType<typeof settings>): GroupedEvent {
  return groupAndDescribe(completeAndScrub(normalizeEvent(payload, arrival), given), given);
}

/** What @sentry/node 11.11.0 sends; paths and machine are neutral. */
function sample(name: string): GroupedEvent {
  const { header, items } = parseEnvelope(readFileSync(path.join(__dirname, '../support/samples', `${name}.envelope`)));
  const payload = parsePayload(items[0]?.payload ?? Buffer.alloc(0));
  const received = Number(payload['timestamp']) * 1000 + 500;
  return prepareEvent(payload, { ...METADATA, eventId: header.eventId ?? '', received }, settings());
}

function prepare(payload: JsonObject): GroupedEvent {
  return prepareEvent(payload, METADATA, settings());
}

const tag = ({ summary }: GroupedEvent, wanted: string) => summary.tags.find(({ key }) => key === wanted)?.value;

describe('@sentry/node 11', () => {
  it('an error with its cause', () => {
    const prepared = sample('node11-error');
    expect(shapeErrors(prepared.event)).toEqual([]);
    expect(prepared.event.errors).toEqual([]);
    expect(prepared.summary).toMatchObject({
      title: 'Error: Checkout of cart 17 failed',
      message: '',
      culprit: 'order(server)',
      location: '/srv/shop/server.cjs',
      metadata: {
        type: 'Error',
        value: 'Checkout of cart 17 failed',
        filename: '/srv/shop/server.cjs',
        function: 'order',
      },
    });
    expect(prepared.event.exceptions.map(({ type }) => type)).toEqual(['TypeError', 'Error']);
    expect(tag(prepared, 'user')).toBe('id:42');
    expect(tag(prepared, 'tier')).toBe('5');
    expect(tag(prepared, 'os')).toBe('Debian 12.11');
    expect(prepared.grouping.components[0]).toBe('chain');
    expect(prepared.isMinified).toBe(false);
    expect(JSON.stringify(prepared)).not.toContain('hunter2');
    expect(JSON.stringify(prepared)).not.toContain('abc123secret');
  });

  it('a message is a typeless exception', () => {
    const prepared = sample('node11-message');
    expect(prepared.summary).toMatchObject({ title: 'Payment provider is slow', message: 'Payment provider is slow' });
    expect(prepared.summary.metadata).not.toHaveProperty('type');
    expect(prepared.event).toMatchObject({ type: 'error', level: 'warning' });
    expect(prepared.grouping.components.slice(0, 2)).toEqual(['stack', '']);
  });

  it('an aggregate comes last', () => {
    const prepared = sample('node11-aggregate');
    expect(prepared.summary.title).toBe('AggregateError: both');
    expect(prepared.event.exceptions.at(-1)?.mechanism).toMatchObject({ exceptionId: 0, isExceptionGroup: true });
  });
});

describe('other clients', () => {
  it('go: a bare list and an own offset', () => {
    const { event, summary } = prepare({
      platform: 'go',
      timestamp: '2026-01-15T13:59:59.123456789+02:00',
      exception: [{ type: '*errors.errorString', value: 'no rows' }],
    });
    expect(event.timestamp).toBe(NOON - 877);
    expect(summary.title).toBe('*errors.errorString: no rows');
  });

  it('python: values, numbers and nulls', () => {
    const prepared = prepare({
      platform: 'python',
      level: 'error',
      breadcrumbs: { values: [] },
      user: { id: 7 },
      tags: { attempt: 5 },
      exception: {
        values: [
          {
            module: null,
            type: 'ZeroDivisionError',
            value: 'division by zero',
            stacktrace: { frames: [{ module: 'shop.cart', function: 'total', filename: 'shop/cart.py' }] },
          },
        ],
      },
      logentry: { message: 'failed %s', formatted: 'failed 17', params: [17] },
    });
    expect(prepared.event.exceptions[0]?.module).toBeNull();
    expect(tag(prepared, 'attempt')).toBe('5');
    expect(tag(prepared, 'user')).toBe('id:7');
    expect(prepared.summary).toMatchObject({ message: 'failed 17', culprit: 'shop.cart in total' });
  });

  it('the command line: its own token in the environment', () => {
    const { event, summary, grouping } = prepare({
      platform: 'native',
      logentry: { message: 'Hello %s', params: ['world'] },
      extra: { environ: { SENTRY_AUTH_TOKEN: 'sntrys_x', HOME: '/root' } },
    });
    expect(event.extra).toEqual({ environ: { SENTRY_AUTH_TOKEN: '[Filtered]', HOME: '/root' } });
    expect(summary.title).toBe('Hello world');
    expect(grouping.components).toEqual(['message', 'Hello %s']);
  });

  it('a browser: system and address from the request', () => {
    const prepared = prepareEvent(
      {
        platform: 'javascript',
        sdk: { name: 'sentry.javascript.browser', version: '11.11.0', settings: { infer_ip: 'auto' } },
        exception: {
          values: [
            {
              type: 'Error',
              value: 'x',
              stacktrace: {
                frames: [{ filename: 'https://acme.test/a.min.js', function: 't', lineno: 1, colno: 9001 }],
              },
            },
          ],
        },
        request: {
          url: 'https://acme.test/',
          headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0' },
        },
      },
      METADATA,
      settings({ scrubIPAddresses: false }),
    );
    expect(tag(prepared, 'browser')).toBe('Firefox 124.0');
    expect(tag(prepared, 'user')).toBe('ip:203.0.113.7');
    expect(prepared.isMinified).toBe(true);
  });

  it('the address is removed if the project scrubs addresses', () => {
    const { event, summary } = prepareEvent(
      { user: { ip_address: '{{auto}}' } },
      METADATA,
      settings({ scrubIPAddresses: true }),
    );
    expect(event.user).toBeNull();
    expect(JSON.stringify(summary)).not.toContain('203.0.113.7');
  });

  it('scrubbed secrets are in nothing that is derived', () => {
    const { event, summary, grouping } = prepare({
      transaction: 'GET /a?token=abc123secret',
      exception: [{ type: 'Error', value: 'no postgres://app:abc123secret@db/shop' }],
      tags: { password: 'abc123secret' },
      fingerprint: ['{{ message }}', '{{ tags.password }}', 'token=abc123secret'],
    });
    expect(JSON.stringify({ event, summary, grouping })).not.toContain('abc123secret');
  });
});
