import type { components } from '../../generated/api';
import { formatShortId, type Issue } from '../domain/issue';
import type { Project } from '../domain/project';
import { presentTime } from './format';

type IssueRecord = components['schemas']['Issue'];

/** Presents an issue. */
export function presentIssue(issue: Issue, project: Pick<Project, 'id' | 'slug' | 'name' | 'platform'>): IssueRecord {
  const { id, slug, name, platform } = project;
  return {
    id: issue.id,
    shortId: formatShortId(slug, issue.number),
    title: issue.title,
    culprit: issue.culprit,
    type: issue.type,
    level: issue.level,
    platform: issue.platform,
    project: { id, slug, name, platform },
    status: issue.status,
    substatus: issue.substatus,
    statusDetails: issue.isAutoResolved ? { autoResolved: true } : {},
    count: String(issue.timesSeen),
    userCount: issue.userCount,
    firstSeen: presentTime(issue.firstSeen),
    lastSeen: presentTime(issue.lastSeen),
  };
}
