function reserve(item, quantity = requireQuantity(item)) {
  if (quantity > item.stock) throw new RangeError(`only ${item.stock} of ${item.name} are left`);
  return quantity;
}

function requireQuantity(item) {
  throw new TypeError(`no quantity of ${item.name} is given`);
}

function checkout(cart) {
  const total = cart.items.reduce(function addItem(sum, item) {
    return sum + reserve(item, item.quantity) * item.price;
  }, 0);
  return applyDiscount(total, cart.discount);
}

function applyDiscount(total, discount) {
  function percentOf(share) {
    if (share > 1) throw new RangeError(`a discount of ${share * 100} %`);
    return total * share;
  }
  return total - percentOf(discount);
}

function countDown(depth) {
  if (depth === 0) throw new Error('reached the ground');
  return 1 + countDown(depth - 1);
}

function isEven(number) {
  if (number === 0) throw new Error('zero is even');
  return isOdd(number - 1);
}

function isOdd(number) {
  return number !== 0 && isEven(number - 1);
}

function* orderNumbers(first) {
  for (let number = first; ; number += 1) {
    if (number > 3) throw new Error(`order number ${number} is too large`);
    yield number;
  }
}

async function loadCart(id) {
  await null;
  return parseCart(id);
}

function parseCart(id) {
  if (id === 'broken') throw new SyntaxError(`cart ${id} cannot be read`);
  return { id };
}

async function openCart(id) {
  const cart = await loadCart(id);
  return cart.id;
}

async function* cartPages(count) {
  for (let page = 0; page < count; page += 1) {
    await null;
    if (page === 2) throw new Error('page 2 is missing');
    yield page;
  }
}

async function readPages() {
  const pages = [];
  for await (const page of cartPages(5)) pages.push(page);
  return pages;
}

const tea = { name: 'tea', price: 3, stock: 1, quantity: 3 };

function swap([first, second], { key }) {
  return [second[key].name, first];
}

function withLongLine(cart) {
  const label = `cart with ${cart.items.length} items for ${cart.customer ?? 'a guest'}`;
  const weight = cart.items.reduce((sum, item) => sum + (item.weight ?? 0), 0);
  if (weight === 0) throw new Error(`${label} weighs nothing`);
  return weight;
}

function chained(items) {
  return items
    .filter((item) => item.stock > 0)
    .map((item) => ({ ...item, price: item.price * 2 }))
    .map((item) => reserve(item, item.quantity))
    .join(', ');
}

function twoCallsOnOneLine(item) {
  return Math.max(reserve(item, 1), reserve(item, item.quantity));
}

export const cases = {
  'a declaration': () => reserve(tea, 3),
  'a default parameter': () => reserve(tea),
  'a callback with a name': () => checkout({ items: [tea], discount: 0 }),
  'a nested declaration': () => applyDiscount(100, 1.5),
  'a recursion': () => countDown(4),
  'two functions that call each other': () => isEven(4),
  'a generator': () => [...orderNumbers(1)],
  'an async function': () => openCart('broken'),
  'an async generator': () => readPages(),
  'a destructured parameter': () => swap([1, {}], { key: 'missing' }),
  'a line with several statements': () => withLongLine({ items: [tea] }),
  'a chain of calls over lines': () => chained([tea]),
  'two calls on one line': () => twoCallsOnOneLine(tea),
};
