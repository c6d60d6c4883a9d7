import { setImmediate } from 'node:timers/promises';
import type { Cursor } from '../domain/page';
import type { EventKey, HiddenStretches } from './hiddenStretches';
import { type SliceStatements, sliceStatements } from './keyset';
import type { Session } from './sql';
import type { EventRow } from './eventStores';

/** Events looked at in one go; others are served in between. */
const WINDOW = 500;

/** An event is gone with its issue, however long its row stays. */
export const SHOWN = `NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)`;

/** The order of all lists of events. */
export const ORDER = { columns: ['e.timestamp', 'e.event_id'], descending: true };
const ANY_REMOVED = 'SELECT 1 AS "found" FROM removed_issue WHERE project_id = ? LIMIT 1';
const PLACES = sliceStatements(
  'SELECT e.timestamp AS "timestamp", e.event_id AS "eventId" FROM event e WHERE e.project_id = ?',
  ORDER,
);

/** Rows whose records are not read: of most windows none is shown. */
const IN_WINDOW = sliceStatements(
  'SELECT e.project_id, e.event_id, e.issue_id FROM event e WHERE e.project_id = ?',
  ORDER,
);
const SHOWN_IN_WINDOW = 'NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = ? AND r.issue_id = w.issue_id)';
const PLACED = extended(PLACES, (slice) => `${slice} OFFSET ?`);

/** How a list of events is read: where no issue is removed, as a whole, and from a window of so many rows. */
export interface EventStatements {
  readonly plain: SliceStatements;
  readonly whole: SliceStatements;
  readonly window: SliceStatements;
}

/** The statements that read these columns of events. */
export function eventStatements(columns: string): EventStatements {
  return {
    plain: sliceStatements(`SELECT ${columns} FROM event e WHERE e.project_id = ?`, ORDER),
    whole: sliceStatements(`SELECT ${columns} FROM event e WHERE e.project_id = ? AND ${SHOWN}`, ORDER),
    window: extended(
      IN_WINDOW,
      (slice) => `SELECT ${columns} FROM (${slice}) w CROSS JOIN event e
      WHERE ${SHOWN_IN_WINDOW} AND e.project_id = ? AND e.event_id = w.event_id LIMIT ?`,
    ),
  };
}

/** Statements made of others, once each: they are found again by identity. */
function extended(statements: SliceStatements, extend: (slice: string) => string): SliceStatements {
  const known = new Map<string, string>();
  return (cursor) => {
    const slice = statements(cursor);
    const made = known.get(slice) ?? extend(slice);
    known.set(slice, made);
    return made;
  };
}

/**
 * Reads a slice of a project's list. While events of removed issues wait to be deleted it goes in windows, and passes over what
 * is known to hold nothing else: however many they are, nobody waits long for this one, nor this one for them twice.
 */
export async function readEventSlice<Row extends EventRow>(
  session: Session,
  statements: EventStatements,
  request: { project: number; cursor: Cursor | null; limit: number },
): Promise<Row[]> {
  const { project, cursor, limit } = request;
  const { stretches } = session;
  const read = (slices: SliceStatements) => session.all<Row>(slices(cursor), [project, ...keyOf(cursor), limit]);
  if (stretches === undefined) return read(statements.whole);
  if ((await session.one(ANY_REMOVED, [project])) === undefined) {
    stretches.forget(project);
    return read(statements.plain);
  }
  return new Walk<Row>(session, stretches, statements, project).read(cursor, limit);
}

class Walk<Row extends EventRow> {
  constructor(
    private readonly session: Session,
    private readonly stretches: HiddenStretches,
    private readonly statements: EventStatements,
    private readonly project: number,
  ) {}

  async read(cursor: Cursor | null, limit: number): Promise<Row[]> {
    const backwards = cursor?.backwards ?? false;
    const rows: Row[] = [];
    let from = cursor;
    for (;;) {
      this.stretches.refresh();
      const next = await this.place(from, 1);
      if (next === undefined) return rows;
      const end =
        this.stretches.endFrom(this.project, next, backwards) ?? (await this.readWindow({ from, next, limit, rows }));
      if (end === undefined || rows.length === limit) return rows;
      from = { key: [String(end.timestamp), end.eventId], backwards, inclusive: false };
    }
  }

  /** Adds what a window shows; answers where it ends, or undefined if the list ends in it. What shows nothing is remembered. */
  private async readWindow(at: {
    from: Cursor | null;
    next: EventKey;
    limit: number;
    rows: Row[];
  }): Promise<EventKey | undefined> {
    const { from, next, limit, rows } = at;
    const { project } = this;
    const values = [project, ...keyOf(from), WINDOW, project, project, limit - rows.length];
    const shown = await this.session.all<Row>(this.statements.window(from), values);
    const end = await this.place(from, WINDOW);
    rows.push(...shown);
    if (shown.length > 0 || end === undefined) return end;
    this.stretches.learn(this.project, this.joint(from) ?? next, end);
    await setImmediate();
    return end;
  }

  /** The place the walk comes from, if it is one that is passed over: the window continues it. */
  private joint(from: Cursor | null): EventKey | undefined {
    if (from === null) return undefined;
    const [timestamp, eventId = ''] = from.key;
    const place = { timestamp: Number(timestamp), eventId };
    return this.stretches.endFrom(this.project, place, from.backwards) === undefined ? undefined : place;
  }

  /** The place of the row of that number, counted from 1. */
  private place(from: Cursor | null, number: number): Promise<EventKey | undefined> {
    return this.session.one<EventKey>(PLACED(from), [this.project, ...keyOf(from), 1, number - 1]);
  }
}

/** The values of a cursor's key. */
export function keyOf(cursor: Cursor | null): (number | string)[] {
  const [timestamp, eventId = ''] = cursor?.key ?? [];
  return cursor === null ? [] : [Number(timestamp), eventId];
}
