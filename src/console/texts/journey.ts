import type { Texts } from '../state/texts';
import { de } from './de/journey';
import { en } from './en/journey';

/** The texts of the journeys of events. */
export const journeyTexts: Texts<typeof en> = { en, de };
