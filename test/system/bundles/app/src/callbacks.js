const numbers = [3, 1, 2];

function check(number) {
  if (number === 2) throw new RangeError(`${number} is refused`);
  return number;
}

const wait = (work) =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    }, 1);
  });

function listen() {
  const target = new EventTarget();
  let caught;
  target.addEventListener('pay', (event) => {
    try {
      refuse(event.type);
    } catch (error) {
      caught = error;
    }
  });
  target.dispatchEvent(new Event('pay'));
  throw caught;
}

function refuse(kind) {
  throw new Error(`refused to ${kind}`);
}

class Emitter {
  listeners = new Map();
  on(name, listener) {
    this.listeners.set(name, listener);
    return this;
  }
  emit(name, ...args) {
    for (const [key, listener] of this.listeners) if (key === name) listener.apply(this, args);
  }
}

const order = {
  lines: [1, 2],
  total() {
    return this.lines.reduce((sum, line) => sum + check(line), 0);
  },
  async send() {
    await null;
    throw new Error('the order cannot be sent');
  },
  get first() {
    return this.lines[0].price.amount;
  },
  set address(value) {
    if (value === '') throw new Error('the address is empty');
    this.to = value;
  },
  ['print' + 1]() {
    throw new Error('the printer is out of paper');
  },
  *each() {
    yield check(2);
  },
  deep: {
    list: [
      {
        run() {
          throw new Error('deep in an object');
        },
      },
    ],
  },
};

const proxied = new Proxy(
  {},
  {
    get(target, key) {
      throw new Error(`${String(key)} was read`);
    },
    has: (target, key) => {
      throw new Error(`${key} was looked for`);
    },
  },
);

const defined = Object.defineProperty({}, 'value', {
  get() {
    throw new Error('the value is not known');
  },
});

function tag(strings, ...values) {
  throw new Error(`${strings.length} strings and ${values.length} values`);
}

function greet(greeting) {
  throw new Error(`${greeting}, ${this.name}`);
}

export const cases = {
  map: () => numbers.map((number) => check(number)),
  'map without an arrow': () => numbers.map(check),
  forEach: () => {
    numbers.forEach((number) => {
      check(number);
    });
  },
  'forEach with a function': () => {
    numbers.forEach(function (number) {
      check(number);
    });
  },
  filter: () => numbers.filter((number) => check(number) > 1),
  reduce: () => numbers.reduce((sum, number) => sum + check(number), 0),
  sort: () => [...numbers].sort((one, other) => check(one) - check(other)),
  find: () => numbers.find((number) => number.name.length > 1),
  flatMap: () => numbers.flatMap((one) => numbers.map((other) => check(one - 1 + other))),
  'Array.from': () => Array.from({ length: 3 }, (_, index) => check(index)),
  replace: () => 'a2b'.replace(/\d/, (digit) => check(Number(digit))),
  'a reviver of JSON': () => JSON.parse('{"a":2}', (key, value) => check(value)),
  'an executor of a promise': () => new Promise(() => check(2)),
  then: () => Promise.resolve(2).then((number) => check(number)),
  'then without an arrow': () => Promise.resolve(2).then(check),
  catch: () =>
    Promise.reject(new Error('first')).catch((error) => {
      throw new Error(`then ${error.message} failed`, { cause: error });
    }),
  finally: () =>
    Promise.resolve().finally(() => {
      throw new Error('at last');
    }),
  'Promise.all': () => Promise.all(numbers.map(async (number) => check(number))),
  'Promise.any': () => Promise.any([Promise.reject(new Error('one')), wait(() => check(2))]),
  setTimeout: () => wait(() => check(2)),
  queueMicrotask: () =>
    new Promise((resolve, reject) => {
      queueMicrotask(() => {
        try {
          resolve(check(2));
        } catch (error) {
          reject(error);
        }
      });
    }),
  'a listener of an event': () => listen(),
  'a listener of an emitter': () =>
    new Emitter()
      .on('paid', function (amount) {
        check(amount);
      })
      .emit('paid', 2),
  'a method of an object': () => order.total(),
  'an async method of an object': () => order.send(),
  'a getter of an object': () => order.first,
  'a setter of an object': () => {
    order.address = '';
  },
  'a computed method of an object': () => order.print1(),
  'a generator method of an object': () => [...order.each()],
  'a method deep in an object': () => order.deep.list[0].run(),
  'a trap of a proxy': () => proxied.price,
  'an arrow as trap of a proxy': () => 'price' in proxied,
  'a getter that is defined': () => defined.value,
  'a tag of a template': () => tag`${1} and ${2}`,
  call: () => greet.call({ name: 'Ann' }, 'hello'),
  apply: () => greet.apply({ name: 'Ann' }, ['good morning']),
  bind: () => greet.bind({ name: 'Ann' })('good night'),
  'Reflect.construct': () => Reflect.construct(Emitter, []).emit.call(null, 'paid'),
};
