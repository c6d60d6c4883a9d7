import { operation } from '../operation';
import { findProjectMonitor } from '../subjects';
import { deleteMonitor } from './monitor';

/** Removes a monitor of a project, or some of its environments. */
export const removeProjectMonitor = operation('removeProjectMonitor', {
  subject: findProjectMonitor,

  async handle({ project, monitor, query: { environment }, write, audit }) {
    await deleteMonitor(write, project, monitor, environment, audit);
    return { status: 202 };
  },
});
