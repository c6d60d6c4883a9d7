import type { Level } from './event';

/** What every event of one issue has in common, as its newest event tells it. */
export interface Issue {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly type: 'error' | 'default';
  readonly level: Level;
  readonly platform: string;
  /** Milliseconds since 1970, UTC. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly timesSeen: number;
}
