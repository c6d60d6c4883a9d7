import { listedValues } from '../../domain/audit';
import { operation } from '../operation';
import { findMonitor } from '../subjects';
import { aboutMonitor } from './monitor';

/** Removes a monitor, or some of its environments. */
export const removeMonitor = operation('removeMonitor', {
  subject: findMonitor,

  async handle({ project, monitor, query: { environment: names }, write, audit }) {
    await write(async ({ monitors, auditLog }) => {
      if (names === undefined) await monitors.remove(monitor);
      else await monitors.removeEnvironments(monitor, names);
      const details = names === undefined ? {} : { environments: listedValues(names) };
      await auditLog.insert(audit({ event: 'monitor.remove', ...aboutMonitor(project, monitor), details }));
    });
    return { status: 202 };
  },
});
