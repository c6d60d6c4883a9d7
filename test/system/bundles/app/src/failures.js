import { Container } from './classes.js';

function open(name) {
  try {
    return read(name);
  } catch (error) {
    throw new Error(`cannot open ${name}`, { cause: error });
  }
}

function read(name) {
  try {
    return parse(name);
  } catch (error) {
    throw new TypeError(`cannot read ${name}`, { cause: error });
  }
}

function parse(name) {
  return JSON.parse(`{"${name}"`);
}

function rethrow() {
  try {
    missing();
  } catch (error) {
    error.seen = true;
    throw error;
  } finally {
    rethrow.count = (rethrow.count ?? 0) + 1;
  }
}

function missing() {
  return undefined.price;
}

function callsNothing(order) {
  return order.items.total();
}

function createError(code) {
  const error = new Error(`code ${code}`);
  error.code = code;
  return error;
}

function failWith(code) {
  throw createError(code);
}

async function failLater(code) {
  await new Promise((resolve) => setTimeout(resolve, 1));
  if (code > 0) failWith(code);
  return code;
}

async function retry(work, times) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === times) throw new Error(`failed ${times} times`, { cause: error });
    }
  }
}

function inFinally() {
  try {
    return 1;
  } finally {
    failWith(7);
  }
}

function conditional(flag) {
  return flag ? failWith(8) : flag === false ? createError(9) : new Container(flag);
}

function switchOn(kind) {
  switch (kind) {
    case 'paid':
      return 1;
    case 'lost':
      throw new Error('the parcel is lost');
    default:
      return failWith(kind);
  }
}

function inLoop(list) {
  let index = 0;
  while (true) {
    do {
      index += 1;
      if (index > list.length) throw new RangeError(`there is no item ${index}`);
    } while (list[index] !== undefined);
  }
}

function assertPositive(number) {
  if (number > 0) return;
  const error = new RangeError(`${number} is not positive`);
  Error.captureStackTrace?.(error, assertPositive);
  throw error;
}

function pay(amount) {
  assertPositive(amount);
  return amount;
}

export const cases = {
  'an error with causes': () => open('order'),
  'an error that is thrown again': () => rethrow(),
  'a property of undefined': () => missing(),
  'a call of what is no function': () => callsNothing({ items: {} }),
  'an error that a function creates': () => failWith(5),
  'an error after a timer': () => failLater(6),
  'an error after retries': () => retry((attempt) => failLater(attempt), 2),
  'an error in finally': () => inFinally(),
  'a conditional expression': () => conditional(true),
  'a constructor in a conditional expression': () => conditional('sack'),
  'a switch': () => switchOn('lost'),
  'the default of a switch': () => switchOn('sent'),
  'a loop': () => inLoop([1, 2]),
  'a stack that begins at the caller': () => pay(0),
};
