import type { Caller } from '../domain/access';
import type { Project } from '../domain/project';
import type { Readers } from '../store/stores';
import type { MailStanding } from '../views/alertSettings';
import type { AlertMeans } from './operation';

/** How the caller stands to the mails about a project. */
export async function readMailStanding(
  { alerts, members, projects }: Readers,
  project: Project,
  caller: Caller,
  { tellsMembers }: AlertMeans,
): Promise<MailStanding> {
  const { organizationId, memberId } = caller;
  const around = (await projects.surroundings([project], caller)).get(project.id);
  return {
    email: (await members.find(organizationId, memberId))?.email ?? '',
    isMuted: await alerts.isMuted(project.id, memberId),
    isMember: around?.isMember ?? false,
    tellsMembers,
    last: await alerts.findLast(project.id, memberId),
  };
}
