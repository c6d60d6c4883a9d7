import type { Texts } from '../state/texts';
import { de } from './de/projectSettings';
import { en } from './en/projectSettings';

/** The texts of the settings of a project. */
export const projectSettingsTexts: Texts<typeof en> = { en, de };
