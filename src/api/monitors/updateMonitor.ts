import { operation } from '../operation';
import { findMonitor } from '../subjects';
import { changeMonitor, validateMonitor } from './monitor';

/** Changes a monitor. A body that changes nothing writes nothing. */
export const updateMonitor = operation('updateMonitor', {
  subject: findMonitor,

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
