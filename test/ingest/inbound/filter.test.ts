import { filterEvent } from '../../../src/ingest/inbound/filter';
import type { ProjectSettings } from '../../../src/domain/settings';
import { normalized, settings } from '../build';

const error = (type: string | null, value: string) => ({ exception: { values: [{ type, value }] } });
const reasonFor = (payload: object, changes: Partial<ProjectSettings> = {}) =>
  filterEvent(normalized(payload), settings(changes));

const KEPT = {
  ...error('TypeError', 'x is undefined'),
  release: 'shop@2.0',
  user: { ip_address: '192.0.2.7' },
  message: 'Pay now',
};

/** Patterns that one event of long messages does not get through with its steps. */
const COSTLY = `*${'a'.repeat(1000)}b*\n`.repeat(70);

const CASES: [changes: Partial<ProjectSettings>, payload: object, reason: string | null][] = [
  [{}, KEPT, null],
  [{ filterBlacklistedIps: '192.0.2.0/24' }, KEPT, 'ip-address'],
  [{ filterBlacklistedIps: '198.51.100.0/24' }, KEPT, null],
  [{ filterBlacklistedIps: '192.0.2.0/24' }, { ...KEPT, user: { ip_address: 'none' } }, null],
  [{ filterReleases: 'shop@1.*' }, KEPT, null],
  [{ filterReleases: 'other\nSHOP@2.*' }, KEPT, 'release-version'],
  [{ filterReleases: '*' }, { ...KEPT, release: undefined }, null],
  [{ filterErrorMessages: 'TypeError: x is *' }, KEPT, 'error-message'],
  [{ filterErrorMessages: 'x is undefined' }, KEPT, 'error-message'],
  [{ filterErrorMessages: 'pay ?ow' }, KEPT, 'error-message'],
  [{ filterErrorMessages: 'TypeError' }, KEPT, null],
  [{ filterErrorMessages: 'TypeError' }, error('TypeError', ''), 'error-message'],
  [{ filterErrorMessages: 'user 5' }, { logentry: { message: 'user %s', params: ['5'] } }, 'error-message'],
  [{ filterErrorMessages: '*' }, {}, null],
  [
    { filterErrorMessages: COSTLY + '*a*' },
    { exception: Array.from({ length: 50 }, () => ({ value: 'a'.repeat(8192) })) },
    null,
  ],
  [{ filterErrorMessages: COSTLY + '*a*' }, error('Error', 'a'), 'error-message'],
  [{}, error('ChunkLoadError', 'Loading chunk 7 failed.'), 'chunk-load-error'],
  [{}, error('Error', 'Uncaught (in promise): ChunkLoadError: Loading chunk 7 failed.'), 'chunk-load-error'],
  [{}, error('UnhandledRejection', 'ChunkLoadError: Loading CSS chunk 7 failed.'), 'chunk-load-error'],
  [{}, error('Error', 'the chunk is loading'), null],
  [{ filterChunkLoadError: false }, error('ChunkLoadError', 'Loading chunk 7 failed.'), null],
  [
    {},
    error(
      'Error',
      'Minified React error #418; visit https://reactjs.org/docs/error-decoder.html?invariant=418 for more',
    ),
    'react-hydration-errors',
  ],
  [
    {},
    error('Error', 'Minified React error #425; visit https://react.dev/errors/425?args[]=a for more'),
    'react-hydration-errors',
  ],
  [{}, error('Error', 'Minified React error #31; visit https://react.dev/errors/31'), null],
  [{}, error('Error', 'visit https://react.dev/errors/4180'), null],
  [{ filterReactHydrationErrors: false }, error('Error', 'visit https://react.dev/errors/418'), null],
];
test.each(CASES)('with %j the event %j is dropped as %j', (changes, payload, reason) => {
  expect(reasonFor(payload, changes)).toBe(reason);
});
