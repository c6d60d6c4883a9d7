import type { ShownIssue } from './eventParts';

/** Returns the kind of badge, and so the colour, of a substatus: the same in the list and on the page of the issue. */
export function substatusKind(substatus: ShownIssue['substatus']): 'danger' | 'warning' | undefined {
  if (substatus === 'regressed' || substatus === 'escalating') return 'danger';
  return substatus === 'new' ? 'warning' : undefined;
}
