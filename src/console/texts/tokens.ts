import type { Texts } from '../state/texts';
import { de } from './de/tokens';
import { en } from './en/tokens';

/** The texts of tokens, on the pages of an organization and of an account. */
export const tokensTexts: Texts<typeof en> = { en, de };
