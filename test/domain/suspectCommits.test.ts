import type { Frame } from '../../src/domain/event';
import {
  type Commit,
  type FrameInFile,
  type ReleaseInOrder,
  findIntroduction,
  findSuspects,
  framesInFiles,
} from '../../src/domain/release';

const frame = (filename: string | null, absPath: string | null = null): FrameInFile => {
  return { function: 'save', filename, absPath, lineno: 7 };
};
const commit = (id: string, ...paths: string[]) => {
  const unknown = { repository: null, message: null, authorName: null, authorEmail: null, timestamp: null };
  const patchSet = paths.map((path) => ({ path, type: 'M' as const }));
  return { release: 'shop@1.0.0', commit: { id, ...unknown, patchSet } satisfies Commit };
};
const COMMITS = [
  commit('new', 'src/stock/client.js'),
  commit('old', 'src/stock/client.js'),
  commit('android', 'app/src/main/kotlin/Sync.kt'),
  commit('root', 'main.py'),
];
const idsOf = (...frames: FrameInFile[]) => findSuspects(frames, COMMITS).map((suspect) => suspect.commit.id);

test.each([
  ['src/stock/client.js', ['new', 'old']],
  ['/srv/orders-api/src/stock/client.js', ['new', 'old']],
  ['webpack://shop/./src/stock/client.js?a1', ['new', 'old']],
  ['C:\\\\build\\src\\stock\\client.js', ['new', 'old']],
  ['stock/client.js', ['new', 'old']],
  ['main.py', ['root']],
  ['Sync.kt', ['android']],
  ['client.js', []],
  ['src/stock/clients.js', []],
  ['lib/main.py', []],
  ['src/payments/client.js', []],
])('the commits that changed the file of the frame %s are %s', (filename, expected) => {
  expect(idsOf(frame(filename))).toEqual(expected);
});

test('the absolute path counts too', () => {
  expect(idsOf(frame('client.js', '/srv/app/src/stock/client.js'))).toEqual(['new', 'old']);
});

test('the commit whose frame is nearest to the error comes first, with its frames in this order', () => {
  const [near, far] = [frame('src/b.js'), frame('src/a.js')];
  const suspects = findSuspects([near, far], [commit('one', 'src/a.js'), commit('two', 'src/a.js', 'src/b.js')]);
  expect(suspects.map((suspect) => [suspect.commit.id, suspect.frames.map((one) => one.frame)])).toEqual([
    ['two', [near, far]],
    ['one', [far]],
  ]);
});

test('the frames of the application are compared, one for each file, from the error on', () => {
  const trace = (...frames: [string | null, boolean?][]) => {
    const all = frames.map(([filename, inApp = true]) => ({ ...frame(filename), inApp }) as Frame);
    return { stacktrace: { frames: all, framesOmitted: null, registers: null } };
  };
  const files = framesInFiles({
    exceptions: [trace(['cause.js']), trace(['main.js'], ['save.js'], ['node:fs', false], ['save.js'], [null])],
    threads: [trace(['worker.js'])],
    ...trace(['message.js']),
  } as unknown as Parameters<typeof framesInFiles>[0]);
  expect(files.map(({ filename }) => filename)).toEqual(['save.js', 'main.js', 'cause.js', 'message.js', 'worker.js']);
});

/** Releases, newest first: `u` in use, `i` with the issue, `-` neither. */
const releases = (marks: string): ReleaseInOrder[] =>
  [...marks].map((mark, index) => {
    const [isUsed, hasIssue] = [mark === '-' ? 0 : 1, mark === 'i' ? 1 : 0];
    return { id: index, version: `${marks.length - index}`, commitCount: 1, isUsed, hasIssue };
  });

test.each([
  ['iu', '2', '1', ['2']],
  ['i--uu', '5', '2', ['5', '4', '3']],
  ['iui-u', '3', '1', ['3', '2']],
  ['i--', '3', null, ['3', '2', '1']],
])('the issue of the releases %s began in %s after %s', (marks, first, without, between) => {
  const introduction = findIntroduction(releases(marks));
  expect(introduction?.first.version).toBe(first);
  expect(introduction?.lastWithout?.version ?? null).toBe(without);
  expect(introduction?.between.map(({ version }) => version)).toEqual(between);
});

test('an issue without a stored release began in none', () => {
  expect(findIntroduction(releases('u-'))).toBeUndefined();
});
