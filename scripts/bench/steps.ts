/*
 * Measures the processor time of each step of an event on one thread, and prints it as JSON. The arguments are the URL of a
 * database with a fixture, the id of its project, its public key and the number of rounds. The scenario `steps` runs it.
 */
import contract from '../../generated/openapi.json';
import { compressEventBody } from '../../src/compression/eventBody';
import { ContractSchemas } from '../../src/http/contract';
import { RecentHashes } from '../../src/ingest/describeText';
import { filterEvent } from '../../src/ingest/filters/filterEvent';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { parsePayload } from '../../src/ingest/payload';
import {
  completeAndScrub,
  groupAndDescribe,
  type IncomingEvent,
  newEventId,
  processEvent,
  type ProcessingContext,
} from '../../src/ingest/processEvent';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { SettingsCache } from '../../src/ingest/settingsCache';
import { UserAgentCache } from '../../src/ingest/userAgent';
import { packRecord, presentRecord } from '../../src/presenters/eventRecord';
import { FetchAttemptCache } from '../../src/sourcemaps/fetch/fetchAttemptCache';
import { resolveFrames } from '../../src/sourcemaps/resolve/resolveEvent';
import { SourceMapCache } from '../../src/sourcemaps/resolve/sourceMapCache';
import { openDatabase } from '../../src/store/open';
import type { Database } from '../../src/store/stores';
import { envelopeRequests, payloadOf } from './envelopes';
import { median } from './report';

/** Microseconds of processor time per event, by the kilobytes of the events and the step. */
export type StepTimes = Readonly<Record<number, Readonly<Record<StepName, number>>>>;

export type StepName = ProcessingStep | 'save1' | 'save10' | 'save50';
type ProcessingStep =
  | ('parse' | 'normalize' | 'filter' | 'scrub' | 'resolve' | 'group')
  | ('record' | 'check' | 'recordText' | 'bodyText' | 'body' | 'whole');

const KILOBYTES = [3, 25];
const EVENTS = 100;

interface Step {
  readonly name: StepName;
  /** Number of events that one call of `run` is for. */
  readonly size: number;
  readonly run: (start: number) => unknown;
}

async function main([url = '', projectId = '', publicKey = '', rounds = '']: readonly string[]): Promise<void> {
  const database = await openDatabase(url);
  const found = await database.read(({ projects }) => projects.findByKey(projectId, publicKey));
  if (found === undefined) throw new Error(`there is no project ${projectId}`);
  const { project } = found;
  const times: Record<number, Record<StepName, number>> = {};
  for (const kilobytes of KILOBYTES) {
    const next = envelopeRequests('/', kilobytes * 1024);
    const incoming = Array.from({ length: EVENTS }, (): IncomingEvent => ({
      ...{ project, payload: payloadOf(next()) },
      ...{ format: 'item', eventId: null, flags: [], received: Date.now(), sentAt: null, ipAddress: null },
    }));
    const context = contextOf(database);
    const processed = await Promise.all(incoming.map((event) => processEvent(event, context)));
    const events = processed.filter((event): event is ProcessedEvent => !('dropped' in event));
    const steps = [
      ...processingSteps(incoming, context),
      ...([1, 10, 50] as const).map((size) => savingStep(size, database, project, events)),
    ];
    times[kilobytes] = await measure(steps, Number(rounds));
  }
  await database.close();
  process.stdout.write(JSON.stringify(times satisfies StepTimes));
}

function contextOf({ read }: Database): ProcessingContext {
  return {
    read,
    checkSchema: new ContractSchemas(contract).checkNamed,
    sourceMaps: new SourceMapCache(),
    // Every file has failed to be fetched, so that none is requested.
    fetchAttempts: new FetchAttemptCache((_, urls, at) => {
      const failure = { url: '', reason: 'not_found', details: '' } as const;
      return Promise.resolve(new Map(urls.map((url) => [url, [{ url, at, map: null, failure }]])));
    }),
    compileSetting: new SettingsCache().compile,
    parseUserAgent: new UserAgentCache().parse,
    recentHashes: new RecentHashes(),
  };
}

/** The steps of `processEvent`, each with its input prepared, and the whole of it. */
function processingSteps(incoming: readonly IncomingEvent[], context: ProcessingContext): Step[] {
  const { compileSetting, checkSchema } = context;
  const resolving = {
    ...{ read: context.read, mapCache: context.sourceMaps },
    ...{ hasUploads: false, findFetchAttempts: context.fetchAttempts?.find },
  };
  const prepared = incoming.map((event) => {
    const { received, project } = event;
    const { settings } = project;
    const payload = parsePayload(event.payload);
    const metadata = { eventId: String(payload['event_id']), received, ipAddress: null };
    const normalized = normalizeEvent(payload, metadata);
    const scrubbed = completeAndScrub(normalized, settings, context);
    const grouped = groupAndDescribe(scrubbed, settings, compileSetting);
    const body = { event: grouped.event, grouping: { hash: grouped.grouping.hash } };
    const record = presentRecord(project.id, grouped.event, grouped.summary);
    const complete = { groupID: '1', ...record };
    return {
      incoming: event,
      payload,
      metadata,
      settings,
      project,
      normalized,
      scrubbed,
      grouped,
      body,
      record,
      complete,
    };
  });
  const step = (name: ProcessingStep, run: (event: (typeof prepared)[number]) => unknown): Step => {
    return { name, size: 1, run: (start) => run(prepared[start] as (typeof prepared)[number]) };
  };
  return [
    step('parse', (event) => parsePayload(event.incoming.payload)),
    step('normalize', ({ payload, metadata }) => normalizeEvent(payload, metadata)),
    step('filter', ({ normalized, settings }) => filterEvent(normalized, settings, compileSetting)),
    step('scrub', ({ normalized, settings }) => completeAndScrub(normalized, settings, context)),
    step('resolve', ({ scrubbed, project }) => resolveFrames(scrubbed, project, resolving)),
    step('group', ({ scrubbed, settings }) => groupAndDescribe(scrubbed, settings, compileSetting)),
    step('record', ({ project, grouped }) => presentRecord(project.id, grouped.event, grouped.summary)),
    step('check', ({ complete }) => checkSchema('Event', complete)),
    step('recordText', ({ record }) => packRecord(record)),
    step('bodyText', ({ body }) => JSON.stringify(body)),
    step('body', ({ body }) => compressEventBody(body)),
    step('whole', (event) => processEvent(event.incoming, context)),
  ];
}

/** Saves events with new ids, whose issues exist. */
function savingStep(
  size: 1 | 10 | 50,
  database: Database,
  project: IncomingEvent['project'],
  events: readonly ProcessedEvent[],
): Step {
  return {
    name: `save${size}`,
    size,
    run: (start) => {
      const batch = events.slice(start, start + size).map((event) => ({ ...event, eventId: newEventId() }));
      return database.write((stores) => saveEvents(stores, project, batch));
    },
  };
}

/** Returns the median of rounds in which the steps take turns, so that other load affects all of them. */
async function measure(steps: readonly Step[], rounds: number): Promise<Record<StepName, number>> {
  const times = steps.map(({ name }) => [name, [] as number[]] as const);
  for (let round = 0; round < 2 * rounds; round += 1) {
    for (const [index, { size, run }] of steps.entries()) {
      const before = process.cpuUsage();
      for (let start = 0; start < EVENTS; start += size) {
        const result = run(start);
        if (result instanceof Promise) await result;
      }
      const { user, system } = process.cpuUsage(before);
      // The first half warms the compiler up.
      if (round >= rounds) times[index]?.[1].push((user + system) / EVENTS);
    }
  }
  return Object.fromEntries(times.map(([name, all]) => [name, median(all)])) as Record<StepName, number>;
}

void main(process.argv.slice(2));
