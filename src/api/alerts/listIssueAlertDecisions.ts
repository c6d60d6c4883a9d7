import { type AlertRule, hasQueue } from '../../domain/alertRule';
import type { Issue } from '../../domain/issue';
import type { Project } from '../../domain/project';
import { filteredEventOf, presentRuleDecisions } from '../../presenters/alert';
import { readRecordTags } from '../../presenters/eventRecord';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Number of the newest events of the issue that are compared with filters. */
const MAX_EVENTS = 100;
/** Maximum number of members in a reply who have muted the project. */
const MAX_MUTED = 100;

/** Explains for each alert rule of an issue's project why it has sent an alert about the issue, or none. */
export const listIssueAlertDecisions = operation('listIssueAlertDecisions', {
  subject: findIssue,

  async handle({ project, issue, read, now, alerts: { sendsMail } }) {
    return read(async (stores) => {
      const rules = (await stores.alertRules.list(project.id)).map(({ rule }) => rule);
      const muted = await stores.alerts.listMuted(project.id, MAX_MUTED);
      const decisions = await stores.alertDecisions.list(issue, now);
      const sums = await stores.alertRules.sumCounts(project.id, { issueIds: [issue.id], now });
      const events = rules.some(hasFilters) ? await newestEvents(stores, issue) : [];
      const fired = decisions.filter(({ outcome }) => outcome === 'fired');
      const eventIds = [...new Set(fired.map(({ eventId }) => eventId))];
      const sent = await stores.alerts.listOfEvents(project, rules.flatMap(queueIdsOf), eventIds);
      const firedIds = new Set(fired.map(({ ruleId }) => ruleId));
      const body = {
        detail: summarize(rules, firedIds, project, sendsMail),
        muted,
        rules: rules.map((rule) => {
          const queueIds = queueIdsOf(rule);
          return presentRuleDecisions({
            rule,
            issue,
            events,
            sendsMail,
            decisions: decisions.filter(({ ruleId }) => ruleId === rule.id),
            sums: sums.filter(({ ruleId }) => ruleId === rule.id),
            alerts: sent.alerts.filter(({ queueId }) => queueIds.includes(queueId)),
            deliveries: sent.deliveries,
          });
        }),
      };
      return { status: 200, body };
    });
  },
});

function hasFilters({ filters }: AlertRule): boolean {
  const { levels, environments, releases, tags } = filters;
  return levels.length + environments.length + releases.length + tags.length > 0;
}

async function newestEvents({ events }: Pick<Readers, 'events'>, issue: Issue) {
  const rows = await events.listNewest(issue, MAX_EVENTS);
  return rows.map(({ record }) => filteredEventOf(readRecordTags(record), issue.level));
}

/** Returns the ids of the queues of a rule: of its mails, and of its webhooks and ticket connections. */
function queueIdsOf({ id, recipients }: AlertRule): string[] {
  return [id, ...recipients.filter(hasQueue).map(({ key }) => key)];
}

/** Returns a sentence about the rules that fired; in a project without rules, about the alerts that it sends anyway. */
function summarize(
  rules: readonly AlertRule[],
  firedIds: ReadonlySet<string>,
  { hasWebhook }: Project,
  sendsMail: boolean,
): string {
  if (rules.length > 0) {
    const fired = rules.filter(({ id }) => firedIds.has(id)).length;
    const noun = rules.length === 1 ? 'alert rule of the project' : 'alert rules of the project';
    return `${fired} of ${rules.length} ${noun} alerted about this issue in the last 30 days.`;
  }
  const others = [
    ...(sendsMail ? ['mails to the members of its teams'] : []),
    ...(hasWebhook ? ['requests to its webhook'] : []),
  ];
  if (others.length === 0)
    return 'The project has no alert rule and no webhook, and the service sends no mails: nobody is told about its issues.';
  return `The project has no alert rule: new issues and regressions cause only ${others.join(' and ')}.`;
}
