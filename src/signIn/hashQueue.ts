import { Unavailable } from '../domain/errors';

/** Maximum number of passwords that are hashed or wait: the last one waits some ten seconds. */
const MAX_PLACES = 52;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Unavailable) => void;
}

/**
 * Runs the hashes of passwords one after the other. Networks take turns; if too many passwords wait, the last one of
 * the network with the most is refused.
 */
export class HashQueue {
  /** In the order of their turns. */
  readonly #networks = new Map<string, Waiting[]>();
  #isRunning = false;
  #waiting = 0;

  /** @throws Unavailable if too many passwords wait */
  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) await this.#wait(network);
    this.#isRunning = true;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(network: string): Promise<void> {
    return new Promise((start, refuse) => {
      const waiting = this.#networks.get(network) ?? [];
      waiting.push({ start, refuse });
      this.#networks.set(network, waiting);
      this.#waiting += 1;
      if (this.#waiting >= MAX_PLACES) this.#refuseOne();
    });
  }

  /** Starts the next hash directly: a password that arrives meanwhile waits behind it. */
  #startNext(): void {
    const [first] = this.#networks;
    if (first === undefined) {
      this.#isRunning = false;
      return;
    }
    const [network, [next, ...rest]] = first;
    this.#networks.delete(network);
    if (rest.length > 0) this.#networks.set(network, rest);
    this.#waiting -= 1;
    next?.start();
  }

  #refuseOne(): void {
    let [network, most]: [string, Waiting[]] = ['', []];
    for (const [name, waiting] of this.#networks) if (waiting.length >= most.length) [network, most] = [name, waiting];
    most.pop()?.refuse(new Unavailable('Too many people are signing in at the moment; try again later.', 10));
    if (most.length === 0) this.#networks.delete(network);
    this.#waiting -= 1;
  }
}
