import pino, { type Logger } from 'pino';

export type { Logger };

/** The values of `LOG_LEVEL`, from the most to the least verbose. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Opens a log that writes one JSON object per line to standard error; standard output is for the results of commands.
 */
export function openLog(level: LogLevel): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));
}
