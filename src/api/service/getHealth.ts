import type { Open } from '../operation';

/** Says that the process runs and its database answers. */
export const getHealth: Open<'getHealth'> = async ({ read }) => ({
  async handle() {
    await read((stores) => stores.organizations.isEmpty());
    return { status: 200, body: { status: 'ok' } };
  },
});
