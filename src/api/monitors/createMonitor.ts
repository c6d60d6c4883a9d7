import { randomUUID } from 'node:crypto';
import { InvalidFields } from '../../domain/errors';
import { MAX_MONITORS, type MonitorConfig, slugOfMonitor } from '../../domain/monitor';
import { slugOf } from '../../domain/organization';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization, findProjects } from '../subjects';
import { aboutMonitor, isTaken, monitorRecord, readMonitorBody, slugTaken, validateMonitor } from './monitor';

const TOO_MANY = `The project has ${MAX_MONITORS} monitors, which is the limit; remove one first.`;
const NO_SLUG = 'No slug can be made of this name; send one.';

/** Creates a monitor. */
export const createMonitor = operation('createMonitor', {
  subject: findOrganization,

  async validate({ organization, body, read, now }) {
    const { name, slug, project } = body;
    return read(async (stores) => ({
      ...(name !== undefined && slug === undefined && madeSlug(name) === null && { slug: [NO_SLUG] }),
      ...(project !== undefined && (await projectErrors(stores, organization.id, project))),
      ...(await validateMonitor(stores, organization.id, body, null, now)),
    }));
  },

  async handle({ organization: { id: organizationId }, body, write, audit, now }) {
    return write(async (stores) => {
      const { monitors, auditLog } = stores;
      const { projects, errors } = await findProjects(stores, organizationId, [body.project]);
      const [project] = projects;
      if (project === undefined) throw new InvalidFields({ project: errors.map(({ message }) => message) });
      const values = await readMonitorBody(stores, organizationId, body, null, now);
      const slug = body.slug ?? madeSlug(body.name) ?? '';
      if (await isTaken(stores, organizationId, slug, null)) throw new InvalidFields({ slug: [slugTaken(slug)] });
      if ((await monitors.count(project.id)) >= MAX_MONITORS) throw new InvalidFields({ project: [TOO_MANY] });
      const monitor = await monitors.insert({
        ...{ isActive: true, isMuted: false, isUpserting: false, owner: null, ...values },
        ...{ name: body.name, config: values.config as MonitorConfig, guid: randomUUID(), slug },
        ...{ projectId: project.id, organizationId, dateCreated: now },
      });
      if (monitor === undefined) throw new InvalidFields({ slug: [slugTaken(slug)] });
      await auditLog.insert(audit({ event: 'monitor.create', ...aboutMonitor(project, monitor) }));
      return { status: 201, body: await monitorRecord(stores, monitor, project) };
    });
  },
});

/** Makes a slug of a name; null if none can be made that is not a number, as ids are. */
function madeSlug(name: string): string | null {
  const slug = slugOfMonitor(slugOf(name));
  return slug === null || /^[0-9]+$/.test(slug) ? null : slug;
}

async function projectErrors(stores: Readers, organizationId: string, project: string) {
  const { errors } = await findProjects(stores, organizationId, [project]);
  return errors.length > 0 && { project: errors.map(({ message }) => message) };
}
