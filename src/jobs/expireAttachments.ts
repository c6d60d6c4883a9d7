import { DAY_MS, HOUR_MS } from '../domain/time';
import { groupBy } from '../domain/groups';
import type { AttachmentPosition, OwnedAttachment } from '../store/attachments';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

/** Number of attachments that one step checks. */
const CHECKED_PER_STEP = 500;
/** Time for which a file is kept whose event has not arrived. */
const ORPHAN_MS = DAY_MS;

/**
 * Deletes attachments that are too old, and those whose event is not stored: it was removed, has expired, or has never
 * arrived. Goes through all attachments and looks up their events, so that the removal of events needs to know nothing
 * of their files.
 */
export class ExpireAttachmentsJob implements BackgroundJob {
  readonly name = 'deleting expired attachments';
  readonly idleMs = HOUR_MS;
  #position: AttachmentPosition | undefined;

  /**
   * @param days number of days that attachments are kept; 0 keeps them as long as their event
   * @param clock milliseconds since 1970, UTC
   */
  constructor(
    private readonly database: Database,
    private readonly days: number,
    private readonly clock: () => number = Date.now,
  ) {}

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(): Promise<boolean> {
    const now = this.clock();
    const next = await this.database.read(({ attachments }) => attachments.listNext(this.#position, CHECKED_PER_STEP));
    const last = next.at(-1);
    if (last !== undefined) {
      const expired = await this.#findExpired(next, now);
      if (expired.length > 0) {
        const isDone = await this.database.exclusively(async ({ attachments }) => {
          await attachments.delete(expired, now);
          return true;
        });
        // Another process is at work; the step is repeated.
        if (isDone === undefined) return true;
      }
    }
    this.#position = last && { projectId: last.projectId, eventId: last.eventId };
    return last !== undefined;
  }

  async #findExpired(attachments: readonly OwnedAttachment[], now: number): Promise<OwnedAttachment[]> {
    const oldest = this.days === 0 ? -Infinity : now - this.days * DAY_MS;
    const expired: OwnedAttachment[] = [];
    for (const [projectId, own] of groupBy(attachments, (attachment) => attachment.projectId)) {
      const ids = [...new Set(own.map(({ eventId }) => eventId))];
      const { visible, removed } = await this.database.read(({ events }) => events.findStoredIds(projectId, ids));
      expired.push(
        ...own.filter(({ eventId, dateCreated }) => {
          if (dateCreated < oldest || removed.includes(eventId)) return true;
          return dateCreated < now - ORPHAN_MS && !visible.has(eventId);
        }),
      );
    }
    return expired;
  }
}
