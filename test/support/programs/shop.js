'use strict';

/*
 * A program that uses the SDK. Its first argument names the way in which it fails. It is plain JavaScript, so that it
 * runs with the SDK as it is, without a compiler. Prints the ids of the events that it sent.
 */
const Sentry = require('@sentry/node');

const BURST = 1000;
const FLUSH_MS = 20_000;

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: 'shop@1.4.0',
  environment: 'staging',
  serverName: 'web-7',
  dist: '42',
  // Otherwise the SDK itself drops all beyond 64 at a time.
  transportOptions: { bufferSize: BURST + 10 },
});

class OutOfStock extends Error {
  name = 'OutOfStock';
}

function priceOf(item) {
  return item.price.amount;
}

function checkout(cart) {
  return cart.items.map(priceOf);
}

const failures = {
  exception() {
    Sentry.setUser({ id: '42', username: 'ann', email: 'ann@acme.test' });
    Sentry.addBreadcrumb({ category: 'cart', message: 'added a book', level: 'info', data: { count: 1 } });
    try {
      checkout({ items: [{ name: 'book' }] });
    } catch (error) {
      return [Sentry.captureException(error, { tags: { order: 17 }, extra: { cart: { size: 1 } } })];
    }
  },

  cause() {
    try {
      try {
        checkout({ items: [{}] });
      } catch (cause) {
        throw new OutOfStock('no book left', { cause });
      }
    } catch (cause) {
      return [Sentry.captureException(new Error('checkout failed', { cause }))];
    }
  },

  aggregate() {
    const errors = [new RangeError('stock is negative'), new OutOfStock('no book left')];
    return [Sentry.captureException(new AggregateError(errors, 'two payments failed'))];
  },

  message() {
    return [Sentry.captureMessage('The warehouse answers slowly', 'warning')];
  },

  /** With files of the scope: a text, and all bytes. */
  attachments() {
    return Sentry.withScope((scope) => {
      scope.addAttachment({ filename: 'cart.json', data: '{"items":[]}', contentType: 'application/json' });
      scope.addAttachment({ filename: 'core.bin', data: Uint8Array.from({ length: 512 }, (_, index) => index % 256) });
      return [Sentry.captureException(new OutOfStock('no book left'))];
    });
  },

  /** A job that runs once, and one that a library for schedules starts and that fails. */
  async jobs() {
    Sentry.withMonitor('stock', () => checkout({ items: [] }), {
      schedule: { type: 'interval', value: 2, unit: 'hour' },
      maxRuntime: 5,
    });
    const jobs = {};
    const cron = Sentry.cron.instrumentNodeCron({ schedule: (expression, run) => void (jobs[expression] = run) });
    cron.schedule('30 4 * * *', () => checkout({ items: [null] }), { name: 'nightly', timezone: 'Europe/Berlin' });
    // The library reports nothing itself: the wrapper reports what the job throws.
    await Promise.resolve(jobs['30 4 * * *']()).catch(() => undefined);
    return [];
  },

  /** A hundred of each of ten kinds, all at once. */
  burst() {
    return Array.from({ length: BURST }, (_, number) => {
      const error = new Error(`order ${number} failed`);
      error.name = `Failure${'ABCDEFGHIJ'[number % 10]}`;
      return Sentry.captureException(error);
    });
  },

  /** Nobody catches this one: the SDK reports it and ends the process. */
  uncaught() {
    checkout({ items: [null] });
    return [];
  },
};

async function main([kind]) {
  const ids = await failures[kind]();
  const isFlushed = await Sentry.close(FLUSH_MS);
  process.stdout.write(JSON.stringify({ ids, isFlushed }));
}

if (process.argv[2] === 'uncaught') failures.uncaught();
else void main(process.argv.slice(2));
