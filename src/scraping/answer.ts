import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ScrapingError } from './failure';

const INFLATERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** What is asked for: no more than `INFLATERS` has. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Reads the body of an answer as it comes, up to a limit, which counts what it becomes when it is inflated. @throws ScrapingError */
export async function readAnswer(answer: IncomingMessage, url: URL, limit: number): Promise<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  const inflater = INFLATERS.get(encoding)?.();
  if (inflater === undefined)
    throw new ScrapingError('other', 'The server answered in an encoding that was not asked for.', url);
  const parts: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop ends the request, whether or not there is more.
  for await (const chunk of inflated(answer, inflater)) {
    bytes += chunk.length;
    if (bytes > limit) throw new ScrapingError('other', `The file is larger than ${limit} bytes.`, url);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** Of the two streams, what breaks one breaks the other: a failure comes out of the loop over the second. */
function inflated(answer: IncomingMessage, inflater: Transform): AsyncIterable<Buffer> {
  return pipeline(answer, inflater, () => undefined);
}
