/** An event's place in the list of its project. */
export interface EventKey {
  readonly timestamp: number;
  readonly eventId: string;
}

/** An event that a transaction has inserted. */
export interface InsertedEvent extends EventKey {
  readonly project: number;
}

/** Places from `first` to `last`, both included, older ones first, between which every event is one of a removed issue. */
interface DeletedRange {
  readonly first: EventKey;
  readonly last: EventKey;
}

/** More than removals leave; beyond it, what is known is found out again. Inserting looks through all of them. */
const MAX_RANGES = 500;
/** Comes after every event id, and in a key after its own. */
const AFTER = '~';

/**
 * Where lists have nothing to show because issues were removed and their events are not deleted yet, so that they need not look
 * at these events again and again. What is known here stays true: an event that is gone never comes back, and one that is
 * inserted in such a place divides it.
 */
export class DeletedRangeCache {
  /** Of each project, in the order of its events and apart. */
  private readonly known = new Map<number, DeletedRange[]>();
  private count = 0;
  private version: number;

  /**
   * @param fresh inserted events that readers may not see yet
   * @param readVersion another number whenever another process has written to the database
   */
  constructor(
    private readonly fresh: readonly InsertedEvent[],
    private readonly readVersion: () => number,
  ) {
    this.version = readVersion();
  }

  /** To be called before rows are read that what is known decides on: another process may have inserted events. */
  refresh(): void {
    const version = this.readVersion();
    if (version !== this.version) this.clear();
    this.version = version;
  }

  /** The other end of the stretch that a place is in; backwards means towards newer events. */
  findEnd(project: number, place: EventKey, backwards: boolean): EventKey | undefined {
    const stretch = this.known.get(project)?.find((candidate) => includes(candidate, place));
    return backwards ? stretch?.last : stretch?.first;
  }

  /** All events between two places, and at them, are hidden from readers. */
  add(project: number, one: EventKey, other: EventKey): void {
    if (this.count >= MAX_RANGES) this.clear();
    const [first, last] = compare(one, other) <= 0 ? [one, other] : [other, one];
    const stretches = this.known.get(project) ?? [];
    const apart = stretches.filter((other) => compare(other.last, first) < 0 || compare(last, other.first) < 0);
    const joined = stretches.filter((other) => !apart.includes(other)).reduce(mergeRanges, { first, last });
    this.set(project, [...apart, joined]);
    for (const key of this.fresh) this.insert(key);
  }

  /** An event is there that may be shown. */
  insert({ project, ...key }: InsertedEvent): void {
    const stretches = this.known.get(project);
    const stretch = stretches?.find((candidate) => includes(candidate, key));
    if (stretches === undefined || stretch === undefined) return;
    this.set(project, stretches.filter((other) => other !== stretch).concat(splitRange(stretch, key)));
  }

  /** Nothing of the project is hidden any more. */
  clearProject(project: number): void {
    this.set(project, []);
  }

  private set(project: number, stretches: DeletedRange[]): void {
    this.count += stretches.length - (this.known.get(project)?.length ?? 0);
    if (stretches.length === 0) this.known.delete(project);
    else this.known.set(project, stretches);
  }

  private clear(): void {
    this.known.clear();
    this.count = 0;
  }
}

function compare(one: EventKey, other: EventKey): number {
  if (one.timestamp !== other.timestamp) return one.timestamp - other.timestamp;
  return one.eventId === other.eventId ? 0 : one.eventId < other.eventId ? -1 : 1;
}

function includes({ first, last }: DeletedRange, place: EventKey): boolean {
  return compare(first, place) <= 0 && compare(place, last) <= 0;
}

function mergeRanges(one: DeletedRange, other: DeletedRange): DeletedRange {
  return {
    first: compare(one.first, other.first) <= 0 ? one.first : other.first,
    last: compare(one.last, other.last) >= 0 ? one.last : other.last,
  };
}

/** What remains on both sides of an event; of its own millisecond only what comes after it. */
function splitRange({ first, last }: DeletedRange, { timestamp, eventId }: EventKey): DeletedRange[] {
  const sides = [
    { first, last: { timestamp: timestamp - 1, eventId: AFTER } },
    { first: { timestamp, eventId: eventId + AFTER }, last },
  ];
  return sides.filter((side) => compare(side.first, side.last) <= 0);
}
