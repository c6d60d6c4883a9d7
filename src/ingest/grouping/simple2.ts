import type { Frame } from '../../domain/event';
import { functionName } from '../trace';
import { alternation, generalize, QUOTED, type Variables, VARIABLES } from './normalizeText';
import type { SimpleRules } from './simple';

/** Ids that `simple:1` leaves in texts: short hexadecimal ones, and numbers that are part of a word, as in `user_17` and `cart17`. */
const IDS: Variables = [
  ['hex', /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/],
  ['int', /\d+/],
];

const IN_MESSAGES = alternation(merged(VARIABLES));
const IN_VALUES = alternation(merged([QUOTED, ...VARIABLES]));

/** The kinds of the first version, then the further ones, as one pattern for each name. */
function merged(kinds: Variables): Variables {
  const further = new Map(IDS);
  return kinds.map(
    ([name, { source }]) => [name, new RegExp([source, further.get(name)?.source].filter(Boolean).join('|'))] as const,
  );
}

/** What engines write before a name, and the name of the property behind it: neither belongs to the function. */
const DECORATION =
  /^(?:(?:async|new|get|set|bound|static) )+|^(?:Object|Module|Function|AsyncFunction|_?this|exports)\.(?=[\w$<])| \[as [^\]]{1,100}\]$/g;

/** The same function is called `async Object.pay [as charge]` by one engine, bundler or call and `pay` by another. */
function plainName(frame: Frame): string | null {
  const name = functionName(frame)?.replace(DECORATION, '').replace(DECORATION, '') ?? null;
  return name === '' || name === '<anonymous>' ? null : name;
}

/**
 * The second version: ids that are short or part of a word vary too, and a function has one name however it was called, so that
 * fewer issues stand for the same fault.
 */
export const SIMPLE_2: SimpleRules = {
  functionName: plainName,
  value: (text) => generalize(text, IN_VALUES),
  message: (text) => generalize(text, IN_MESSAGES),
};
