import type { Texts } from '../state/texts';
import { de } from './de/attachments';
import { en } from './en/attachments';

/** The texts of the files that came with events. */
export const attachmentsTexts: Texts<typeof en> = { en, de };
