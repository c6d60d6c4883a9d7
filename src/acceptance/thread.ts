import { parentPort, workerData } from 'node:worker_threads';
import contract from '../../generated/openapi.json';
import { Replies } from '../http/replies';
import { type Acceptor, createAcceptor, type Taken } from '../operations/accept';
import { createPrepare } from '../operations/prepareEvent';
import { openDatabase } from '../store/open';
import { WriteLock } from '../store/writeLock';
import { type Answer, CLOSE, type Request, type ThreadData } from './messages';

/** The thread that takes events in: with connections of its own, and in turns with the one that started it. */
async function run({ databaseUrl, tellsMembers, scrapes, lock }: ThreadData): Promise<void> {
  const database = await openDatabase(databaseUrl, { lock: new WriteLock(lock) });
  const prepare = createPrepare(database.read, new Replies(contract).conform, scrapes);
  const acceptor = createAcceptor(prepare, database.write, tellsMembers);
  const answers = new Answers();
  parentPort?.on('message', (message: Request | typeof CLOSE) => {
    if (message !== CLOSE) void answer(message, acceptor, answers);
    else void database.close().then(() => parentPort?.close());
  });
  answers.send();
}

async function answer({ number, input }: Request, acceptor: Acceptor, answers: Answers): Promise<void> {
  try {
    answers.add({ number, taken: await take(input, acceptor) });
  } catch {
    answers.add({ number, taken: null });
  }
}

async function take(input: Request['input'], { prepare, store }: Acceptor): Promise<Taken> {
  const prepared = 'event' in input ? input : await prepare(input);
  return 'event' in prepared ? store(prepared) : prepared;
}

/** Those that come in one turn of the event loop go in one message: a commit acknowledges many. */
class Answers {
  #waiting: Answer[] = [];

  add(answer: Answer): void {
    if (this.#waiting.push(answer) === 1) setImmediate(() => this.send());
  }

  send(): void {
    parentPort?.postMessage(this.#waiting);
    this.#waiting = [];
  }
}

void run(workerData as ThreadData);
