import { parentPort } from 'node:worker_threads';
import type { ParseRequest, ParseResult } from './sourcemaps/parse/parse';
import { parseNow } from './sourcemaps/parse/parseNow';
import type { ParserError } from './sourcemaps/parse/parserThread';
import { buffersOf } from './sourcemaps/resolve/packedMap';

/** Entry point of the thread that parses source maps and sources (`ParserThread`). It uses no database. */
function startSourceMapParser(): void {
  const service = parentPort;
  if (service === null) throw new Error('The parser of source maps runs as a worker thread only.');
  service.on('message', (request: ParseRequest) => {
    const reply = parseOrDescribe(request);
    service.postMessage(reply, buffersOf(reply));
  });
}

function parseOrDescribe({ kind, request }: ParseRequest): ParseResult | ParserError {
  try {
    return parseNow(kind, request);
  } catch (error) {
    return { error };
  }
}

startSourceMapParser();
