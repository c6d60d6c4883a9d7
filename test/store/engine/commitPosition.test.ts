import { CommitPosition } from '../../../src/store/engine/standby';

it('is the highest position of all threads', () => {
  const committed = new CommitPosition();
  const ofThread = new CommitPosition(committed.share());
  expect(committed.get()).toBe(0);
  ofThread.record(2 ** 40 + 1);
  committed.record(2 ** 40);
  expect([committed.get(), ofThread.get()]).toEqual([2 ** 40 + 1, 2 ** 40 + 1]);
});

it('is unknown after a loss, until the position of the server is read', async () => {
  const committed = new CommitPosition();
  committed.record(7);
  committed.record(null);
  committed.record(8);
  expect(committed.get()).toBeNull();
  await committed.settle(async () => 20);
  expect(committed.get()).toBe(20);
});

it('stays unknown if another position is lost while that of the server is read', async () => {
  const committed = new CommitPosition();
  committed.record(null);
  await committed.settle(async () => {
    committed.record(null);
    return 20;
  });
  expect(committed.get()).toBeNull();
  await committed.settle(async () => 21);
  expect(committed.get()).toBe(21);
});
