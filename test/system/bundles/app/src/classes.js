export class Container {
  #items = [];
  static #count = 0;
  static kinds = ['box', 'bag'];
  check = (item) => {
    if (item === 'sand') throw new Error('sand runs out');
    return item;
  };

  constructor(kind) {
    if (!Container.kinds.includes(kind)) throw new TypeError(`there is no container ${kind}`);
    this.kind = kind;
    Container.#count += 1;
  }

  static of(...items) {
    const container = new Container('box');
    for (const item of items) container.add(item);
    return container;
  }

  static #limit(count) {
    if (count > 3) throw new RangeError(`${count} items are too many`);
  }

  static get largest() {
    return Container.#measure('largest');
  }

  static #measure(what) {
    throw new Error(`the ${what} of ${Container.#count > 0} is unknown`);
  }

  add(item) {
    this.#append(item);
    return this;
  }

  #append(item) {
    if (this.#items.includes(item)) throw new Error(`${item} is in the container already`);
    this.#items.push(item);
    Container.#limit(this.#items.length);
  }

  get weight() {
    return this.#items.reduce((sum, item) => sum + this.#weigh(item), 0);
  }

  #weigh(item) {
    if (typeof item !== 'string') throw new TypeError(`${String(item)} cannot be weighed`);
    return item.length;
  }

  set label(text) {
    if (text.length > 5) throw new RangeError(`the label ${text} is too long`);
    this.text = text;
  }

  async load(source) {
    await source;
    return this.unpack(source);
  }

  async unpack(source) {
    if (source === null) throw new Error('there is nothing to unpack');
    return this.add(source);
  }

  *contents() {
    yield* this.#items;
    throw new Error('the container is empty now');
  }

  async *stream() {
    await null;
    yield 1;
    throw new Error('the stream ended');
  }

  [Symbol.iterator]() {
    throw new Error('containers are not iterated');
  }

  ['find' + 'First']() {
    throw new Error('there is no first item');
  }

  toJSON() {
    throw new Error('containers are not written');
  }

  toString() {
    throw new Error(`the ${this.kind} has no text`);
  }

  describe() {
    return this.name();
  }

  name() {
    throw new Error('a container has no name');
  }
}

class Crate extends Container {
  constructor(wood) {
    super('box');
    if (wood === undefined) throw new TypeError('of which wood is the crate?');
    this.wood = wood;
  }

  add(item) {
    if (item === 'water') throw new Error('a crate holds no water');
    return super.add(item);
  }

  describe() {
    return `${this.wood}: ${super.describe()}`;
  }
}

class Broken extends Container {
  size = measureSize(this);
}

function measureSize(container) {
  throw new Error(`the size of a ${container.kind} is unknown`);
}

class ContainerError extends Error {
  constructor(message, options) {
    super(`container: ${message}`, options);
    this.name = 'ContainerError';
  }

  static because(message) {
    return new ContainerError(message);
  }
}

const Cupboard = class {
  put(item) {
    throw new Error(`the cupboard is full, ${item} falls down`);
  }
};

const Rack = class Stand {
  put(item) {
    throw new ContainerError(`the rack bends under ${item}`);
  }
};

const Lockable = (Base) =>
  class extends Base {
    open(key) {
      if (key !== 42) throw new Error('the key does not fit');
      return this;
    }
  };
const Safe = Lockable(Container);

function Basket(owner) {
  if (owner === null) throw new TypeError('a basket needs an owner');
  this.owner = owner;
}
Basket.prototype.take = function (item) {
  throw new Error(`${this.owner} may not take ${item}`);
};
Basket.prototype.give = function giveItem(item) {
  throw new Error(`${this.owner} may not give ${item}`);
};
Basket.empty = () => {
  throw new Error('no basket is empty');
};

class Registry {
  static entries = new Map();
  static {
    this.register = (name, make) => this.entries.set(name, make);
    this.register('lazy', () => {
      throw new Error('the entry cannot be made');
    });
  }
  static make(name) {
    return Registry.entries.get(name)();
  }
}

const consume = async (stream) => {
  for await (const _ of stream) continue;
};

export const cases = {
  'a constructor': () => new Container('barrel'),
  'a method': () => new Container('box').describe(),
  'a private method': () => new Container('box').add('tea').add('tea'),
  'a static method and a private static one': () => Container.of('a', 'b', 'c', 'd'),
  'a static getter': () => Container.largest,
  'a getter': () => new Container('box').add(3).weight,
  'a setter': () => {
    new Container('box').label = 'fragile';
  },
  'an arrow in a field': () => new Container('bag').check('sand'),
  'async methods': () => new Container('bag').load(null),
  'a generator method': () => [...new Container('bag').contents()],
  'an async generator method': () => consume(new Container('bag').stream()),
  'a method with a symbol': () => [...new Container('box')],
  'a computed method': () => new Container('box').findFirst(),
  'a method that JSON calls': () => JSON.stringify({ container: new Container('box') }),
  'a method that a template calls': () => `${new Container('bag')}`,
  'a constructor of a subclass': () => new Crate(),
  'an inherited method': () => new Crate('oak').name(),
  'a method that calls super': () => new Crate('oak').describe(),
  'a private method behind super': () => new Crate('oak').add('tea').add('tea'),
  'an overridden method': () => new Crate('oak').add('water'),
  'a field': () => new Broken('box'),
  'an error class': () => {
    throw new ContainerError('burst');
  },
  'a static method that makes an error': () => {
    throw ContainerError.because('leaks');
  },
  'a class expression': () => new Cupboard().put('book'),
  'a named class expression': () => new Rack().put('books'),
  'a class that a function returns': () => new Safe('box').open(41),
  'a function as constructor': () => new Basket(null),
  'a function on a prototype': () => new Basket('Ann').take('apple'),
  'a named function on a prototype': () => new Basket('Ann').give('apple'),
  'an arrow on a constructor': () => Basket.empty(),
  'an arrow in a static block': () => Registry.make('lazy'),
};
