import type { ProjectSettings } from '../../../src/domain/project';
import { checkIpNetworks, compileIpNetworks, filterEvent } from '../../../src/ingest/filters/filterEvent';
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

const holds = (text: string, address: string) => compileIpNetworks(text)(address);

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.0/24', '192.0.2.255'],
  ['192.0.2.77/24', '192.0.2.1'],
  ['0.0.0.0/0', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
  ['2001:DB8::/32', '2001:db8:ffff::1'],
  ['192.0.2.0/24', '::ffff:192.0.2.1'],
  ['::ffff:0:0/96', '192.0.2.1'],
  ['10.0.0.1\n\n  192.0.2.1  \r\n', '192.0.2.1'],
])('%j holds %s', (text, address) => {
  expect(checkIpNetworks(text)).toEqual([]);
  expect(holds(text, address)).toBe(true);
});

test.each([
  ['192.0.2.1', '192.0.2.2'],
  ['192.0.2.0/24', '192.0.3.0'],
  ['0.0.0.0/0', '2001:db8::1'],
  ['', '192.0.2.1'],
  ['192.0.2.1', 'unknown'],
  ['192.0.2.0/33', '192.0.2.1'],
])('%j does not hold %s', (text, address) => {
  expect(holds(text, address)).toBe(false);
});

test.each([
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0',
  '010.0.0.1',
  '::1/129',
  ':::1',
  'fe80::1%eth0',
  'localhost',
  '*',
  '10.0.0.*',
])('%j is told to be wrong, with its line', (line) => {
  expect(checkIpNetworks(`10.0.0.1\n${line}`)).toEqual([expect.stringMatching(/^line 2: ".*" is (no|out of)/)]);
});
