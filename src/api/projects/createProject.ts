import { randomBytes } from 'node:crypto';
import type { components } from '../../../generated/api';
import { aboutProject } from '../../domain/audit';
import { BadRequest, Conflict, type FieldErrors, InvalidFields } from '../../domain/errors';
import { isSlug, type Organization, ORGANIZATION_LIMITS, slugOf, type Team } from '../../domain/organization';
import { DEFAULT_KEY_NAME } from '../../domain/project';
import type { Writers } from '../../store/stores';
import { operation, type TokenContext } from '../operation';
import { findOrganizationTeam } from '../subjects';
import { readProjectRecord } from './projectRecord';
import { slugTaken } from './updateProject';

/** Creates a project of the team, with a key. */
export const createProject = operation('createProject', {
  subject: findOrganizationTeam,
  validate: validateProject,
  handle: (context) => createProjectOf(context, () => Promise.resolve(context.team)),
});

type CreationContext = TokenContext<'createProject' | 'createOrganizationProject'> & {
  readonly organization: Organization;
  readonly body: components['schemas']['ProjectCreation'];
};

/** Finds errors of a new project that its schema cannot express. */
export async function validateProject({
  organization,
  body: { name, slug = slugOf(name ?? '') },
  read,
  checkSchema,
}: Omit<CreationContext, 'body'> & { readonly body: Partial<CreationContext['body']> }): Promise<FieldErrors> {
  if (name === undefined && slug === '') return {};
  if (!isSlug(slug)) return { slug: [`No slug can be derived from the name "${name ?? ''}"; send a slug.`] };
  try {
    checkSchema('ProjectCreation', { name: slug, slug });
  } catch {
    return { slug: [`The slug "${slug}", which is derived from the name, is reserved; send another slug.`] };
  }
  const holder = await read(({ projects }) => projects.findBySlug(organization.id, slug));
  return holder === undefined ? {} : { slug: slugTaken(slug) };
}

/** Creates a project, with a key. @param findTeam returns its team; called in the same transaction */
export async function createProjectOf(
  { organization, body, write, audit, caller, publicUrl, now }: CreationContext,
  findTeam: (stores: Writers) => Promise<Team>,
) {
  const { name, slug = slugOf(name), platform = null } = body;
  const { id: organizationId } = organization;
  try {
    return await write(async (stores) => {
      if ((await stores.projects.count(organizationId)) >= ORGANIZATION_LIMITS.projects)
        throw new BadRequest(`The organization has ${ORGANIZATION_LIMITS.projects} projects, which is the limit.`);
      const team = await findTeam(stores);
      const [securityToken, publicKey] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
      const row = { organizationId, slug, name, platform, dateCreated: now, securityToken };
      const project = await stores.projects.insert(row);
      await stores.projects.addTeam({ organizationId, projectId: project.id, teamId: team.id });
      const key = { projectId: project.id, publicKey, name: DEFAULT_KEY_NAME, isActive: true, dateCreated: now };
      await stores.projectKeys.insert(key);
      const details = { team: team.slug };
      await stores.auditLog.insert(audit({ event: 'project.create', ...aboutProject(project), details }));
      const record = await readProjectRecord(stores, { organization, project, caller, publicUrl });
      return { status: 201 as const, body: record };
    });
  } catch (error) {
    if (error instanceof Conflict) throw new InvalidFields({ slug: slugTaken(slug) });
    throw error;
  }
}
