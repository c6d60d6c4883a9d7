import { presentAlertSettings } from '../../presenters/alertSettings';
import type { Command } from '../operation';
import { findProject } from '../subjects';
import { readMailSubscription } from './mailSubscription';

/** Ends or resumes the caller's mails about the project. */
export const updateAlertSettings: Command<'updateAlertSettings'> = async (ask) => {
  const { caller, write, alerts } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ body: { mail } }) {
      const { organizationId, memberId } = caller;
      return write(async (stores) => {
        await stores.alerts.setMuted({ organizationId, projectId: project.id, memberId, isMuted: !mail });
        return { status: 200, body: presentAlertSettings(await readMailSubscription(stores, project, caller, alerts)) };
      });
    },
  };
};
