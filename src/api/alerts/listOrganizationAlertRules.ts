import { presentOrganizationAlertRule } from '../../presenters/alert';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { canWriteRules } from './alertRule';

/** Lists the alert rules of all projects of an organization, by project, the oldest project first. */
export const listOrganizationAlertRules = operation('listOrganizationAlertRules', {
  subject: findOrganization,

  async handle({ organization, page, read, caller }) {
    const rules = await read(({ alertRules }) => alertRules.listOfOrganization(organization.id, page));
    const showsSecrets = canWriteRules(caller);
    return {
      status: 200,
      body: rules.rows.map((rule) => presentOrganizationAlertRule(rule, showsSecrets)),
      links: rules,
    };
  },
});
