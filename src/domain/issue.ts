import type { Level } from './event';

/** What the events of one cause have in common, as the event tells it that opened the issue. Times and count go on. */
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

/** An issue before it has an id, with the grouping hash that leads to it. */
export type NewIssue = Omit<Issue, 'id' | 'projectId'> & { readonly hash: string };

/** How often an issue was seen once more, and when. */
export type Sighting = Pick<Issue, 'id' | 'firstSeen' | 'lastSeen' | 'timesSeen'>;
