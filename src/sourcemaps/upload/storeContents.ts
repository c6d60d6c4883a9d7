import { setImmediate } from 'node:timers/promises';
import { compressContent, type CompressedContent } from '../../compression/content';
import type { FileBytes } from '../../compression/spool';
import type { ContentSlice } from '../../store/contents';
import type { Read, Write, Writers } from '../../store/stores';

/** Compressed bytes that one transaction writes. Events wait for its end. */
const TRANSACTION_BYTES = 1024 * 1024;
/** Files that are looked up and written together. */
const BATCH_FILES = 250;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum time for which compressing small files, which is synchronous, delays other requests. */
const MAX_BLOCKING_MS = 10;

type Slice = Pick<ContentSlice, 'sha1' | 'number' | 'bytes'>;

/** The organization that content is stored for, and the time from which the content is kept. */
export interface ContentOwner {
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Minimum bytes that a chunk counts: many small chunks cost more than their bytes. */
const MIN_CHUNK_BYTES = 16 * 1024;

/** Returns the bytes that chunks count against the quota of their organization while they are not assembled. */
export function chunkBytesOf(chunks: readonly CompressedContent[]): number {
  const sizes = chunks.map(({ slices }) => slices.reduce((bytes, { length }) => bytes + length, 0));
  return sizes.reduce((sum, bytes) => sum + Math.max(MIN_CHUNK_BYTES, bytes), 0);
}

export interface StoreContentsOptions {
  /** True if the contents count as chunks until they are assembled. */
  readonly areChunks?: boolean;
  /** Called in the last transaction. */
  readonly record?: (stores: Writers) => Promise<void>;
}

/** Stores contents in short transactions. All of them become readable in the last one. */
export async function storeContents(
  write: Write,
  owner: ContentOwner,
  contents: readonly CompressedContent[],
  { areChunks = false, record }: StoreContentsOptions = {},
): Promise<void> {
  const transactions = splitIntoTransactions(
    contents.flatMap(({ sha1, slices }) => slices.map((bytes, number) => ({ sha1, number, bytes }))),
  );
  const last = transactions.pop() ?? [];
  for (const transaction of transactions) {
    await write(async (stores) => {
      await Promise.all(transaction.map((slice) => stores.contents.putSlice({ ...owner, ...slice })));
    });
  }
  await write(async (stores) => {
    await Promise.all(last.map((slice) => stores.contents.putSlice({ ...owner, ...slice })));
    await Promise.all(
      contents.map((content) => {
        const { sha1, slices } = content;
        const chunkBytes = areChunks ? chunkBytesOf([content]) : null;
        return stores.contents.complete({ ...owner, sha1, sliceCount: slices.length, chunkBytes });
      }),
    );
    await record?.(stores);
  });
}

/**
 * Stores a file unless it is stored already, in transactions of about one slice each. Only one slice is in memory.
 * @param beforeEach called before each transaction. May throw
 */
export async function storeFile(
  { read, write, beforeEach }: { readonly read: Read; readonly write: Write; readonly beforeEach: () => void },
  owner: ContentOwner,
  file: FileBytes,
): Promise<void> {
  const { sha1 } = file;
  const missing = await read(({ contents }) => contents.findMissing(owner.organizationId, [sha1]));
  if (missing.length === 0) return;
  let waiting: Slice | undefined;
  let number = 0;
  for await (const piece of file.pieces()) {
    const slice = waiting;
    beforeEach();
    if (slice !== undefined) await write(({ contents }) => contents.putSlice({ ...owner, ...slice }));
    const [bytes = new Uint8Array()] = await compressContent(piece);
    waiting = { sha1, number, bytes };
    number += 1;
  }
  const last = waiting;
  await write(async ({ contents }) => {
    if (last !== undefined) await contents.putSlice({ ...owner, ...last });
    await contents.complete({ ...owner, sha1, sliceCount: number });
  });
}

function splitIntoTransactions(slices: readonly Slice[]): Slice[][] {
  const transactions: Slice[][] = [];
  let remaining = 0;
  for (const slice of slices) {
    if (slice.bytes.length > remaining) {
      transactions.push([]);
      remaining = TRANSACTION_BYTES;
    }
    transactions.at(-1)?.push(slice);
    remaining -= slice.bytes.length;
  }
  return transactions;
}

/** Stores the contents of many files in batches. Only one batch is in memory. */
export class ContentBatchWriter {
  readonly #added = new Set<string>();
  #batch: { sha1: string; bytes: Uint8Array }[] = [];
  #batchBytes = 0;

  constructor(
    private readonly read: Read,
    private readonly write: Write,
    private readonly owner: ContentOwner,
  ) {}

  async add(sha1: string, bytes: Uint8Array): Promise<void> {
    if (this.#added.has(sha1)) return;
    this.#added.add(sha1);
    this.#batch.push({ sha1, bytes });
    this.#batchBytes += bytes.length;
    if (this.#batch.length >= BATCH_FILES || this.#batchBytes >= BATCH_BYTES) await this.flush();
  }

  /**
   * Writes the rest. Stored contents are not compressed again: most files of a build are the same as in the previous
   * build.
   */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length === 0) return;
    const { organizationId } = this.owner;
    const missing = new Set(
      await this.read(({ contents }) =>
        contents.findMissing(
          organizationId,
          batch.map(({ sha1 }) => sha1),
        ),
      ),
    );
    const compressed = await compressFiles(batch.filter(({ sha1 }) => missing.has(sha1)));
    if (compressed.length > 0) await storeContents(this.write, this.owner, compressed);
  }
}

async function compressFiles(files: readonly { sha1: string; bytes: Uint8Array }[]): Promise<CompressedContent[]> {
  const compressed: CompressedContent[] = [];
  let began = performance.now();
  for (const { sha1, bytes } of files) {
    compressed.push({ sha1, slices: await compressContent(bytes) });
    if (performance.now() - began < MAX_BLOCKING_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return compressed;
}
