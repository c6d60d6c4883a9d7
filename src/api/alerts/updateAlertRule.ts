import { isDeepStrictEqual } from 'node:util';
import { presentAlertRule } from '../../presenters/alert';
import { operation } from '../operation';
import { findAlertRule, requireAlertRule } from '../subjects';
import { aboutRule, readRule, validateRule } from './alertRule';

/**
 * Replaces an alert rule. A body that changes nothing writes nothing. Owners of its new addresses are asked to confirm
 * them.
 */
export const updateAlertRule = operation('updateAlertRule', {
  subject: findAlertRule,
  validate: validateRule,

  async handle({ organization, project, state, body, write, audit, caller: { memberId }, now, alerts }) {
    const { former, updated, isChanged } = await write(async ({ alertRules, auditLog }) => {
      const former = requireAlertRule(await alertRules.find(project.id, state.rule.id));
      const content = await readRule(body, former.recipients, (count) => alertRules.allocateIds(count));
      const replaced = { ...former, ...content };
      const isChanged = !isDeepStrictEqual(replaced, former);
      if (isChanged) {
        await alertRules.update({ ...replaced, dateUpdated: now });
        await auditLog.insert(audit({ event: 'alert_rule.update', ...aboutRule(project, replaced) }));
      }
      return { former, isChanged, updated: requireAlertRule(await alertRules.findState(project.id, former.id)) };
    });
    if (isChanged) alerts.askOwners({ rule: updated.rule, former, organization, project, memberId, now });
    return { status: 200, body: presentAlertRule(updated, true) };
  },
});
