import type { components } from '../../generated/api';
import type { Activity } from '../domain/activity';
import { presentTime } from './format';

/** Presents an activity of an issue. */
export function presentActivity(activity: Activity): components['schemas']['IssueActivity'] {
  const { memberId, email } = activity;
  return {
    id: activity.id,
    type: activity.type,
    user: memberId === null ? null : { id: memberId, name: email, email },
    data: { ...activity.data },
    dateCreated: presentTime(activity.dateCreated),
  };
}

/** Presents a comment on an issue. */
export function presentComment(comment: Activity): components['schemas']['IssueComment'] {
  const { text } = comment.data;
  return { ...presentActivity(comment), type: 'comment', data: { text: typeof text === 'string' ? text : '' } };
}
