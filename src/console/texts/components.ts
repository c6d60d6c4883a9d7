import type { Texts } from '../state/texts';
import { de } from './de/components';
import { en } from './en/components';

/** The texts of what several pages show. */
export const componentsTexts: Texts<typeof en> = { en, de };
