import type { Texts } from '../state/texts';
import { de } from './de/issues';
import { en } from './en/issues';

/** The texts of the list of issues. */
export const issuesTexts: Texts<typeof en> = { en, de };
