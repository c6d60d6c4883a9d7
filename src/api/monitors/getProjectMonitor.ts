import { operation } from '../operation';
import { findProjectMonitor } from '../subjects';
import { monitorRecord } from './monitor';

/** Returns a monitor of a project with its environments. */
export const getProjectMonitor = operation('getProjectMonitor', {
  subject: findProjectMonitor,

  async handle({ project, monitor, read }) {
    return { status: 200, body: await read((stores) => monitorRecord(stores, monitor, project)) };
  },
});
