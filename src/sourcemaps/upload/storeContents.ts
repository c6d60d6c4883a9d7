import { setImmediate } from 'node:timers/promises';
import { compressContent, type CompressedContent } from '../../compression/content';
import type { Read, Write } from '../../store/stores';

/** Compressed bytes that one transaction writes: events wait for it. */
const TRANSACTION_BYTES = 1024 * 1024;
/** Small files that are looked for and written together: few statements and transactions for many of them. */
const BATCH_FILES = 250;
const BATCH_BYTES = 4 * 1024 * 1024;
/** How long small files, which are handled in place, may keep other requests waiting. */
const MAX_BLOCKING_MS = 10;

type ContentSlice = { sha1: string; number: number; bytes: Uint8Array };

/** Whose bytes they are, and since when they are kept. */
export interface ContentOwner {
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Keeps bytes in short transactions. They become readable together, in the last. Statements do not wait for one another. */
export async function storeContents(
  write: Write,
  place: ContentOwner,
  contents: readonly CompressedContent[],
): Promise<void> {
  const steps = splitIntoTransactions(
    contents.flatMap(({ sha1, slices }) => slices.map((bytes, number) => ({ sha1, number, bytes }))),
  );
  const last = steps.pop() ?? [];
  for (const step of steps) {
    await write(async (stores) => {
      await Promise.all(step.map((slice) => stores.contents.putSlice({ ...place, ...slice })));
    });
  }
  await write(async (stores) => {
    await Promise.all(last.map((slice) => stores.contents.putSlice({ ...place, ...slice })));
    await Promise.all(
      contents.map(({ sha1, slices }) => stores.contents.complete({ ...place, sha1, sliceCount: slices.length })),
    );
  });
}

function splitIntoTransactions(slices: readonly ContentSlice[]): ContentSlice[][] {
  const steps: ContentSlice[][] = [];
  let room = 0;
  for (const slice of slices) {
    if (slice.bytes.length > room) {
      steps.push([]);
      room = TRANSACTION_BYTES;
    }
    steps.at(-1)?.push(slice);
    room -= slice.bytes.length;
  }
  return steps;
}

/** Keeps the bytes of many files: in memory are those of one batch. */
export class ContentBatchWriter {
  readonly #known = new Set<string>();
  #batch: { sha1: string; bytes: Uint8Array }[] = [];
  #batchBytes = 0;

  constructor(
    private readonly read: Read,
    private readonly write: Write,
    private readonly place: ContentOwner,
  ) {}

  async add(sha1: string, bytes: Uint8Array): Promise<void> {
    if (this.#known.has(sha1)) return;
    this.#known.add(sha1);
    this.#batch.push({ sha1, bytes });
    this.#batchBytes += bytes.length;
    if (this.#batch.length >= BATCH_FILES || this.#batchBytes >= BATCH_BYTES) await this.flush();
  }

  /** Writes what still waits. What is kept already is not compressed again: most files of a build are those of the one before. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length === 0) return;
    const { organizationId } = this.place;
    const missing = new Set(
      await this.read(({ contents }) =>
        contents.findMissing(
          organizationId,
          batch.map(({ sha1 }) => sha1),
        ),
      ),
    );
    const packed = await packFiles(batch.filter(({ sha1 }) => missing.has(sha1)));
    if (packed.length > 0) await storeContents(this.write, this.place, packed);
  }
}

async function packFiles(files: readonly { sha1: string; bytes: Uint8Array }[]): Promise<CompressedContent[]> {
  const packed: CompressedContent[] = [];
  let turnBegan = performance.now();
  for (const { sha1, bytes } of files) {
    packed.push({ sha1, slices: await compressContent(bytes) });
    if (performance.now() - turnBegan < MAX_BLOCKING_MS) continue;
    await setImmediate();
    turnBegan = performance.now();
  }
  return packed;
}
