import { LRUCache } from 'lru-cache';

/** An item of a project that waits. */
export interface QueuedItem {
  readonly projectId: string;
  /** The memory that it occupies. */
  readonly bytes: number;
}

/** What is known of the processor time of a project's items, in milliseconds. */
interface ProjectAccount {
  /** What its items have taken, or the time at which it came back, if that is later. */
  used: number;
  /** What one of its items is expected to take: an average of the last ones. */
  expected: number;
  /** Items that were removed from the queue, and whose time is not known yet. */
  running: number;
}

/** The items of a project. Those before `next` were removed. */
interface ProjectItems<Item> {
  readonly account: ProjectAccount;
  items: (Item | undefined)[];
  next: number;
  bytes: number;
}

/** Removed items stay in their array until there are so many: removing each one would move all that follow. */
const MAX_REMOVED = 256;

/** What an item is expected to take before one of its project was charged. */
const FIRST_EXPECTED_MS = 0.5;
/**
 * Weight of the last item in the expectation, which is a moving average: an item whose thread had to wait for a processor seems to take a
 * hundred times as long as it does.
 */
const LAST_WEIGHT = 0.1;
/** Number of projects whose times are remembered while none of their items waits. */
const MAX_ACCOUNTS = 10_000;

/**
 * A queue bounded by bytes, from which projects take turns by the processor time that their items take: the next item is one of the
 * project that has used the least (start-time fair queuing). Items whose time nobody charges count as equal, so that projects simply
 * take turns. A project alone may use the whole bound. If it is exceeded, the newest item of the project with the most bytes is
 * refused, so that a project with few items finds place whatever the others send.
 */
export class FairQueue<Item extends QueuedItem> {
  /** Projects with items. Of several that have used the same, the first is the one whose turn is the longest ago. */
  readonly #projects = new Map<string, ProjectItems<Item>>();
  readonly #accounts = new LRUCache<string, ProjectAccount>({ max: MAX_ACCOUNTS });
  #bytes = 0;
  /** What the project had used whose turn it was last. A project that comes back begins there: it cannot save time up. */
  #now = 0;

  /** @param refuse called with each item that leaves the queue because the bound is exceeded */
  constructor(
    private readonly maxBytes: number,
    private readonly refuse: (item: Item) => void,
  ) {}

  get isEmpty(): boolean {
    return this.#projects.size === 0;
  }

  /** The memory that all items occupy. */
  get bytes(): number {
    return this.#bytes;
  }

  has(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  push(item: Item): void {
    const known = this.#projects.get(item.projectId);
    const queue = known ?? { account: this.#openAccount(item.projectId), items: [], next: 0, bytes: 0 };
    if (known === undefined) this.#projects.set(item.projectId, queue);
    queue.items.push(item);
    this.#count(queue, item.bytes);
    while (this.#bytes > this.maxBytes) this.#refuseOne();
  }

  /** Removes the oldest item of the project whose turn it is. */
  shift(): Item | undefined {
    let least = Infinity;
    let projectId: string | undefined;
    for (const [id, { account }] of this.#projects) {
      const used = usedBy(account);
      if (used >= least) continue;
      least = used;
      projectId = id;
    }
    const queue = projectId === undefined ? undefined : this.#projects.get(projectId);
    if (projectId === undefined || queue === undefined) return undefined;
    this.#now = Math.max(this.#now, least);
    const item = this.#shiftFrom(projectId, queue);
    queue.account.running += 1;
    if (this.#projects.delete(projectId) && queue.next < queue.items.length) this.#projects.set(projectId, queue);
    return item;
  }

  /** Returns the milliseconds that an item of the project is expected to take. */
  expectedOf(projectId: string): number {
    return this.#accounts.get(projectId)?.expected ?? FIRST_EXPECTED_MS;
  }

  /** Charges a project the milliseconds that items took which `shift` returned. */
  charge(projectId: string, milliseconds: number, items = 1): void {
    const account = this.#accounts.get(projectId);
    if (account === undefined) return;
    const average = milliseconds / items;
    account.used += milliseconds;
    account.running = Math.max(0, account.running - items);
    account.expected += (average - account.expected) * (1 - (1 - LAST_WEIGHT) ** items);
  }

  /** Nothing is charged any more for the items that were removed until now. */
  forgetRunning(): void {
    for (const account of this.#accounts.values()) account.running = 0;
  }

  /** Removes the oldest items of a project: at most `maxItems`, and at most `maxBytes` unless the first one is larger. */
  shiftBatch(projectId: string, maxItems: number, maxBytes: number): Item[] {
    const queue = this.#projects.get(projectId);
    const batch: Item[] = [];
    let bytes = 0;
    for (
      let item = queue?.items[queue.next];
      queue !== undefined && item !== undefined;
      item = queue.items[queue.next]
    ) {
      bytes += item.bytes;
      if (batch.length === maxItems || (bytes > maxBytes && batch.length > 0)) break;
      batch.push(item);
      this.#shiftFrom(projectId, queue);
    }
    return batch;
  }

  #openAccount(projectId: string): ProjectAccount {
    const known = this.#accounts.get(projectId);
    if (known !== undefined) {
      known.used = Math.max(known.used, this.#now - known.running * known.expected);
      return known;
    }
    const account = { used: this.#now, expected: FIRST_EXPECTED_MS, running: 0 };
    this.#accounts.set(projectId, account);
    return account;
  }

  #shiftFrom(projectId: string, queue: ProjectItems<Item>): Item | undefined {
    const item = queue.items[queue.next];
    // What was removed is garbage at once, before it is old.
    queue.items[queue.next] = undefined;
    queue.next += 1;
    this.#count(queue, -(item?.bytes ?? 0));
    if (queue.next === queue.items.length) this.#projects.delete(projectId);
    else if (queue.next === MAX_REMOVED) {
      queue.items = queue.items.slice(MAX_REMOVED);
      queue.next = 0;
    }
    return item;
  }

  #refuseOne(): void {
    const [projectId, queue] = [...this.#projects].reduce((one, other) =>
      other[1].bytes > one[1].bytes ? other : one,
    );
    const item = queue.items.pop();
    if (queue.next === queue.items.length) this.#projects.delete(projectId);
    if (item === undefined) return;
    this.#count(queue, -item.bytes);
    this.refuse(item);
  }

  #count(queue: ProjectItems<Item>, bytes: number): void {
    queue.bytes += bytes;
    this.#bytes += bytes;
  }
}

/** What a project has used once its running items have ended, as far as that is known. */
function usedBy({ used, running, expected }: ProjectAccount): number {
  return used + running * expected;
}
