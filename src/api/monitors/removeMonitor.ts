import { operation } from '../operation';
import { findMonitor } from '../subjects';
import { deleteMonitor } from './monitor';

/** Removes a monitor, or some of its environments. */
export const removeMonitor = operation('removeMonitor', {
  subject: findMonitor,

  async handle({ project, monitor, query: { environment }, write, audit }) {
    await deleteMonitor(write, project, monitor, environment, audit);
    return { status: 202 };
  },
});
