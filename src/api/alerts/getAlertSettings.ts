import { presentAlertSettings } from '../../presenters/alertSettings';
import type { Query } from '../operation';
import { findProject } from '../subjects';
import { readMailSubscription } from './mailSubscription';

/** Answers whether the caller gets mails about the project, and how that goes. */
export const getAlertSettings: Query<'getAlertSettings'> = async (ask) => {
  const { caller, read, alerts } = ask;
  const { project } = await findProject(ask);
  return {
    async handle() {
      const standing = await read((stores) => readMailSubscription(stores, project, caller, alerts));
      return { status: 200, body: presentAlertSettings(standing) };
    },
  };
};
