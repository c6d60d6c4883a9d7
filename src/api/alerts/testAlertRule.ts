import { operation } from '../operation';
import { findAlertRule } from '../subjects';
import { aboutRule } from './alertRule';

/**
 * Sends a test alert to every recipient of a rule, active or not, or asks the owner of an address to confirm it. If a
 * webhook confirms it, its circuit closes.
 */
export const testAlertRule = operation('testAlertRule', {
  subject: findAlertRule,
  takesLong: true,

  async handle({ organization, project, state: { rule }, caller: { memberId }, write, audit, now, alerts }) {
    const results = await alerts.testRule({ rule, organization, project, memberId, now });
    await write(async (stores) => {
      for (const { key, delivered } of results)
        if (key !== null && delivered) await alerts.recordRuleSuccess(stores, project.id, key, now);
      const details = { delivered: results.filter(({ delivered }) => delivered).length, recipients: results.length };
      await stores.auditLog.insert(audit({ event: 'alert_rule.test', ...aboutRule(project, rule), details }));
    });
    const body = results.map(({ channel, recipient, delivered, detail, durationMs }) => {
      return { channel, recipient, delivered, detail, durationMs };
    });
    return { status: 200, body };
  },
});
