'use strict';

/*
 * A program that captures errors one after another with the SDK, and waits for each to be sent or dropped. Prints how
 * many it captured.
 */
const Sentry = require('@sentry/node');

const ERRORS = 6;
const FLUSH_MS = 20_000;

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  sendClientReports: false,
  integrations: (all) => all.filter(({ name }) => name !== 'ProcessSession'),
});

async function main() {
  for (let number = 1; number <= ERRORS; number += 1) {
    Sentry.captureException(new Error(`failure ${number}`));
    await Sentry.flush(FLUSH_MS);
  }
  process.stdout.write(JSON.stringify({ captured: ERRORS }));
}

void main();
