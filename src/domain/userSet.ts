import { createHash } from 'node:crypto';

/*
 * Sets of users that are counted, but not listed. A small set is exact: the sorted hashes of its users. A larger one is
 * a HyperLogLog with 2^14 registers of one byte, whose count has a standard error of 0.8 %. Both take at most 16 KiB.
 * The count is the estimator of Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches"
 * (https://arxiv.org/abs/1702.01284), which needs no table of corrections.
 */

const HASH_BYTES = 8;
const INDEX_BITS = 14;
const REGISTERS = 2 ** INDEX_BITS;
/** The largest value of a register: the position of the first 1 in the other 50 bits, or one more without any. */
const MAX_RANK = 64 - INDEX_BITS + 1;
/** Number of users up to which a set is exact. It is one less than would take as many bytes as the registers. */
export const MAX_EXACT_USERS = REGISTERS / HASH_BYTES - 1;

/** Returns the hash of a user's id: 8 bytes, as a text of as many characters. */
export function hashUser(id: string): string {
  return createHash('sha256').update(id).digest().toString('latin1', 0, HASH_BYTES);
}

/** A set of users that grows. */
export class UserSet {
  #hashes: Set<string> | null = new Set();
  #registers: Buffer | null = null;

  /** Reads the bytes of a stored set. */
  static of(bytes: Uint8Array): UserSet {
    const set = new UserSet();
    set.#mergeBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return set;
  }

  /** Adds a user by the hash of its id. Returns true if the set has changed. */
  add(hash: string): boolean {
    if (this.#registers !== null) return this.#record(this.#registers, hash);
    const hashes = (this.#hashes ??= new Set());
    const before = hashes.size;
    hashes.add(hash);
    if (hashes.size > MAX_EXACT_USERS) this.#toRegisters();
    return hashes.size > before;
  }

  /** Adds the users of another set. */
  merge(other: UserSet): void {
    if (other.#registers !== null) this.#mergeBytes(other.#registers);
    else for (const hash of other.#hashes ?? []) this.add(hash);
  }

  /** Returns the number of users, or its estimate. */
  count(): number {
    return this.#registers === null ? (this.#hashes?.size ?? 0) : Math.round(estimate(this.#registers));
  }

  /** Returns the form in which the set is stored: registers if it has their length, else hashes. */
  toBytes(): Buffer {
    return this.#registers ?? Buffer.from([...(this.#hashes ?? [])].sort().join(''), 'latin1');
  }

  #mergeBytes(bytes: Buffer): void {
    if (bytes.length !== REGISTERS) {
      const text = bytes.toString('latin1');
      for (let at = 0; at + HASH_BYTES <= text.length; at += HASH_BYTES) this.add(text.slice(at, at + HASH_BYTES));
      return;
    }
    const registers = this.#registers ?? this.#toRegisters();
    for (let index = 0; index < REGISTERS; index++) {
      const rank = bytes[index] ?? 0;
      if (rank > (registers[index] ?? 0)) registers[index] = rank;
    }
  }

  #toRegisters(): Buffer {
    const registers = Buffer.alloc(REGISTERS);
    for (const hash of this.#hashes ?? []) this.#record(registers, hash);
    this.#hashes = null;
    return (this.#registers = registers);
  }

  #record(registers: Buffer, hash: string): boolean {
    const bytes = Buffer.from(hash, 'latin1');
    const [high, low] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
    const index = high >>> (32 - INDEX_BITS);
    const rest = (high << INDEX_BITS) >>> 0;
    const rank = (rest === 0 ? 32 - INDEX_BITS + Math.clz32(low) : Math.clz32(rest)) + 1;
    if (rank <= (registers[index] ?? 0)) return false;
    registers[index] = rank;
    return true;
  }
}

function estimate(registers: Buffer): number {
  const counts = new Array<number>(MAX_RANK + 1).fill(0);
  for (const rank of registers) counts[rank] = (counts[rank] ?? 0) + 1;
  let z = REGISTERS * tau(1 - (counts[MAX_RANK] ?? 0) / REGISTERS);
  for (let rank = MAX_RANK - 1; rank >= 1; rank--) z = (z + (counts[rank] ?? 0)) / 2;
  z += REGISTERS * sigma((counts[0] ?? 0) / REGISTERS);
  return (REGISTERS * REGISTERS) / (2 * Math.LN2 * z);
}

/** Corrects for registers that no user has reached. */
function sigma(share: number): number {
  if (share === 1) return Infinity;
  let [x, y, z] = [share, 1, share];
  for (let before = -1; z !== before; y += y) {
    before = z;
    x *= x;
    z += x * y;
  }
  return z;
}

/** Corrects for registers that cannot grow. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let before = -1; z !== before;) {
    before = z;
    x = Math.sqrt(x);
    y /= 2;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
