import { actorOf } from '../../domain/issue';
import { InvalidFields } from '../../domain/errors';
import type { Release } from '../../domain/release';
import { presentDeploy } from '../../presenters/release';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { elementMessages, fieldErrorsOf, findProjects, findRelease, type ProjectReference } from '../subjects';
import { resolveFixedIssues, parseOptionalTime, requireRelease, timeErrors } from './release';

/** Records the deployment of a release to an environment. */
export const createDeploy = operation('createDeploy', {
  subject: findRelease,

  async validate({ release, body, read }) {
    const { errors } = await read((stores) => findDeployedProjects(stores, release, body.projects));
    return {
      ...fieldErrorsOf('projects', errors),
      ...fieldErrorsOf('dateStarted', timeErrors([body.dateStarted])),
      ...fieldErrorsOf('dateFinished', timeErrors([body.dateFinished])),
    };
  },

  async handle({ release, body, caller, write, audit, now }) {
    return write(async (stores) => {
      const current = await requireRelease(stores, release);
      const { projectIds, errors } = await findDeployedProjects(stores, current, body.projects);
      if (errors.length > 0) throw new InvalidFields({ projects: errors });
      const deploy = await stores.deploys.insert({
        organizationId: current.organizationId,
        projectIds,
        releaseId: current.id,
        environment: body.environment,
        name: body.name ?? null,
        url: body.url ?? null,
        dateStarted: parseOptionalTime(body.dateStarted),
        dateFinished: parseOptionalTime(body.dateFinished) ?? now,
      });
      const released = { release: current, projectIds: projectIds ?? undefined, actor: actorOf(caller), at: now };
      await resolveFixedIssues(stores, released);
      const target = { id: deploy.id, name: current.version };
      const details = { environment: deploy.environment };
      await stores.auditLog.insert(audit({ event: 'deploy.create', target, details }));
      return { status: 201, body: presentDeploy(deploy) };
    });
  },
});

/**
 * Finds the projects that a deploy names; null if it names none, so that it applies to all projects of the release.
 */
async function findDeployedProjects(
  stores: Readers,
  release: Release,
  references: readonly ProjectReference[] = [],
): Promise<{ projectIds: string[] | null; errors: string[] }> {
  const { projects, indexOf, errors } = await findProjects(stores, release.organizationId, references);
  for (const project of projects) {
    if (!(await stores.releases.isBound(project.id, release.id)))
      errors.push({ index: indexOf(project), message: `The release is not bound to project "${project.slug}".` });
  }
  return {
    projectIds: references.length === 0 ? null : projects.map(({ id }) => id),
    errors: elementMessages('projects', errors),
  };
}
