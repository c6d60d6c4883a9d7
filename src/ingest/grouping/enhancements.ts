import { compileOnce } from '../compiled';
import { type FieldName, firstWord, type Matcher, readMatcher } from './matchers';
import { type LineReader, readRules, RuleFault, type RuleText } from './ruleText';

/** Which frames a flag is set on: those that match, those above them (towards the crash), or those below. */
export type Reach = 'here' | 'above' | 'below';

/** What a rule does to the frames it matches, or to the trace they are part of. */
export type Action =
  | FlagAction
  | { readonly sets: 'category'; readonly to: string }
  | { readonly sets: 'max-frames'; readonly to: number }
  | { readonly sets: 'min-frames'; readonly to: number };

/** Whether frames are the application's, or take part in grouping. */
export interface FlagAction {
  readonly sets: 'app' | 'group';
  readonly to: boolean;
  readonly reach: Reach;
}

/** A rule of the setting `groupingEnhancements`, for frames whose neighbours fit too. */
export interface EnhancementRule {
  readonly matchers: readonly Matcher[];
  /** Of the frame that called this one; empty if any will do. */
  readonly caller: readonly Matcher[];
  /** Of the frame that this one called; empty if any will do. */
  readonly callee: readonly Matcher[];
  readonly actions: readonly Action[];
}

const FIELDS: readonly FieldName[] = [
  ...(['family', 'stack.abs_path', 'stack.module', 'stack.function', 'stack.package', 'app', 'category'] as const),
  ...(['error.type', 'error.value', 'error.mechanism'] as const),
];

/** The rules of a text, compiled once. */
export const readGroupingEnhancements: (text: string) => RuleText<EnhancementRule> = compileOnce((text) =>
  readRules(text, readRule),
);

/**
 * What is wrong with a text of stack trace rules: sentences that begin with the line, as in `line 3: …`; none if all is well.
 * A rule reads `matcher:pattern … -app ^-group max-frames=3`, perhaps with `[ matchers of the caller ] |` before its matchers and
 * `| [ matchers of the callee ]` behind them.
 */
export function checkGroupingEnhancements(text: string): string[] {
  return [...readGroupingEnhancements(text).faults];
}

function readRule(line: LineReader, before: readonly EnhancementRule[]): EnhancementRule {
  const caller = readNeighbour(line);
  if (caller.length > 0 && !line.take('|'))
    throw new RuleFault('Behind the caller there is no `|`; write `[ matchers ] | matchers actions`.');
  const matchers = readMatchers(line);
  const callee = line.take('|') ? readNeighbour(line) : [];
  if (matchers.length === 0) throw new RuleFault('The rule has no matcher; write `matcher:pattern -app`.');
  const actions = readActions(line);
  for (const matcher of [...caller, ...matchers, ...callee]) checkCategory(matcher, before);
  return { matchers, caller, callee, actions };
}

function readNeighbour(line: LineReader): Matcher[] {
  if (!line.take('[')) return [];
  const matchers: Matcher[] = [];
  while (!line.take(']')) {
    const matcher = line.isAtEnd ? null : readMatcher(line, FIELDS, false);
    if (matcher === null)
      throw new RuleFault('`[` has no `]`; write `[ matcher:pattern ]`, with a space before the bracket that closes.');
    matchers.push(matcher);
  }
  if (matchers.length === 0) throw new RuleFault('Between `[` and `]` there is no matcher.');
  return matchers;
}

const FLAG = /[\^v]?[+-][\w-]+(?=\s|$)/y;
const VARIABLE = /[A-Za-z-]+=\S*/y;

function readMatchers(line: LineReader): Matcher[] {
  const matchers: Matcher[] = [];
  while (!line.isAtEnd && !isAction(line) && !line.rest.startsWith('|')) {
    const matcher = readMatcher(line, FIELDS, false);
    if (matcher === null) throw unreadable(line);
    matchers.push(matcher);
  }
  return matchers;
}

function isAction({ rest }: LineReader): boolean {
  return /^(?:[\^v]?[+-]|[A-Za-z-]+=)/.test(rest);
}

function unreadable({ rest }: LineReader): RuleFault {
  return new RuleFault(
    `\`${firstWord(rest)}\` is neither a matcher nor an action; write \`name:pattern\`, \`-app\` or \`max-frames=3\`.`,
  );
}

function readActions(line: LineReader): Action[] {
  const actions: Action[] = [];
  while (!line.isAtEnd) {
    const flag = line.match(FLAG);
    const variable = flag === null ? line.match(VARIABLE) : null;
    if (flag !== null) actions.push(readFlag(flag));
    else if (variable !== null) actions.push(readVariable(variable));
    else if (actions.length > 0 && line.rest.includes(':'))
      throw new RuleFault(`\`${firstWord(line.rest)}\` stands behind an action; matchers come first.`);
    else throw unreadable(line);
  }
  if (actions.length === 0)
    throw new RuleFault(
      'The rule has no action; write one of +app, -app, +group, -group, max-frames=3 behind the matchers.',
    );
  return actions;
}

function readFlag(text: string): Action {
  const [, prefix = '', sign = '', flag = ''] = /^([\^v]?)([+-])(.*)$/.exec(text) ?? [];
  if (flag !== 'app' && flag !== 'group')
    throw new RuleFault(`Unknown flag \`${flag}\` in \`${text}\`; there are app and group.`);
  return { sets: flag, to: sign === '+', reach: prefix === '^' ? 'above' : prefix === 'v' ? 'below' : 'here' };
}

function readVariable(text: string): Action {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (name === 'category') {
    if (!/^[\w.-]{1,64}$/.test(value)) throw new RuleFault('A category is 1 to 64 letters, digits, `_`, `.` or `-`.');
    return { sets: name, to: value };
  }
  if (name !== 'max-frames' && name !== 'min-frames')
    throw new RuleFault(`Unknown variable \`${name}\`; there are max-frames, min-frames and category.`);
  if (!/^\d{1,3}$/.test(value))
    throw new RuleFault(`\`${name}\` is a whole number from 0 to 999, as in \`${name}=3\`.`);
  return { sets: name, to: Number(value) };
}

/** There are no categories but those that rules above set, so that one of another name could never match. */
function checkCategory({ field, fits, isNegated }: Matcher, before: readonly EnhancementRule[]): void {
  if (field !== 'category' || isNegated) return;
  const set = before.flatMap(({ actions }) => actions).filter((action) => action.sets === 'category');
  if (!set.some(({ to }) => fits(String(to), { left: 1e6 }))) {
    throw new RuleFault(
      'No rule above sets this category; write one with `category=NAME`. There are no built-in categories.',
    );
  }
}
