import { publicOperation } from '../operation';
import { replyWithConsole } from './consolePage';

/** Returns the page of the console for the addresses that members open after they have signed in. */
export const getConsolePage = publicOperation('getConsolePage', {
  handle: async (context) => replyWithConsole(context),
});
