import { isDeepStrictEqual } from 'node:util';
import { presentAlertRule } from '../../presenters/alertRule';
import { operation } from '../operation';
import { findAlertRule, requireAlertRule } from '../subjects';
import { aboutRule, readRule, validateRule } from './alertRule';

/** Replaces an alert rule. A body that changes nothing writes nothing. */
export const updateAlertRule = operation('updateAlertRule', {
  subject: findAlertRule,
  validate: validateRule,

  async handle({ project, state, body, write, audit, now }) {
    return write(async ({ alertRules, auditLog }) => {
      const former = requireAlertRule(await alertRules.find(project.id, state.rule.id));
      const content = await readRule(body, former.recipients, (count) => alertRules.allocateIds(count));
      const replaced = { ...former, ...content };
      if (!isDeepStrictEqual(replaced, former)) {
        await alertRules.update({ ...replaced, dateUpdated: now });
        await auditLog.insert(audit({ event: 'alert_rule.update', ...aboutRule(project, replaced) }));
      }
      const updated = requireAlertRule(await alertRules.findState(project.id, former.id));
      return { status: 200, body: presentAlertRule(updated, true) };
    });
  },
});
