import { aboutProject, changedFields } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** The settings that are a filter of their own. */
export const FILTERS = {
  'chunk-load-error': 'filterChunkLoadError',
  'react-hydration-errors': 'filterReactHydrationErrors',
} as const;

export const FILTER_IDS = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** Switches a filter of a project on or off. */
export const updateProjectFilter = operation('updateProjectFilter', {
  async subject(context) {
    const found = await findProject(context);
    if (FILTER_IDS.every((id) => id !== context.params.filter_id))
      throw new NotFound(`The project has no filter of this id, only: ${FILTER_IDS.join(', ')}.`);
    return found;
  },

  async handle({ project, params, body: { active }, write, audit }) {
    const setting = FILTERS[params.filter_id as keyof typeof FILTERS];
    await write(async ({ projects, auditLog }) => {
      const { settings } = await projects.update(project, { settings: { [setting]: active } });
      if (changedFields([setting], project.settings, settings).length === 0) return;
      // As updateProject calls it: both settings are options.
      const details = { fields: ['options'] };
      await auditLog.insert(audit({ event: 'project.update', ...aboutProject(project), details }));
    });
    return { status: 204 };
  },
});
