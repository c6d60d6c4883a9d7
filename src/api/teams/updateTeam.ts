import { Conflict, InvalidFields } from '../../domain/errors';
import { operation } from '../operation';
import { findTeam } from '../subjects';

/** Renames a team. The former slug is free at once. */
export const updateTeam = operation('updateTeam', {
  subject: findTeam,

  async validate({ team, body: { slug }, read }) {
    const holder = slug === undefined ? undefined : await read((s) => s.teams.findBySlug(team.organizationId, slug));
    return holder === undefined || holder.id === team.id ? {} : { slug: slugTaken(holder.slug) };
  },

  async handle({ team, body: { name, slug }, write, audit }) {
    const changes = {
      ...(name !== undefined && name !== team.name && { name }),
      ...(slug !== undefined && slug !== team.slug && { slug }),
    };
    const fields = Object.keys(changes);
    try {
      return await write(async ({ teams, auditLog }) => {
        const updated = await teams.update(team, changes);
        const target = { id: team.id, name: updated.slug };
        const details = { fields, ...(updated.slug !== team.slug && { previousSlug: team.slug }) };
        if (fields.length > 0) await auditLog.insert(audit({ event: 'team.update', target, details }));
        return { status: 200, body: { id: updated.id, slug: updated.slug, name: updated.name } };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ slug: slugTaken(slug ?? '') });
      throw error;
    }
  },
});

/** Returns the error of a slug that another team has. */
export function slugTaken(slug: string): string[] {
  return [`The slug "${slug}" is already used by another team of this organization; choose a different one.`];
}
