import type { components } from '../../../client/createClient';
import type { en } from '../../texts/en/issue';
import { membersOf } from './eventParts';

type ActivityTexts = (typeof en)['activitySentences'];

type Entry = Pick<components['schemas']['IssueActivity'], 'type' | 'user' | 'data'>;
type NameOf = (type: unknown, id: unknown) => string | null;

/** The parts of an activity, from which its sentence is made. */
interface SentenceParts {
  readonly texts: ActivityTexts;
  /** The name of the member who did it, or of the service. */
  readonly who: string;
  readonly data: Entry['data'];
  /** Returns a text of the data; null if it has none of this name. */
  readonly text: (name: string) => string | null;
  /** Returns a number of the data as it is shown; null if it has none of this name. */
  readonly number: (name: string) => string | null;
  /** Returns the short id of another issue in the data; null if it has none of this name. */
  readonly other: (name: string) => string | null;
  readonly nameOf: NameOf;
}

/** The sentences by the types of activities. */
const SENTENCES: Readonly<Record<string, (parts: SentenceParts) => string>> = {
  first_seen: ({ texts }) => texts.first_seen,
  set_resolved: ({ texts, who, text }) => {
    const isRecovery = text('reason') === 'monitorRecovered';
    return isRecovery ? texts.resolvedByMonitor(text('monitor') ?? '?') : texts.resolved(who);
  },
  set_resolved_in_release: ({ texts, who, text }) => {
    const version = text('version');
    return version === null ? texts.resolvedInNextRelease(who) : texts.resolvedInRelease(who, version);
  },
  set_resolved_in_commit: ({ texts, who, data, text }) => {
    const commit = text('commit') ?? membersOf(data['commit'])?.['id'];
    return texts.resolvedInCommit(who, typeof commit === 'string' ? commit.slice(0, 12) : '?', text('version'));
  },
  set_resolved_by_age: ({ texts, number }) => texts.resolvedByAge(number('hours') ?? '?'),
  set_unresolved: reopenedSentence,
  set_ignored: (parts) => parts.texts.ignored(parts.who, untilText(parts)),
  set_regression: ({ texts, text }) => texts.regression(text('release')),
  set_escalating: ({ texts }) => texts.escalating,
  assigned: assignedSentence,
  unassigned: ({ texts, who }) => texts.unassigned(who),
  comment: ({ texts, who }) => texts.comment(who),
  deleted_attachment: ({ texts, who, text }) => texts.deletedAttachment(who, text('name') ?? '?'),
  merge: ({ texts, who, data }) => {
    const names = mergedIssues(data).map(({ shortId, title }) => `${shortId} (${title})`);
    return texts.merge(who, names.join(', '));
  },
  unmerge: ({ texts, who, other }) => {
    const [into, from] = [other('into'), other('from')];
    return into === null ? texts.unmergeFrom(who, from ?? '?') : texts.unmergeInto(who, into);
  },
  undo: ({ texts, who, other }) => {
    const [into, from] = [other('into'), other('from')];
    if (into !== null) return texts.undoMergeInto(who, into);
    return from === null ? texts.undo(who) : texts.undoMergeFrom(who, from);
  },
};

/**
 * Returns the sentence about an activity of an issue. An activity of a type that is unknown here is named by its type.
 */
export function activitySentence(
  { type, user, data }: Entry,
  texts: ActivityTexts,
  format: { readonly number: (value: number) => string },
  nameOf: NameOf,
): string {
  const who = user?.name ?? user?.email ?? texts.service;
  const sentence = Object.hasOwn(SENTENCES, type) ? SENTENCES[type] : undefined;
  if (sentence === undefined) return texts.unknown(who, type);
  return sentence({
    texts,
    who,
    data,
    text: (name) => (typeof data[name] === 'string' ? data[name] : null),
    number: (name) => (typeof data[name] === 'number' ? format.number(data[name]) : null),
    other: (name) => {
      const shortId = membersOf(data[name])?.['shortId'];
      return typeof shortId === 'string' ? shortId : null;
    },
    nameOf,
  });
}

/** Says that a comment was edited, and by whom unless that is its author or unknown. The time follows. */
export function editorSentence({ user, data }: Entry, texts: ActivityTexts, nameOf: NameOf): string {
  const id = data['editedBy'];
  if (typeof id !== 'string' || id === user?.id) return texts.edited;
  return texts.editedBy(nameOf('user', id) ?? texts.member(id));
}

/** Returns the issues that an activity says to be merged; none if it is about something else. */
export function mergedIssues(data: Entry['data']): readonly { readonly shortId: string; readonly title: string }[] {
  const issues = Array.isArray(data['issues']) ? data['issues'].map(membersOf) : [];
  return issues.map((issue) => ({ shortId: String(issue?.['shortId']), title: String(issue?.['title']) }));
}

function reopenedSentence({ texts, who, text }: SentenceParts): string {
  const reason = text('reason');
  if (reason === 'ignoreUntil') return texts.reopenedByTime;
  if (reason === 'ignoreCount') return texts.reopenedByCount;
  return reason === 'ignoreUserCount' ? texts.reopenedByUsers : texts.unresolved(who);
}

function assignedSentence({ texts, who, data, text, nameOf }: SentenceParts): string {
  const id = text('assignee') ?? '?';
  const isTeam = data['assigneeType'] === 'team';
  const name = nameOf(data['assigneeType'], id) ?? (isTeam ? texts.team(id) : texts.member(id));
  const [rule, monitor] = [text('rule'), text('monitor')];
  if (monitor !== null) return texts.assignedByMonitor(name, monitor);
  return rule === null ? texts.assigned(who, name) : texts.assignedByRule(name, rule);
}

/** Says until when an issue is ignored; nothing if that is for good. */
function untilText({ texts, data, number }: SentenceParts): string {
  const minutes = number('minutes');
  const [events, eventMinutes] = [number('events'), number('window')];
  const [users, userMinutes] = [number('users'), number('userWindow')];
  return [
    minutes === null ? '' : texts.forMinutes(minutes),
    events === null ? '' : texts.untilEvents(events) + (eventMinutes === null ? '' : texts.within(eventMinutes)),
    users === null ? '' : texts.untilUsers(users) + (userMinutes === null ? '' : texts.within(userMinutes)),
    data['untilEscalating'] === true ? texts.untilEscalating : '',
  ].join('');
}
