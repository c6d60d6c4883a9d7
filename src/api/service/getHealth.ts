import { publicOperation } from '../operation';

/** Reports that the process runs and the database can be read. */
export const getHealth = publicOperation('getHealth', {
  async handle({ read }) {
    await read((stores) => stores.organizations.isEmpty());
    return { status: 200, body: { status: 'ok' } };
  },
});
