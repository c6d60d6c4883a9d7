import { presentCheckIn } from '../../presenters/monitor';
import { operation } from '../operation';
import { findMonitor } from '../subjects';

/** Lists the check-ins of a monitor, newest first. */
export const listCheckIns = operation('listCheckIns', {
  subject: findMonitor,

  async handle({ monitor, query: { environment = null }, page, read }) {
    const checkIns = await read(({ monitors }) => monitors.listCheckIns(monitor, environment, page));
    return { status: 200, body: checkIns.rows.map(presentCheckIn), links: checkIns };
  },
});
