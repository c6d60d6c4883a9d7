import { WriteLock } from '../../src/store/writeLock';

/** Two locks on the same memory, as two threads have them; `order` tells who had turns. */
function pair() {
  const ours = new WriteLock();
  return { ours, theirs: new WriteLock(ours.share()), order: [] as string[] };
}

it('gives turns in the order they are asked for', async () => {
  const { ours, theirs, order } = pair();
  const turn = async (lock: WriteLock, name: string) => {
    await lock.acquire();
    order.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    lock.release();
  };
  const first = turn(ours, 'ours 1').then(() => turn(ours, 'ours 2'));
  await Promise.all([first, turn(theirs, 'theirs 1')]);
  expect(order).toEqual(['ours 1', 'theirs 1', 'ours 2']);
});

it('lets nobody in while a turn lasts', async () => {
  const { ours, theirs, order } = pair();
  await ours.acquire();
  const waiting = theirs.acquire().then(() => order.push('theirs'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(order).toEqual([]);
  ours.release();
  await waiting;
  expect(order).toEqual(['theirs']);
});

it('goes on after a thread that ended in its turn', async () => {
  const { ours, theirs } = pair();
  await theirs.acquire();
  const waiting = ours.acquire();
  await ours.releaseForEndedThread();
  await waiting;
  ours.release();
});

it('goes on after a thread that ended while it waited', async () => {
  const { ours, theirs } = pair();
  await ours.acquire();
  void theirs.acquire();
  const buried = ours.releaseForEndedThread();
  ours.release();
  await buried;
  await ours.acquire();
});

it('has nothing to do for a thread that ended in between', async () => {
  const { ours, theirs } = pair();
  await theirs.acquire();
  theirs.release();
  await ours.releaseForEndedThread();
  await ours.acquire();
});
