import type { Texts } from '../state/texts';
import { de } from './de/monitors';
import { en } from './en/monitors';

/** The texts of monitors and their check-ins. */
export const monitorsTexts: Texts<typeof en> = { en, de };
