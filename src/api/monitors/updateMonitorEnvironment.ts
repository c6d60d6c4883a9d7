import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findMonitor } from '../subjects';
import { aboutMonitor, monitorRecord } from './monitor';

/** Mutes or unmutes an environment of a monitor. */
export const updateMonitorEnvironment = operation('updateMonitorEnvironment', {
  subject: findMonitor,

  async handle({ project, monitor, params: { environment: name }, body: { isMuted }, write, audit }) {
    return write(async (stores) => {
      const { monitors, auditLog } = stores;
      const former = await monitors.lockEnvironment({ projectId: project.id, monitorId: monitor.id, name });
      if (former === undefined) throw new NotFound('Environment not found');
      if (former.isMuted !== isMuted) {
        await monitors.saveEnvironment(project.id, { ...former, isMuted });
        const details = { environment: name, isMuted };
        await auditLog.insert(audit({ event: 'monitor.update', ...aboutMonitor(project, monitor), details }));
      }
      return { status: 200, body: await monitorRecord(stores, monitor, project) };
    });
  },
});
