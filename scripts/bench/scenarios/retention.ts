import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../src/store/open';
import type { Bench, Measured } from '../bench';
import { envelopeRequests } from '../envelopes';
import { envelopeTarget, type SeededDatabase } from '../fixture';
import { after, type Requests } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, figure, type Outcome } from '../report';
import { countEventsBefore, countIssues } from '../tables';

const BYTES = 3 * 1024;
const CONNECTIONS = 10;
const SECONDS = 20;
const QUICK_SECONDS = 2;
/** Of the seeded 90 days, the older half expires. */
const RETENTION_DAYS = 45;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The measurement of the deletion of half of a database. */
interface Expiry {
  readonly quiet: Measured;
  readonly during: Measured;
  /** Events deleted in a second, beside ingestion and without it. */
  readonly deletedDuring: number;
  readonly deletedAlone: number;
  readonly issues: { readonly before: number; readonly after: number };
}

/** Measures how fast expired events are deleted, and how much that slows ingestion down. */
export async function retention(bench: Bench): Promise<Outcome> {
  const measured = await expire(bench, await bench.seeded(bench.plan.large));
  return {
    tables: [
      {
        title: `Retention of ${RETENTION_DAYS} of 90 days, ${bench.plan.large} events, ${CONNECTIONS} connections sending events of 3 KB`,
        columns: ['', bench.setup.ours.name],
        rows: rowsOf(measured),
        note:
          `Quiet: before anything expires. During: for ${secondsOf(bench)} s from the start of the service whose database has expired events. ` +
          'Deleted alone: for as long again without ingestion.',
      },
    ],
    reached: {},
  };
}

const secondsOf = ({ options }: Bench): number => (options.isQuick ? QUICK_SECONDS : SECONDS);

async function expire(bench: Bench, seeded: SeededDatabase): Promise<Expiry> {
  const copy = await bench.copyFor('ours', seeded);
  const seconds = secondsOf(bench);
  try {
    const quiet = await withService(bench, copy, async (side) => {
      await bench.warmUp(side, connectionsTo(copy));
      return bench.load(side, connectionsTo(copy), after(seconds));
    });
    const issuesBefore = await countIssues(copy);
    await setRetention(copy);
    const before = Date.now() - RETENTION_DAYS * DAY_MS;
    const expired = () => countEventsBefore(copy, before);
    return await withService(bench, copy, async (side) => {
      const [atStart, began] = [await expired(), performance.now()];
      const during = await bench.load(side, connectionsTo(copy), after(seconds));
      const [afterLoad, ended] = [await expired(), performance.now()];
      await setTimeout(seconds * 1000);
      const [atEnd, stopped] = [await expired(), performance.now()];
      return {
        quiet,
        during,
        deletedDuring: (1000 * (atStart - afterLoad)) / (ended - began),
        deletedAlone: (1000 * (afterLoad - atEnd)) / (stopped - ended),
        issues: { before: issuesBefore, after: await countIssues(copy) },
      };
    });
  } finally {
    await copy.databases.drop(copy.url);
  }
}

async function withService<T>(
  bench: Bench,
  copy: SeededDatabase,
  work: (side: RunningProgram) => Promise<T>,
): Promise<T> {
  const side = await bench.start('ours', copy);
  try {
    return await work(side);
  } finally {
    await side.stop();
  }
}

/** The service looks for expired events when it starts. */
async function setRetention({ url }: SeededDatabase): Promise<void> {
  const database = await openDatabase(url);
  try {
    await database.write(async ({ organizations }) => {
      const organization = await organizations.findBySlug('acme');
      await organizations.updateSettings(organization?.id ?? '', { retentionDays: RETENTION_DAYS });
    });
  } finally {
    await database.close();
  }
}

function connectionsTo({ fixture }: SeededDatabase): Requests[] {
  return Array.from({ length: CONNECTIONS }, () => envelopeRequests(envelopeTarget(fixture), BYTES));
}

function rowsOf({ quiet, during, deletedDuring, deletedAlone, issues }: Expiry): Cell[][] {
  const row = (name: string, value: number): Cell[] => [name, figure([value])];
  return [
    row('events deleted/s, during', deletedDuring),
    row('events deleted/s, alone', deletedAlone),
    row('issues, before', issues.before),
    row('issues, after', issues.after),
    row('accepted/s, quiet', quiet.perSecond),
    row('accepted/s, during', during.perSecond),
    row('accepted during ÷ quiet', during.perSecond / quiet.perSecond),
    row('p99 ms, quiet', quiet.p99),
    row('p99 ms, during', during.p99),
    row('p99 during ÷ quiet', during.p99 / quiet.p99),
  ];
}
