'use strict';

/*
 * A program that sends a transaction with the SDK, then more transactions, logs and errors one after another, and waits
 * for each to be sent or dropped. Prints how many rounds it made.
 */
const Sentry = require('@sentry/node');

const ROUNDS = 3;
const FLUSH_MS = 20_000;

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  tracesSampleRate: 1,
  // The default sends spans instead of transactions.
  traceLifecycle: 'static',
  enableLogs: true,
  sendClientReports: false,
  integrations: (all) => all.filter(({ name }) => name !== 'ProcessSession'),
});

async function main() {
  const flush = () => Sentry.flush(FLUSH_MS);
  Sentry.startSpan({ name: 'first' }, () => undefined);
  await flush();
  for (let round = 1; round <= ROUNDS; round += 1) {
    Sentry.startSpan({ name: `span ${round}` }, () => undefined);
    await flush();
    Sentry.logger.info(`log ${round}`);
    await flush();
    Sentry.captureException(new Error(`failure ${round}`));
    await flush();
  }
  process.stdout.write(JSON.stringify({ rounds: ROUNDS }));
}

void main();
