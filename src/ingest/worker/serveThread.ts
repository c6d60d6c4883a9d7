import type { MessagePort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { ForwardingParser, ParsedMessage } from '../../sourcemaps/parse/parse';
import type { EventBatcher } from '../eventBatcher';
import type { IngestPipeline } from '../pipeline';
import { FairProcessing } from './fairProcessing';
import { CLOSE, READY, type WithdrawnMessage } from './ingestThreads';
import { RunningStep } from './runningStep';
import {
  ChargeSender,
  type EventMessage,
  EventReceiver,
  EventSender,
  type NumberedIncomingEvent,
  ReplySender,
} from './messages';

/*
 * The message handlers of the threads of `IngestThreads`. `service` is the port to the thread that serves requests;
 * `close` releases the resources of the thread.
 */

/** Number of processed events that are sent at once. Otherwise they are sent at the end of a turn of the event loop. */
const EVENTS_PER_MESSAGE = 16;

/** The dependencies of a processing thread. */
export interface ProcessingThread {
  readonly service: MessagePort;
  /** The port to the writing thread. */
  readonly writer: MessagePort;
  readonly process: IngestPipeline['process'];
  /** Shared memory that names the running step of the thread. */
  readonly running: SharedArrayBuffer;
  /** Receives the source maps that the service parsed for this thread. */
  readonly parser: Pick<ForwardingParser, 'receive'>;
  readonly close: () => Promise<void>;
}

/**
 * Processes the events that the service sends. Replies to events that are dropped or fail, and sends the others to the
 * writing thread.
 */
export function serveProcessing({ service, writer, process, running, parser, close }: ProcessingThread): void {
  const receiver = new EventReceiver();
  const sender = new EventSender(writer);
  const replies = new ReplySender(service);
  const charges = new ChargeSender(service);
  const processing = new FairProcessing(
    process,
    (projectId, milliseconds) => charges.add(projectId, milliseconds),
    new RunningStep(running),
  );

  const processOne = async ({ number, event }: NumberedIncomingEvent): Promise<void> => {
    try {
      const processed = await processing.run(event, number);
      if (!('event' in processed)) {
        replies.addResult(number, processed);
        return;
      }
      sender.addProcessed({ number, project: event.project, event: processed.event });
      if (sender.count === 1) setImmediate(() => sender.send());
      if (sender.count === EVENTS_PER_MESSAGE) sender.send();
    } catch (error) {
      replies.addError(number, error);
    }
  };

  service.on('message', (message: EventMessage | ParsedMessage | typeof CLOSE) => {
    if (message === CLOSE) void closePorts([service, writer], close);
    else if ('parsed' in message) parser.receive(message);
    else for (const event of receiver.readIncoming(message)) void processOne(event);
  });
  service.postMessage(READY);
}

/**
 * Number of withdrawn events that are remembered until they arrive: more than the threads receive before an event takes
 * too long.
 */
const MAX_WITHDRAWN = 65_536;

/**
 * Saves the events that the processing threads send, and replies once they are durable. A withdrawn event is not saved:
 * the service has ingested it, and its issue may have been removed since.
 */
export function serveWriting(
  service: MessagePort,
  processors: readonly MessagePort[],
  batcher: EventBatcher,
  close: () => Promise<void>,
): void {
  const replies = new ReplySender(service);
  const withdrawn = new LRUCache<number, true>({ max: MAX_WITHDRAWN });
  for (const port of processors) {
    const receiver = new EventReceiver();
    port.on('message', (message: EventMessage) => {
      for (const { number, project, event } of receiver.readProcessed(message)) {
        batcher
          .save(project, event, () => withdrawn.delete(number))
          .then(
            (isNew) => replies.addResult(number, { eventId: event.eventId, dropped: isNew ? null : 'repeated' }),
            (error: unknown) => replies.addError(number, error),
          );
      }
    });
  }
  service.on('message', (message: WithdrawnMessage | typeof CLOSE) => {
    if (message === CLOSE) void closePorts([service, ...processors], close);
    else for (const number of message.withdrawn) withdrawn.set(number, true);
  });
  service.postMessage(READY);
}

/** Closes the ports. The thread ends once no port is open. */
async function closePorts(ports: readonly MessagePort[], close: () => Promise<void>): Promise<void> {
  await close();
  for (const port of ports) port.close();
}
