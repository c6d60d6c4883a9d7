/** A value with the bytes it takes in memory; what takes more than the cache holds is used and not kept. */
export interface Weighed<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Keeps the values used last, up to a limit of bytes, and makes none of them twice at the same time. */
export class ByteCache<Value> {
  /** In the order of their last use, the latest at the end. */
  private readonly kept = new Map<string, Weighed<Value>>();
  private readonly coming = new Map<string, Promise<Value>>();
  private total = 0;

  constructor(private readonly limit: number) {}

  /** Bytes of what is kept. */
  get bytes(): number {
    return this.total;
  }

  /** The value of the key: the kept one, the one that is being made, or else a new one. A failure is not kept. */
  get(key: string, make: () => Promise<Weighed<Value>>): Promise<Value> {
    const kept = this.kept.get(key);
    if (kept !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, kept);
      return Promise.resolve(kept.value);
    }
    return this.coming.get(key) ?? this.begin(key, make);
  }

  private begin(key: string, make: () => Promise<Weighed<Value>>): Promise<Value> {
    const coming = this.make(key, make).finally(() => this.coming.delete(key));
    this.coming.set(key, coming);
    return coming;
  }

  private async make(key: string, make: () => Promise<Weighed<Value>>): Promise<Value> {
    const made = await make();
    if (made.bytes <= this.limit) this.keep(key, made);
    return made.value;
  }

  private keep(key: string, made: Weighed<Value>): void {
    this.kept.set(key, made);
    this.total += made.bytes;
    for (const [oldest, { bytes }] of this.kept) {
      if (this.total <= this.limit) return;
      this.kept.delete(oldest);
      this.total -= bytes;
    }
  }
}
