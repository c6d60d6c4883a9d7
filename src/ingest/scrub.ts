import type { Event, JsonObject } from '../domain/event';
import { ADDRESSES, withoutAddress } from './scrub/addresses';
import { scrubExceptions, scrubStacktrace } from './scrub/code';
import { compileRules, type Rules, type ScrubSettings } from './scrub/rules';
import { applyPii } from './scrub/pii';
import { scrubContexts, scrubObject, scrubOptional, scrubPairs, scrubText } from './scrub/parts';
import { scrubRequest, scrubUser } from './scrub/visitor';

/**
 * The event without secrets, as the project's settings say; everything derived from it is derived afterwards, so that nothing
 * taken out here comes back elsewhere. The PII configuration comes first, so that its hashes are of what was sent. The event handed in stays as it is (reference/ingest.md §2.3, decisions.md §4).
 */
export function scrubEvent(sent: Event, settings: ScrubSettings): Event {
  const event = settings.relayPiiConfig === null ? sent : applyPii(sent, settings.relayPiiConfig);
  const anonymous = settings.scrubIPAddresses
    ? scrubAll({ ...event, user: withoutAddress(event.user) }, ADDRESSES)
    : event;
  return settings.dataScrubber ? scrubAll(anonymous, compileRules(settings)) : anonymous;
}

/** Every member that text can hide in. The others are numbers, flags, names from a list, and ids of a fixed form. */
function scrubAll(event: Event, rules: Rules): Event {
  const text = (value: string | null) => scrubText(value, rules);
  const version = (value: string | null) => (value === null ? null : rules.version(value));
  return {
    ...event,
    platform: rules.text(event.platform),
    logger: text(event.logger),
    transaction: text(event.transaction),
    serverName: text(event.serverName),
    release: version(event.release),
    dist: version(event.dist),
    environment: text(event.environment),
    logentry: event.logentry && {
      message: text(event.logentry.message),
      formatted: text(event.logentry.formatted),
      params: rules.value(event.logentry.params) as unknown[] | JsonObject | null,
    },
    exceptions: scrubExceptions(event.exceptions, rules),
    threads: event.threads.map((thread) => ({
      ...thread,
      id: typeof thread.id === 'string' ? rules.text(thread.id) : thread.id,
      name: text(thread.name),
      state: text(thread.state),
      stacktrace: scrubStacktrace(thread.stacktrace, rules),
    })),
    stacktrace: scrubStacktrace(event.stacktrace, rules),
    breadcrumbs: event.breadcrumbs.map((crumb) => ({
      ...crumb,
      type: rules.text(crumb.type),
      category: text(crumb.category),
      message: text(crumb.message),
      data: scrubOptional(crumb.data, rules),
      eventId: text(crumb.eventId),
    })),
    tags: event.tags.map(({ key, value }) => ({ key: rules.text(key), value: String(rules.member(key, value)) })),
    user: scrubUser(event.user, rules),
    request: scrubRequest(event.request, rules),
    contexts: scrubContexts(event.contexts, rules),
    sdk: scrubOptional(event.sdk, rules),
    // Images are found by the file name of a frame, so both are scrubbed alike.
    debugImages: event.debugImages.map((image) => ({
      ...image,
      type: rules.text(image.type),
      codeFile: image.codeFile === null ? null : rules.path(image.codeFile),
      rest: scrubObject(image.rest, rules),
    })),
    fingerprint: event.fingerprint?.map((part) => rules.text(part)) ?? null,
    modules: Object.fromEntries(scrubPairs(Object.entries(event.modules), rules, (version) => rules.version(version))),
    extra: scrubObject(event.extra, rules),
    errors: event.errors.map((error) => ({
      type: rules.text(error.type),
      name: text(error.name),
      value: rules.value(error.value),
    })),
  };
}
