import type { Texts } from '../state/texts';
import { de } from './de/alerts';
import { en } from './en/alerts';

/** The texts of alert rules, their recipients and their deliveries. */
export const alertsTexts: Texts<typeof en> = { en, de };
