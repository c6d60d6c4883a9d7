export default function (items) {
  return items.reduce((sum, { price }) => {
    if (price === undefined) throw new TypeError('an item has no price');
    return sum + round(price);
  }, 0);
}

export function round(price) {
  if (typeof price !== 'number') throw new TypeError(`${price} cannot be rounded`);
  return Math.round(price * 100) / 100;
}
