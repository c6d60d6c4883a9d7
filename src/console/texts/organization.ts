import type { Texts } from '../state/texts';
import { de } from './de/organization';
import { en } from './en/organization';

/** The texts of the settings of an organization. */
export const organizationTexts: Texts<typeof en> = { en, de };
