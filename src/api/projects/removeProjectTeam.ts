import { aboutProject } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { operation } from '../operation';
import { findProjectAndTeam } from '../subjects';
import { readProjectRecord } from './projectRecord';

/** Removes a project from a team. Every project must belong to at least one team. */
export const removeProjectTeam = operation('removeProjectTeam', {
  subject: findProjectAndTeam,

  async handle({ organization, project, team, write, audit, caller, publicUrl }) {
    return write(async (stores) => {
      const teams = (await stores.projects.findRelations([project], caller)).get(project.id)?.teams ?? [];
      if (!teams.some(({ id }) => id !== team.id))
        throw new BadRequest('The project belongs to no other team; add another team first.');
      const membership = { organizationId: organization.id, projectId: project.id, teamId: team.id };
      const isRemoved = await stores.projects.removeTeam(membership);
      const details = { team: team.slug };
      if (isRemoved)
        await stores.auditLog.insert(audit({ event: 'project.remove_team', ...aboutProject(project), details }));
      return { status: 200, body: await readProjectRecord(stores, { organization, project, caller, publicUrl }) };
    });
  },
});
