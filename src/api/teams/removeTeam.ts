import { BadRequest, NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findTeam } from '../subjects';

/** Removes a team. A project must not belong to it alone. */
export const removeTeam = operation('removeTeam', {
  subject: findTeam,

  async handle({ team, write, audit }) {
    await write(async ({ teams, auditLog }) => {
      const projects = await teams.findOwnProjects(team);
      if (projects.length > 0) {
        throw new BadRequest(
          `${projects.length} projects belong to no other team, such as "${projects[0] ?? ''}"; add them to another team or remove them first.`,
        );
      }
      if (!(await teams.remove(team))) throw new NotFound();
      await auditLog.insert(audit({ event: 'team.remove', target: { id: team.id, name: team.slug } }));
    });
    return { status: 204 };
  },
});
