import { cases as callbacks } from './callbacks.js';
import { cases as classes } from './classes.js';
import { cases as closures } from './closures.js';
import { cases as failures } from './failures.js';
import { cases as functions } from './functions.js';
import { cases as pricing } from './pricing/index.js';

export const loadGroups = () => Object.entries({ functions, closures, classes, callbacks, failures, pricing });
