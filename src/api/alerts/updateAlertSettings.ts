import { aboutProject } from '../../domain/audit';
import { presentAlertSettings } from '../../presenters/alert';
import { operation } from '../operation';
import { findProject, requireMember } from '../subjects';
import { readMailSubscription } from './getAlertSettings';

/** Stops or resumes the caller's mails about the project. */
export const updateAlertSettings = operation('updateAlertSettings', {
  subject: findProject,

  async handle({ project, body, write, audit, caller, alerts }) {
    const { organizationId } = caller;
    const memberId = requireMember(caller);
    return write(async (stores) => {
      const choice = { organizationId, projectId: project.id, memberId, isMuted: !body.mail };
      const details = { mail: body.mail };
      if (await stores.alerts.setMuted(choice))
        await stores.auditLog.insert(audit({ event: 'alert_settings.update', ...aboutProject(project), details }));
      const subscription = await readMailSubscription(stores, project, caller, alerts);
      return { status: 200, body: presentAlertSettings(subscription) };
    });
  },
});
