import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLICE_BYTES, sha1Of } from './eventBody';

/** Opens a file without a name: its space is free again as soon as the process closes it or ends, however it ends. */
export async function openTemporaryFile(): Promise<FileHandle> {
  const directory = await mkdtemp(join(tmpdir(), 'culprit-'));
  try {
    return await open(join(directory, 'file'), 'wx+');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The bytes of a file, in memory or on the disk. */
export interface FileBytes {
  readonly size: number;
  /** Lower-case hexadecimal digits. */
  readonly sha1: string;
  read(start: number, length: number): Promise<Uint8Array>;
  /** Yields the bytes in pieces of the size of a stored slice; the last one may be shorter. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** Returns bytes in memory as a file. */
export function fileOfBytes(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    sha1: sha1Of(bytes),
    read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
    async *pieces() {
      for (let start = 0; start < bytes.length; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES);
    },
  };
}

/** Writes files one after the other to a temporary file, which is made for the first of them. */
export class Spool {
  #file: Promise<FileHandle> | undefined;
  #length = 0;
  #isClosed = false;

  /** Begins the next file. Its bytes are written before those of a further one. */
  begin(): SpooledFile {
    return new SpooledFile(this, this.#length);
  }

  async append(bytes: Uint8Array): Promise<void> {
    const file = await this.#open();
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, this.#length + written);
      written += bytesWritten;
    }
    this.#length += bytes.length;
  }

  async read(start: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await (await this.#open()).read(bytes, 0, length, start);
    if (bytesRead < length) throw new Error('a temporary file has lost bytes');
    return bytes;
  }

  /** Gives the space on the disk back. */
  close(): void {
    this.#isClosed = true;
    this.#file?.then(
      (file) => file.close(),
      () => undefined,
    );
  }

  #open(): Promise<FileHandle> {
    if (this.#isClosed) throw new Error('the request has ended');
    return (this.#file ??= openTemporaryFile());
  }
}

/** A file in a `Spool`. */
class SpooledFile implements FileBytes {
  readonly #hash = createHash('sha1');
  #sha1: string | undefined;
  size = 0;

  constructor(
    private readonly spool: Spool,
    private readonly start: number,
  ) {}

  async append(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.size += bytes.length;
    await this.spool.append(bytes);
  }

  get sha1(): string {
    return (this.#sha1 ??= this.#hash.digest('hex'));
  }

  read(start: number, length: number): Promise<Uint8Array> {
    return this.spool.read(this.start + start, Math.min(length, this.size - start));
  }

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for (let at = 0; at < this.size; at += SLICE_BYTES) yield await this.read(at, SLICE_BYTES);
  }
}
