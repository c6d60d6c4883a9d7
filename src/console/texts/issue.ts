import type { Texts } from '../state/texts';
import { de } from './de/issue';
import { en } from './en/issue';

/** The texts of the page of an issue. */
export const issueTexts: Texts<typeof en> = { en, de };
