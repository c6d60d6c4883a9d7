import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/domain/event';
import { parseEnvelope } from '../../src/ingest/envelope';
import { type EventMetadata, normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { parsePayload } from '../../src/ingest/payload';
import { completeAndScrub, groupAndDescribe, type GroupedEvent } from '../../src/ingest/processEvent';
import { METADATA, NOON, settings } from './build';
import { shapeErrors } from './eventShape';

/** Processes an event without resolving its frames. */
function processPayload(
  payload: JsonObject,
  metadata: EventMetadata,
  given: ReturnType<typeof settings>,
): GroupedEvent {
  return groupAndDescribe(completeAndScrub(normalizeEvent(payload, metadata), given), given);
}

/** Returns an event that @sentry/node 11.11.0 sends; paths and machine are neutral. */
function sample(name: string): GroupedEvent {
  const { header, items } = parseEnvelope(readFileSync(path.join(__dirname, '../support/samples', `${name}.envelope`)));
  const payload = parsePayload(items[0]?.payload ?? Buffer.alloc(0));
  const received = Number(payload['timestamp']) * 1000 + 500;
  return processPayload(payload, { ...METADATA, eventId: header.eventId ?? '', received }, settings());
}

function processDefault(payload: JsonObject): GroupedEvent {
  return processPayload(payload, METADATA, settings());
}

const tag = ({ summary }: GroupedEvent, name: string) => summary.tags.find(({ key }) => key === name)?.value;

describe('@sentry/node 11', () => {
  it('an error with its cause', () => {
    const processed = sample('node11-error');
    expect(shapeErrors(processed.event)).toEqual([]);
    expect(processed.event.errors).toEqual([]);
    expect(processed.summary).toMatchObject({
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
    expect(processed.event.exceptions.map(({ type }) => type)).toEqual(['TypeError', 'Error']);
    expect(tag(processed, 'user')).toBe('id:42');
    expect(tag(processed, 'tier')).toBe('5');
    expect(tag(processed, 'os')).toBe('Debian 12.11');
    expect(processed.grouping.components[0]).toBe('chain');
    expect(processed.isMinified).toBe(false);
    expect(JSON.stringify(processed)).not.toContain('hunter2');
    expect(JSON.stringify(processed)).not.toContain('abc123secret');
  });

  it('a message is a typeless exception', () => {
    const processed = sample('node11-message');
    expect(processed.summary).toMatchObject({ title: 'Payment provider is slow', message: 'Payment provider is slow' });
    expect(processed.summary.metadata).not.toHaveProperty('type');
    expect(processed.event).toMatchObject({ type: 'error', level: 'warning' });
    expect(processed.grouping.components.slice(0, 2)).toEqual(['stack', '']);
  });

  it('an aggregate comes last', () => {
    const processed = sample('node11-aggregate');
    expect(processed.summary.title).toBe('AggregateError: both');
    expect(processed.event.exceptions.at(-1)?.mechanism).toMatchObject({ exceptionId: 0, isExceptionGroup: true });
  });
});

describe('other clients', () => {
  it('go: a bare list and an own offset', () => {
    const { event, summary } = processDefault({
      platform: 'go',
      timestamp: '2026-01-15T13:59:59.123456789+02:00',
      exception: [{ type: '*errors.errorString', value: 'no rows' }],
    });
    expect(event.timestamp).toBe(NOON - 877);
    expect(summary.title).toBe('*errors.errorString: no rows');
  });

  it('python: values, numbers and nulls', () => {
    const processed = processDefault({
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
    expect(processed.event.exceptions[0]?.module).toBeNull();
    expect(tag(processed, 'attempt')).toBe('5');
    expect(tag(processed, 'user')).toBe('id:7');
    expect(processed.summary).toMatchObject({ message: 'failed 17', culprit: 'shop.cart in total' });
  });

  it('the command line: its own token in the environment', () => {
    const { event, summary, grouping } = processDefault({
      platform: 'native',
      logentry: { message: 'Hello %s', params: ['world'] },
      extra: { environ: { SENTRY_AUTH_TOKEN: 'sntrys_x', HOME: '/root' } },
    });
    expect(event.extra).toEqual({ environ: { SENTRY_AUTH_TOKEN: '[Filtered]', HOME: '/root' } });
    expect(summary.title).toBe('Hello world');
    expect(grouping.components).toEqual(['message', 'Hello %s']);
  });

  it('a browser: system and address from the request', () => {
    const processed = processPayload(
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
    expect(tag(processed, 'browser')).toBe('Firefox 124.0');
    expect(tag(processed, 'user')).toBe('ip:203.0.113.7');
    expect(processed.isMinified).toBe(true);
  });

  it('the address is removed if the project scrubs addresses', () => {
    const { event, summary } = processPayload(
      { user: { ip_address: '{{auto}}' } },
      METADATA,
      settings({ scrubIPAddresses: true }),
    );
    expect(event.user).toBeNull();
    expect(JSON.stringify(summary)).not.toContain('203.0.113.7');
  });

  it('scrubbed secrets are in nothing that is derived', () => {
    const { event, summary, grouping } = processDefault({
      transaction: 'GET /a?token=abc123secret',
      exception: [{ type: 'Error', value: 'no postgres://app:abc123secret@db/shop' }],
      tags: { password: 'abc123secret' },
      fingerprint: ['{{ message }}', '{{ tags.password }}', 'token=abc123secret'],
    });
    expect(JSON.stringify({ event, summary, grouping })).not.toContain('abc123secret');
  });
});
