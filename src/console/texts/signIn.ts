import type { Texts } from '../state/texts';
import { de } from './de/signIn';
import { en } from './en/signIn';

/** The texts of the page to sign in. */
export const signInTexts: Texts<typeof en> = { en, de };
