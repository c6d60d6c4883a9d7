import type { MessagePort } from 'node:worker_threads';
import type { IngestResult } from '../processEvent';
import type { IngestPipeline } from '../pipeline';
import type { WorkerReply, WorkerRequest } from './ingestWorkerPool';

/**
 * Serves the requests of an `IngestWorkerPool` until it requests the end. The first reply, which is empty, means that the
 * worker is ready.
 * @param close releases what the pipeline uses
 */
export function serveRequests(port: MessagePort, pipeline: IngestPipeline, close: () => Promise<void>): void {
  const replies = new ReplyBatch(port);
  port.on('message', (message: WorkerRequest | 'close') => {
    if (message !== 'close') void handleRequest(message, pipeline, replies);
    else void close().then(() => port.close());
  });
  replies.send();
}

async function handleRequest(
  { number, input }: WorkerRequest,
  pipeline: IngestPipeline,
  replies: ReplyBatch,
): Promise<void> {
  try {
    replies.add({ number, result: await processAndSave(input, pipeline) });
  } catch {
    replies.add({ number, result: null });
  }
}

async function processAndSave(input: WorkerRequest['input'], pipeline: IngestPipeline): Promise<IngestResult> {
  const processed = 'event' in input ? input : await pipeline.process(input);
  return 'event' in processed ? pipeline.save(processed) : processed;
}

/** Sends the replies of one turn of the event loop in one message: one commit settles many events. */
class ReplyBatch {
  #pending: WorkerReply[] = [];

  constructor(private readonly port: MessagePort) {}

  add(reply: WorkerReply): void {
    if (this.#pending.push(reply) === 1) setImmediate(() => this.send());
  }

  send(): void {
    this.port.postMessage(this.#pending);
    this.#pending = [];
  }
}
