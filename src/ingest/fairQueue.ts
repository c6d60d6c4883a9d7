import { LRUCache } from 'lru-cache';
import { atMost } from '../domain/lazy';

/** An item of a project that waits in the queue. */
export interface QueuedItem {
  readonly projectId: string;
  /** Memory of the item, in bytes. */
  readonly bytes: number;
}

/** Processor time of a project's items, in milliseconds. */
interface ProjectAccount {
  /** Time that its items have taken. Raised to the queue's virtual time when the project comes back. */
  used: number;
  /** Expected time of one of its items: a moving average of the last ones. */
  expected: number;
  /** Number of items that were removed from the queue and whose time is not known yet. */
  running: number;
}

/** The items of a project. Those before `next` were removed. */
interface ProjectItems<Item> {
  readonly account: ProjectAccount;
  items: (Item | undefined)[];
  next: number;
  bytes: number;
}

/** Number of removed items that stay in their array: removing each at once would move all items that follow. */
const MAX_REMOVED = 256;

/** Expected time of the items of a project before the first one is charged. */
const FIRST_EXPECTED_MS = 0.5;
/**
 * Weight of the last item in the moving average. It is low: an item whose thread waits for a processor seems to take a
 * hundred times as long as it does.
 */
const LAST_WEIGHT = 0.1;
/** Number of projects whose times are remembered while none of their items waits. */
const MAX_ACCOUNTS = 10_000;

/**
 * A queue bounded by bytes. Projects take turns by the processor time of their items: the next item belongs to the
 * project that has used the least (start-time fair queuing). Items that are never charged count as equal, so that
 * projects simply take turns. A single project may fill the whole queue. If the bound is exceeded, the newest item of
 * the project with the most bytes is refused, so that a project with few items always finds a place.
 */
export class FairQueue<Item extends QueuedItem> {
  /**
   * Projects with items. Among projects that have used the same time, the first is the one whose last turn is the
   * longest ago.
   */
  readonly #projects = new Map<string, ProjectItems<Item>>();
  readonly #accounts = new LRUCache<string, ProjectAccount>(atMost(MAX_ACCOUNTS));
  #bytes = 0;
  /**
   * Used time of the project whose turn was last. A project without waiting items that comes back starts there: it
   * cannot save up time.
   */
  #virtualTime = 0;

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
    const waiting = this.#projects.get(item.projectId);
    const queue = waiting ?? { account: this.#openAccount(item.projectId), items: [], next: 0, bytes: 0 };
    if (waiting === undefined) this.#projects.set(item.projectId, queue);
    queue.items.push(item);
    this.#count(queue, item.bytes);
    while (this.#bytes > this.maxBytes) this.#refuseOne();
  }

  /** Removes and returns the oldest item of the project whose turn it is. */
  shift(): Item | undefined {
    let least = Infinity;
    let projectId: string | undefined;
    for (const [id, { account }] of this.#projects) {
      // The time that the project will have used when its running items end, by their expected time.
      const used = account.used + account.running * account.expected;
      if (used >= least) continue;
      least = used;
      projectId = id;
    }
    const queue = projectId === undefined ? undefined : this.#projects.get(projectId);
    if (projectId === undefined || queue === undefined) return undefined;
    this.#virtualTime = Math.max(this.#virtualTime, least);
    const item = this.#shiftFrom(projectId, queue);
    queue.account.running += 1;
    // Moves a project with further items to the end: its last turn is now the newest.
    if (this.#projects.delete(projectId)) this.#projects.set(projectId, queue);
    return item;
  }

  /** Returns the milliseconds that an item of the project is expected to take. */
  expectedOf(projectId: string): number {
    return this.#accounts.get(projectId)?.expected ?? FIRST_EXPECTED_MS;
  }

  /** Charges a project the milliseconds of items that `shift` returned. */
  charge(projectId: string, milliseconds: number, items = 1): void {
    const account = this.#accounts.get(projectId);
    if (account === undefined) return;
    const average = milliseconds / items;
    account.used += milliseconds;
    account.running = Math.max(0, account.running - items);
    account.expected += (average - account.expected) * (1 - (1 - LAST_WEIGHT) ** items);
  }

  /** Forgets the removed items that were not charged: their time will not be known. */
  forgetRunning(): void {
    for (const account of this.#accounts.values()) account.running = 0;
  }

  /**
   * Removes the oldest items of a project: at most `maxItems`, and at most `maxBytes` unless the first one is larger.
   */
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
    const existing = this.#accounts.get(projectId);
    if (existing !== undefined) {
      existing.used = Math.max(existing.used, this.#virtualTime - existing.running * existing.expected);
      return existing;
    }
    const account = { used: this.#virtualTime, expected: FIRST_EXPECTED_MS, running: 0 };
    this.#accounts.set(projectId, account);
    return account;
  }

  #shiftFrom(projectId: string, queue: ProjectItems<Item>): Item | undefined {
    const item = queue.items[queue.next];
    // Makes the removed item garbage at once, while it is young.
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
