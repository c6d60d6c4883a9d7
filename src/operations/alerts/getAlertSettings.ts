import { presentAlertSettings } from '../../views/alertSettings';
import { readMailStanding } from '../alertSettings';
import { findProject } from '../find';
import type { Query } from '../operation';

/** Answers whether the caller gets mails about the project, and how that goes. */
export const getAlertSettings: Query<'getAlertSettings'> = async (ask) => {
  const { caller, read, alerts } = ask;
  const { project } = await findProject(ask);
  return {
    async handle() {
      const standing = await read((stores) => readMailStanding(stores, project, caller, alerts));
      return { status: 200, body: presentAlertSettings(standing) };
    },
  };
};
