import pino, { type Logger } from 'pino';

export type { Logger };

/** The levels `LOG_LEVEL` may name, quietest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON object a line on standard error; standard output stays for what commands print. */
export function openLog(level: LogLevel): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));
}
