import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Source lines of a real package, so that the bodies compress as real ones do. */
const LIBRARY = path.dirname(require.resolve('express/package.json'));
const FILES = readdirSync(path.join(LIBRARY, 'lib'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, lines: readFileSync(path.join(LIBRARY, 'lib', name), 'utf8').split('\n') }));

/** What differs from event to event stands in the template at a fixed place, with a fixed width. */
const ID = '00000000000000000000000000000000';
const KIND = 'Fault_______';
const TIME = '1000000000.000';

const KNOWN_KINDS = 50;

type Json = Record<string, unknown>;

/** A frame as the node SDK sends it: with five lines of source on either side. */
function frame(number: number): Json {
  const { name, lines } = FILES[number % FILES.length] ?? { name: '', lines: [] };
  const lineno = 10 + ((number * 37) % Math.max(1, lines.length - 20));
  const own = number % 3 !== 0;
  return {
    filename: `/srv/shop/${own ? 'src' : 'node_modules/express/lib'}/${name}`,
    module: name.replace(/\.js$/, ''),
    function: `step${number}`,
    lineno,
    colno: 1 + ((number * 7) % 60),
    in_app: own,
    pre_context: lines.slice(lineno - 6, lineno - 1),
    context_line: lines[lineno - 1] ?? '',
    post_context: lines.slice(lineno, lineno + 5),
  };
}

function breadcrumb(number: number): Json {
  const url = `https://stock.acme.test/items/${number * 7919}?warehouse=${number % 5}`;
  const data = { url, 'http.method': number % 4 === 0 ? 'POST' : 'GET', status_code: number % 9 === 0 ? 404 : 200 };
  return { timestamp: 1_000_000_000 + number / 8, type: 'http', category: 'http', level: 'info', data };
}

function event(frames: number, breadcrumbs: number): Json {
  const list = (length: number, make: (number: number) => Json) => Array.from({ length }, (_, number) => make(number));
  return {
    exception: {
      values: [
        {
          type: KIND,
          value: 'the stock of an item is negative',
          stacktrace: { frames: list(frames, frame) },
          mechanism: { type: 'generic', handled: true },
        },
      ],
    },
    event_id: ID,
    level: 'error',
    platform: 'node',
    contexts: {
      trace: { trace_id: 'c0ffee00c0ffee00c0ffee00c0ffee00', span_id: 'c0ffee00c0ffee00' },
      runtime: { name: 'node', version: 'v20.20.2' },
      app: { app_start_time: '2026-11-21T13:20:54.577Z', app_memory: 108838912 },
      os: { kernel_version: '6.18.44', name: 'Debian', version: '12.11\n' },
      device: { arch: 'x64', memory_size: 25276502016, processor_count: 2, cpu_description: 'AMD EPYC' },
    },
    server_name: 'web-7',
    timestamp: TIME,
    environment: 'production',
    release: 'shop@1.4.0',
    sdk: { name: 'sentry.javascript.node', version: '11.11.0', packages: [{ name: 'npm:@sentry/node', version: '11.11.0' }] },
    tags: { region: 'eu-west', tenant: 'acme' },
    user: { id: '42', email: 'ann@acme.test' },
    request: { url: 'https://shop.acme.test/checkout?step=2', method: 'POST', headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', Accept: '*/*' } },
    breadcrumbs: list(breadcrumbs, breadcrumb),
  };
}

/** An envelope of about this many bytes: frames and breadcrumbs alternate until it is large enough. */
function envelope(bytes: number): Buffer {
  let frames = 1;
  let text = '';
  while (text.length < bytes) {
    frames += 1;
    // Time is a number on the wire.
    const payload = JSON.stringify(event(frames, frames * 2)).replace(`"${TIME}"`, TIME);
    const head = { event_id: ID, sent_at: '2026-11-21T13:20:55.099Z', sdk: { name: 'sentry.javascript.node', version: '11.11.0' } };
    text = `${JSON.stringify(head)}\n{"type":"event"}\n${payload}`;
  }
  return Buffer.from(text);
}

let serial = 0;

/** One connection's requests of one size. The buffer is used again and again: only one may be on its way at a time. */
export function envelopes(target: string, bytes: number): () => Buffer {
  const body = envelope(bytes);
  const head = `POST ${target} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${body.length}\r\n\r\n`;
  const request = Buffer.concat([Buffer.from(head), body]);
  const ids = [request.indexOf(ID), request.lastIndexOf(ID)];
  const [kind, time] = [request.indexOf(KIND), request.indexOf(TIME)];
  return () => {
    const id = randomBytes(16).toString('hex');
    for (const place of ids) request.write(id, place, 'latin1');
    request.write((Date.now() / 1000).toFixed(3), time, 'latin1');
    request.write(kindOf(serial), kind, 'latin1');
    serial += 1;
    return request;
  };
}

/** One event in ten is of a kind that was never seen before. Letters, since digits may be taken for noise. */
function kindOf(number: number): string {
  const name = number % 10 === 0 ? number + KNOWN_KINDS : number % KNOWN_KINDS;
  const letters = [...name.toString(26).padStart(KIND.length - 5, '0')].map((digit) => String.fromCharCode(97 + parseInt(digit, 26)));
  return `Fault${letters.join('')}`;
}
