import type { Event, JsonObject, RemarkTree, ValueRemarks } from '../domain/event';
import { EVENT_FIELDS, listFields, type RemarkedName } from '../domain/eventFields';

/*
 * Remarks record which values of an event were redacted or shortened, by the client or by the service. Their tree has
 * the members of `Event`, except that tags are named by their key (openapi/DECISIONS.md, "Remarks").
 */

/** The members of an event that can have remarks. */
const REMARKED_FIELDS = listFields(EVENT_FIELDS).flatMap(({ name, isRemarked }) =>
  isRemarked === true ? (name as RemarkedName) : [],
);

export type RemarkedEvent = Pick<Event, RemarkedName>;

/** Returns the value of an event that a member of a tree describes. */
export function remarkedValue(event: RemarkedEvent, field: RemarkedName): unknown {
  return field === 'tags' ? Object.fromEntries(event.tags.map(({ key, value }) => [key, value])) : event[field];
}

/** Returns a tree of the trees that a function returns for the members of an event. */
export function mapRemarkedFields(treeFor: (field: RemarkedName) => RemarkTree | null): RemarkTree | null {
  const members: Record<string, RemarkTree> = {};
  for (const field of REMARKED_FIELDS) {
    const tree = treeFor(field);
    if (tree !== null) members[field] = tree;
  }
  return treeOf(null, members);
}

/** Returns a tree with the given parts; null if both are empty. */
export function treeOf(own: ValueRemarks | null, members: Record<string, RemarkTree>): RemarkTree | null {
  const hasMembers = Object.keys(members).length > 0;
  if (own === null) return hasMembers ? { members } : null;
  return hasMembers ? { own, members } : { own };
}

/** Joins two trees. If a value has remarks in both, the second remarks follow the first. */
export function mergeRemarks(first: RemarkTree | null, second: RemarkTree | null): RemarkTree | null {
  if (first === null || second === null) return first ?? second;
  const members = { ...first.members };
  for (const [name, tree] of Object.entries(second.members ?? {})) {
    members[name] = mergeRemarks(members[name] ?? null, tree) ?? tree;
  }
  return treeOf(mergeOwn(first.own, second.own), members);
}

function mergeOwn(first: ValueRemarks | undefined, second: ValueRemarks | undefined): ValueRemarks | null {
  if (first === undefined || second === undefined) return first ?? second ?? null;
  // The first length is the original one. Ranges in the first remarks refer to a text that has changed since.
  const rem = [...(first.rem ?? []).map(([rule, kind]): [string, string] => [rule, kind]), ...(second.rem ?? [])];
  return { ...second, ...first, ...(rem.length > 0 && { rem }) };
}

/** Returns the part of a tree whose values exist in the given value. */
export function pruneRemarks(tree: RemarkTree, value: unknown): RemarkTree | null {
  if (value === null || value === undefined) return tree.own === undefined ? null : { own: tree.own };
  const members: Record<string, RemarkTree> = {};
  if (typeof value === 'object') {
    for (const [name, member] of Object.entries(tree.members ?? {})) {
      const pruned = Object.hasOwn(value, name) ? pruneRemarks(member, (value as JsonObject)[name]) : null;
      if (pruned !== null) members[name] = pruned;
    }
  }
  return treeOf(tree.own ?? null, members);
}
