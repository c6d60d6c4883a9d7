import type { Caller } from '../../domain/access';
import type { Project } from '../../domain/project';
import type { MailSubscription } from '../../presenters/alert';
import type { Readers } from '../../store/stores';
import { requireMember } from '../subjects';
import type { AlertCapabilities } from '../operation';

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
