import type { Member, Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import type { Team } from '../domain/team';
import type { Readers } from '../store/stores';

/** @throws Error with one sentence if there is no organization of that slug */
export async function findOrganization({ organizations }: Readers, slug: string): Promise<Organization> {
  const organization = await organizations.findBySlug(slug);
  if (organization === undefined)
    throw new Error(`There is no organization "${slug}"; make it with: culprit organization create --slug ${slug}`);
  return organization;
}

/** @throws Error with one sentence if the organization has no team of that slug */
export async function findTeam({ teams }: Readers, { id, slug }: Organization, team: string): Promise<Team> {
  const found = await teams.findBySlug(id, team);
  if (found === undefined) {
    throw new Error(
      `There is no team "${team}" in "${slug}"; make it with: culprit team create --organization ${slug} --slug ${team}`,
    );
  }
  return found;
}

/** @throws Error with one sentence if the organization has no member of that address */
export async function findMember({ members }: Readers, { id, slug }: Organization, email: string): Promise<Member> {
  const found = await members.findByEmail(id, email);
  if (found === undefined) {
    throw new Error(
      `There is no member "${email}" in "${slug}"; add them with: culprit member add --organization ${slug} --email ${email}`,
    );
  }
  return found;
}

/** @throws Error with one sentence if the organization has no project of that slug */
export async function findProject(
  { projects }: Readers,
  { id, slug }: Organization,
  project: string,
): Promise<Project> {
  const found = await projects.findBySlug(id, project);
  if (found === undefined) throw new Error(`There is no project "${project}" in "${slug}".`);
  return found;
}
