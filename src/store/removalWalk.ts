import { type Dialect, listedIntegers } from './dialect';
import type { EventKey } from './hiddenStretches';
import { sliceStatements } from './keyset';
import type { Session } from './sql';

/** With fewer events to delete than this, looking for them among all of the project's takes longer than it saves. */
const WORTH_EVENTS = 5_000;
/** Events looked at in one step. */
const WINDOW = 500;
/** Where fewer than one in so many is to be deleted, neighbours share no pages, and they are left for later. */
const SPARSE = 4;

const COUNT = (dialect: Dialect) => `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (SELECT 1 FROM event e
  WHERE e.project_id = ? AND e.issue_id IN (${listedIntegers(dialect)}) LIMIT ?) found`;
const NEWEST = sliceStatements(
  `SELECT e.event_id AS "eventId", e.timestamp AS "timestamp",
    CASE WHEN EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)
      THEN 1 ELSE 0 END AS "isGone"
  FROM event e WHERE e.project_id = ?`,
  { columns: ['e.timestamp', 'e.event_id'], descending: true },
);

type Seen = EventKey & { isGone: number };

/**
 * Where reclaiming is on its way through a project's events, newest first. Neighbours in time are neighbours on the disk too, and
 * deleting them together touches a fraction of the pages. It is kept in memory alone: what a walk has passed over, or a new one
 * does not find, is found by its issue in the end.
 */
export class RemovalWalk {
  private project: number | undefined;
  private at: EventKey | undefined;
  private isOver = false;

  /**
   * The next events to delete, at most `limit` of them; none does not mean that the walk is over.
   * @param issues removed issues of the project as a JSON list
   * @returns undefined if there is nothing to walk for, or the walk is over
   */
  async next(session: Session, project: number, issues: string, limit: number): Promise<string[] | undefined> {
    if (this.project !== project) await this.begin(session, project, issues);
    if (this.isOver) return undefined;
    const key = this.at === undefined ? [] : [this.at.timestamp, this.at.eventId];
    const cursor = this.at === undefined ? null : { key: [], backwards: false, inclusive: false };
    const window = await session.all<Seen>(NEWEST(cursor), [project, ...key, WINDOW]);
    const gone = window.filter(({ isGone }) => isGone === 1).slice(0, limit);
    const last = gone.length === limit ? gone.at(-1) : window.at(-1);
    this.at = last;
    this.isOver = last === undefined;
    const isSparse = last !== undefined && gone.length * SPARSE < window.indexOf(last) + 1;
    return isSparse ? [] : gone.map(({ eventId }) => eventId);
  }

  /** Another removal begins another walk. */
  end(): void {
    this.project = undefined;
  }

  private async begin(session: Session, project: number, issues: string): Promise<void> {
    const found = await session.one<{ count: number }>(COUNT, [project, issues, WORTH_EVENTS]);
    this.project = project;
    this.at = undefined;
    this.isOver = (found?.count ?? 0) < WORTH_EVENTS;
  }
}
