import { publicOperation } from '../operation';
import { protectedResource } from './tokenCreation';

/** Returns the metadata of the server of tools, at the root of the well-known addresses. */
export const getProtectedResourceAtRoot = publicOperation('getProtectedResourceAtRoot', {
  handle: async ({ publicUrl }) => Promise.resolve({ status: 200, body: protectedResource(publicUrl) }),
});
