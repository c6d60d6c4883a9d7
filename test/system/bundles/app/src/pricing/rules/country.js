import taxOf from '../tax.js';

const allowed = {
  /** Throws what `taxOf` throws for a country without a tax. */
  isAllowed({ country }) {
    return taxOf(country) > 0;
  },
};

export function check(order) {
  return allowed.isAllowed(order);
}
