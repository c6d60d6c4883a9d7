import type { Audit } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { ORGANIZATION_LIMITS, slugOf, type Team } from '../../domain/organization';
import type { Writers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization, requireMember } from '../subjects';
import { createProjectOf, validateProject } from './createProject';

/** Maximum length of the slug of a team, without the number behind it. */
const MAX_SLUG = 90;

/** Creates a project in the team that is named after the caller. */
export const createOrganizationProject = operation('createOrganizationProject', {
  subject: findOrganization,
  validate: validateProject,

  async handle(context) {
    const { caller, organization, audit, now } = context;
    const memberId = requireMember(caller);
    return createProjectOf(context, (stores) =>
      findOwnTeam(stores, { organizationId: organization.id, memberId, audit, now }),
    );
  },
});

/** Returns the team that is named after a member; creates it, with the member in it, if there is none. */
async function findOwnTeam(
  { members, teams, auditLog }: Writers,
  { organizationId, memberId, audit, now }: { organizationId: string; memberId: string; audit: Audit; now: number },
): Promise<Team> {
  const member = await members.findListed(organizationId, memberId);
  if (member === undefined) throw new Error(`member ${memberId} does not exist`);
  const name = slugOf(`team-${member.email.split('@')[0] ?? ''}`).slice(0, MAX_SLUG);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? name : `${name}-${number}`;
    const team = await teams.findBySlug(organizationId, slug);
    // A team without the member may have the slug, such as the team of a member with the same name at another host.
    if (team !== undefined && !member.teams.includes(slug)) continue;
    if (team !== undefined) return team;
    if ((await teams.count(organizationId)) >= ORGANIZATION_LIMITS.teams)
      throw new BadRequest(`The organization has ${ORGANIZATION_LIMITS.teams} teams, which is the limit.`);
    const created = await teams.insert({ organizationId, slug, name: slug, dateCreated: now });
    await members.addToTeam({ organizationId, teamId: created.id, memberId });
    await auditLog.insert(audit({ event: 'team.create', target: { id: created.id, name: slug } }));
    return created;
  }
}
