import { type FieldErrors, InvalidFields } from '../../domain/errors';
import type { Release } from '../../domain/release';
import { presentDeploy } from '../../presenters/release';
import type { Readers } from '../../store/stores';
import type { Command } from '../operation';
import { fieldErrorsOf, findProjects, findRelease, type ProjectReference } from '../subjects';
import { parseOptionalTime, requireRelease, timeErrors } from './release';

/** The projects a deploy is of; null where it names none and counts for all of the release. */
async function deployedProjects(
  stores: Readers,
  release: Release,
  references: readonly ProjectReference[] = [],
): Promise<{ ids: string[] | null; faults: string[] }> {
  const { found, faults } = await findProjects(stores, release.organizationId, references);
  for (const { id, slug } of found) {
    if (!(await stores.releases.isBound(id, release.id))) faults.push(`The release is not bound to project "${slug}".`);
  }
  return { ids: references.length === 0 ? null : found.map(({ id }) => id), faults };
}

/** Records that a release was brought to an environment. */
export const createDeploy: Command<'createDeploy'> = async (ask) => {
  const { now, read, write } = ask;
  const release = await findRelease(ask);
  return {
    async refuse({ projects, dateStarted, dateFinished }): Promise<FieldErrors> {
      const { faults } = await read((stores) => deployedProjects(stores, release, projects));
      return {
        ...fieldErrorsOf('projects', faults),
        ...fieldErrorsOf('dateStarted', timeErrors([dateStarted])),
        ...fieldErrorsOf('dateFinished', timeErrors([dateFinished])),
      };
    },

    async handle({ body }) {
      return write(async (stores) => {
        const current = await requireRelease(stores, release);
        const { ids, faults } = await deployedProjects(stores, current, body.projects);
        if (faults.length > 0) throw new InvalidFields({ projects: faults });
        const deploy = await stores.deploys.insert({
          organizationId: current.organizationId,
          projectIds: ids,
          releaseId: current.id,
          environment: body.environment,
          name: body.name ?? null,
          url: body.url ?? null,
          dateStarted: parseOptionalTime(body.dateStarted),
          dateFinished: parseOptionalTime(body.dateFinished) ?? now,
        });
        return { status: 201, body: presentDeploy(deploy) };
      });
    },
  };
};
