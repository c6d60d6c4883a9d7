import type { Event, EventSummary, Grouping } from '../domain/event';
import type { Project, ProjectFlag } from '../domain/project';
import type { Writers } from '../store/stores';

/** A prepared event with what is stored of it. */
export interface Digestible {
  readonly project: Project;
  readonly event: Event;
  readonly summary: EventSummary;
  readonly grouping: Grouping;
  readonly flags: readonly ProjectFlag[];
  /** The list record as JSON text, without the issue. */
  readonly record: string;
  readonly body: Uint8Array;
}

/** Puts an event into its issue, inside one transaction. The first event of an id stays; a repeat changes nothing. */
export async function digest(stores: Writers, input: Digestible): Promise<void> {
  const { project, event, flags, record, body } = input;
  if (flags.length > 0) await stores.projects.raiseFlags(project.id, flags);
  if (await stores.events.has(project.id, event.eventId)) return;
  const known = await stores.issues.findByHash(project.id, input.grouping.hash);
  const issueId = known === undefined ? await openIssue(stores, input) : await seeIssue(stores, input, known);
  await stores.events.insert({
    projectId: project.id,
    eventId: event.eventId,
    issueId,
    timestamp: event.timestamp,
    record,
    body,
  });
  await stores.events.note(event, project, known === undefined);
}

/** The flags among `flags` that the project does not have yet; those it has cost no statement. */
export function missingFlags(project: Project, flags: readonly ProjectFlag[]): ProjectFlag[] {
  return flags.filter((flag) => !project.flags[flag]);
}

async function seeIssue({ issues }: Writers, { project, event }: Digestible, issueId: string): Promise<string> {
  await issues.see(project.id, issueId, event);
  return issueId;
}

function openIssue({ issues }: Writers, { project, event, summary, grouping }: Digestible): Promise<string> {
  return issues.insert(
    {
      projectId: project.id,
      title: summary.title,
      culprit: summary.culprit,
      type: event.type,
      level: event.level,
      platform: event.platform,
      firstSeen: event.timestamp,
      lastSeen: event.timestamp,
    },
    grouping.hash,
  );
}
