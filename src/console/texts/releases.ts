import type { Texts } from '../state/texts';
import { de } from './de/releases';
import { en } from './en/releases';

/** The texts of releases. */
export const releasesTexts: Texts<typeof en> = { en, de };
