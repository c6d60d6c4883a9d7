import { operation } from '../operation';
import { findAlertRule } from '../subjects';
import { aboutRule } from './alertRule';

/**
 * Sends a test alert to every recipient of a rule, active or not, or asks the owner of an address to confirm it, or a
 * ticket system whether it would accept a ticket. If a webhook or ticket system confirms it, its circuit closes.
 */
export const testAlertRule = operation('testAlertRule', {
  subject: findAlertRule,
  takesLong: true,

  async handle({ organization, project, state: { rule }, caller: { memberId }, write, audit, now, alerts }) {
    const results = await alerts.testRule({ rule, organization, project, memberId, now });
    await write(async (stores) => {
      for (const { channel, key, delivered } of results) {
        if (key === null || !delivered) continue;
        await alerts.recordRuleSuccess(stores, { projectId: project.id, channel, queueId: key }, now);
      }
      const details = { delivered: results.filter(({ delivered }) => delivered).length, recipients: results.length };
      await stores.auditLog.insert(audit({ event: 'alert_rule.test', ...aboutRule(project, rule), details }));
    });
    const body = results.map(({ channel, recipient, delivered, detail, durationMs }) => {
      return { channel, recipient, delivered, detail, durationMs };
    });
    return { status: 200, body };
  },
});
