import { parseShortId } from './issue';

/** The verbs after which the message of a commit names the issues that it fixes. */
const VERBS: ReadonlySet<string> = new Set([
  'fix',
  'fixes',
  'fixed',
  'close',
  'closes',
  'closed',
  'resolve',
  'resolves',
  'resolved',
]);
/** Further issues may follow these. */
const CONNECTIVES: ReadonlySet<string> = new Set(['and', '']);
/** A separator of words; a short id contains none. */
const SEPARATORS = /[^A-Za-z0-9_-]/;
const MAX_ISSUES = 50;

/** An issue as a short id names it. */
export interface NamedIssue {
  readonly projectSlug: string;
  readonly number: number;
}

/**
 * Returns the issues that the message of a commit says that it fixes, such as `Fixes SHOP-3, SHOP-4 and SHOP-5`, in any
 * case. Any other word between the verb and a short id ends the list.
 */
export function findFixedIssues(message: string): NamedIssue[] {
  const issues = new Map<string, NamedIssue>();
  let isListed = false;
  for (const word of message.split(SEPARATORS)) {
    if (VERBS.has(word.toLowerCase())) isListed = true;
    else if (isListed && !CONNECTIVES.has(word.toLowerCase())) {
      const named = parseShortId(word);
      isListed = named !== null;
      if (named !== null && issues.size < MAX_ISSUES) issues.set(`${named.projectSlug}-${named.number}`, named);
    }
  }
  return [...issues.values()];
}
