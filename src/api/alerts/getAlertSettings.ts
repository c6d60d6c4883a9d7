import { presentAlertSettings, type MailSubscription } from '../../presenters/alert';
import { operation, type AlertCapabilities } from '../operation';
import { findProject, requireMember } from '../subjects';
import type { Caller } from '../../domain/access';
import type { Project } from '../../domain/project';
import type { Readers } from '../../store/stores';

/** Returns whether the caller receives mails about the project, and the state of their delivery. */
export const getAlertSettings = operation('getAlertSettings', {
  subject: findProject,

  async handle({ project, read, caller, alerts }) {
    const subscription = await read((stores) => readMailSubscription(stores, project, caller, alerts));
    return { status: 200, body: presentAlertSettings(subscription) };
  },
});

/** Reads whether the caller receives mails about a project. @throws BadRequest if the caller is not a member */
export async function readMailSubscription(
  { alerts, members, projects }: Readers,
  project: Project,
  caller: Caller,
  { sendsMail }: AlertCapabilities,
): Promise<MailSubscription> {
  const { organizationId } = caller;
  const memberId = requireMember(caller);
  const relations = (await projects.findRelations([project], caller)).get(project.id);
  return {
    email: (await members.find(organizationId, memberId))?.email ?? '',
    isMuted: await alerts.isMuted(project.id, memberId),
    isMember: relations?.isMember ?? false,
    sendsMail,
    last: await alerts.findLastAttempted(project.id, memberId),
  };
}
