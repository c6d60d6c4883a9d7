import {
  countFrames,
  failedFetches,
  isBehind,
  isNewlyMapped,
  lacksMaps,
  remediesOf,
  remedyOf,
  sentPlace,
  type SourceMapDebug,
} from '../../src/console/pages/sourceMaps/diagnosis';

type Exceptions = Pick<SourceMapDebug, 'exceptions'>;
type Frame = SourceMapDebug['exceptions'][number]['frames'][number];

const FRAME: Frame = {
  filename: '/app.js',
  abs_path: 'https://shop.test/app.js',
  function: 'a',
  line: 1,
  column: 20,
  state: 'unresolved',
  map: null,
  findings: [],
  release_process: null,
  debug_id_process: {
    debug_id: null,
    uploaded_source_file_with_correct_debug_id: false,
    uploaded_source_map_with_correct_debug_id: false,
  },
  scraping_process: { source_file: null, source_map: null },
};
const frame = (changes: Partial<Frame> = {}): Frame => ({ ...FRAME, ...changes });
const eventOf = (...exceptions: Frame[][]): Exceptions => ({
  exceptions: exceptions.map((frames) => ({ type: 'Error', frames })),
});
const finding = (text: string, command: string | null = null): Frame['findings'][number] => ({
  type: 'no_sourcemaps_on_release',
  message: 'Nothing was uploaded.',
  data: {},
  fix: { text, command },
});

test('frames that need no map are not counted, and those of the client count as mapped', () => {
  const states = ['resolved', 'incomplete', 'unresolved', 'mapped_by_client', 'not_needed', 'not_checked'] as const;
  expect(countFrames(eventOf(states.map((state) => frame({ state }))))).toEqual({ all: 5, mapped: 3 });
  expect(states.filter((state) => lacksMaps(eventOf([frame({ state })])))).toEqual(['incomplete', 'unresolved']);
});

test('a remedy is listed once for the files that its command mends, in the order of the page', () => {
  const older = frame({ abs_path: 'https://shop.test/b.js', findings: [finding('Upload b.js.', 'upload dist')] });
  const newer = frame({ findings: [finding('Upload app.js.', 'upload dist')] });
  const newest = frame({ findings: [finding('Wait.')] });
  const remedies = remediesOf(eventOf([older], [older, newer, newer, newest]));
  expect([...remedies.values()]).toMatchObject([
    { id: 'remedy-1', count: 1, files: ['https://shop.test/app.js'], finding: { fix: { text: 'Wait.' } } },
    {
      id: 'remedy-2',
      count: 4,
      files: ['https://shop.test/app.js', 'https://shop.test/b.js'],
      finding: { fix: { text: 'Upload app.js.' } },
    },
  ]);
  expect(remedyOf(remedies, finding('Upload c.js.', 'upload dist'))?.id).toBe('remedy-2');
});

test('the place of a frame has what is known of it', () => {
  expect(sentPlace(FRAME)).toBe('https://shop.test/app.js:1:20');
  expect(sentPlace(frame({ abs_path: null, line: null }))).toBe('/app.js');
  expect(sentPlace(frame({ abs_path: null, filename: null }))).toBeNull();
});

test('a file that could not be fetched is named once', () => {
  const attempt = { url: 'https://shop.test/app.js', status: 'failure', reason: 'not_found', details: '404' } as const;
  const fetched = { ...attempt, url: 'https://shop.test/app.js.map', status: 'success' } as const;
  const tried = frame({ scraping_process: { source_file: attempt, source_map: fetched } });
  expect(failedFetches(eventOf([tried, tried], [tried]))).toEqual([attempt]);
});

test('a frame is newly mapped if it was not before', () => {
  const mapped = frame({ state: 'resolved' });
  expect(isNewlyMapped(eventOf([FRAME]), 0, 0, mapped)).toBe(true);
  expect(isNewlyMapped(eventOf([mapped]), 0, 0, mapped)).toBe(false);
  expect(isNewlyMapped(eventOf([FRAME]), 0, 1, mapped)).toBe(false);
});

test('an event is behind until its frames name the maps', () => {
  const event = (map: string | null) => ({
    entries: [{ type: 'exception', data: { values: [{ stacktrace: { frames: [{ filename: 'app.js', map }] } }] } }],
  });
  const debug = eventOf([frame({ state: 'resolved' })]);
  expect(isBehind(debug, event(null))).toBe(true);
  expect(isBehind(debug, event('app.js.map'))).toBe(false);
});
