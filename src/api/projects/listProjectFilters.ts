import { operation } from '../operation';
import { findProject } from '../subjects';
import { FILTER_IDS, FILTERS } from './updateProjectFilter';

/** Lists the filters of a project that are on or off. */
export const listProjectFilters = operation('listProjectFilters', {
  subject: findProject,

  handle({ project: { settings } }) {
    const body = FILTER_IDS.map((id) => ({ id, active: settings[FILTERS[id]] }));
    return Promise.resolve({ status: 200, body });
  },
});
