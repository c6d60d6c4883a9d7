import type { Member } from '../domain/organization';
import { findOrganization, findTeam } from './find';
import type { Session } from './session';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Makes a member and puts them into teams; a member that exists only joins the teams. @throws Error with one sentence */
export async function addMember(
  { stores, now }: Session,
  options: { organization: string; email: string; team: readonly string[] },
): Promise<Member> {
  const { email } = options;
  if (!EMAIL.test(email) || email.length > 254) throw new Error(`--email is "${email}", but must be an address such as ann@acme.test.`);
  const organization = await findOrganization(stores, options.organization);
  const { id: organizationId } = organization;
  const member =
    (await stores.members.findByEmail(organizationId, email)) ??
    (await stores.members.insert({ organizationId, email, dateCreated: now }));
  for (const slug of options.team) {
    const team = await findTeam(stores, organization, slug);
    await stores.members.joinTeam({ organizationId, teamId: team.id, memberId: member.id });
  }
  return member;
}
