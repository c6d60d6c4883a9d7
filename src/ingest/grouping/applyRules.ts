import type { Event, EventSummary, Frame } from '../../domain/event';
import { mainTrace } from '../trace';
import type { Work } from './glob';
import { familyOf, holds, type Kind, type Matcher } from './matchers';
import { type FingerprintRule, readFingerprintingRules } from './rules';

/** Of one event, for all rules together. */
const STEPS = 2_000_000;

/** One thing that matchers of a kind look at, by field. */
type Thing = Readonly<Record<string, string | null | undefined>>;

/** The first rule that fits the event; undefined if none does. */
export function findRule(event: Event, summary: EventSummary, text: string): FingerprintRule | undefined {
  if (text === '') return undefined;
  const things = new Things(event, summary);
  const work: Work = { left: STEPS };
  return readFingerprintingRules(text).rules.find(
    ({ matchers }) => work.left >= 0 && KINDS.every((kind) => fits(kind, matchers, things, work)),
  );
}

const KINDS: readonly Kind[] = ['event', 'exception', 'message', 'frame'];

/** Matchers that look at the same kind must all fit the same thing: one exception, one message, one frame. */
function fits(kind: Kind, all: readonly Matcher[], things: Things, work: Work): boolean {
  const matchers = all.filter((matcher) => matcher.kind === kind);
  return (
    matchers.length === 0 ||
    things.of(kind).some((thing) => matchers.every((matcher) => holds(matcher, thing[matcher.field], work)))
  );
}

/** What there is to look at, collected when it is asked for. */
class Things {
  readonly #collected = new Map<Kind, readonly Thing[]>();

  constructor(
    private readonly event: Event,
    private readonly summary: EventSummary,
  ) {}

  of(kind: Kind): readonly Thing[] {
    const known = this.#collected.get(kind) ?? this.#collect(kind);
    this.#collected.set(kind, known);
    return known;
  }

  #collect(kind: Kind): readonly Thing[] {
    const { event, summary } = this;
    switch (kind) {
      case 'event':
        return [eventThing(event, summary)];
      case 'exception':
        return event.exceptions.map(({ type, value }) => ({ 'error.type': type, 'error.value': value }));
      case 'message':
        return [summary.message, event.logentry?.message, ...event.exceptions.map(({ value }) => value)]
          .filter(isText)
          .map((message) => ({ message }));
      case 'frame':
        return framesOf(event).flatMap(frameThings);
    }
  }
}

function isText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}

function eventThing({ logger, level, release, sdk, platform }: Event, { tags }: EventSummary): Thing {
  const name = sdk?.['name'];
  const known = { logger, level, release, sdk: typeof name === 'string' ? name : null, family: familyOf(platform) };
  return { ...Object.fromEntries(tags.map(({ key, value }) => ['tags.' + key, value])), ...known };
}

/** The frames of every exception; of an event without such, those that tell where it happened. */
function framesOf(event: Event): readonly Frame[] {
  const frames = event.exceptions.flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  return frames.length > 0 ? frames : (mainTrace(event)?.frames ?? []);
}

/** A frame whose two paths differ counts as two: a pattern may fit either. */
function frameThings(frame: Frame): Thing[] {
  const { absPath, filename, module, package: file } = frame;
  const thing = {
    'stack.module': module,
    'stack.function': frame.function,
    'stack.package': file,
    app: frame.inApp ? 'yes' : 'no',
  };
  return [...new Set([absPath, filename])].map((path) => ({ ...thing, 'stack.abs_path': path }));
}
