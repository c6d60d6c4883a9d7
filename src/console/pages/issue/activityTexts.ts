import type { components } from '../../../client/createClient';
import type { Format } from '../../components/time';
import { defineTexts } from '../../state/texts';
import { membersOf } from './eventParts';

/** Texts for the activities of an issue. */
export const ACTIVITY_TEXTS = defineTexts({
  en: {
    service: 'Culprit',
    first_seen: 'The issue was first seen.',
    resolved: (who: string) => `${who} resolved the issue.`,
    resolvedInNextRelease: (who: string) => `${who} resolved the issue in the next release.`,
    resolvedInRelease: (who: string, version: string) => `${who} resolved the issue in ${version}.`,
    resolvedInCommit: (who: string, commit: string, version: string | null) =>
      `${who} resolved the issue by commit ${commit}${version === null ? ', once a release has it' : `, which ${version} has`}.`,
    resolvedByAge: (hours: string) => `Resolved by itself: it had no event for ${hours} hours.`,
    unresolved: (who: string) => `${who} reopened the issue.`,
    reopenedByTime: 'Reopened: the time for which it was ignored is over.',
    reopenedByCount: 'Reopened: it had as many events as it was ignored for.',
    reopenedByUsers: 'Reopened: it affected as many users as it was ignored for.',
    ignored: (who: string, until: string) => `${who} ignored the issue${until}.`,
    forMinutes: (minutes: string) => ` for ${minutes} minutes`,
    untilEvents: (count: string) => ` until ${count} more events`,
    untilUsers: (count: string) => ` until ${count} more users`,
    within: (minutes: string) => ` within ${minutes} minutes`,
    untilEscalating: ' until it escalates',
    regression: (release: string | null) =>
      release === null
        ? 'Regressed: a new event reopened the issue.'
        : `Regressed: an event of ${release} reopened the issue.`,
    escalating: 'Escalating: it has more events than before.',
    assigned: (who: string, name: string) => `${who} assigned the issue to ${name}.`,
    assignedByRule: (name: string, rule: string) => `Assigned to ${name} by the ownership rule ${rule}.`,
    unassigned: (who: string) => `${who} assigned the issue to nobody.`,
    member: (id: string) => `member ${id}`,
    team: (id: string) => `team ${id}`,
    comment: (who: string) => `${who} wrote:`,
    merge: (who: string, issues: string) => `${who} merged ${issues} into this issue.`,
    unmergeInto: (who: string, other: string) => `${who} moved events of this issue to the new issue ${other}.`,
    unmergeFrom: (who: string, other: string) => `${who} made this issue of events of ${other}.`,
    undo: (who: string) => `${who} undid the last change.`,
    undoMergeInto: (who: string, other: string) => `${who} undid a merge: events moved back to ${other}.`,
    undoMergeFrom: (who: string, other: string) => `${who} undid the merge of this issue into ${other}.`,
    unknown: (who: string, type: string) => `${who}: ${type}`,
  },
  de: {
    service: 'Culprit',
    first_seen: 'Das Issue wurde zum ersten Mal gesehen.',
    resolved: (who) => `${who} hat das Issue gelöst.`,
    resolvedInNextRelease: (who) => `${who} hat das Issue im nächsten Release gelöst.`,
    resolvedInRelease: (who, version) => `${who} hat das Issue in ${version} gelöst.`,
    resolvedInCommit: (who, commit, version) =>
      `${who} hat das Issue durch Commit ${commit} gelöst${version === null ? ', sobald ein Release ihn hat' : `, den ${version} hat`}.`,
    resolvedByAge: (hours) => `Von selbst gelöst: Es hatte ${hours} Stunden lang kein Event.`,
    unresolved: (who) => `${who} hat das Issue wieder geöffnet.`,
    reopenedByTime: 'Wieder geöffnet: Die Zeit, für die es ignoriert war, ist vorbei.',
    reopenedByCount: 'Wieder geöffnet: Es hatte so viele Events, wie es ignoriert war.',
    reopenedByUsers: 'Wieder geöffnet: Es betraf so viele Nutzer, wie es ignoriert war.',
    ignored: (who, until) => `${who} ignoriert das Issue${until}.`,
    forMinutes: (minutes) => ` für ${minutes} Minuten`,
    untilEvents: (count) => ` bis zu ${count} weiteren Events`,
    untilUsers: (count) => ` bis zu ${count} weiteren Nutzern`,
    within: (minutes) => ` innerhalb von ${minutes} Minuten`,
    untilEscalating: ', bis es zunimmt',
    regression: (release) =>
      release === null
        ? 'Wieder aufgetreten: Ein neues Event hat das Issue geöffnet.'
        : `Wieder aufgetreten: Ein Event von ${release} hat das Issue geöffnet.`,
    escalating: 'Es nimmt zu: Es hat mehr Events als zuvor.',
    assigned: (who, name) => `${who} hat das Issue ${name} zugewiesen.`,
    assignedByRule: (name, rule) => `${name} zugewiesen durch die Zuständigkeitsregel ${rule}.`,
    unassigned: (who) => `${who} hat das Issue niemandem zugewiesen.`,
    member: (id) => `Mitglied ${id}`,
    team: (id) => `Team ${id}`,
    comment: (who) => `${who} schrieb:`,
    merge: (who, issues) => `${who} hat ${issues} in dieses Issue zusammengeführt.`,
    unmergeInto: (who, other) => `${who} hat Events dieses Issues in das neue Issue ${other} verschoben.`,
    unmergeFrom: (who, other) => `${who} hat dieses Issue aus Events von ${other} gemacht.`,
    undo: (who) => `${who} hat die letzte Änderung rückgängig gemacht.`,
    undoMergeInto: (who, other) =>
      `${who} hat eine Zusammenführung rückgängig gemacht: Events sind wieder in ${other}.`,
    undoMergeFrom: (who, other) => `${who} hat die Zusammenführung dieses Issues in ${other} rückgängig gemacht.`,
    unknown: (who, type) => `${who}: ${type}`,
  },
});

type ActivityTexts = (typeof ACTIVITY_TEXTS)['en'];

type Entry = Pick<components['schemas']['IssueActivity'], 'type' | 'user' | 'data'>;
type NameOf = (type: unknown, id: unknown) => string | null;

/** The parts of an activity, from which its sentence is made. */
interface Parts {
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
const SENTENCES: Readonly<Record<string, (parts: Parts) => string>> = {
  first_seen: ({ texts }) => texts.first_seen,
  set_resolved: ({ texts, who }) => texts.resolved(who),
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
  merge: ({ texts, who, data }) => {
    const issues = Array.isArray(data['issues']) ? data['issues'].map(membersOf) : [];
    const names = issues.map((issue) => `${String(issue?.['shortId'])} (${String(issue?.['title'])})`);
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
  format: Pick<Format, 'number'>,
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

function reopenedSentence({ texts, who, text }: Parts): string {
  const reason = text('reason');
  if (reason === 'ignoreUntil') return texts.reopenedByTime;
  if (reason === 'ignoreCount') return texts.reopenedByCount;
  return reason === 'ignoreUserCount' ? texts.reopenedByUsers : texts.unresolved(who);
}

function assignedSentence({ texts, who, data, text, nameOf }: Parts): string {
  const id = text('assignee') ?? '?';
  const isTeam = data['assigneeType'] === 'team';
  const name = nameOf(data['assigneeType'], id) ?? (isTeam ? texts.team(id) : texts.member(id));
  const rule = text('rule');
  return rule === null ? texts.assigned(who, name) : texts.assignedByRule(name, rule);
}

/** Says until when an issue is ignored; nothing if that is for good. */
function untilText({ texts, data, number }: Parts): string {
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
