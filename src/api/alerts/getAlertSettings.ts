import { presentAlertSettings } from '../../presenters/alert';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readMailSubscription } from './mailSubscription';

/** Returns whether the caller receives mails about the project, and the state of their delivery. */
export const getAlertSettings = operation('getAlertSettings', {
  subject: findProject,

  async handle({ project, read, caller, alerts }) {
    const subscription = await read((stores) => readMailSubscription(stores, project, caller, alerts));
    return { status: 200, body: presentAlertSettings(subscription) };
  },
});
