import type { Texts } from '../state/texts';
import { de } from './de/issueSearch';
import { en } from './en/issueSearch';

/** The texts of parts of the list of issues that are loaded later. */
export const issueSearchTexts: Texts<typeof en> = { en, de };
