import { createHash } from 'node:crypto';

const TEXT = JSON.stringify(Array.from({ length: 2000 }, (_, number) => ({ number, name: `item ${number}` })));

/** Times a fixed piece of work on the processor: were the machine ours alone, it would always take as long. */
export class Noise {
  readonly #times: number[] = [];

  /** Called between rounds. */
  look(): void {
    const began = performance.now();
    for (let turn = 0; turn < 10; turn += 1)
      createHash('sha256')
        .update(JSON.stringify(JSON.parse(TEXT)))
        .digest();
    this.#times.push(performance.now() - began);
  }

  /** Milliseconds of each look; the first ones still warm the compiler up. */
  get times(): readonly number[] {
    return this.#times.slice(3);
  }

  /** Looks a few times in a row. */
  warmUp(): void {
    for (let turn = 0; turn < 5; turn += 1) this.look();
  }
}
