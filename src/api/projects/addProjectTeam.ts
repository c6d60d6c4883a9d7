import { aboutProject } from '../../domain/audit';
import { operation } from '../operation';
import { findProjectAndTeam } from '../subjects';
import { readProjectRecord } from './projectRecord';

/** Adds a project to a team, if it is not in it yet. */
export const addProjectTeam = operation('addProjectTeam', {
  subject: findProjectAndTeam,

  async handle({ organization, project, team, write, audit, caller, publicUrl }) {
    return write(async (stores) => {
      const isAdded = await stores.projects.addTeam({
        organizationId: organization.id,
        projectId: project.id,
        teamId: team.id,
      });
      const details = { team: team.slug };
      if (isAdded)
        await stores.auditLog.insert(audit({ event: 'project.add_team', ...aboutProject(project), details }));
      return { status: 201, body: await readProjectRecord(stores, { organization, project, caller, publicUrl }) };
    });
  },
});
