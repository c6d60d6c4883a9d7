import type { components } from '../../../generated/api';
import { NotFound } from '../../domain/errors';
import {
  type GroupingPreview,
  MAX_REGROUPED_EVENTS,
  type Regrouping,
  comparePreview,
  sentenceOf,
} from '../../domain/groupingPreview';
import { formatShortId } from '../../domain/issue';
import type { Project } from '../../domain/project';
import { presentTime } from '../../presenters/format';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findProject } from '../subjects';

type PreviewRecord = components['schemas']['GroupingPreview'];
type ApplicationRecord = components['schemas']['GroupingApplication'];

/** Maximum number of changed issues in a reply. */
const MAX_CHANGES = 100;
/** Maximum number of parts of a changed issue, and of issues that a part joins. */
const MAX_PARTS = 20;

/** Returns the last preview of a project, with the changes found so far. */
export const getGroupingPreview = operation('getGroupingPreview', {
  subject: findProject,

  async handle({ project, read, now }) {
    const body = await read(async (stores) => {
      const preview = await stores.groupingPreviews.find(project.id);
      return preview && presentPreview(stores, preview, project, now);
    });
    if (body === undefined) throw new NotFound('Grouping preview not found');
    return { status: 200, body };
  },
});

/** Presents a preview, with the titles of the issues that it would change, and its application if it was applied. */
export async function presentPreview(
  { groupingPreviews, issues, issueChanges, regroupings }: Readers,
  preview: GroupingPreview,
  { id: projectId, slug }: Pick<Project, 'id' | 'slug'>,
  now: number,
): Promise<PreviewRecord> {
  const regrouping = await regroupings.find(projectId);
  const undoable = await issueChanges.listUndoable(projectId, regrouping ? [regrouping.changeId] : [], now);
  const hashes = [...new Set(preview.groups.map(({ hash }) => hash))];
  const owners = await groupingPreviews.findIssues(projectId, hashes);
  const { stay, changes } = comparePreview(preview.groups, owners);
  const presented = changes.slice(0, MAX_CHANGES);
  const issueIds = new Set(
    presented.flatMap(({ issueId, groups }) => [
      issueId,
      ...groups.slice(0, MAX_PARTS).flatMap(({ joins }) => joins.slice(0, MAX_PARTS)),
    ]),
  );
  const names = new Map<string, { readonly title: string; readonly shortId: string }>();
  for (const id of issueIds) {
    const issue = await issues.find(projectId, id);
    if (issue !== undefined) names.set(id, { title: issue.title, shortId: formatShortId(slug, issue.number) });
  }
  const countOf = (outcome: 'split' | 'join') => changes.filter((change) => change.outcome === outcome).length;
  return {
    id: preview.id,
    status: preview.isDone ? 'done' : 'running',
    dateCreated: presentTime(preview.requestedAt),
    settings: preview.draft as PreviewRecord['settings'],
    eventsRead: preview.lookedAt,
    maxEvents: MAX_REGROUPED_EVENTS,
    issues: { stay, split: countOf('split'), join: countOf('join') },
    changes: presented.flatMap(({ issueId, outcome, events, groups }) => {
      const issue = names.get(issueId);
      if (issue === undefined) return [];
      const parts = groups.slice(0, MAX_PARTS).map(({ events: count, eventId, joins }) => ({
        events: count,
        exampleEvent: eventId,
        joins: joins.slice(0, MAX_PARTS).flatMap((id) => names.get(id)?.shortId ?? []),
      }));
      return [{ id: issueId, ...issue, outcome, events, groups: parts }];
    }),
    ...(regrouping !== undefined && { application: presentApplication(regrouping, undoable) }),
  };
}

const STATUS_OF: Readonly<Record<Regrouping['phase'], ApplicationRecord['status']>> = {
  hashing: 'running',
  moving: 'running',
  done: 'done',
  restoring: 'undoing',
  returning: 'undoing',
  undone: 'undone',
};

function presentApplication(regrouping: Regrouping, undoable: ReadonlySet<string>): ApplicationRecord {
  const { id, phase, appliedAt, changeId, eventsRead, hasOlderEvents, counts } = regrouping;
  const { moved, ...issues } = counts;
  return {
    ...{ id, status: STATUS_OF[phase], dateCreated: presentTime(appliedAt) },
    ...(undoable.has(changeId) && { changeId }),
    ...{ eventsRead, eventsMoved: moved, issues, hasOlderEvents, sentence: sentenceOf(regrouping) },
  };
}
