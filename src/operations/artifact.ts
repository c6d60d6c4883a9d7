import type { PackedContent } from '../domain/content';
import { BadRequest } from '../domain/errors';
import type { Part } from '../sourcemaps/multipart';
import type { Write } from '../store/stores';

/** What upload tools are told and held to. A bundle's own limits are with its reader. */
export const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
export const MAX_CHUNKS_PER_REQUEST = 64;
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
export const MAX_BUNDLE_BYTES = 256 * 1024 * 1024;

/** Compressed bytes that one transaction writes: events wait for it. */
const STEP_BYTES = 1024 * 1024;

type Slice = { sha1: string; number: number; bytes: Uint8Array };

/** Keeps bytes in short transactions. They become readable together, in the last. */
export async function keepContents(
  write: Write,
  place: { organizationId: string; at: number },
  contents: readonly PackedContent[],
): Promise<void> {
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

/** @throws BadRequest if a part is none of those the operation knows */
export function refuseOtherParts(parts: readonly Part[], known: readonly string[]): void {
  const other = parts.find(({ name }) => !known.includes(name));
  if (other !== undefined) throw new BadRequest(`The form has an unknown part "${other.name}"; accepted are ${known.join(', ')}.`);
}
