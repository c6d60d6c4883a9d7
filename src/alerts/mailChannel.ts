import { SHOWN_ALERTS, digestDueAt } from '../domain/alert';
import type { Read } from '../store/stores';
import { type Channel, bundleAll, deliveryOf, newDigest, readContent } from './channel';
import { composeMail } from './mail';
import type { Mailer } from './mailer';

/** Digests by mail, to the members of a project's teams who want them. */
export function mailChannel(read: Read, mailer: Mailer, publicUrl: () => string): Channel {
  return {
    name: 'mail',
    isDue: (waiting, now) => digestDueAt(waiting, waiting.project.settings) <= now,

    async bundle({ alerts }, waiting, now) {
      const { project } = waiting;
      const recipients = await alerts.recipients(project);
      if (recipients.length === 0) {
        await alerts.forgetWaiting(project.id, 'mail');
        return;
      }
      const digest = newDigest();
      const alertCount = await bundleAll(alerts, project.id, 'mail', { digest, limit: SHOWN_ALERTS });
      const made = recipients.map(({ id }) =>
        deliveryOf(waiting, { digest, channel: 'mail', recipient: id, alertCount }, now),
      );
      await alerts.insertDeliveries(made);
    },

    async deliver(delivery) {
      const { projectId, organizationId, recipient, digest } = delivery;
      const email = await read(async ({ alerts, members }) => {
        const isMuted = await alerts.isMuted(projectId, recipient);
        return isMuted ? undefined : (await members.find(organizationId, recipient))?.email;
      });
      const content = await readContent(read, delivery, publicUrl());
      if (email === undefined || content === undefined) return false;
      const messageId = `${digest}.${recipient}@${new URL(publicUrl()).hostname}`;
      await mailer.send({ to: email, messageId, ...composeMail(content) });
      return true;
    },

    close: () => mailer.close(),
  };
}
