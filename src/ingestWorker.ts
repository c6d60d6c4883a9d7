import { parentPort, workerData } from 'node:worker_threads';
import contract from '../generated/openapi.json';
import { ContractSchemas } from './http/contract';
import { createIngestPipeline } from './ingest/pipeline';
import { SettingsCache } from './ingest/settingsCache';
import type { WorkerData } from './ingest/worker/ingestWorkerPool';
import { serveRequests } from './ingest/worker/thread';
import { SourceMapCache } from './sourcemaps/resolve/sourceMapCache';
import { openDatabase } from './store/open';
import { WriteLock } from './store/writeLock';

/**
 * Entry point of a worker thread, which processes and saves events beside the service: the part of src/app.ts that this needs. It
 * has connections of its own to the database, and takes turns writing with the thread that started it.
 */
async function openIngestWorker({ databaseUrl, lock, ...settings }: WorkerData): Promise<void> {
  if (parentPort === null) throw new Error('The ingest worker runs as a worker thread only.');
  const database = await openDatabase(databaseUrl, { lock: new WriteLock(lock) });
  const pipeline = createIngestPipeline({
    read: database.read,
    write: database.write,
    checkSchema: new ContractSchemas(contract).checkNamed,
    sourceMaps: new SourceMapCache(),
    settingsCache: new SettingsCache(),
    ...settings,
  });
  serveRequests(parentPort, pipeline, () => database.close());
}

void openIngestWorker(workerData as WorkerData);
