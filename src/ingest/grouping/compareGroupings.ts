import type { GroupingComponent, GroupingExplanation } from './explainGrouping';

/** A value that counts, with the kinds of the components around it: `exception.type`. */
interface CountedLeaf {
  component: string;
  value: string;
}

/** An event whose grouping was explained. */
export interface ExplainedEvent extends Pick<GroupingExplanation, 'variants'> {
  readonly issueId: string;
  /** The hash with which it was stored. */
  readonly hash: string;
  readonly currentHash: string;
}

const MAX_AGREEMENTS = 20;

/** Why two events are in one issue, or why they are not. */
interface ComparedGroupings {
  relation: Relation;
  /** The first values in which they agree. */
  agreements: CountedLeaf[];
  /** The first values in which they differ; null if they agree in all. */
  difference: { event: CountedLeaf | null; other: CountedLeaf | null } | null;
  sentence: string;
}

type Relation = 'sameHash' | 'linked' | 'settingsChanged' | 'apart';

/** Compares what was hashed of two events. */
export function compareGroupings(event: ExplainedEvent, other: ExplainedEvent): ComparedGroupings {
  const [own, others] = [event, other].map(({ variants }) =>
    leavesOf((variants.fingerprint ?? variants.default).component, []),
  ) as [CountedLeaf[], CountedLeaf[]];
  const isSame = (one: CountedLeaf | undefined, two: CountedLeaf | undefined) =>
    one?.component === two?.component && one?.value === two?.value;
  let at = 0;
  while (at < Math.max(own.length, others.length) && isSame(own[at], others[at])) at++;
  const agreements = own.slice(0, at);
  const difference =
    at === own.length && at === others.length ? null : { event: own[at] ?? null, other: others[at] ?? null };
  const relation = relationOf(event, other);
  return {
    relation,
    agreements: agreements.slice(0, MAX_AGREEMENTS),
    difference,
    sentence: SENTENCES[relation](listAgreements(agreements), describeDifference(difference)),
  };
}

function relationOf(event: ExplainedEvent, other: ExplainedEvent): Relation {
  if (event.hash === other.hash) return 'sameHash';
  if (event.issueId === other.issueId) return 'linked';
  return event.currentHash === other.currentHash ? 'settingsChanged' : 'apart';
}

const SENTENCES: Readonly<Record<Relation, (agreements: string, difference: string) => string>> = {
  sameHash: (agreements) => `The events have the same hash, because they agree in ${agreements}.`,
  linked: (_agreements, difference) =>
    `The events are in one issue although they differ in ${difference}: issues were merged, or the issue got another hash when grouping or source maps changed.`,
  settingsChanged: () =>
    'The events are in different issues because the settings changed between them; by the present ones they have the same hash.',
  apart: (_agreements, difference) => `The events are in different issues, because they first differ in ${difference}.`,
};

const NOUNS: Readonly<Record<string, string>> = {
  type: 'the type of the exception',
  value: 'the text of the exception',
  place: 'the module or file',
  function: 'the function',
  line: 'the source line',
  message: 'the message',
  platform: 'the platform',
  part: 'the fingerprint',
};

const nounOf = ({ component: kinds }: CountedLeaf): string => NOUNS[kinds.split('.').at(-1) ?? ''] ?? kinds;

/** Number of values that a sentence names. */
const NAMED_VALUES = 3;

function listAgreements(agreements: readonly CountedLeaf[]): string {
  if (agreements.length === 0) return 'every value';
  const named = agreements.slice(0, NAMED_VALUES).map((leaf) => `${nounOf(leaf)} (${JSON.stringify(leaf.value)})`);
  const rest = agreements.length - named.length;
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function describeDifference(difference: ComparedGroupings['difference']): string {
  if (difference === null) return 'no value that counts now';
  const { event, other } = difference;
  const describe = (leaf: CountedLeaf | null) => (leaf === null ? 'nothing' : JSON.stringify(leaf.value));
  if (event !== null && other !== null && event.component !== other.component) {
    return `${nounOf(event)} (${describe(event)}), in place of which the other has ${nounOf(other)} (${describe(other)})`;
  }
  const [leaf] = [event ?? other].filter((one) => one !== null);
  return `${leaf === undefined ? 'a value' : nounOf(leaf)} (${describe(event)} and ${describe(other)})`;
}

/** Returns the values that count, in their order. */
function leavesOf({ id, contributes, value, values }: GroupingComponent, kinds: readonly string[]): CountedLeaf[] {
  if (!contributes) return [];
  const path = id === 'default' || id === 'fingerprint' ? kinds : [...kinds, id];
  const own = value === null ? [] : [{ component: path.join('.'), value }];
  return [...own, ...values.flatMap((one) => leavesOf(one, path))];
}
