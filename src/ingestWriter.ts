import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { EventBatcher } from './ingest/eventBatcher';
import type { TransactionReport, WritingThreadData } from './ingest/worker/ingestThreads';
import { serveWriting } from './ingest/worker/serveThread';
import { CommitPosition } from './store/engine/standby';
import { openDatabase } from './store/engine/open';
import { WriteLock, type ReportTransaction } from './store/engine/writeQueue';

const REPORT_INTERVAL_MS = 1_000;

/**
 * Entry point of the thread that writes events. It has connections of its own to the database, and takes turns writing
 * with the thread that started it.
 */
async function startIngestWriter(data: WritingThreadData): Promise<void> {
  const { databaseUrl, sendsMail, lock, processors } = data;
  if (parentPort === null) throw new Error('The ingest writer runs as a worker thread only.');
  const reportTransaction = data.reportsTransactions ? reportEverySecond(parentPort) : undefined;
  const commitPosition = data.commitPosition && new CommitPosition(data.commitPosition);
  const database = await openDatabase(databaseUrl, { lock: new WriteLock(lock), reportTransaction, commitPosition });
  serveWriting(parentPort, processors, new EventBatcher(database.write, sendsMail), () => database.close());
}

/** Collects the durations of transactions: a message for each would take longer than counting it. */
function reportEverySecond(service: MessagePort): ReportTransaction {
  let transactions: number[] = [];
  setInterval(() => {
    if (transactions.length > 0) service.postMessage({ transactions } satisfies TransactionReport);
    transactions = [];
  }, REPORT_INTERVAL_MS).unref();
  return (seconds) => void transactions.push(seconds);
}

void startIngestWriter(workerData as WritingThreadData);
