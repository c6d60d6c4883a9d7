/** Number of hashes that a thread remembers; they take a megabyte of memory. */
const REMEMBERED_HASHES = 2 ** 18;

/**
 * Grouping hashes that a thread has processed. A hash replaces another one with the same first digits, which bounds the
 * memory; a replaced hash counts as new again.
 */
export class RecentHashes {
  readonly #marks = new Uint32Array(REMEMBERED_HASHES);

  /** Remembers a hash of a project. Returns true if it is new. @param hash 32 hexadecimal digits */
  add(projectId: string, hash: string): boolean {
    const project = Math.imul(Number(projectId), 0x9e3779b1);
    const place = (parseInt(hash.slice(0, 8), 16) ^ project) >>> 14;
    // Empty places have the mark 0.
    const mark = (parseInt(hash.slice(8, 16), 16) ^ project) >>> 0 || 1;
    if (this.#marks[place] === mark) return false;
    this.#marks[place] = mark;
    return true;
  }
}
