import { presentAlertSettings } from '../../views/alertSettings';
import { readMailStanding } from '../alertSettings';
import { findProject } from '../find';
import type { Command } from '../operation';

/** Ends or resumes the caller's mails about the project. */
export const updateAlertSettings: Command<'updateAlertSettings'> = async (ask) => {
  const { caller, write, alerts } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ body: { mail } }) {
      const { organizationId, memberId } = caller;
      return write(async (stores) => {
        await stores.alerts.mute({ organizationId, projectId: project.id, memberId, isMuted: !mail });
        return { status: 200, body: presentAlertSettings(await readMailStanding(stores, project, caller, alerts)) };
      });
    },
  };
};
