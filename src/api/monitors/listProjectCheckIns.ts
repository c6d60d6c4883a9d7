import { presentCheckIn } from '../../presenters/monitor';
import { operation } from '../operation';
import { findProjectMonitor } from '../subjects';

/** Lists the check-ins of a monitor of a project, newest first. */
export const listProjectCheckIns = operation('listProjectCheckIns', {
  subject: findProjectMonitor,

  async handle({ monitor, query: { environment = null }, page, read }) {
    const checkIns = await read(({ monitors }) => monitors.listCheckIns(monitor, environment, page));
    return { status: 200, body: checkIns.rows.map(presentCheckIn), links: checkIns };
  },
});
