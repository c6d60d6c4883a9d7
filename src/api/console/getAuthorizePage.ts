import { publicOperation } from '../operation';
import { replyWithConsole } from './consolePage';

/** Returns the page of the console on which a member allows a program to act for them. */
export const getAuthorizePage = publicOperation('getAuthorizePage', {
  handle: async (context) => replyWithConsole(context),
});
