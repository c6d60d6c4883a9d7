import total, { round } from './total.js';
import Discount from './discount.js';
import taxOf from './tax.js';
import * as rules from './rules/index.js';

export const cases = {
  'a default function without a name': () => total([{ price: 1 }, {}]),
  'a default class without a name': () => new Discount(2).apply(10),
  'a default arrow': () => taxOf('nowhere'),
  'a named export': () => round('1.5'),
  'a namespace': () => rules.limit(11),
  'a module in a folder of a folder': () => rules.nested.check({ country: 'nowhere' }),
  'a default in a re-export': () => rules.everyRule([1, 2, 3]),
  'functions of several modules': () => rules.priceOf([{ price: 5 }, { price: 'six' }]),
};
