export enum State {
  Open = 1,
  Paid,
  Sent = Paid * 2,
}

const enum Limit {
  Items = 2,
}

interface Item {
  readonly name: string;
  readonly price: number;
  readonly note?: { readonly text: string };
}

type Check<T> = (value: T) => asserts value is NonNullable<T>;

const assertGiven: Check<unknown> = (value) => {
  if (value == null) throw new TypeError('the value is not given');
};

abstract class Document<Line extends Item> {
  protected lines: Line[] = [];
  abstract readonly title: string;
  private static made = 0;

  constructor(
    readonly number: number,
    protected state: State = State.Open,
  ) {
    if (!Number.isInteger(number)) throw new TypeError(`${number} is no number of a document`);
    Document.made += 1;
  }

  abstract close(): void;

  add(line: Line): this {
    if (this.lines.length >= Limit.Items) throw new RangeError(`${this.title} has ${Limit.Items} lines already`);
    this.lines.push(line);
    return this;
  }

  get total(): number {
    return this.lines.reduce<number>((sum, { price, name }) => {
      if (price < 0) throw new RangeError(`the price of ${name} is negative`);
      return sum + price;
    }, 0);
  }

  protected requireState(wanted: State): void {
    if (this.state !== wanted) {
      throw new Error(`${this.title} is ${State[this.state]!.toLowerCase()}, not ${State[wanted]!.toLowerCase()}`);
    }
  }
}

class Order extends Document<Item> {
  override readonly title = 'the order';
  #owner?: string;

  override close(): void {
    this.requireState(State.Paid);
  }

  noteOf(index: number): string {
    return this.lines[index]!.note!.text;
  }

  get owner(): string {
    assertGiven(this.#owner);
    return this.#owner;
  }

  async send(this: Order, ...addresses: readonly string[]): Promise<void> {
    for (const address of addresses) await this.deliver(address);
  }

  private async deliver(address: string): Promise<void> {
    await Promise.resolve();
    if (address.length === 0) throw new Error('the address is empty');
  }
}

function find(items: readonly Item[], name: string): Item;
function find(items: readonly Item[], index: number): Item;
function find(items: readonly Item[], key: string | number): Item {
  const found = typeof key === 'number' ? items[key] : items.find(({ name }) => name === key);
  if (found === undefined) throw new Error(`there is no item ${key}`);
  return found satisfies Item;
}

const firstOf = <T>(list: readonly T[]): T => {
  if (list.length === 0) throw new RangeError('the list is empty');
  return list[0] as T;
};

namespace Stock {
  const levels = new Map<string, number>([['tea', 1]]);

  export function take(name: string, count = 1): number {
    const level = levels.get(name) ?? missing(name);
    if (level < count) throw new RangeError(`${count} ${name} are not there`);
    return level - count;
  }

  function missing(name: string): never {
    throw new Error(`${name} is not sold`);
  }
}

const tea: Item = { name: 'tea', price: 3 };

export const cases: Record<string, () => unknown> = {
  'a constructor with properties': () => new Order(1.5),
  'a method of an abstract class': () => new Order(1).add(tea).add(tea).add(tea),
  'a protected method': () => new Order(2).close(),
  'a getter with a callback': () => new Order(3).add({ ...tea, price: -1 }).total,
  'a non-null assertion': () => new Order(4).add(tea).noteOf(0),
  'an assertion function': () => new Order(5).owner,
  'async methods of a class': () => new Order(6).send('here', ''),
  overloads: () => find([tea], 'coffee'),
  'a generic arrow': () => firstOf<Item>([]),
  'a function of a namespace': () => Stock.take('tea', 2),
  'a hidden function of a namespace': () => Stock.take('milk'),
};
