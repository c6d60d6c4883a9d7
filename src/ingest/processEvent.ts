import { randomUUID } from 'node:crypto';
import { compressEventBody } from '../compression/eventBody';
import {
  type Event,
  type EventSummary,
  type Grouping,
  type JsonObject,
  type MadeEventType,
  parseSentEventId,
  traceIdOf,
} from '../domain/event';
import { fetchableUrl } from '../domain/artifact';
import { classOfAddress, type DropReason, packOrigin } from '../domain/outcome';
import type { DsnProject, ProjectFlag, ProjectSettings } from '../domain/project';
import { packRecord, presentRecord } from '../presenters/eventRecord';
import type { FetchAttemptCache } from '../sourcemaps/resolveContext';
import { type ResolvedEvent, resolveFrames } from '../sourcemaps/resolve/resolveEvent';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { Read } from '../store/stores';
import { type RuleAssignment, findOwner, viewForOwnership } from './assignOwners';
import { collectUserEntries, describeEvent, describeNewIssue } from './describeEvent';
import { EventSteps, type StepTimer } from './eventSteps';
import {
  asFeedbackEvent,
  completeFeedback,
  feedbackIdOf,
  feedbackOf,
  readFeedback,
  type SentFeedback,
} from './feedback';
import { filterEvent } from './filters/filterEvent';
import {
  fillVariables,
  findFingerprintRule,
  type FingerprintRule,
  fingerprintVariables,
} from './grouping/fingerprintRules';
import {
  type Algorithm,
  type FrameView,
  withAllFrames,
  algorithmOf,
  groupEvent,
  GROUPING_CONFIGS,
} from './grouping/groupEvent';
import type { WrittenRule } from './grouping/ruleSyntax';
import {
  applyEnhancements,
  createInAppDecision,
  type SelectFrames,
  type TraceDecisions,
} from './grouping/stackTraceRules';
import { clockLag } from './normalize/fields';
import { normalizeEvent } from './normalize/normalizeEvent';
import { parsePayload, parseStoreBody, reducePayload, type Reduction } from './payload';
import type { RecentHashes } from './hashes';
import { RuleBudgets } from './globTexts';
import type { IngestProject, ProcessedEvent } from './saveEvents';
import { scrubEvent } from './scrub/scrubEvent';
import { type CompileSetting, compileUncached } from './settingsCache';
import { isMinified, type ShownFrames } from './stacktrace';
import { addContextsFromRequest, type ParseUserAgent } from './userAgent';

/** The part of a project that processing and saving its events needs. */
export type ReceivingProject = IngestProject &
  Pick<DsnProject, 'hasArtifacts' | 'settings'> &
  Partial<Pick<DsnProject, 'keyStart'>>;

/**
 * An event as it arrived, with its project and the facts of its request. Plain data: it can be sent to a worker thread.
 */
export interface IncomingEvent {
  /**
   * The same object for all events of a project while its row is unchanged: data derived from it is cached by identity.
   */
  readonly project: ReceivingProject;
  /**
   * The payload of an event item, the body of a request to the store endpoint, the JSON of an event of another tracker,
   * or of one that the service made from an item of another type.
   */
  readonly payload: Uint8Array;
  readonly format: 'item' | 'store' | 'imported' | MadeEventType;
  /** 32 lower-case hexadecimal digits. If null, the payload's id is used; without one, a new id is made. */
  readonly eventId: string | null;
  /** The id of an event without an id; if absent, a new one is made. */
  readonly fallbackEventId?: string;
  /** The reduction of an event that took too long; absent for all others. */
  readonly reduction?: Reduction;
  /** Flags to set on the project together with the event, by the other items of its envelope. */
  readonly flags: readonly ProjectFlag[];
  /** Milliseconds since 1970, UTC. */
  readonly received: number;
  /** Time at which the client sent the event, by its own clock: milliseconds since 1970, UTC. */
  readonly sentAt: number | null;
  /** Address of the client, if known. */
  readonly ipAddress: string | null;
}

/** An event's id, and the reason why it was dropped, if it was: a transaction is dropped with `feature_disabled`. */
export interface IngestResult {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  readonly dropped: DropReason | Repeated | null;
}

/** The outcome of an event that was stored before: it is not counted again. */
type Repeated = 'repeated';

/**
 * Checks a value against a schema of the contract, by the schema's name.
 * @throws Error if it does not match: a defect of the service
 */
export type CheckSchema = (schema: string, value: unknown) => void;

/** The dependencies of processing. */
export interface ProcessingContext {
  readonly read: Read;
  readonly checkSchema: CheckSchema;
  readonly sourceMaps: SourceMapCache;
  /** Known attempts to fetch JavaScript files. Null if the service fetches none. */
  readonly fetchAttempts: FetchAttemptCache | null;
  readonly compileSetting: CompileSetting;
  readonly parseUserAgent: ParseUserAgent;
  /**
   * Recently processed hashes. The first event of a hash gets a description of an issue, because it is likely to open
   * one.
   */
  readonly recentHashes: RecentHashes;
}

/** Maximum number of files to fetch that one event may request. */
const MAX_FILES_TO_FETCH = 20;

/** The environment of feedback that names none, in a project without a default one. */
const FEEDBACK_ENVIRONMENT = 'production';

const PARSERS: Record<IncomingEvent['format'], (bytes: Uint8Array) => JsonObject> = {
  item: parsePayload,
  store: parseStoreBody,
  imported: parsePayload,
  feedback: (bytes) => parsePayload(bytes, 'feedback'),
  cron: parsePayload,
  csp: parsePayload,
};

/**
 * Processes an event up to saving it: parses, normalizes, filters, scrubs, resolves, groups and describes it. Events
 * whose processing starts in the same turn of the event loop pass through the steps together.
 * @throws BadRequest or TooLarge if the payload is not an event
 */
export async function processEvent(
  incoming: IncomingEvent,
  context: ProcessingContext,
  timer?: StepTimer,
): Promise<ProcessedEvent | IngestResult> {
  const { reduction } = incoming;
  const settings = reduction === 'emptied' ? withoutRules(incoming.project.settings) : incoming.project.settings;
  const budgets = new RuleBudgets();
  const steps = new EventSteps(timer);

  const { payload, eventId, feedback } = await steps.take(parseIncoming, incoming);
  // Old SDKs send transactions as events.
  if (payload['type'] === 'transaction') return { eventId, dropped: 'feature_disabled' };

  if (typeof feedback === 'string') return { eventId, dropped: feedback };

  // Filters run before scrubbing, because they may look for a secret. Nothing that a person wrote is filtered.
  const { normalized, dropped } = await steps.take(() => {
    const event = normalizeIncoming(payload, eventId, incoming, settings, context, budgets);
    if (feedback !== null) return { normalized: withFeedback(event, feedback, settings), dropped: null };
    return { normalized: event, dropped: filterEvent(event, settings, context.compileSetting, budgets) };
  });
  if (dropped !== null) return { eventId, dropped };

  const scrubbed = await steps.take(completeAndScrub, normalized, settings, context, feedback);

  // Frames are resolved before grouping, so that events are grouped by their original source.
  const resolved = await steps.take(resolveWithStoredMaps, scrubbed, incoming, context);

  const grouped = await steps.take(groupResolved, resolved, scrubbed, incoming, settings, context, budgets);

  const described = await steps.take(describeRecord, grouped, incoming, context);
  const ruleAssignment = described.isFirst
    ? await steps.takeReading(context.read, (read) => findOwnerOf(grouped, incoming, read, context, budgets))
    : undefined;

  return steps.take(packEvent, grouped, resolved, described, ruleAssignment, incoming, feedback);
}

/** The payload of an event. */
interface ParsedEvent {
  readonly payload: JsonObject;
  readonly eventId: string;
  /** The feedback, or the reason why it is not valid; null for an event of another type. */
  readonly feedback: SentFeedback | DropReason | null;
}

/**
 * Parses the payload and applies the reduction of the event, if it has one.
 * @throws BadRequest or TooLarge if it is not an event
 */
function parseIncoming(incoming: IncomingEvent): ParsedEvent {
  const { format, reduction } = incoming;
  const sent = PARSERS[format](incoming.payload);
  const payload = reduction === undefined ? sent : reducePayload(sent, reduction);
  const eventId = incoming.eventId ?? readOrCreateEventId(payload, incoming.fallbackEventId);
  if (format !== 'feedback') return { payload, eventId, feedback: null };
  return { payload: { ...payload, level: payload['level'] ?? 'info' }, eventId, feedback: readFeedback(sent) };
}

/** Returns the event of feedback before it is scrubbed. */
function withFeedback(event: Event, feedback: SentFeedback, { defaultEnvironment }: ProjectSettings): Event {
  return asFeedbackEvent(event, feedback, defaultEnvironment || FEEDBACK_ENVIRONMENT);
}

/** Normalizes the event. The rules of the project decide which frames of a long trace are kept. */
function normalizeIncoming(
  payload: JsonObject,
  eventId: string,
  { format, received, sentAt, ipAddress }: IncomingEvent,
  { groupingConfig, groupingEnhancements }: ProjectSettings,
  { compileSetting }: ProcessingContext,
  budgets: RuleBudgets,
): Event {
  const { rules } = algorithmOf(groupingConfig);
  const decideInApp = createInAppDecision(rules.decide, groupingEnhancements, compileSetting, budgets);
  const madeType = format === 'item' || format === 'store' || format === 'imported' ? null : format;
  return normalizeEvent(payload, { eventId, received, sentAt, ipAddress, decideInApp, madeType });
}

/** A grouped event, with its hashes without source maps and the files to fetch. */
interface IdentifiedEvent extends Omit<GroupedEvent, 'event'> {
  /** The event as it is stored. */
  readonly event: Event;
  readonly unresolvedHashes: readonly string[];
  readonly requestedFiles: readonly string[];
}

/** Groups the event, and also without source maps if they changed it, and requests the files that its frames lack. */
function groupResolved(
  { event: resolved, fetchCandidates }: ResolvedEvent,
  scrubbed: Event,
  incoming: IncomingEvent,
  settings: ProjectSettings,
  context: ProcessingContext,
  budgets: RuleBudgets,
): IdentifiedEvent {
  const { compileSetting } = context;
  // What a site has now may be newer than an imported event.
  const isOld = incoming.format === 'imported';
  const requestedFiles = isOld ? [] : requestFiles(resolved, fetchCandidates, incoming, context);
  const grouped = groupAndDescribe(resolved, settings, compileSetting, budgets);
  const unresolvedHashes =
    resolved === scrubbed ? [] : hashesWithoutMaps(scrubbed, grouped.grouping, settings, compileSetting, budgets);
  const exceeded = incoming.reduction === undefined ? budgets.exceeded : ['event', ...budgets.exceeded];
  return {
    event: reportExceeded(grouped.event, exceeded),
    summary: grouped.summary,
    grouping: grouped.grouping,
    secondaryHash: grouped.secondaryHash,
    isMinified: grouped.isMinified,
    isByRule: grouped.isByRule,
    unresolvedHashes,
    requestedFiles,
  };
}

/** The values by which lists and searches show an event. */
interface EventDescription {
  /** The record of the event in lists. */
  readonly record: ReturnType<typeof presentRecord>;
  /** True if the event is the first of its hash on this thread: it is likely to open an issue. */
  readonly isFirst: boolean;
}

function describeRecord(
  { event, summary, grouping }: IdentifiedEvent,
  { project }: IncomingEvent,
  { recentHashes, checkSchema }: ProcessingContext,
): EventDescription {
  const isFirst = recentHashes.add(project.id, grouping.hash);
  const record = presentRecord(project.id, event, summary);
  checkSchema('Event', { groupID: '1', ...record });
  return { record, isFirst };
}

/** Finds the assignee of the issue if the event opens one; undefined if the project's rules assign none. */
async function findOwnerOf(
  { event, summary }: IdentifiedEvent,
  { project }: IncomingEvent,
  read: Read,
  { compileSetting }: ProcessingContext,
  budgets: RuleBudgets,
): Promise<RuleAssignment | null | undefined> {
  if (project.assignsIssues !== true) return undefined;
  const view = viewForOwnership(event, summary.tags);
  return findOwner(read, project, view, compileSetting, budgets.of('ownershipRules'));
}

/** Builds the record and the compressed body of the event that are saved. */
function packEvent(
  grouped: IdentifiedEvent,
  { usedArtifacts }: ResolvedEvent,
  { record, isFirst }: EventDescription,
  ruleAssignment: RuleAssignment | null | undefined,
  incoming: IncomingEvent,
  sent: SentFeedback | null,
): ProcessedEvent {
  const { event, summary, grouping, secondaryHash, unresolvedHashes, requestedFiles } = grouped;
  const { eventId, timestamp, received, type, level, platform, environment, release } = event;
  const { title, culprit, tags } = summary;
  return {
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
    tags,
    feedback: sent === null ? undefined : { ...feedbackOf(event), isReport: eventId === feedbackIdOf(sent) },
    // The time of arrival comes from the service's own clock.
    clockLag: timestamp === received ? 0 : clockLag(incoming),
    traceId: traceIdOf(event.contexts),
    hash: grouping.hash,
    secondaryHash,
    unresolvedHashes: unresolvedHashes.length > 0 ? unresolvedHashes : undefined,
    searchEntries: collectUserEntries(event),
    ...(incoming.format === 'imported' && { isImported: true }),
    flags: grouped.isMinified ? ['hasMinifiedStackTrace', ...incoming.flags] : incoming.flags,
    requestedFiles: requestedFiles.length > 0 ? requestedFiles : undefined,
    usedArtifacts: usedArtifacts.length > 0 ? usedArtifacts : undefined,
    issueDescription: isFirst ? describeNewIssue(event, summary) : undefined,
    ruleAssignment,
    record: packRecord(record),
    body: compressEventBody({
      event,
      grouping: grouped.isByRule ? { hash: grouping.hash, rule: 1 } : { hash: grouping.hash },
      via: originOf(incoming),
    }),
  };
}

/** Returns from where an event came, as it is stored; undefined if the service made it. */
function originOf({ project: { keyStart }, ipAddress }: IncomingEvent): string | undefined {
  if (keyStart === undefined) return undefined;
  return packOrigin({ keyStart, addressClass: classOfAddress(ipAddress) });
}

/** Returns settings without the rules that are applied to texts. */
function withoutRules(settings: ProjectSettings): ProjectSettings {
  const none = { filterErrorMessages: '', filterReleases: '', fingerprintingRules: '', groupingEnhancements: '' };
  return { ...settings, ...none, relayPiiConfig: null };
}

/** Adds the settings that were not fully applied to the errors of the event, and `event` if it was reduced. */
function reportExceeded(event: Event, exceeded: readonly string[]): Event {
  if (exceeded.length === 0) return event;
  const errors = exceeded.map((name) => ({ type: 'processing_limit', name, value: null }));
  return { ...event, errors: [...event.errors, ...errors] };
}

/**
 * Returns the id of an event that is not processed further.
 * @throws BadRequest or TooLarge if the payload is not an event
 */
export function readPayloadEventId({
  payload,
  format,
  eventId,
}: Pick<IncomingEvent, 'payload' | 'format' | 'eventId'>): string {
  return eventId ?? readOrCreateEventId(PARSERS[format](payload));
}

/** Returns a new random event id. */
export function newEventId(): string {
  return randomUUID().replaceAll('-', '');
}

function readOrCreateEventId({ event_id: id }: JsonObject, fallback?: string): string {
  return (typeof id === 'string' ? parseSentEventId(id) : null) ?? fallback ?? newEventId();
}

/**
 * Adds the default environment and the contexts derived from the request, then removes secrets: the added values may
 * contain some.
 */
export function completeAndScrub(
  event: Event,
  settings: ProjectSettings,
  {
    compileSetting = compileUncached,
    parseUserAgent,
  }: Partial<Pick<ProcessingContext, 'compileSetting' | 'parseUserAgent'>> = {},
  feedback: SentFeedback | null = null,
): Event {
  const environment = event.environment ?? (settings.defaultEnvironment || null);
  const contexts = addContextsFromRequest(event, parseUserAgent);
  const scrubbed = scrubEvent({ ...event, environment, contexts }, settings, compileSetting);
  return feedback === null ? scrubbed : completeFeedback(scrubbed, event, feedback);
}

/**
 * Resolves the frames with the stored files of the project: uploads and fetched files. Most projects without a web page
 * have neither.
 */
async function resolveWithStoredMaps(
  event: Event,
  { project }: IncomingEvent,
  { read, sourceMaps, fetchAttempts }: ProcessingContext,
): Promise<ResolvedEvent> {
  const { settings, hasArtifacts } = project;
  const findFetchAttempts = settings.scrapeJavaScript ? fetchAttempts?.find : undefined;
  if (!hasArtifacts && findFetchAttempts === undefined) return { event, fetchCandidates: [], usedArtifacts: [] };
  return resolveFrames(event, project, { read, mapCache: sourceMaps, hasUploads: hasArtifacts, findFetchAttempts });
}

/** Returns the files to fetch for the event, without files that another event requested a short while ago. */
function requestFiles(
  { request }: Event,
  candidates: readonly string[],
  { project, received }: IncomingEvent,
  { fetchAttempts }: ProcessingContext,
): string[] {
  if (fetchAttempts === null || candidates.length === 0) return [];
  // Frames of inline scripts name the page itself, which is not a JavaScript file. The event keeps the page's query
  // apart.
  const page = withoutQuery(fetchableUrl(request?.url ?? null) ?? '');
  const files = candidates.filter((url) => withoutQuery(url) !== page).slice(0, MAX_FILES_TO_FETCH);
  return fetchAttempts.request(project.id, files, received);
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** An event with all values that the rules of its project derive from it. */
export interface GroupedEvent {
  /** The event; its frames are marked by the project's stack trace rules. */
  readonly event: Event;
  readonly summary: EventSummary;
  readonly grouping: Grouping;
  /**
   * Hash by the project's former grouping algorithm while issues are still found by it; null if it equals the present
   * hash.
   */
  readonly secondaryHash: string | null;
  readonly isMinified: boolean;
  /** True if a fingerprinting rule of the project matched. */
  readonly isByRule: boolean;
}

/** The settings that decide to which issue an event belongs. */
export type GroupingSettings = Pick<
  ProjectSettings,
  | 'groupingConfig'
  | 'groupingEnhancements'
  | 'fingerprintingRules'
  | 'secondaryGroupingConfig'
  | 'secondaryGroupingExpiry'
>;

/**
 * Derives the grouping, the summary and the tags. The first fingerprinting rule of the project that matches replaces
 * the client's fingerprint, and may set the title.
 */
export function groupAndDescribe(
  resolved: Event,
  settings: GroupingSettings,
  compileSetting: CompileSetting = compileUncached,
  budgets = new RuleBudgets(),
): GroupedEvent {
  const { groupingConfig, groupingEnhancements, secondaryGroupingConfig } = settings;
  const grouped = groupBy(groupingConfig, resolved, settings, compileSetting, budgets);
  const { view, rule, grouping } = grouped;
  const event = view.isWhole
    ? grouped.event
    : applyEnhancements(withAllFrames(resolved), groupingEnhancements, compileSetting).event;
  const summary = view.isWhole ? grouped.summary : describeEvent(event, view.shownFrames);
  return {
    event,
    summary:
      rule === undefined || rule.title === null
        ? summary
        : replaceTitle(grouped.event, summary, rule.title, view.shownFrames),
    grouping,
    secondaryHash: usesSecondaryGrouping(settings, event)
      ? differentHash(grouping, groupBy(secondaryGroupingConfig, resolved, settings, compileSetting, budgets).grouping)
      : null,
    isMinified: isMinified(event),
    isByRule: rule !== undefined,
  };
}

/**
 * Returns the hashes of an event without source maps, by each algorithm with which its issue is looked up; without
 * those equal to the hash of the resolved event.
 */
function hashesWithoutMaps(
  event: Event,
  { hash }: Grouping,
  settings: GroupingSettings,
  compileSetting: CompileSetting,
  budgets: RuleBudgets,
): string[] {
  const { groupingConfig, secondaryGroupingConfig } = settings;
  const configs = usesSecondaryGrouping(settings, event) ? [groupingConfig, secondaryGroupingConfig] : [groupingConfig];
  const hashes = configs.map((config) => groupBy(config, event, settings, compileSetting, budgets).grouping.hash);
  return [...new Set(hashes)].filter((one) => one !== hash);
}

/** The values that one algorithm derives from an event. */
interface GroupedBy {
  readonly algorithm: Algorithm;
  readonly view: FrameView;
  readonly event: Event;
  readonly selectFrames: SelectFrames;
  readonly summary: EventSummary;
  readonly rule: WrittenRule<FingerprintRule> | undefined;
  readonly grouping: Grouping;
}

/**
 * Groups an event by one algorithm and the rules of its project.
 * @param decisions receives which rules of the project decided about the frames
 */
export function groupBy(
  config: string,
  resolved: Event,
  { groupingEnhancements, fingerprintingRules }: Pick<GroupingSettings, 'groupingEnhancements' | 'fingerprintingRules'>,
  compileSetting: CompileSetting,
  budgets: RuleBudgets,
  decisions?: TraceDecisions,
): GroupedBy {
  const algorithm = algorithmOf(config);
  const view = algorithm.view(resolved);
  const { event, selectFrames } = applyEnhancements(
    view.event,
    groupingEnhancements,
    compileSetting,
    view.shownFrames.remainingFrames,
    budgets,
    decisions,
  );
  const summary = describeEvent(event, view.shownFrames);
  // Each feedback has an issue of its own.
  const rules = event.type === 'feedback' ? '' : fingerprintingRules;
  const rule = findFingerprintRule(event, summary, rules, compileSetting, budgets);
  const grouping = groupEvent(event, summary, {
    algorithm,
    shownFrames: view.shownFrames,
    selectFrames,
    fingerprint: rule?.parts,
  });
  return { algorithm, view, event, selectFrames, summary, rule, grouping };
}

const MAX_TITLE = 256;

/** Fills the variables of a rule's title. `{{ default }}` becomes empty: a hash is not a title. */
function replaceTitle(event: Event, summary: EventSummary, text: string, shownFrames: ShownFrames): EventSummary {
  const title = fillVariables(text, fingerprintVariables(event, summary, '', shownFrames))
    .trim()
    .slice(0, MAX_TITLE);
  return title === '' ? summary : { ...summary, title, metadata: { ...summary.metadata, title } };
}

/** Returns true if an event without an issue is also looked up by the former algorithm. */
export function usesSecondaryGrouping(
  { groupingConfig, secondaryGroupingConfig, secondaryGroupingExpiry }: GroupingSettings,
  { received }: Event,
): boolean {
  return (
    secondaryGroupingConfig !== groupingConfig &&
    GROUPING_CONFIGS.includes(secondaryGroupingConfig) &&
    received < 1000 * secondaryGroupingExpiry
  );
}

function differentHash({ hash }: Grouping, secondary: Grouping): string | null {
  return secondary.hash === hash ? null : secondary.hash;
}
