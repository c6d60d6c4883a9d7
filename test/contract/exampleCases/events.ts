import type { ExampleCases } from '../exampleCase';
import { upload } from './artifacts';
import { all, archive, EXCEPTION, MESSAGE, send } from './prepare';

const frame = (changes: object) => ({
  ...EXCEPTION,
  exception: {
    values: [
      {
        type: 'Error',
        value: 'boom',
        stacktrace: { frames: [{ abs_path: '/srv/shop/src/cart.js', function: 'sumCart', lineno: 41, ...changes }] },
      },
    ],
  },
});

const DEBUG_ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';

/** Of a script in a browser that knows its debug id. */
const BUILT = {
  ...frame({ filename: '/static/shop.min.js', abs_path: 'https://shop.test/static/shop.min.js', lineno: 1, colno: 23 }),
  platform: 'javascript',
  debug_meta: {
    images: [{ type: 'sourcemap', code_file: 'https://shop.test/static/shop.min.js', debug_id: DEBUG_ID }],
  },
};

/** The script alone, without its map. */
const SCRIPT = archive({
  'files/_/_/static/shop.min.js': 'console.log(1);',
  'manifest.json': JSON.stringify({
    files: {
      'files/_/_/static/shop.min.js': {
        url: '~/static/shop.min.js',
        type: 'minified_source',
        headers: { 'debug-id': DEBUG_ID, sourcemap: 'shop.min.js.map' },
      },
    },
  }),
});

/** Of the same issue as the exception. */
const EARLIER = { ...EXCEPTION, event_id: MESSAGE.event_id, timestamp: MESSAGE.timestamp };

export const events = {
  getEvent: { cases: [{ response: 'event', prepare: send(EXCEPTION) }] },
  listProjectEvents: {
    cases: [
      { response: 'short', prepare: send(EXCEPTION, MESSAGE), omitted: ['full', 'cursor'] },
      { response: 'short', prepare: send(EXCEPTION, MESSAGE), omitted: ['full'] },
      { response: 'full', prepare: send(EXCEPTION), omitted: ['cursor'] },
    ],
  },
  getSourceMapDebug: {
    cases: [
      { response: 'noRelease', prepare: send({ ...frame({}), release: undefined }) },
      { response: 'resolved', prepare: send(frame({ context_line: 'return total' })) },
      { response: 'mapMissing', prepare: all(upload(SCRIPT), send(BUILT)) },
    ],
  },
  getIssue: { cases: [{ response: 'issue', prepare: send(EXCEPTION) }] },
  listIssues: { cases: [{ response: 'issues', prepare: send(EXCEPTION, MESSAGE) }] },
  listIssueEvents: {
    cases: [
      { response: 'short', prepare: send(EXCEPTION), omitted: ['full', 'cursor'] },
      { response: 'short', prepare: send(EXCEPTION, EARLIER), omitted: ['full'] },
      { response: 'full', prepare: send(EXCEPTION), omitted: ['cursor'] },
    ],
  },
  updateIssues: {
    cases: [
      { body: 'resolve', response: 'resolved', prepare: send(EXCEPTION) },
      { body: 'mute', response: 'ignored', prepare: send(EXCEPTION), omitted: ['id', 'status'] },
    ],
  },
  removeIssues: {
    cases: [
      {
        response: 'removed',
        prepare: send(...Array.from({ length: 7 }, (_, number) => ({ message: `problem ${'x'.repeat(number)}` }))),
      },
    ],
  },
} satisfies Partial<ExampleCases>;
