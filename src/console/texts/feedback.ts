import type { Texts } from '../state/texts';
import { de } from './de/feedback';
import { en } from './en/feedback';

/** The texts of the feedback that people wrote. */
export const feedbackTexts: Texts<typeof en> = { en, de };
