const parsePrice = (text) => {
  const price = Number(text);
  if (Number.isNaN(price)) throw new TypeError(`${text} is not a price`);
  return price;
};

const double = (text) => parsePrice(text) * 2;

const makeCounter = (limit) => {
  let count = 0;
  return () => {
    count += 1;
    if (count > limit) throw new RangeError(`counted to ${count}`);
    return count;
  };
};

const add = (one) => (other) => (third) => {
  if (third === undefined) throw new TypeError('the third summand is missing');
  return one + other + third;
};

const validators = {
  notEmpty: (text) => {
    if (text === '') throw new Error('the text is empty');
    return text;
  },
  short: function (text) {
    if (text.length > 3) throw new Error(`${text} is too long`);
    return text;
  },
  even: function isEvenNumber(number) {
    if (number % 2 !== 0) throw new Error(`${number} is odd`);
    return number;
  },
  nested: {
    inner: (value) => {
      throw new Error(`refused ${value}`);
    },
  },
};

const listeners = [
  (event) => event.kind,
  (event) => {
    if (event.kind === 'lost') throw new Error(`the event ${event.kind} has no listener`);
    return event;
  },
];

let late;
late = () => {
  throw new Error('assigned late');
};

const settings = {};
settings.onChange = () => {
  throw new Error('changed');
};
settings['on-close'] = function () {
  throw new Error('closed');
};

const {
  pick = () => {
    throw new Error('the default of a destructured constant');
  },
} = {};

function withDefault(format = (value) => value.missing.text) {
  return format({});
}

function once(work) {
  let result;
  return function runOnce(...args) {
    result ??= work.apply(this, args);
    return result;
  };
}

const connect = once((host) => {
  if (!host.includes('.')) throw new Error(`${host} is not a host`);
  return host;
});

const memo = once(function () {
  throw new Error('nothing to remember');
});

const immediately = () =>
  (function () {
    throw new Error('in a function that is called at once');
  })();

const immediatelyNamed = () =>
  (() => {
    const local = () => {
      throw new Error('in a local arrow');
    };
    return [local()];
  })();

export const cases = {
  'an arrow': () => double('five'),
  'a closure that is returned': () => {
    const counter = makeCounter(1);
    return [counter(), counter()];
  },
  'curried arrows': () => add(1)(2)(),
  'an arrow in an object': () => validators.notEmpty(''),
  'a function in an object': () => validators.short('long text'),
  'a named function in an object': () => validators.even(3),
  'an arrow in an object in an object': () => validators.nested.inner(1),
  'an arrow in an array': () => listeners.map((listener) => listener({ kind: 'lost' })),
  'an arrow that is assigned': () => late(),
  'an arrow that is assigned to a property': () => settings.onChange(),
  'a function that is assigned to a computed property': () => settings['on-close'](),
  'an arrow that is a default in a pattern': () => pick(),
  'an arrow that is a default parameter': () => withDefault(),
  'an arrow behind a wrapper': () => connect('localhost'),
  'a function behind a wrapper': () => memo(),
  'a function that is called at once': () => immediately(),
  'an arrow in an arrow that is called at once': () => immediatelyNamed(),
};
