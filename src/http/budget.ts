import { Unavailable } from '../domain/errors';

/** Of the bytes that a request announces, so many are held for it before they come: those of an event. */
const HELD_BYTES = 1024 * 1024;

/** What the bodies of all requests under way may take of the memory together. A request that is alone may take what it needs. */
export class BodyBudget {
  #taken = 0;

  constructor(private readonly limit: number) {}

  /** Bytes that are taken now. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * A share for one request, before its body is read.
   * @param announced bytes that its headers tell of; 0 if they do not
   * @throws Unavailable if those of other requests leave too little
   */
  open(announced: number): BodyShare {
    this.#require(announced, 0);
    const share = new BodyShare(this);
    share.hold(Math.min(announced, HELD_BYTES));
    return share;
  }

  /** For shares. @throws Unavailable if others leave too little */
  take(bytes: number, own: number): void {
    this.#require(bytes, own);
    this.#taken += bytes;
  }

  /** For shares. */
  giveBack(bytes: number): void {
    this.#taken -= bytes;
  }

  #require(bytes: number, own: number): void {
    if (this.#taken > own && this.#taken + bytes > this.limit) {
      throw new Unavailable('Too many large requests are being read at the moment; send this one again later.');
    }
  }
}

/** What one request takes: the part held for it, or what its body really has, whichever is more. */
export class BodyShare {
  #taken = 0;
  #used = 0;

  constructor(private readonly budget: BodyBudget) {}

  /** For the budget: takes bytes that are still to come. */
  hold(bytes: number): void {
    this.budget.take(bytes, 0);
    this.#taken = bytes;
  }

  /** More of the body is in memory, read or inflated. @throws Unavailable if that is too much beside others */
  use(bytes: number): void {
    this.#used += bytes;
    const more = this.#used - this.#taken;
    if (more <= 0) return;
    this.budget.take(more, this.#taken);
    this.#taken += more;
  }

  /** Nothing of the body is in memory any more. */
  release(): void {
    this.budget.giveBack(this.#taken);
    this.#taken = 0;
    this.#used = 0;
  }
}
