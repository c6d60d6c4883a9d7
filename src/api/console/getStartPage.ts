import { publicOperation } from '../operation';
import { replyWithConsole } from './consolePage';

/** Returns the page of the console at the root. */
export const getStartPage = publicOperation('getStartPage', {
  handle: async (context) => replyWithConsole(context),
});
