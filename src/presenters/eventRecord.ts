import type { components } from '../../generated/api';
import {
  type Event,
  type EventSummary,
  type EventTag,
  type EventUser,
  type JsonObject,
  presentEventType,
} from '../domain/event';
import type { Presented, USER_FIELDS } from '../domain/eventFields';
import { json, type Json, presentSeconds } from './format';

export type EventRecord = components['schemas']['Event'];
type UserRecord = NonNullable<EventRecord['user']>;
/** The record of an event as a list shows it, without the issue, which is known only when the row is written. */
type NewEventRecord = Omit<EventRecord, 'groupID'>;

/** Presents an event as a list shows it (openapi/DECISIONS.md D14). */
export function presentRecord(projectId: string, event: Event, summary: EventSummary): NewEventRecord {
  return {
    id: event.eventId,
    'event.type': presentEventType(event.type),
    eventID: event.eventId,
    projectID: projectId,
    message: summary.message,
    title: summary.title,
    location: summary.location,
    culprit: summary.culprit,
    user: event.user === null ? null : presentUser(event.user),
    tags: summary.tags.map(({ key, value }) => ({ key, value })),
    platform: event.platform,
    dateCreated: presentSeconds(event.timestamp),
    crashFile: null,
    metadata: summary.metadata,
  };
}

function presentUser(user: EventUser): UserRecord {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    ip_address: user.ipAddress,
    name: user.name,
    geo: user.geo,
    data: user.data,
  } satisfies Presented<typeof USER_FIELDS>;
}

/*
 * The stored form of a record (src/DECISIONS.md, "Event records"): parts of its JSON text, one line for each member, so
 * that reading it joins few texts and parses nothing. It leaves out the values of other columns of the row, the names
 * of members, trailing nulls of the user, and texts that follow from the metadata. Control characters separate the
 * parts, because JSON text contains none. Rows of older versions hold the whole JSON text.
 */

const [LINE_END, PART_END] = ['\n', '\t'];
/** A line whose text follows from the metadata. */
const DERIVED = '=';
/** The members of metadata that other members follow from, in their order. */
const METADATA: readonly string[] = ['value', 'type', 'filename', 'function'];
/** The end of a user's JSON if only an id and an e-mail address are known. */
const UNKNOWN_MEMBERS = ',"username":null,"ip_address":null,"name":null,"geo":null,"data":null}';

/** Converts a record to the text that is stored. */
export function packRecord(record: NewEventRecord): string {
  const { user, tags, metadata } = record;
  const parts = packMetadata(metadata);
  const derived = deriveFrom(parts ?? []);
  return [
    packText(record['event.type']),
    packText(record.platform),
    packText(record.message),
    packDerivable(record.title, derived.title),
    packDerivable(record.location, derived.location),
    packDerivable(record.culprit, derived.culprit),
    user === null ? '' : packUser(JSON.stringify(user)),
    JSON.stringify(tags),
    parts === null ? JSON.stringify(metadata) : parts.join(PART_END),
  ].join(LINE_END);
}

const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Returns the JSON of a text, without its quotes. */
function packText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** Returns the JSON of a text; nothing for null. */
function packDerivable(value: string | null, derived: string | null): string {
  const text = value === null ? '' : `"${packText(value)}"`;
  return text === derived ? DERIVED : text;
}

function packUser(user: string): string {
  return user.endsWith(UNKNOWN_MEMBERS) ? user.slice(0, -UNKNOWN_MEMBERS.length) : user;
}

/** Returns the texts of `METADATA`; null if there are other members or values. */
function packMetadata(metadata: JsonObject): string[] | null {
  const names = Object.keys(metadata);
  const hasOrder = names.length === METADATA.length && names.every((name, index) => name === METADATA[index]);
  const texts = Object.values(metadata).filter((value) => typeof value === 'string');
  return hasOrder && texts.length === METADATA.length ? texts.map(packText) : null;
}

/**
 * Returns the JSON of the title, location and culprit of most errors, by the texts of `METADATA`; nulls if there are
 * none.
 */
function deriveFrom([value, type, filename, name]: readonly string[]) {
  if (value === undefined) return { title: null, location: null, culprit: null };
  return { title: `"${type}: ${value}"`, location: `"${filename}"`, culprit: `"${name}(${filename})"` };
}

/** The columns of an event's row that its record is read from. */
export interface RecordRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  readonly record: string;
}

/** Presents a stored record, without parsing it. */
export function presentEvent(projectId: string, { eventId, issueId, timestamp, record }: RecordRow): Json<EventRecord> {
  if (isJson(record)) return json(`{"groupID":"${issueId}",${record.slice(1)}`);
  const [type, platform, message, title, location, culprit, user = '', tags, metadata = ''] = record.split(LINE_END);
  const [value, kind, filename, name] = metadata.split(PART_END);
  return json(
    `{"groupID":"${issueId}","id":"${eventId}","event.type":"${type}","eventID":"${eventId}","projectID":"${projectId}",` +
      `"message":"${message}","title":${title === DERIVED ? `"${kind}: ${value}"` : title},` +
      `"location":${location === DERIVED ? `"${filename}"` : location || 'null'},` +
      `"culprit":${culprit === DERIVED ? `"${name}(${filename})"` : culprit || 'null'},` +
      `"user":${readUser(user)},"tags":${tags},"platform":"${platform}",` +
      `"dateCreated":"${presentSeconds(timestamp)}","crashFile":null,"metadata":` +
      (kind === undefined
        ? `${metadata}}`
        : `{"value":"${value}","type":"${kind}","filename":"${filename}","function":"${name}"}}`),
  );
}

function readUser(line: string): string {
  if (line === '') return 'null';
  return line.endsWith('}') ? line : line + UNKNOWN_MEMBERS;
}

/** Reads a stored record as an object. `presentEvent` is faster, because it parses nothing. */
export function readRecord(projectId: string, row: RecordRow): EventRecord {
  return JSON.parse(presentEvent(projectId, row)) as EventRecord;
}

/** The members of a user that searches compare. */
type SearchedUserMember = keyof Pick<UserRecord, 'id' | 'email' | 'username' | 'ip_address'>;

/**
 * Reads single members of a stored record. A search compares few members of many records, so each is parsed only when
 * it is read.
 */
export class RecordReader {
  readonly #lines: readonly string[];

  constructor(record: string) {
    const packed = isJson(record) ? packRecord(JSON.parse(record) as NewEventRecord) : record;
    this.#lines = packed.split(LINE_END);
  }

  type(): string {
    return this.text(0);
  }

  platform(): string {
    return this.text(1);
  }

  message(): string {
    return this.text(2);
  }

  title(): string {
    const { type, value } = this.metadata();
    return this.#lines[3] === DERIVED ? `${String(type)}: ${String(value)}` : (this.derivable(3) ?? '');
  }

  culprit(): string | null {
    const { filename, function: name } = this.metadata();
    return this.#lines[5] === DERIVED ? `${String(name)}(${String(filename)})` : this.derivable(5);
  }

  /**
   * Returns a member of the user; null if there is none. The first occurrence of its name is the member: objects, which
   * may have a member of that name, follow it in `presentUser`, and texts have escaped quotes.
   */
  user(member: SearchedUserMember): string | null {
    const user = this.line(6);
    const name = `"${member}":`;
    const at = user.indexOf(name);
    return at < 0 ? null : textAt(user, at + name.length);
  }

  /** Returns the values of a tag: one, or none. */
  tagValues(key: string): string[] {
    const tags = this.line(7);
    const begin = `{"key":${JSON.stringify(key)},"value":`;
    const values: string[] = [];
    for (let at = tags.indexOf(begin); at >= 0; at = tags.indexOf(begin, at + 1)) {
      const value = textAt(tags, at + begin.length);
      if (value !== null) values.push(value);
    }
    return values;
  }

  metadata(): Readonly<JsonObject> {
    const line = this.line(8);
    const texts = line.split(PART_END);
    if (texts.length === 1) return JSON.parse(line) as JsonObject;
    return Object.fromEntries(METADATA.map((name, index) => [name, unpackText(texts[index] ?? '')]));
  }

  private line(index: number): string {
    return this.#lines[index] ?? '';
  }

  private text(index: number): string {
    return unpackText(this.line(index));
  }

  private derivable(index: number): string | null {
    const line = this.line(index);
    return line === '' ? null : unpackText(line.slice(1, -1));
  }
}

/** A text in JSON, at `lastIndex`. */
const JSON_TEXT = /"(?:[^"\\]|\\.)*"/y;

/** Returns the text that begins at a place in JSON; null if there is none. */
function textAt(json: string, at: number): string | null {
  JSON_TEXT.lastIndex = at;
  const [text] = JSON_TEXT.exec(json) ?? [];
  return text === undefined ? null : (JSON.parse(text) as string);
}

/** Reverses `packText`. */
function unpackText(text: string): string {
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Reads the tags of a stored record. */
export function readRecordTags(record: string): readonly EventTag[] {
  if (isJson(record)) return (JSON.parse(record) as Partial<EventRecord>).tags ?? [];
  return JSON.parse(record.split(LINE_END)[7] ?? '') as EventTag[];
}

/** Returns true if the record is from a version that stored the whole JSON text. */
function isJson(record: string): boolean {
  return record.startsWith('{');
}
