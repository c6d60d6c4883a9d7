import { publicOperation } from '../operation';

/** Reports that the database accepts writes, and that events are stored in time. */
export const getReadiness = publicOperation('getReadiness', {
  async handle({ requireReady }) {
    await requireReady();
    return { status: 200, body: { status: 'ok' } };
  },
});
