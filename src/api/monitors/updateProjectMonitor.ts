import { operation } from '../operation';
import { findProjectMonitor } from '../subjects';
import { changeMonitor, validateMonitor } from './monitor';

/** Changes a monitor of a project. A body that changes nothing writes nothing. */
export const updateProjectMonitor = operation('updateProjectMonitor', {
  subject: findProjectMonitor,

  validate({ monitor, body, read, now }) {
    return read((stores) => validateMonitor(stores, monitor.organizationId, body, monitor, now));
  },

  async handle({ project, monitor, body, write, audit, now }) {
    return {
      status: 200,
      body: await write((stores) => changeMonitor(stores, project, monitor, body, { audit, now })),
    };
  },
});
