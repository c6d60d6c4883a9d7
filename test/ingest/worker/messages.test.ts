import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { BadRequest, TooLarge, Unavailable, WrongSchema } from '../../../src/domain/errors';
import { NO_FLAGS, withDefaultSettings } from '../../../src/domain/project';
import type { IncomingEvent, ReceivingProject } from '../../../src/ingest/processEvent';
import type { ProcessedEvent } from '../../../src/ingest/saveEvents';
import {
  type EventMessage,
  EventReceiver,
  EventSender,
  readReplies,
  type ReplyMessage,
  ReplySender,
} from '../../../src/ingest/worker/messages';
import { hex, NOON } from '../../support/rows';

let near: MessagePort;
let far: MessagePort;

beforeEach(() => {
  ({ port1: near, port2: far } = new MessageChannel());
});

afterEach(() => near.close());

/** Returns the messages that have arrived. */
function received<Message>(): Message[] {
  const messages: Message[] = [];
  for (let message = receiveMessageOnPort(far); message !== undefined; message = receiveMessageOnPort(far)) {
    messages.push(message.message as Message);
  }
  return messages;
}

function makeProject(id: string): ReceivingProject {
  const flags = { ...NO_FLAGS, hasMinifiedStackTrace: true };
  const settings = withDefaultSettings({ filterErrorMessages: 'spam *' });
  const condition = { type: 'events', count: 5, minutes: 1 } as const;
  const filters = { levels: [], environments: ['production'], releases: [], tags: [] };
  const alertRules = [{ id: '3', conditions: [condition], filters, frequency: 30, sendsMail: true, webhooks: ['4'] }];
  return {
    id,
    organizationId: '7',
    firstEvent: null,
    flags,
    hasWebhook: true,
    alertRules,
    hasArtifacts: true,
    settings,
    keyStart: '0123abcd',
  };
}

/** Has every member: a new one must also be sent. */
const incoming = (project: ReceivingProject): Required<IncomingEvent> => ({
  project,
  payload: Buffer.from('{"message":"ä"}'),
  format: 'store',
  eventId: hex(),
  fallbackEventId: hex(),
  flags: ['hasSessions'],
  received: NOON,
  sentAt: NOON - 2,
  ipAddress: '127.0.0.1',
  reduction: 'shortened',
});

/** Has every member: a new one must also be sent. */
const processed = (body: string): Required<ProcessedEvent> => ({
  eventId: hex(),
  timestamp: NOON - 1,
  received: NOON,
  clockLag: 5,
  isImported: true,
  traceId: hex(),
  type: 'error',
  level: 'fatal',
  platform: 'node',
  environment: 'production',
  release: 'shop@1',
  title: 'Error: ü',
  culprit: 'main',
  hash: hex(),
  secondaryHash: hex(),
  feedback: { message: 'Slow', name: 'Ada', email: null, errorId: hex(), isReport: true },
  unresolvedHashes: [hex(), hex()],
  record: '{"id":1}',
  body: Buffer.from(body),
  flags: ['hasProfiles'],
  requestedFiles: ['https://shop.test/a.js'],
  usedArtifacts: ['7'],
  ruleAssignment: { assignee: { type: 'team', id: '3' }, rule: 'path:src/* #backend' },
  issueDescription: { words: ' error ü ', searchEntries: [{ key: '~error.type', value: 'Error' }] },
  tags: [
    { key: 'environment', value: 'production' },
    { key: 'level', value: 'fatal' },
  ],
  searchEntries: [{ key: '~user.email', value: 'kim@example.com' }],
});

const bytesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it('sends incoming events in one message', () => {
  const sender = new EventSender(near);
  const events = [makeProject('1'), makeProject('2')].map(incoming);
  events.forEach((event, index) => sender.addIncoming({ number: index + 10, event }));
  expect(sender.count).toBe(2);
  sender.send();
  sender.send();
  const messages = received<EventMessage>();
  expect(messages).toHaveLength(1);
  const read = messages.flatMap((message) => new EventReceiver().readIncoming(message));
  expect(read.map(({ number }) => number)).toEqual([10, 11]);
  expect(read.map(({ event }) => ({ ...event, payload: bytesOf(event.payload) }))).toEqual(
    events.map((event) => ({ ...event, payload: bytesOf(event.payload) })),
  );
});

it('sends processed events with their tags and bodies', () => {
  const sender = new EventSender(near);
  const project = makeProject('1');
  const plain = {
    ...processed('second'),
    tags: [],
    flags: [],
    culprit: null,
    secondaryHash: null,
    unresolvedHashes: [],
  };
  const events: ProcessedEvent[] = [processed('first'), plain, processed('')];
  events.forEach((event, number) => sender.addProcessed({ number, project, event }));
  sender.send();
  const read = received<EventMessage>().flatMap((message) => new EventReceiver().readProcessed(message));
  expect(read.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(read.map((item) => item.project)).toEqual([project, project, project]);
  expect(read.map(({ event }) => ({ ...event, body: bytesOf(event.body) }))).toEqual(
    events.map((event) => ({ ...event, body: bytesOf(event.body) })),
  );
});

it('leaves the payload of an event usable, because the event may have to be ingested again', () => {
  const event = incoming(makeProject('1'));
  const sender = new EventSender(near);
  sender.addIncoming({ number: 1, event });
  sender.send();
  expect(bytesOf(event.payload)).toBe('{"message":"ä"}');
});

it('sends a project once, and keeps its identity', () => {
  const [sender, receiver] = [new EventSender(near), new EventReceiver()];
  const project = makeProject('1');
  for (const number of [1, 2]) {
    sender.addIncoming({ number, event: incoming(project) });
    sender.send();
  }
  const messages = received<EventMessage>();
  expect(messages.map(({ fields }) => JSON.stringify(fields).includes('spam'))).toEqual([true, false]);
  const [first, second] = messages.flatMap((message) => receiver.readIncoming(message));
  expect(second?.event.project).toBe(first?.event.project);
});

it('sends a changed project, which is another object', () => {
  const [sender, receiver] = [new EventSender(near), new EventReceiver()];
  const before = makeProject('1');
  for (const project of [before, { ...before, firstEvent: NOON }, before]) {
    sender.addIncoming({ number: 1, event: incoming(project) });
  }
  sender.send();
  const read = received<EventMessage>().flatMap((message) => receiver.readIncoming(message));
  expect(read.map(({ event }) => event.project.firstEvent)).toEqual([null, NOON, null]);
});

it('names the right project when more projects send events than a thread keeps', () => {
  const [sender, receiver] = [new EventSender(near), new EventReceiver()];
  const projects = Array.from({ length: 1500 }, (_, index) => makeProject(`${index + 1}`));
  const senders = [...projects, ...projects.slice(900, 1100), ...projects.slice(0, 50)];
  senders.forEach((project, number) => {
    sender.addIncoming({ number, event: incoming(project) });
    if (number % 7 === 0) sender.send();
  });
  sender.send();
  const read = received<EventMessage>().flatMap((message) => receiver.readIncoming(message));
  expect(read.map(({ event }) => event.project.id)).toEqual(senders.map(({ id }) => id));
});

it('sends the replies of one turn in one message, errors as their classes', async () => {
  const replies = new ReplySender(near);
  const [one, other] = [hex(), hex()];
  replies.addResult(1, { eventId: one, dropped: null });
  replies.addResult(2, { eventId: other, dropped: 'release-version' });
  replies.addError(3, new BadRequest('no JSON', ['position 1']));
  replies.addError(4, new TooLarge('more than 1 MiB'));
  replies.addError(5, new Unavailable('the disk is full', 60));
  replies.addError(6, new WrongSchema('a newer schema', 5));
  replies.addError(7, new TypeError('a defect'));
  await Promise.resolve();
  const messages = await new Promise<ReplyMessage[]>((resolve) => setImmediate(() => resolve(received())));
  expect(messages).toHaveLength(1);
  const read: unknown[] = [];
  for (const message of messages) {
    readReplies(message, (number, reply) => read.push([number, reply instanceof Error ? membersOf(reply) : reply]));
  }
  expect(read).toEqual([
    [1, { eventId: one, dropped: null }],
    [2, { eventId: other, dropped: 'release-version' }],
    [3, { name: 'BadRequest', message: 'no JSON', causes: ['position 1'] }],
    [4, { name: 'TooLarge', message: 'more than 1 MiB' }],
    [5, { name: 'Unavailable', message: 'the disk is full', retryAfter: 60 }],
    [6, { name: 'WrongSchema', message: 'a newer schema', retryAfter: 5 }],
    [7, null],
  ]);
});

function membersOf(error: Error): object {
  return Object.fromEntries([...Object.entries(error), ['name', error.name], ['message', error.message]]);
}
