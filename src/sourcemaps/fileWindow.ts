import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 1024 * 1024;

/** Reads a file here and there. What lies close together is read from the disk once: archives of many small files are quick. */
export class FileWindow {
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly file: FileHandle) {}

  /** @throws Error if the file ends before */
  async read(position: number, length: number): Promise<Buffer> {
    if (length > WINDOW_BYTES) return requireLength(await this.#load(position, length), length);
    if (position < this.#start || position + length > this.#start + this.#bytes.length) {
      this.#bytes = await this.#load(position, WINDOW_BYTES);
      this.#start = position;
    }
    const from = position - this.#start;
    return requireLength(this.#bytes.subarray(from, from + length), length);
  }

  /** A new buffer each time: what was read before may still be in use. */
  async #load(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}

function requireLength(bytes: Buffer, length: number): Buffer {
  if (bytes.length < length) throw new Error('the file ends too early');
  return bytes;
}
