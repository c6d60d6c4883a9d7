import type { components } from '../../../generated/api';
import type { AlertRuleContent } from '../../domain/alertRule';
import { groupBy } from '../../domain/groups';
import { formatShortId, type Issue } from '../../domain/issue';
import type { Project } from '../../domain/project';
import { DAY_MS } from '../../domain/time';
import { MAX_REPLAYED_EVENTS, previewRule, type RulePreview, startOfHour } from '../../ingest/previewRule';
import { presentTime } from '../../presenters/format';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readRule, validateRule } from './alertRule';

const DEFAULT_DAYS = 14;
const MAX_ALERTS = 100;
const MAX_ISSUES = 50;
/** Maximum number of hours in a reply: 14 days begin and end within an hour. */
const MAX_HOURS = 337;

/** Compares the stored events of a project with the alert rule in the body, which is not stored. */
export const previewAlertRule = operation('previewAlertRule', {
  subject: findProject,
  validate: (context) => validateRule({ ...context, usesTokens: false }),
  takesLong: true,

  async handle({ project, body, query: { days = DEFAULT_DAYS }, read, now }) {
    // The keys of recipients are not used.
    const content = await readRule(body, [], (count) => Promise.resolve(Array<string>(count).fill('0')));
    const preview = await previewRule(read, project, content, { since: now - days * DAY_MS });
    return { status: 200, body: presentPreview(preview, { project, content, now }) };
  },
});

function presentPreview(
  { alerts, issues, events, eventsOfHours, from, isPartial }: RulePreview,
  { project, content, now }: { project: Project; content: AlertRuleContent; now: number },
): components['schemas']['AlertRulePreview'] {
  const alertsWithIssue = alerts.flatMap((alert) => {
    const issue = issues.get(alert.issueId);
    return issue === undefined ? [] : [{ ...alert, issue: presentIssue(project, issue) }];
  });
  const byIssue = [...groupBy(alertsWithIssue, ({ issueId }) => issueId).values()];
  const alertsOfHours = groupBy(alertsWithIssue, ({ date }) => startOfHour(date));
  return {
    from: presentTime(from),
    to: presentTime(now),
    isPartial,
    events,
    alertCount: alertsWithIssue.length,
    issueCount: byIssue.length,
    alerts: alertsWithIssue
      .slice(-MAX_ALERTS)
      .reverse()
      .map(({ date, reason, seen, eventId, hourEvents, issue }) => {
        return { date: presentTime(date), reason, seen, eventID: eventId, hourEvents, issue };
      }),
    issues: byIssue
      .sort((one, other) => other.length - one.length)
      .slice(0, MAX_ISSUES)
      .map((group) => {
        const [first, last] = [group[0], group.at(-1) ?? group[0]];
        const dates = { firstAlert: presentTime(first.date), lastAlert: presentTime(last.date) };
        return { issue: first.issue, alerts: group.length, ...dates };
      }),
    hours: [...eventsOfHours].slice(-MAX_HOURS).map(([hour, count]) => {
      return { date: presentTime(hour), events: count, alerts: alertsOfHours.get(hour)?.length ?? 0 };
    }),
    limitations: limitationsOf(content, isPartial),
  };
}

function presentIssue({ slug }: Project, { id, number, title }: Issue) {
  return { id, shortId: formatShortId(slug, number), title };
}

function limitationsOf({ conditions, recipients }: AlertRuleContent, isPartial: boolean): string[] {
  const types: ReadonlySet<string> = new Set(conditions.map(({ type }) => type));
  return [
    ...(isPartial
      ? [`The project has more events in this time: only the newest ${MAX_REPLAYED_EVENTS} were compared.`]
      : []),
    'The times are those of the events, not of their arrival, which is not stored.',
    'Events that were deleted, or not stored because of filters or limits, are missing.',
    'Each alert is counted by itself; mails put the alerts of some minutes together.',
    ...(recipients.some(({ type }) => type === 'ticket')
      ? ['An issue gets only one ticket of a connection, however many alerts it causes.']
      : []),
    ...(types.has('regression') || types.has('escalating')
      ? ['Regressions and escalations are those that happened, by the status that the issues had then.']
      : []),
    ...(types.has('escalating')
      ? ['The event with which an issue escalated is not stored: the one before it is taken.']
      : []),
    ...(types.has('crashFreeSessions') || types.has('crashFreeUsers')
      ? ['Conditions about sessions are not part of the preview.']
      : []),
  ];
}
