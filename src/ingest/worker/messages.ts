import type { MessagePort, Worker } from 'node:worker_threads';
import { BadRequest, RateLimited, type ServiceError, TooLarge, Unavailable, WrongSchema } from '../../domain/errors';
import type { IncomingEvent, IngestResult, ReceivingProject } from '../processEvent';
import type { ProcessedEvent } from '../saveEvents';

/*
 * The messages between the threads of the ingest pipeline. The fields of all events of a message follow each other in
 * one array, and their bytes in one buffer, which is transferred instead of copied (src/DECISIONS.md, "Threads of the
 * pipeline").
 */

/** A message with events: `EventSender` writes the fields, `EventReceiver` reads them in the same order. */
export interface EventMessage {
  readonly fields: readonly unknown[];
  readonly bytes: Uint8Array;
}

/** The number of an event among all events in progress; the reply names it. */
interface Numbered {
  readonly number: number;
}

/** An event for a processing thread. */
export interface NumberedIncomingEvent extends Numbered {
  readonly event: IncomingEvent;
}

/** An event for the writing thread. */
export interface NumberedProcessedEvent extends Numbered {
  readonly project: ReceivingProject;
  readonly event: ProcessedEvent;
}

/** Maximum number of projects that a thread caches for another thread, and of the characters of their settings. */
const MAX_PROJECTS = 1000;
const MAX_SETTINGS_CHARACTERS = 16 * 1024 * 1024;

/** Collects events for another thread, and sends them in one message. */
export class EventSender {
  #fields: unknown[] = [];
  #chunks: Uint8Array[] = [];
  /** Project → its number in the cache of the other thread. */
  readonly #projectNumbers = new Map<ReceivingProject, number>();
  #settingsCharacters = 0;

  constructor(private readonly port: Pick<MessagePort | Worker, 'postMessage'>) {}

  /** Number of events to send. */
  get count(): number {
    return this.#chunks.length;
  }

  addIncoming({ number, event }: NumberedIncomingEvent): void {
    const { project, format, eventId, fallbackEventId, reduction, flags, received, sentAt, ipAddress, payload } = event;
    this.#addProject(project);
    this.#fields.push(number, format, eventId, fallbackEventId, reduction);
    this.#fields.push(emptyAsNull(flags), received, sentAt, ipAddress);
    this.#addBytes(payload);
  }

  addProcessed({ number, project, event }: NumberedProcessedEvent): void {
    const { eventId, timestamp, received, type, level, platform, environment, release, title, culprit } = event;
    const { hash, secondaryHash, unresolvedHashes, flags, requestedFiles, usedArtifacts } = event;
    const { issueDescription, ruleAssignment, feedback, record, tags, searchEntries, body, clockLag, traceId } = event;
    const { isImported } = event;
    this.#addProject(project);
    this.#fields.push(
      number,
      eventId,
      timestamp,
      received,
      type,
      level,
      platform,
      environment,
      release,
      title,
      culprit,
    );
    this.#fields.push(hash, secondaryHash, unresolvedHashes, emptyAsNull(flags), requestedFiles, usedArtifacts);
    this.#fields.push(clockLag, traceId, issueDescription, ruleAssignment, feedback, isImported, record);
    this.#addTags(tags);
    this.#addTags(searchEntries);
    this.#addBytes(body);
  }

  send(): void {
    if (this.count === 0) return;
    const bytes = concatenate(this.#chunks);
    this.port.postMessage({ fields: this.#fields, bytes } satisfies EventMessage, [bytes.buffer]);
    this.#fields = [];
    this.#chunks = [];
  }

  /** Adds the number of the project, and the project itself if the other thread does not have it under this number. */
  #addProject(project: ReceivingProject): void {
    const cached = this.#projectNumbers.get(project);
    if (cached !== undefined) {
      this.#fields.push(cached, null);
      return;
    }
    const characters = settingsLength(project);
    if (this.#projectNumbers.size === MAX_PROJECTS || this.#settingsCharacters + characters > MAX_SETTINGS_CHARACTERS) {
      this.#projectNumbers.clear();
      this.#settingsCharacters = 0;
    }
    this.#settingsCharacters += characters;
    const number = this.#projectNumbers.size;
    this.#projectNumbers.set(project, number);
    const { id, organizationId, firstEvent, flags, hasWebhook, alertRules, assignsIssues } = project;
    const { hasArtifacts, settings, keyStart } = project;
    this.#fields.push(number, {
      id,
      organizationId,
      firstEvent,
      flags,
      hasWebhook,
      alertRules,
      assignsIssues,
      hasArtifacts,
      settings,
      keyStart,
    });
  }

  #addTags(tags: ProcessedEvent['tags']): void {
    this.#fields.push(tags.length);
    for (const { key, value } of tags) this.#fields.push(key, value);
  }

  #addBytes(chunk: Uint8Array): void {
    this.#fields.push(chunk.byteLength);
    this.#chunks.push(chunk);
  }
}

/** Number of characters of a rule, by estimate. */
const RULE_CHARACTERS = 500;

/** Returns the length of the texts in the settings and of the rules of a project. */
function settingsLength({ settings, alertRules = [] }: ReceivingProject): number {
  return Object.values(settings).reduce((sum: number, value: unknown) => {
    return sum + (typeof value === 'string' ? value.length : 100);
  }, alertRules.length * RULE_CHARACTERS);
}

/** Replaces an empty array by null: an array is an object to copy, null is not. */
function emptyAsNull<Item>(items: readonly Item[]): readonly Item[] | null {
  return items.length === 0 ? null : items;
}

/** Copies the chunks into one new buffer. */
function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Reads the messages of one `EventSender`, in their order. */
export class EventReceiver {
  /** Projects by their numbers. */
  readonly #projects: ReceivingProject[] = [];
  #message: EventMessage = { fields: [], bytes: new Uint8Array() };
  #nextField = 0;
  #nextByte = 0;

  readIncoming(message: EventMessage): NumberedIncomingEvent[] {
    return this.#read(message, () => this.#readIncoming());
  }

  readProcessed(message: EventMessage): NumberedProcessedEvent[] {
    return this.#read(message, () => this.#readProcessed());
  }

  #read<Item>(message: EventMessage, readItem: () => Item): Item[] {
    this.#message = message;
    this.#nextField = 0;
    this.#nextByte = 0;
    const items: Item[] = [];
    while (this.#nextField < message.fields.length) items.push(readItem());
    return items;
  }

  /* Members of an object literal are evaluated in the order of the fields. */

  #readIncoming(): NumberedIncomingEvent {
    const project = this.#project();
    return {
      number: this.#field(),
      event: {
        project,
        format: this.#field(),
        eventId: this.#field(),
        fallbackEventId: this.#field(),
        reduction: this.#field(),
        flags: this.#field<IncomingEvent['flags'] | null>() ?? [],
        received: this.#field(),
        sentAt: this.#field(),
        ipAddress: this.#field(),
        payload: this.#chunk(),
      },
    };
  }

  #readProcessed(): NumberedProcessedEvent {
    return {
      project: this.#project(),
      number: this.#field(),
      event: {
        eventId: this.#field(),
        timestamp: this.#field(),
        received: this.#field(),
        type: this.#field(),
        level: this.#field(),
        platform: this.#field(),
        environment: this.#field(),
        release: this.#field(),
        title: this.#field(),
        culprit: this.#field(),
        hash: this.#field(),
        secondaryHash: this.#field(),
        unresolvedHashes: this.#field(),
        flags: this.#field<ProcessedEvent['flags'] | null>() ?? [],
        requestedFiles: this.#field(),
        usedArtifacts: this.#field(),
        clockLag: this.#field(),
        traceId: this.#field(),
        issueDescription: this.#field(),
        ruleAssignment: this.#field(),
        feedback: this.#field(),
        isImported: this.#field(),
        record: this.#field(),
        tags: this.#tags(),
        searchEntries: this.#tags(),
        body: this.#chunk(),
      },
    };
  }

  #project(): ReceivingProject {
    const number = this.#field<number>();
    const sent = this.#field<ReceivingProject | null>();
    // The sender begins again with the first number, and sends each project again.
    if (sent !== null && number === 0) this.#projects.length = 0;
    if (sent !== null) this.#projects[number] = sent;
    return this.#projects[number] as ReceivingProject;
  }

  #tags(): ProcessedEvent['tags'] {
    return Array.from({ length: this.#field() }, () => ({ key: this.#field(), value: this.#field() }));
  }

  #chunk(): Uint8Array {
    const start = this.#nextByte;
    this.#nextByte += this.#field<number>();
    return this.#message.bytes.subarray(start, this.#nextByte);
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the type of the sender's field
  #field<Value>(): Value {
    const value = this.#message.fields[this.#nextField];
    this.#nextField += 1;
    return value as Value;
  }
}

/**
 * The outcome of an event: its result, the error to throw, `overdue` if it took too long, or null if the thread could
 * not ingest it for another reason.
 */
export type IngestReply = IngestResult | ServiceError | 'overdue' | null;

/** An error of an event, as plain data: an error that is sent loses its class. */
interface SentError {
  readonly kind: keyof typeof ERRORS;
  readonly message: string;
  /** The causes of a `BadRequest`. */
  readonly causes: readonly string[];
  /** The time to wait of `RateLimited` and `Unavailable`. */
  readonly retryAfter: number;
  /** The limits of `RateLimited`. */
  readonly limits: string | null;
}

const ERRORS = {
  BadRequest: ({ message, causes }: SentError) => new BadRequest(message, causes),
  RateLimited: ({ message, retryAfter, limits }: SentError) => new RateLimited(message, retryAfter, limits),
  TooLarge: ({ message }: SentError) => new TooLarge(message),
  Unavailable: ({ message, retryAfter }: SentError) => new Unavailable(message, retryAfter),
  WrongSchema: ({ message, retryAfter }: SentError) => new WrongSchema(message, retryAfter),
};

function encodeError(error: unknown): SentError | null {
  const details = { causes: [], retryAfter: 0, limits: null };
  if (error instanceof BadRequest) {
    return { ...details, kind: 'BadRequest', message: error.message, causes: error.causes };
  }
  if (error instanceof RateLimited) {
    const { message, retryAfter, limits } = error;
    return { ...details, kind: 'RateLimited', message, retryAfter, limits };
  }
  if (error instanceof TooLarge) return { ...details, kind: 'TooLarge', message: error.message };
  if (error instanceof Unavailable) {
    const kind = error instanceof WrongSchema ? 'WrongSchema' : 'Unavailable';
    return { ...details, kind, message: error.message, retryAfter: error.retryAfter };
  }
  return null;
}

/**
 * The reply to one event: its number, its id if it has a result, and the reason why it was dropped or the error, if
 * any.
 */
type ReplyFields = [number: number, eventId: string | null, outcome: IngestResult['dropped'] | SentError];

/** The replies to events, one after another. */
export type ReplyMessage = readonly ReplyFields[number][];

/** Sends the replies of one turn of the event loop in one message: the replies to all events of a commit. */
export class ReplySender {
  #fields: ReplyFields[number][] = [];

  constructor(private readonly port: Pick<MessagePort, 'postMessage'>) {}

  addResult(number: number, { eventId, dropped }: IngestResult): void {
    this.#add(number, eventId, dropped);
  }

  /** Adds the reply to an event that failed. A defect of the service is not described in the reply. */
  addError(number: number, error: unknown): void {
    this.#add(number, null, encodeError(error));
  }

  #add(...reply: ReplyFields): void {
    // Runs before the next transaction, which blocks the thread.
    if (this.#fields.length === 0) process.nextTick(() => this.#send());
    this.#fields.push(...reply);
  }

  #send(): void {
    this.port.postMessage(this.#fields satisfies ReplyMessage);
    this.#fields = [];
  }
}

/** Processor time of events: the milliseconds and the number of events of each project. */
export interface ChargeMessage {
  readonly charges: readonly (readonly [projectId: string, milliseconds: number, events: number])[];
}

/** Minimum number of milliseconds between two messages about processor time: each message costs as much as an event. */
const CHARGE_INTERVAL_MS = 20;

/** Sends the processor time of events, collected for a while, in one message. */
export class ChargeSender {
  readonly #charges = new Map<string, { milliseconds: number; events: number }>();

  constructor(private readonly port: Pick<MessagePort, 'postMessage'>) {}

  add(projectId: string, milliseconds: number): void {
    if (this.#charges.size === 0) setTimeout(() => this.#send(), CHARGE_INTERVAL_MS);
    const charge = this.#charges.get(projectId);
    if (charge === undefined) this.#charges.set(projectId, { milliseconds, events: 1 });
    else {
      charge.milliseconds += milliseconds;
      charge.events += 1;
    }
  }

  #send(): void {
    const charges = Array.from(this.#charges, ([id, { milliseconds, events }]) => [id, milliseconds, events] as const);
    this.#charges.clear();
    this.port.postMessage({ charges } satisfies ChargeMessage);
  }
}

/** Calls `receive` for each reply of a message. */
export function readReplies(fields: ReplyMessage, receive: (number: number, reply: IngestReply) => void): void {
  for (let next = 0; next < fields.length; next += 3) {
    const [number, eventId, outcome] = fields.slice(next, next + 3) as ReplyFields;
    if (outcome !== null && typeof outcome === 'object') receive(number, ERRORS[outcome.kind](outcome));
    else receive(number, eventId === null ? null : { eventId, dropped: outcome });
  }
}
