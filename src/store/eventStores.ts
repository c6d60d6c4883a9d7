import type { EventLabels } from '../domain/event';
import type { Issue } from '../domain/issue';
import type { OutcomeCount } from '../domain/outcome';
import type { Page, PageRequest } from '../domain/page';
import type { Project } from '../domain/project';

/** An event's list columns. */
export interface EventRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  /** The contract's list record as JSON text, without its `groupID`. */
  readonly record: string;
}

/** An event with its body, as `domain/eventBody` packs it. */
export interface FullEventRow extends EventRow {
  readonly body: Uint8Array;
}

export interface EventReader {
  /** Newest first: timestamp, then id, both descending (decisions.md D15). */
  list(projectId: string, page: PageRequest): Promise<Page<EventRow>>;
  /** The same list with bodies. */
  listFull(projectId: string, page: PageRequest): Promise<Page<FullEventRow>>;
  /** The events of an issue in the same order, and with bodies. */
  listOfIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>>;
  listFullOfIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<FullEventRow>>;
  find(projectId: string, eventId: string): Promise<FullEventRow | undefined>;
}

/** What a project is to the events that tell of it. */
export type NotedProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent'>;

export interface EventWriter extends EventReader {
  /** Which of these ids this project has (and shows) an event of. */
  known(projectId: string, eventIds: readonly string[]): Promise<Set<string>>;
  /** @throws Conflict if an id is taken */
  insert(projectId: string, rows: readonly FullEventRow[]): Promise<void>;
  /**
   * Notes what events tell about their project (first event, platform, environment) and about their releases.
   * @param beginners those of them that open an issue
   */
  note(project: NotedProject, events: readonly EventLabels[], beginners?: readonly EventLabels[]): Promise<void>;
}

export interface OutcomeReader {
  /** Counts of the hours that began from `from` on and before `to`, oldest first. */
  list(projectId: string, span: { from: number; to: number }): Promise<OutcomeCount[]>;
  /** How many events were accepted in the busiest hour since then; 0 if none were. */
  busiestHour(projectId: string, since: number): Promise<number>;
}

export interface OutcomeWriter extends OutcomeReader {
  /** Adds to the counts of projects. */
  add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void>;
  /** Removes the counts of hours that began before then. */
  prune(projectId: string, before: number): Promise<void>;
}
