import { publicOperation } from '../operation';

/** Reports that the process runs, and that the database can be read or is being migrated. */
export const getHealth = publicOperation('getHealth', {
  async handle({ requireAlive }) {
    await requireAlive();
    return { status: 200, body: { status: 'ok' } };
  },
});
