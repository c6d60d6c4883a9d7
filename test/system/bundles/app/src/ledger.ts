type Method = (...args: any[]) => unknown;

/** Refuses calls of a method with negative amounts. */
function positive(_target: object, key: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const method = descriptor.value as Method;
  return {
    ...descriptor,
    value: function checked(this: unknown, ...args: unknown[]) {
      if (args.some((value) => typeof value === 'number' && value < 0)) throw new RangeError(`${key} of a debt`);
      return method.apply(this, args);
    },
  };
}

function sealed<T extends abstract new (...args: any[]) => object>(target: T): void {
  Object.seal(target.prototype);
}

@sealed
class Ledger {
  private entries: { amount: number; reason?: string }[] = [];

  @positive
  book(amount: number, reason?: string): void {
    if (reason === undefined) throw new TypeError(`why are ${amount} booked?`);
    this.entries.push({ amount, reason });
  }

  @positive
  pay(amount: number): number {
    return this.balance - amount < 0 ? this.refuse(amount) : this.balance - amount;
  }

  get balance(): number {
    return this.entries.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0);
  }

  private refuse(amount: number): never {
    throw new Error(`${amount} are more than ${this.balance}`);
  }

  static merge(ledgers: readonly Ledger[]): Ledger {
    const merged = new Ledger();
    ledgers.forEach(({ entries }) => entries.forEach(({ amount, reason }) => merged.book(amount, reason)));
    return merged;
  }

  with(amount: number): this {
    this.entries.push({ amount });
    return this;
  }
}

const converters = {
  euro: (amount: number): string => {
    if (!Number.isFinite(amount)) throw new RangeError(`${amount} cannot be shown`);
    return `${amount.toFixed(2)} EUR`;
  },
  parse<T>(text: string, guard: (value: unknown) => value is T): T {
    const value: unknown = JSON.parse(text);
    if (!guard(value)) throw new TypeError(`${text} is not what was wanted`);
    return value;
  },
} as const;

const isNumber = (value: unknown): value is number => typeof value === 'number';

async function audit(ledgers: AsyncIterable<Ledger> | Iterable<Ledger>): Promise<number> {
  let sum = 0;
  for await (const ledger of ledgers) {
    if (ledger.balance === 0) throw new Error('an empty ledger');
    sum += ledger.balance;
  }
  return sum;
}

const total = (...amounts: number[]) => amounts.reduce((sum, amount) => sum + (amount ?? lost(sum)));

function lost(sum: number): never {
  throw new Error(`lost after ${sum}`);
}

export const cases: Record<string, () => unknown> = {
  'a decorated method': () => new Ledger().book(5),
  'a decorator': () => new Ledger().pay(-1),
  'a private method behind a decorator': () => new Ledger().with(3).pay(5),
  'callbacks in callbacks': () => Ledger.merge([new Ledger().with(1)]),
  'an arrow of a constant object': () => converters.euro(1 / 0),
  'a generic method of an object': () => converters.parse('"text"', isNumber),
  'an async function that iterates': () => audit([new Ledger().with(2), new Ledger()]),
  'rest parameters': () => total(1, 2, undefined as unknown as number),
};
