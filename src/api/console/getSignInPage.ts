import { publicOperation } from '../operation';
import { replyWithConsole } from './consolePage';

/** Returns the page of the console for signing in. */
export const getSignInPage = publicOperation('getSignInPage', {
  handle: async (context) => replyWithConsole(context),
});
