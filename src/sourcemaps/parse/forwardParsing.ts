import type { MessagePort, Worker } from 'node:worker_threads';
import { Unavailable } from '../../domain/errors';
import { buffersOf } from '../resolve/packedMap';
import type { Parse, ParseRequest, ParseResult, ParserKind, ParserWork } from './parse';

/*
 * How a thread that processes events has source maps parsed: it sends its requests to the service's own thread, which
 * owns the thread that parses, and passes its replies back. Buffers are transferred on each way.
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
