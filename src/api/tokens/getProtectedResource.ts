import { publicOperation } from '../operation';
import { protectedResource } from './tokenCreation';

/** Returns the metadata of the server of tools. */
export const getProtectedResource = publicOperation('getProtectedResource', {
  handle: async ({ publicUrl }) => Promise.resolve({ status: 200, body: protectedResource(publicUrl) }),
});
