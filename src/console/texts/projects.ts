import type { Texts } from '../state/texts';
import { de } from './de/projects';
import { en } from './en/projects';

/** The texts of the list of projects, the page of a project and the page that creates one. */
export const projectsTexts: Texts<typeof en> = { en, de };
