import { MAX_ALERT_RULES } from '../../domain/alertRule';
import { InvalidFields } from '../../domain/errors';
import { presentAlertRule } from '../../presenters/alert';
import { operation } from '../operation';
import { findProject, requireAlertRule } from '../subjects';
import { aboutRule, readRule, validateRule } from './alertRule';

const TOO_MANY = `The project has ${MAX_ALERT_RULES} alert rules, which is the limit; remove one first.`;

/** Creates an alert rule; the next event is compared with it. Owners of its addresses are asked to confirm them. */
export const createAlertRule = operation('createAlertRule', {
  subject: findProject,
  validate: validateRule,

  async handle({ organization, project, body, write, audit, caller: { memberId }, now, alerts }) {
    const created = await write(async ({ alertRules, auditLog }) => {
      if ((await alertRules.count(project.id)) >= MAX_ALERT_RULES) throw new InvalidFields({ name: [TOO_MANY] });
      const [id = ''] = await alertRules.allocateIds(1);
      const content = await readRule(body, [], (count) => alertRules.allocateIds(count));
      const owner = { projectId: project.id, organizationId: project.organizationId };
      const rule = { ...content, ...owner, id, dateCreated: now, dateUpdated: now };
      await alertRules.insert(rule);
      await auditLog.insert(audit({ event: 'alert_rule.create', ...aboutRule(project, rule) }));
      return requireAlertRule(await alertRules.findState(project.id, id));
    });
    alerts.askOwners({ rule: created.rule, former: null, organization, project, memberId, now });
    return { status: 201, body: presentAlertRule(created, true) };
  },
});
