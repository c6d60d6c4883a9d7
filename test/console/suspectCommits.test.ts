import { type SuspectCommit, suspectOf } from '../../src/console/pages/issue/suspectCommits';

const commit = (id: string, path: string): SuspectCommit => ({
  release: 'shop@1.0.0',
  commit: { id, repository: null, message: null, author: null, dateCreated: null, patchSet: [{ path, type: 'M' }] },
});
const COMMITS = [
  commit('new', 'src/stock/client.js'),
  commit('old', 'src/stock/client.js'),
  commit('android', 'app/src/main/kotlin/Sync.kt'),
  commit('root', 'main.py'),
];

test.each([
  ['src/stock/client.js', 'new'],
  ['/srv/orders-api/src/stock/client.js', 'new'],
  ['webpack://shop/./src/stock/client.js?a1', 'new'],
  ['C:\\\\build\\src\\stock\\client.js', 'new'],
  ['stock/client.js', 'new'],
  ['main.py', 'root'],
  ['Sync.kt', 'android'],
  ['client.js', null],
  ['src/stock/clients.js', null],
  ['lib/main.py', null],
  ['src/payments/client.js', null],
])('the commit that changed the file of the frame %s is %s', (filename, expected) => {
  expect(suspectOf({ inApp: true, filename, absPath: null }, COMMITS)?.commit.id ?? null).toBe(expected);
});

test('the absolute path counts too, and frames of libraries have no suspect', () => {
  const absPath = '/srv/app/src/stock/client.js';
  expect(suspectOf({ inApp: true, filename: 'client.js', absPath }, COMMITS)?.commit.id).toBe('new');
  expect(suspectOf({ inApp: false, filename: null, absPath }, COMMITS)).toBeNull();
});
