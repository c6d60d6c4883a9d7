import { isDeepStrictEqual } from 'node:util';
import { changedFields } from '../../domain/audit';
import { InvalidFields } from '../../domain/errors';
import { reschedule } from '../../ingest/checkIns';
import { operation } from '../operation';
import { findMonitor, requireMonitor } from '../subjects';
import { aboutMonitor, isTaken, monitorRecord, readMonitorBody, slugTaken, validateMonitor } from './monitor';

const FIELDS = ['name', 'slug', 'isActive', 'isMuted', 'owner', 'config'];

/** Changes a monitor. A body that changes nothing writes nothing. */
export const updateMonitor = operation('updateMonitor', {
  subject: findMonitor,

  validate({ monitor, body, read, now }) {
    return read((stores) => validateMonitor(stores, monitor.organizationId, body, monitor, now));
  },

  async handle({ project, monitor: { id, organizationId }, body, write, audit, now }) {
    return write(async (stores) => {
      const { monitors, auditLog } = stores;
      const former = requireMonitor(await monitors.find(project.id, id));
      const values = await readMonitorBody(stores, organizationId, body, former.config, now);
      const changed = { ...former, ...values };
      const fields = changedFields(FIELDS, former, changed);
      if (fields.length > 0) {
        if (await isTaken(stores, organizationId, changed.slug, former))
          throw new InvalidFields({ slug: [slugTaken(changed.slug)] });
        await monitors.update(changed);
        if (former.isActive !== changed.isActive || !isDeepStrictEqual(former.config, changed.config))
          await reschedule(stores, changed, now);
        await auditLog.insert(
          audit({ event: 'monitor.update', ...aboutMonitor(project, changed), details: { fields } }),
        );
      }
      return { status: 200, body: await monitorRecord(stores, changed, project) };
    });
  },
});
