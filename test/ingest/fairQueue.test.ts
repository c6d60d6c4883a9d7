import { FairQueue, type QueuedItem } from '../../src/ingest/fairQueue';

interface Item extends QueuedItem {
  readonly name: string;
}

let refused: string[];
let queue: FairQueue<Item>;

beforeEach(() => {
  refused = [];
  queue = new FairQueue<Item>(100, ({ name }) => refused.push(name));
});

function push(projectId: string, names: string, bytes = 1): void {
  for (const name of names) queue.push({ projectId, name: projectId + name, bytes });
}

function takeAll(): string[] {
  const names: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) names.push(item.name);
  return names;
}

it('lets projects take turns, and keeps the order of each', () => {
  push('a', '1234');
  push('b', '12');
  push('c', '1');
  expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(queue.isEmpty).toBe(true);
});

it('lets a project that is new or comes back begin where the others are', () => {
  push('a', '12');
  push('b', '1');
  expect(queue.shift()?.name).toBe('a1');
  push('c', '1');
  push('b', '2');
  expect(takeAll()).toEqual(['b1', 'c1', 'a2', 'b2']);
});

it('returns batches of one project, bounded by number and by size', () => {
  push('a', '12345', 10);
  push('b', '1');
  const batch = (maxItems: number, maxBytes: number) =>
    queue.shiftBatch('a', maxItems, maxBytes).map(({ name }) => name);
  expect(batch(2, 100)).toEqual(['a1', 'a2']);
  expect(batch(9, 5)).toEqual(['a3']);
  expect(batch(9, 20)).toEqual(['a4', 'a5']);
  expect(batch(9, 20)).toEqual([]);
  expect([queue.has('a'), queue.has('b')]).toEqual([false, true]);
  expect(takeAll()).toEqual(['b1']);
});

it('is right for many more items than are removed at once', () => {
  queue = new FairQueue<Item>(10_000, ({ name }) => refused.push(name));
  const names = Array.from({ length: 1000 }, (_, index) => `${index}`);
  names.slice(0, 600).forEach((name) => queue.push({ projectId: 'a', name, bytes: 1 }));
  const taken = queue.shiftBatch('a', 300, 10_000).map(({ name }) => name);
  names.slice(600).forEach((name) => queue.push({ projectId: 'a', name, bytes: 1 }));
  expect([...taken, ...takeAll()]).toEqual(names);
  expect(refused).toEqual([]);
});

it('lets one project use the whole bound, and refuses its newest items beyond it', () => {
  push('a', '12345', 20);
  expect(refused).toEqual([]);
  push('a', '6', 20);
  expect(refused).toEqual(['a6']);
  expect(takeAll()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

it('makes place for another project at the cost of the one with the most bytes', () => {
  push('a', '12345', 20);
  push('b', '12', 20);
  push('c', '1', 10);
  expect(refused).toEqual(['a5', 'a4', 'a3']);
  push('b', '34', 20);
  expect(refused).toEqual(['a5', 'a4', 'a3', 'b3', 'b4']);
  expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

it('refuses an item that is larger than the bound, and nothing else', () => {
  push('a', '1');
  push('b', '1', 101);
  expect(refused).toEqual(['b1']);
  expect(queue.has('b')).toBe(false);
  expect(takeAll()).toEqual(['a1']);
});

it('has its whole bound again once it is empty', () => {
  push('a', '12345', 20);
  push('b', '1', 20);
  takeAll();
  refused = [];
  push('b', '12345', 20);
  expect(refused).toEqual([]);
});

describe('projects whose items take unequal time', () => {
  const MILLISECONDS: Readonly<Record<string, number>> = { a: 100, b: 1, c: 1 };

  /** Takes items, and charges each of them. */
  function work(count: number): string[] {
    return Array.from({ length: count }, () => {
      const { projectId = '', name = '' } = queue.shift() ?? {};
      queue.charge(projectId, MILLISECONDS[projectId] ?? 0);
      return name;
    });
  }

  const many = '0123456789'.repeat(3);

  beforeEach(() => (queue = new FairQueue<Item>(10_000, ({ name }) => refused.push(name))));

  it('take turns by time', () => {
    push('a', many);
    push('b', many);
    push('c', many);
    const taken = work(50).join('');
    expect(taken.replace(/[^a]/g, '').length).toBeLessThanOrEqual(2);
    expect(Math.abs(taken.split('b').length - taken.split('c').length)).toBeLessThanOrEqual(1);
  });

  it('are expected to take an average of the last items, so that one that had to wait for a processor hardly counts', () => {
    push('a', '12');
    work(1);
    expect(queue.expectedOf('a')).toBeCloseTo(0.5 + 0.1 * 99.5);
    expect(queue.expectedOf('b')).toBe(0.5);
    queue.charge('a', 1600, 16);
    expect(queue.expectedOf('a')).toBeGreaterThan(80);
  });

  it('cannot save time up', () => {
    push('b', many);
    work(30);
    push('a', many);
    push('b', many);
    const taken = work(20).join('');
    expect(taken.replace(/[^a]/g, '').length).toBeLessThanOrEqual(2);
    push('c', '1234');
    expect(work(8).filter((name) => name.startsWith('c'))).toHaveLength(4);
  });

  it('count what is not charged yet', () => {
    push('a', '123');
    work(1);
    push('b', '123');
    const taken = [queue.shift(), queue.shift(), queue.shift()].map((item) => item?.name);
    expect(taken).toEqual(['b1', 'b2', 'b3']);
  });
});
