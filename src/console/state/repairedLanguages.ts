import { repairLanguages } from './languages';

/* Files that use the languages of the browser, or a library that does, import this one first. */
repairLanguages(navigator);
