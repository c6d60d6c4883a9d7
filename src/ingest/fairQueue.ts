/** An item of a project that waits. */
export interface QueuedItem {
  readonly projectId: string;
  /** The memory that it occupies. */
  readonly bytes: number;
}

/** The items of a project. Those before `next` were removed. */
interface ProjectItems<Item> {
  items: Item[];
  next: number;
  bytes: number;
}

/** Removed items stay in their array until there are so many: removing each one would move all that follow. */
const MAX_REMOVED = 256;

/**
 * A queue bounded by bytes, from which projects take turns. A project alone may use the whole bound. If it is exceeded, the newest
 * item of the project with the most bytes is refused, so that a project with few items finds place whatever the others send.
 */
export class FairQueue<Item extends QueuedItem> {
  /** Projects with items, in the order of their turns. */
  readonly #projects = new Map<string, ProjectItems<Item>>();
  #bytes = 0;

  /** @param refuse called with each item that leaves the queue because the bound is exceeded */
  constructor(
    private readonly maxBytes: number,
    private readonly refuse: (item: Item) => void,
  ) {}

  get isEmpty(): boolean {
    return this.#projects.size === 0;
  }

  has(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  push(item: Item): void {
    const known = this.#projects.get(item.projectId);
    const queue = known ?? { items: [], next: 0, bytes: 0 };
    if (known === undefined) this.#projects.set(item.projectId, queue);
    queue.items.push(item);
    this.#count(queue, item.bytes);
    while (this.#bytes > this.maxBytes) this.#refuseOne();
  }

  /** Removes the oldest item of the project whose turn it is. */
  shift(): Item | undefined {
    for (const [projectId, queue] of this.#projects) {
      const item = this.#shiftFrom(projectId, queue);
      if (this.#projects.delete(projectId)) this.#projects.set(projectId, queue);
      return item;
    }
    return undefined;
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

  #shiftFrom(projectId: string, queue: ProjectItems<Item>): Item | undefined {
    const item = queue.items[queue.next];
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
