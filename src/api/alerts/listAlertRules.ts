import { presentAlertRule } from '../../presenters/alert';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { canWriteRules } from './alertRule';

/** Lists the alert rules of a project, oldest first. */
export const listAlertRules = operation('listAlertRules', {
  subject: findProject,

  async handle({ project, read, caller }) {
    const rules = await read(({ alertRules }) => alertRules.list(project.id));
    return { status: 200, body: rules.map((state) => presentAlertRule(state, canWriteRules(caller))) };
  },
});
