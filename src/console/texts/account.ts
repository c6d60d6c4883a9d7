import type { Texts } from '../state/texts';
import { de } from './de/account';
import { en } from './en/account';

/** The texts of the account page and the page that confirms an address. */
export const accountTexts: Texts<typeof en> = { en, de };
