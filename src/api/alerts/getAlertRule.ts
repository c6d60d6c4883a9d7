import { presentAlertRule } from '../../presenters/alert';
import { operation } from '../operation';
import { findAlertRule } from '../subjects';
import { canWriteRules } from './alertRule';

/** Returns an alert rule with the state of the deliveries to its webhooks. */
export const getAlertRule = operation('getAlertRule', {
  subject: findAlertRule,

  async handle({ state, caller }) {
    return { status: 200, body: presentAlertRule(state, canWriteRules(caller)) };
  },
});
