import { operation } from '../operation';
import { findMonitor } from '../subjects';
import { monitorRecord } from './monitor';

/** Returns a monitor with its environments. */
export const getMonitor = operation('getMonitor', {
  subject: findMonitor,

  async handle({ project, monitor, read }) {
    return { status: 200, body: await read((stores) => monitorRecord(stores, monitor, project)) };
  },
});
