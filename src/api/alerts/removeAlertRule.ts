import { operation } from '../operation';
import { findAlertRule, requireAlertRule } from '../subjects';
import { aboutRule } from './alertRule';

/** Removes an alert rule permanently. Its waiting alerts are not sent. */
export const removeAlertRule = operation('removeAlertRule', {
  subject: findAlertRule,

  async handle({ project, state: { rule }, write, audit }) {
    await write(async ({ alertRules, auditLog }) => {
      requireAlertRule((await alertRules.remove(rule)) ? rule : undefined);
      await auditLog.insert(audit({ event: 'alert_rule.remove', ...aboutRule(project, rule) }));
    });
    return { status: 204 };
  },
});
