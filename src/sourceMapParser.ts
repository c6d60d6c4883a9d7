import { parentPort } from 'node:worker_threads';
import { parseMap, type ParserError, type ParseRequest, type ParseResult } from './sourcemaps/parse/parse';
import { buffersOf } from './sourcemaps/resolve/packedMap';

/** Entry point of the thread that parses source maps (`ParserThread`). It uses no database. */
function startSourceMapParser(): void {
  const service = parentPort;
  if (service === null) throw new Error('The parser of source maps runs as a worker thread only.');
  service.on('message', (request: ParseRequest) => {
    const reply = parseOrDescribe(request);
    service.postMessage(reply, buffersOf(reply));
  });
}

function parseOrDescribe(request: ParseRequest): ParseResult | ParserError {
  try {
    return parseMap(request);
  } catch (error) {
    return { error };
  }
}

startSourceMapParser();
