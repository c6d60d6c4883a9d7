import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import type Pino from 'pino';
import type { Level, Logger } from 'pino';
import type PinoPretty from 'pino-pretty';
import { WrongSchema } from './domain/errors';

export type { Logger };

/** Loads libraries only where they are used: most commands write no log. */
const requireHere = createRequire(__filename);

/** The values of `LOG_LEVEL`, from the most to the least verbose. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The values of `LOG_FORMAT`. `auto` is `pretty` if standard error is a terminal, else `json`. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/**
 * Opens a log on standard error; standard output is for the results of commands. A line is one JSON object, or text for
 * people. A log that cannot be written never fails its writers.
 */
export function openLog(level: LogLevel, format: LogFormat = 'auto'): Logger {
  const isPretty = format === 'pretty' || (format === 'auto' && process.stderr.isTTY);
  const errors = openStandardError();
  const pino = requireHere('pino') as typeof Pino;
  return pino({ level, base: null }, isPretty ? openPretty(errors) : errors);
}

/** Bytes of lines that are held while standard error cannot be written, such as on a full disk. Others are dropped. */
const MAX_HELD_BYTES = 1024 * 1024;

/** Opens standard error. Lines that cannot be written are held, and written before the next line that can be. */
function openStandardError(): ReturnType<typeof Pino.destination> {
  const pino = requireHere('pino') as typeof Pino;
  const errors = pino.destination({ fd: 2, sync: true, maxLength: MAX_HELD_BYTES });
  errors.on('error', () => undefined);
  return errors;
}

/** Its destination is a stream without errors: the formatter would stop at the first one. */
function openPretty(errors: Pino.DestinationStream): PinoPretty.PrettyStream {
  const prettify = requireHere('pino-pretty') as typeof PinoPretty;
  const colorize = process.stderr.isTTY && process.env['NO_COLOR'] === undefined;
  const destination = new Writable({
    write(lines: Buffer, _encoding, done) {
      errors.write(lines.toString());
      done();
    },
  });
  return prettify({ colorize, destination, singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
}

/** Time for which lines of a kind are collected after one of them was written. */
const SUMMARY_INTERVAL_MS = 10_000;
/** Kinds that are collected at the same time. Lines of further kinds are collected by their message. */
const MAX_KINDS = 1_000;
/** Characters of an error's message that distinguish kinds of errors. */
const MAX_KIND_LENGTH = 200;
const MS_PER_SECOND = 1_000;

export type LogFields = Readonly<Record<string, unknown>>;

/** The lines of a kind since the last written line. */
interface Repeats {
  readonly level: Level;
  readonly message: string;
  count: number;
  since: number;
  /** The fields of the line with the highest rank; of several, the last. */
  fields: LogFields;
  rank: number;
}

/**
 * A log that does not repeat itself. The first line of a kind is written at once; the lines of the next ten seconds
 * become one line with their number. A flood of requests or errors then neither fills a disk nor takes the time of the
 * event loop.
 */
export class SummarizingLog {
  readonly #kinds = new Map<string, Repeats>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: Logger,
    private readonly intervalMs = SUMMARY_INTERVAL_MS,
  ) {}

  /**
   * @param kind lines of one kind are summarized; it contains the message if there are several
   * @param createFields called only if the fields are needed
   * @param rank a summary has the fields of the line with the highest rank
   */
  write(kind: string, level: Level, createFields: () => LogFields, message: string, rank = 0): void {
    const summary = this.#kinds.get(kind);
    if (summary !== undefined) {
      summary.count += 1;
      if (rank < summary.rank) return;
      summary.rank = rank;
      summary.fields = createFields();
      return;
    }
    if (this.#kinds.size >= MAX_KINDS && kind !== message) return this.write(message, level, createFields, message);
    this.#kinds.set(kind, { level, message, count: 0, since: performance.now(), fields: {}, rank: 0 });
    this.#timer ??= this.#startTimer();
    this.log[level](createFields(), message);
  }

  /** Writes the summaries of the lines that were collected. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const repeats of this.#kinds.values()) this.#writeSummary(repeats);
    this.#kinds.clear();
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      // A kind without further lines is removed, so that its next line is written at once.
      for (const [kind, repeats] of this.#kinds) if (!this.#writeSummary(repeats)) this.#kinds.delete(kind);
      this.#timer = this.#kinds.size === 0 ? undefined : this.#startTimer();
    }, this.intervalMs).unref();
  }

  /** Returns true if there was something to summarize. */
  #writeSummary(repeats: Repeats): boolean {
    const { level, message, count, since, fields } = repeats;
    const now = performance.now();
    if (count === 0) return false;
    const seconds = Math.round((now - since) / MS_PER_SECOND);
    this.log[level]({ ...fields, times: count, seconds }, message);
    Object.assign(repeats, { count: 0, since: now, fields: {}, rank: 0 });
    return true;
  }
}

/**
 * Logs errors, except refusals by `WrongSchema`. Errors of one kind, with the same messages apart from numbers and ids,
 * are summarized.
 */
export class ErrorLog {
  readonly #summaries: SummarizingLog;

  constructor(log: Logger, intervalMs?: number) {
    this.#summaries = new SummarizingLog(log, intervalMs);
  }

  write(message: string, error: unknown, fields: LogFields = {}): void {
    if (error instanceof WrongSchema) return;
    const text = (error instanceof Error ? `${error.name} ${error.message}` : String(error)).slice(0, MAX_KIND_LENGTH);
    const kind = `${message}: ${text.replace(/[0-9a-f]{8,}|[0-9]+/gi, '0')}`;
    this.#summaries.write(kind, 'error', () => ({ ...fields, err: error }), message);
  }

  close(): void {
    this.#summaries.close();
  }
}
