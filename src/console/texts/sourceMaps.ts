import type { Texts } from '../state/texts';
import { de } from './de/sourceMaps';
import { en } from './en/sourceMaps';

/** The texts of the pages of source maps. */
export const sourceMapsTexts: Texts<typeof en> = { en, de };
