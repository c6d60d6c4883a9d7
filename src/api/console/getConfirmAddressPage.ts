import { publicOperation } from '../operation';
import { replyWithConsole } from './consolePage';

/** Returns the page of the console for confirming an address of alert rules. */
export const getConfirmAddressPage = publicOperation('getConfirmAddressPage', {
  handle: async (context) => replyWithConsole(context, 'confirmAddressPage'),
});
