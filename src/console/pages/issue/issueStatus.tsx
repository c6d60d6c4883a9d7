import type { ShownIssue } from './eventParts';
import type { ReactNode } from 'react';
import { type Format, useFormat } from '../../components/time';
import { defineTexts, useTexts } from '../../state/texts';

const TEXTS = defineTexts({
  en: {
    new: 'New',
    ongoing: 'Unresolved',
    regressed: 'Regressed',
    escalating: 'Escalating',
    unresolved: 'Unresolved',
    resolved: 'Resolved',
    ignored: 'Ignored',
    ignoredForever: 'Ignored for good',
    autoResolved: 'Resolved: no event for a long time',
    inRelease: (version: string) => `Resolved in ${version}`,
    inNextRelease: 'Resolved in the next release',
    inCommit: (commit: string) => `Resolved by commit ${commit}, once a release has it`,
    until: (time: string) => `Ignored until ${time}`,
    untilEvents: (count: string) => `Ignored until ${count} more events`,
    untilUsers: (count: string) => `Ignored until ${count} more users`,
    untilEscalating: 'Ignored until it escalates',
    untilMore: (count: string) => `Ignored until more than ${count} events in an hour`,
    within: (minutes: string) => ` within ${minutes} minutes`,
  },
  de: {
    new: 'Neu',
    ongoing: 'Ungelöst',
    regressed: 'Wieder aufgetreten',
    escalating: 'Nimmt zu',
    unresolved: 'Ungelöst',
    resolved: 'Gelöst',
    ignored: 'Ignoriert',
    ignoredForever: 'Dauerhaft ignoriert',
    autoResolved: 'Gelöst: lange kein Event',
    inRelease: (version) => `Gelöst in ${version}`,
    inNextRelease: 'Gelöst im nächsten Release',
    inCommit: (commit) => `Gelöst durch Commit ${commit}, sobald ein Release ihn hat`,
    until: (time) => `Ignoriert bis ${time}`,
    untilEvents: (count) => `Ignoriert bis ${count} weitere Events`,
    untilUsers: (count) => `Ignoriert bis ${count} weitere Nutzer`,
    untilEscalating: 'Ignoriert, bis es zunimmt',
    untilMore: (count) => `Ignoriert bis mehr als ${count} Events in einer Stunde`,
    within: (minutes) => ` innerhalb von ${minutes} Minuten`,
  },
});

type StatusTexts = (typeof TEXTS)['en'];

/** Returns the text for the status of an issue and its conditions. */
function statusText({ status, substatus, statusDetails }: ShownIssue, texts: StatusTexts, format: Format): string {
  const { inRelease, inNextRelease, inCommit, autoResolved } = statusDetails;
  if (inCommit !== undefined) return texts.inCommit(inCommit.commit.slice(0, 12));
  if (status === 'resolved') {
    if (inRelease !== undefined) return texts.inRelease(inRelease);
    if (inNextRelease === true) return texts.inNextRelease;
    return autoResolved === true ? texts.autoResolved : texts.resolved;
  }
  if (status === 'ignored') return ignoredText(statusDetails, substatus === 'archived_forever', texts, format);
  return substatus === 'new' || substatus === 'ongoing' || substatus === 'regressed' || substatus === 'escalating'
    ? texts[substatus]
    : texts.unresolved;
}

function ignoredText(
  details: ShownIssue['statusDetails'],
  isForever: boolean,
  texts: StatusTexts,
  format: Format,
): string {
  const { ignoreUntil, ignoreCount, ignoreWindow, ignoreUserCount, ignoreUserWindow, escalatesAbove } = details;
  const within = (minutes: number | undefined): string =>
    minutes === undefined ? '' : texts.within(format.number(minutes));
  if (ignoreUntil !== undefined) return texts.until(format.dateTime(ignoreUntil));
  if (ignoreCount !== undefined) return texts.untilEvents(format.number(ignoreCount)) + within(ignoreWindow);
  if (ignoreUserCount !== undefined) return texts.untilUsers(format.number(ignoreUserCount)) + within(ignoreUserWindow);
  if (details.ignoreUntilEscalating === true) {
    return escalatesAbove === undefined ? texts.untilEscalating : texts.untilMore(format.number(escalatesAbove));
  }
  return isForever ? texts.ignoredForever : texts.ignored;
}

/** The status of an issue. */
export function StatusBadge({ issue }: { readonly issue: ShownIssue }): ReactNode {
  const texts = useTexts(TEXTS);
  const format = useFormat();
  const { status, substatus } = issue;
  const isUrgent = substatus === 'regressed' || substatus === 'escalating';
  const kind = status === 'resolved' ? 'success' : isUrgent ? 'danger' : substatus === 'new' ? 'warning' : undefined;
  return (
    <span className="badge" data-kind={kind} style={{ whiteSpace: 'normal' }}>
      {statusText(issue, texts, format)}
    </span>
  );
}
