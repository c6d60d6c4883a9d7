import total from '../total.js';

export * as nested from './country.js';
export { default as everyRule } from './every.js';

export const limit = (count) => {
  if (count > 10) throw new RangeError(`${count} are more than 10`);
  return count;
};

export function priceOf(items) {
  return total(items);
}
