import { createHash } from 'node:crypto';
import { packBody } from '../../../src/domain/eventBody';
import { write } from './database';
import { type Stored, storeEvent } from './storeEvent';

/** What the payloads of `scripts/bench/payloads.ts` have; nothing is checked. */
interface Payload {
  readonly timestamp: number;
  readonly platform: string;
  readonly level: string;
  readonly environment: string;
  readonly release: string;
  readonly server_name: string;
  readonly tags: Record<string, string>;
  readonly user: Record<string, string>;
  readonly contexts: Record<string, { name?: string; version?: string }>;
  readonly request: { readonly url: string };
  readonly exception: {
    readonly values: readonly [{ type: string; value: string; stacktrace: { frames: readonly Frame[] } }];
  };
}

interface Frame {
  readonly filename: string;
  readonly function: string;
}

/** Stores the event of an envelope; answers when it is durable. */
export function storeEnvelope(bytes: Buffer, done: (reply: string) => void): void {
  const event = prepare(bytes);
  write(() => {
    storeEvent(event);
    return JSON.stringify({ id: event.id });
  }, done);
}

/** Header, item header and payload are a line each, as the SDK writes them. */
function prepare(bytes: Buffer): Stored {
  const first = bytes.indexOf(10);
  const second = bytes.indexOf(10, first + 1);
  const { event_id: id } = JSON.parse(bytes.toString('utf8', 0, first)) as { event_id: string };
  JSON.parse(bytes.toString('utf8', first + 1, second));
  const payload = JSON.parse(bytes.toString('utf8', second + 1)) as Payload;
  const { level, platform, environment, release } = payload;
  const summary = summarize(payload);
  const grouping = group(payload);
  const time = Math.round(payload.timestamp * 1000);
  const record = JSON.stringify(recordOf(id, payload, summary));
  const body = packBody({ event: payload, grouping: { hash: grouping.hash } } as unknown as Parameters<
    typeof packBody
  >[0]);
  return {
    id,
    time,
    title: summary.title,
    hash: grouping.hash,
    level,
    platform,
    environment,
    release,
    tags: summary.tags,
    record,
    body,
  };
}

function summarize({ exception, level, environment, release, server_name, request, tags, user, contexts }: Payload) {
  const [{ type, value, stacktrace }] = exception.values;
  const crash = stacktrace.frames.at(-1);
  const os = `${contexts['os']?.name} ${contexts['os']?.version}`;
  const runtime = `${contexts['runtime']?.name} ${contexts['runtime']?.version}`;
  const all = {
    ...tags,
    level,
    environment,
    release,
    server_name,
    url: request.url,
    user: `id:${user['id']}`,
    runtime,
    os,
  };
  return {
    title: `${type}: ${value}`,
    location: crash?.filename,
    culprit: crash?.function,
    tags: Object.entries(all).map(([key, value]) => ({ key, value })),
    metadata: { type, value, filename: crash?.filename, function: crash?.function },
  };
}

function group({ exception }: Payload) {
  const [{ type, stacktrace }] = exception.values;
  const components = ['stack', type, ...stacktrace.frames.map((frame) => [frame.filename, frame.function])];
  return { components, hash: createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32) };
}

function recordOf(
  id: string,
  { user, platform, timestamp }: Payload,
  { title, location, culprit, tags, metadata }: ReturnType<typeof summarize>,
) {
  const dateCreated = new Date(timestamp * 1000).toISOString();
  const named = { id, 'event.type': 'error', eventID: id, projectID: '1', message: '', title, location, culprit };
  return { ...named, user, tags, platform, dateCreated, crashFile: null, metadata };
}
