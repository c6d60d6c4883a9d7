import { parentPort, workerData } from 'node:worker_threads';
import { EventBatcher } from './ingest/eventBatcher';
import type { WritingThreadData } from './ingest/worker/ingestThreads';
import { serveWriting } from './ingest/worker/serveThread';
import { openDatabase } from './store/open';
import { WriteLock } from './store/writeLock';

/**
 * Entry point of the thread that writes events. It has connections of its own to the database, and takes turns writing with the
 * thread that started it.
 */
async function startIngestWriter({ databaseUrl, sendsMail, lock, processors }: WritingThreadData): Promise<void> {
  if (parentPort === null) throw new Error('The ingest writer runs as a worker thread only.');
  const database = await openDatabase(databaseUrl, { lock: new WriteLock(lock) });
  serveWriting(parentPort, processors, new EventBatcher(database.write, sendsMail), () => database.close());
}

void startIngestWriter(workerData as WritingThreadData);
