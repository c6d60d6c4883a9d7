import type { Texts } from '../state/texts';
import { de } from './de/grouping';
import { en } from './en/grouping';

/** The texts about the reasons of grouping. */
export const groupingTexts: Texts<typeof en> = { en, de };
