import { setImmediate } from 'node:timers/promises';
import { type PackedContent, packContent } from '../domain/content';
import type { Read, Write } from '../store/stores';

/** Compressed bytes that one transaction writes: events wait for it. */
const STEP_BYTES = 1024 * 1024;
/** Small files whose bytes are written together: few transactions for many of them. */
const BATCH_FILES = 250;
/** How long small files, which are handled in place, may keep other requests waiting. */
const TURN_MS = 10;

type Slice = { sha1: string; number: number; bytes: Uint8Array };

/** Whose bytes they are, and since when they are kept. */
export interface Place {
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Keeps bytes in short transactions. They become readable together, in the last. */
export async function keepContents(write: Write, place: Place, contents: readonly PackedContent[]): Promise<void> {
  const steps = cutSteps(contents.flatMap(({ sha1, slices }) => slices.map((bytes, number) => ({ sha1, number, bytes }))));
  const last = steps.pop() ?? [];
  for (const step of steps) {
    await write(async (stores) => {
      for (const slice of step) await stores.contents.putSlice({ ...place, ...slice });
    });
  }
  await write(async (stores) => {
    for (const slice of last) await stores.contents.putSlice({ ...place, ...slice });
    for (const { sha1, slices } of contents) await stores.contents.finish({ ...place, sha1, sliceCount: slices.length });
  });
}

function cutSteps(slices: readonly Slice[]): Slice[][] {
  const steps: Slice[][] = [];
  let room = 0;
  for (const slice of slices) {
    if (slice.bytes.length > room) {
      steps.push([]);
      room = STEP_BYTES;
    }
    steps.at(-1)?.push(slice);
    room -= slice.bytes.length;
  }
  return steps;
}

/** Keeps the bytes of many files, one after the other: in memory is what one transaction writes, and one file. */
export class ContentKeeper {
  readonly #known = new Set<string>();
  #batch: PackedContent[] = [];
  #batchBytes = 0;
  #turnBegan = performance.now();

  constructor(
    private readonly read: Read,
    private readonly write: Write,
    private readonly place: Place,
  ) {}

  /** What is kept already is not compressed again: most files of a build are those of the one before. */
  async add(sha1: string, bytes: Uint8Array): Promise<void> {
    if (this.#known.has(sha1)) return;
    this.#known.add(sha1);
    if (!(await this.#isKept(sha1))) await this.#push({ sha1, slices: await packContent(bytes) });
    if (performance.now() - this.#turnBegan < TURN_MS) return;
    await setImmediate();
    this.#turnBegan = performance.now();
  }

  /** Writes what still waits. */
  async flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    await keepContents(this.write, this.place, this.#batch);
    this.#batch = [];
    this.#batchBytes = 0;
  }

  async #isKept(sha1: string): Promise<boolean> {
    const missing = await this.read(({ contents }) => contents.missing(this.place.organizationId, [sha1]));
    return missing.length === 0;
  }

  async #push(content: PackedContent): Promise<void> {
    this.#batch.push(content);
    this.#batchBytes += content.slices.reduce((sum, slice) => sum + slice.length, 0);
    if (this.#batch.length >= BATCH_FILES || this.#batchBytes >= STEP_BYTES) await this.flush();
  }
}
