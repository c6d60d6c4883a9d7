import type { StoredFile } from '../domain/artifact';
import { Failure } from '../domain/errors';

export type ReadContent = (file: StoredFile) => Promise<Uint8Array>;

/** The bytes of a file; null if they went after it was found, which must not cost an event. */
export async function readIfThere(file: StoredFile, read: ReadContent): Promise<Uint8Array | null> {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null;
  }
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
