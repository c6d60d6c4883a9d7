import type { Open } from '../operation';

/** Says that the service can do its work: its database takes writes. */
export const getReadiness: Open<'getReadiness'> = async ({ requireWritable }) => ({
  async handle() {
    await requireWritable();
    return { status: 200, body: { status: 'ok' } };
  },
});
