import { parentPort, workerData } from 'node:worker_threads';
import contract from '../../../generated/openapi.json';
import { ContractSchemas } from '../../http/contract';
import { openDatabase } from '../../store/open';
import { WriteLock } from '../../store/writeLock';
import { createIngestPipeline, type IngestPipeline, type IngestResult } from '../pipeline';
import { createEventProcessor } from '../processEvent';
import { CLOSE, type WorkerData, type WorkerReply, type WorkerRequest } from './ingestWorkerPool';

/** The thread that takes events in: with connections of its own, and in turns with the one that started it. */
async function run({ databaseUrl, sendsMail, fetchesJavaScript, lock }: WorkerData): Promise<void> {
  const database = await openDatabase(databaseUrl, { lock: new WriteLock(lock) });
  const prepare = createEventProcessor(database.read, new ContractSchemas(contract).checkNamed, fetchesJavaScript);
  const acceptor = createIngestPipeline(prepare, database.write, sendsMail);
  const answers = new ReplyBatch();
  parentPort?.on('message', (message: WorkerRequest | typeof CLOSE) => {
    if (message !== CLOSE) void handleRequest(message, acceptor, answers);
    else void database.close().then(() => parentPort?.close());
  });
  answers.send();
}

async function handleRequest(
  { number, input }: WorkerRequest,
  acceptor: IngestPipeline,
  answers: ReplyBatch,
): Promise<void> {
  try {
    answers.add({ number, result: await processAndSave(input, acceptor) });
  } catch {
    answers.add({ number, result: null });
  }
}

async function processAndSave(
  input: WorkerRequest['input'],
  { process: prepare, save: store }: IngestPipeline,
): Promise<IngestResult> {
  const prepared = 'event' in input ? input : await prepare(input);
  return 'event' in prepared ? store(prepared) : prepared;
}

/** Those that come in one turn of the event loop go in one message: a commit acknowledges many. */
class ReplyBatch {
  #waiting: WorkerReply[] = [];

  add(answer: WorkerReply): void {
    if (this.#waiting.push(answer) === 1) setImmediate(() => this.send());
  }

  send(): void {
    parentPort?.postMessage(this.#waiting);
    this.#waiting = [];
  }
}

void run(workerData as WorkerData);
