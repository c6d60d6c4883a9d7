import { setImmediate } from 'node:timers/promises';
import { WriteLock } from '../../../src/store/engine/writeQueue';

/** Returns two locks on the same memory, like the main thread's and a worker's; `order` lists who acquired the lock. */
function pair() {
  const main = new WriteLock();
  return { main, worker: new WriteLock(main.share()), order: [] as string[] };
}

/** Waits until everything that can continue without the lock has done so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

it('is acquired in the order of the requests', async () => {
  const { main, worker, order } = pair();
  const acquire = async (lock: WriteLock, name: string) => {
    await lock.acquire();
    order.push(name);
    await setImmediate();
    lock.release();
  };
  const first = acquire(main, 'main 1').then(() => acquire(main, 'main 2'));
  await Promise.all([first, acquire(worker, 'worker 1')]);
  expect(order).toEqual(['main 1', 'worker 1', 'main 2']);
});

it('is held by one thread at a time', async () => {
  const { main, worker, order } = pair();
  await main.acquire();
  const waiting = worker.acquire().then(() => order.push('worker'));
  await settle();
  expect(order).toEqual([]);
  main.release();
  await waiting;
  expect(order).toEqual(['worker']);
});

it('is released for a thread that ended while it held the lock', async () => {
  const { main, worker, order } = pair();
  await worker.acquire();
  const waiting = main.acquire().then(() => order.push('main'));
  await settle();
  expect(order).toEqual([]);
  await main.releaseForEndedThread();
  await waiting;
  expect(order).toEqual(['main']);
});

it('passes over a thread that ended while it waited', async () => {
  const { main, worker, order } = pair();
  await main.acquire();
  void worker.acquire();
  const released = main.releaseForEndedThread().then(() => order.push('released for the worker'));
  await settle();
  expect(order).toEqual([]);
  main.release();
  await released;
  await main.acquire();
  order.push('main');
  expect(order).toEqual(['released for the worker', 'main']);
});

it('is unchanged when a thread ends that neither holds it nor waits', async () => {
  const { main, worker, order } = pair();
  await worker.acquire();
  worker.release();
  await main.releaseForEndedThread();
  await main.acquire();
  await main.releaseForEndedThread();
  const waiting = new WriteLock(main.share()).acquire().then(() => order.push('next worker'));
  await settle();
  expect(order).toEqual([]);
  main.release();
  await waiting;
  expect(order).toEqual(['next worker']);
});
