import type { MessagePort, Worker } from 'node:worker_threads';
import type { MapFinding } from '../../domain/artifact';
import { Unavailable } from '../../domain/errors';
import type { FunctionRanges, SourceLanguage } from '../resolve/functionRanges';
import { buffersOf, type PackedMap } from '../resolve/packedMap';
import type { InvalidSourceMap } from '../resolve/sourceMap';

/** A source map to parse. */
export interface MapRequest {
  /** The file in its stored form, compressed in slices. */
  readonly slices: readonly Uint8Array[];
  /** Size of the file. */
  readonly size: number;
  /** The headers of a minified file whose reference is a data URL with the map; null if the file is the map. */
  readonly inlineHeaders: Readonly<Record<string, string>> | null;
}

/** A source whose functions are to be found. */
interface FunctionsRequest {
  /** The text in UTF-8. */
  readonly text: Uint8Array;
  readonly language: SourceLanguage;
}

/**
 * The kinds of work that may be done on another thread: the input and the result of each. Buffers are transferred both
 * ways.
 */
export interface ParserWork {
  check: { request: { readonly map: Uint8Array }; result: { readonly findings: readonly MapFinding[] } };
  map: { request: MapRequest; result: { readonly map: PackedMap } | { readonly invalid: InvalidSourceMap } };
  functions: { request: FunctionsRequest; result: { readonly functions: FunctionRanges | null } };
}

export type ParserKind = keyof ParserWork;

/**
 * The reason why something could not be parsed to the end: a limit of time or memory, or a defect. The rest of a
 * sentence about it.
 */
export interface ParserFailure {
  readonly failure: string;
}

/**
 * Does work, on this thread or on another one.
 * @throws Unavailable if too much waits, or the service is being stopped
 */
export type Parse = <Kind extends ParserKind>(
  kind: Kind,
  request: ParserWork[Kind]['request'],
) => Promise<ParserWork[Kind]['result'] | ParserFailure>;

/** One piece of work, and its result. */
export type ParseRequest = { [Kind in ParserKind]: { kind: Kind; request: ParserWork[Kind]['request'] } }[ParserKind];
export type ParseResult = ParserWork[ParserKind]['result'] | ParserFailure;

/*
 * Messages of the threads that process events: they send their requests to the service's own thread, which owns the
 * thread that parses, and passes its replies back. Buffers are transferred on each way.
 */

/** A request of another thread. */
export interface ParseMessage {
  readonly parse: ParseRequest;
  readonly number: number;
}

/** The reply to a request: its result, or the message of `Unavailable`. */
export interface ParsedMessage {
  readonly parsed: ParseResult | { readonly unavailable: string };
  readonly number: number;
}

type Port = Pick<MessagePort | Worker, 'postMessage'>;

/** Sends requests to the service's own thread. */
export class ForwardingParser {
  readonly #pending = new Map<number, (parsed: ParsedMessage['parsed']) => void>();
  #lastNumber = 0;

  constructor(private readonly service: Port) {}

  readonly parse: Parse = async <Kind extends ParserKind>(kind: Kind, request: ParserWork[Kind]['request']) => {
    const number = (this.#lastNumber += 1);
    const parsed = await new Promise<ParsedMessage['parsed']>((resolve) => {
      this.#pending.set(number, resolve);
      const message: ParseMessage = { parse: { kind, request } as ParseRequest, number };
      this.service.postMessage(message, buffersOf(request));
    });
    if ('unavailable' in parsed) throw new Unavailable(parsed.unavailable);
    return parsed;
  };

  receive({ number, parsed }: ParsedMessage): void {
    this.#pending.get(number)?.(parsed);
    this.#pending.delete(number);
  }
}

/** Has a request of another thread parsed, and sends the reply. */
export async function answerForwarded(
  { parse: { kind, request }, number }: ParseMessage,
  parse: Parse,
  port: Port,
): Promise<void> {
  let parsed: ParsedMessage['parsed'];
  try {
    parsed = await parse(kind, request);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    parsed = { unavailable: error.message };
  }
  port.postMessage({ parsed, number } satisfies ParsedMessage, buffersOf(parsed));
}
