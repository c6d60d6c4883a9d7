import { publicOperation } from '../operation';

/** Reports that the database accepts writes. */
export const getReadiness = publicOperation('getReadiness', {
  async handle({ requireWritable }) {
    await requireWritable();
    return { status: 200, body: { status: 'ok' } };
  },
});
