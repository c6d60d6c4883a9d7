import { aboutProject, changedFields } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Id of a filter → setting that switches it on. */
export const FILTERS = {
  'chunk-load-error': 'filterChunkLoadError',
  'react-hydration-errors': 'filterReactHydrationErrors',
} as const;

export const FILTER_IDS = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** Switches a filter of a project on or off. */
export const updateProjectFilter = operation('updateProjectFilter', {
  async subject(context) {
    const subject = await findProject(context);
    if (FILTER_IDS.every((id) => id !== context.params.filter_id))
      throw new NotFound(`The project has no filter of this id, only: ${FILTER_IDS.join(', ')}.`);
    return subject;
  },

  async handle({ project, params, body: { active }, write, audit }) {
    const setting = FILTERS[params.filter_id as keyof typeof FILTERS];
    await write(async ({ projects, auditLog }) => {
      const { settings } = await projects.update(project, { settings: { [setting]: active } });
      if (changedFields([setting], project.settings, settings).length === 0) return;
      // The name of the field in `updateProject`: both settings are options.
      const details = { fields: ['options'] };
      await auditLog.insert(audit({ event: 'project.update', ...aboutProject(project), details }));
    });
    return { status: 204 };
  },
});
