import { repairLanguages } from './languages';

/* Repairs the languages of the browser. Files that use them, or a library that does, import this file first. */
repairLanguages(navigator);
