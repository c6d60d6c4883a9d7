/** The position of an event in the list of its project. */
export interface EventKey {
  readonly timestamp: number;
  readonly eventId: string;
}

/** An event that a transaction inserted. */
export interface InsertedEvent extends EventKey {
  readonly project: number;
}

/** A range of keys, both ends included, in which all events belong to removed issues. `first` is older than `last`. */
interface DeletedRange {
  readonly first: EventKey;
  readonly last: EventKey;
}

/**
 * Maximum number of ranges; beyond it, the cache is cleared. Removals leave fewer, and each insert searches all ranges
 * of a project.
 */
const MAX_RANGES = 500;
/** Text that sorts after every event id; appended to an id, it sorts directly after that id. */
export const AFTER = '~';

/**
 * Caches ranges of keys in which all events belong to removed issues and are not deleted yet, so that lists need not
 * read these events again. A range stays valid: a removed event never comes back, and an event inserted into a range
 * splits it.
 */
export class DeletedRangeCache {
  /** The disjoint ranges of each project. */
  private readonly ranges = new Map<number, DeletedRange[]>();
  private count = 0;
  private version: number;

  /**
   * @param uncommitted inserted events that readers may not see yet
   * @param readVersion returns a new number after another process has written to the database
   */
  constructor(
    private readonly uncommitted: readonly InsertedEvent[],
    private readonly readVersion: () => number,
  ) {
    this.version = readVersion();
  }

  /** Clears the cache if another process has written: it may have inserted events. To be called before `findEnd`. */
  refresh(): void {
    const version = this.readVersion();
    if (version !== this.version) this.clear();
    this.version = version;
  }

  /** Returns the other end of the range that contains a key: the newer end if `backwards`, else the older one. */
  findEnd(project: number, key: EventKey, backwards: boolean): EventKey | undefined {
    const range = this.ranges.get(project)?.find((candidate) => includes(candidate, key));
    return backwards ? range?.last : range?.first;
  }

  /** Adds the range between two keys, in any order. All events in it must be hidden from readers. */
  add(project: number, one: EventKey, other: EventKey): void {
    if (this.count >= MAX_RANGES) this.clear();
    const [first, last] = compareKeys(one, other) <= 0 ? [one, other] : [other, one];
    const isApart = (range: DeletedRange) => compareKeys(range.last, first) < 0 || compareKeys(last, range.first) < 0;
    const ranges = this.ranges.get(project) ?? [];
    const merged = ranges.filter((range) => !isApart(range)).reduce(mergeRanges, { first, last });
    this.set(project, [...ranges.filter(isApart), merged]);
    for (const event of this.uncommitted) this.insert(event);
  }

  /** Takes a new event into account, which readers may see. */
  insert({ project, ...key }: InsertedEvent): void {
    const ranges = this.ranges.get(project);
    const range = ranges?.find((candidate) => includes(candidate, key));
    if (ranges === undefined || range === undefined) return;
    this.set(project, ranges.filter((other) => other !== range).concat(splitRange(range, key)));
  }

  /** Removes all ranges of a project. To be called when it has no more events of removed issues. */
  clearProject(project: number): void {
    this.set(project, []);
  }

  private set(project: number, ranges: DeletedRange[]): void {
    this.count += ranges.length - (this.ranges.get(project)?.length ?? 0);
    if (ranges.length === 0) this.ranges.delete(project);
    else this.ranges.set(project, ranges);
  }

  private clear(): void {
    this.ranges.clear();
    this.count = 0;
  }
}

function compareKeys(one: EventKey, other: EventKey): number {
  if (one.timestamp !== other.timestamp) return one.timestamp - other.timestamp;
  return one.eventId === other.eventId ? 0 : one.eventId < other.eventId ? -1 : 1;
}

function includes({ first, last }: DeletedRange, key: EventKey): boolean {
  return compareKeys(first, key) <= 0 && compareKeys(key, last) <= 0;
}

function mergeRanges(one: DeletedRange, other: DeletedRange): DeletedRange {
  return {
    first: compareKeys(one.first, other.first) <= 0 ? one.first : other.first,
    last: compareKeys(one.last, other.last) >= 0 ? one.last : other.last,
  };
}

/**
 * Returns the ranges before and after an event. The first one ends with the millisecond before: the event's preceding
 * id is unknown.
 */
function splitRange({ first, last }: DeletedRange, { timestamp, eventId }: EventKey): DeletedRange[] {
  const sides = [
    { first, last: { timestamp: timestamp - 1, eventId: AFTER } },
    { first: { timestamp, eventId: eventId + AFTER }, last },
  ];
  return sides.filter((side) => compareKeys(side.first, side.last) <= 0);
}
