import { parentPort, workerData } from 'node:worker_threads';
import { ContractSchemas } from './http/contract';
import { createEventProcessor } from './ingest/pipeline';
import { SettingsCache } from './ingest/settingsCache';
import type { ProcessingThreadData } from './ingest/worker/ingestThreads';
import { serveProcessing } from './ingest/worker/serveThread';
import { ForwardingParser } from './sourcemaps/parse/parse';
import { SourceMapCache } from './sourcemaps/resolve/sourceMapCache';
import type { Database } from './store/stores';

/**
 * Entry point of a thread that processes events: the part of src/app.ts that this needs. It opens the database when an
 * event first needs a source map.
 */
function startIngestProcessor(data: ProcessingThreadData): void {
  const { databaseUrl, fetchesJavaScript, eventSchemas, writer, running } = data;
  if (parentPort === null) throw new Error('The ingest processor runs as a worker thread only.');
  let database: Promise<Database> | undefined;
  const open = () =>
    (database ??= openStores(databaseUrl).catch((error: unknown) => {
      database = undefined;
      throw error;
    }));
  const parser = new ForwardingParser(parentPort);
  const process = createEventProcessor({
    read: async (work) => (await open()).read(work),
    checkSchema: new ContractSchemas(eventSchemas).checkNamed,
    sourceMaps: new SourceMapCache(parser.parse),
    settingsCache: new SettingsCache(),
    fetchesJavaScript,
  });
  serveProcessing({
    service: parentPort,
    writer,
    process,
    running,
    parser,
    close: async () => (await database)?.close(),
  });
}

/**
 * Opens the database. The stores are loaded only then: they are half of the modules that the thread can need. If a
 * newer build has replaced this one on disk, they must not migrate the database of the running service.
 */
async function openStores(databaseUrl: string): Promise<Database> {
  const { openUnmigratedDatabase } = await import('./store/engine/open.js');
  return openUnmigratedDatabase(databaseUrl);
}

startIngestProcessor(workerData as ProcessingThreadData);
