import type { ShownIssue } from './eventParts';
import type { ReactNode } from 'react';
import { type Format, useFormat } from '../../components/time';
import { type TextsOf, useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { substatusKind } from './substatusKind';

type StatusTexts = TextsOf<typeof issueTexts>['issueStatus'];

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
  const texts = useTexts(issueTexts).issueStatus;
  const format = useFormat();
  const kind = issue.status === 'resolved' ? 'success' : substatusKind(issue.substatus);
  return (
    <span className="badge" data-kind={kind} style={{ whiteSpace: 'normal' }}>
      {statusText(issue, texts, format)}
    </span>
  );
}
