import { type Change, listOf, valueOf } from './changes';
import { keysOf } from './walk';
import type { Subject } from './where';

const LONG = 60;

/** A value in a sentence: as JSON, shortened. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  return `\`${text.length > LONG ? `${text.slice(0, LONG)}…` : text}\``;
}

const NEW: Readonly<Record<string, string>> = {
  Parameter: 'New, optional.',
  Response: 'New answer.',
  MediaType: 'New media type.',
  Header: 'New header.',
  HeadersMap: 'New header.',
  Server: 'New server.',
};

/** Says what changed, of a change that breaks nobody. */
export function describeChange(change: Change, { direction, isInverted }: Subject): string {
  const text = keysOf(change.path).at(-1) ?? '';
  if (['description', 'summary'].includes(text)) return `The ${text} reads differently.`;
  if (change.kind === 'modified')
    return isInverted && change.property === 'enum' ? describeAllowed(change) : describeModified(change);
  if (change.typeName === 'SecurityRequirement') return describeAlternative(change);
  if (change.kind === 'removed') return 'Removed.';
  if (change.typeName === 'PathItem' || change.typeName === 'Operation') return describeOperation(change);
  if (change.typeName !== 'Schema') return NEW[change.typeName] ?? 'New.';
  return direction === 'request' ? 'New field, optional.' : 'New field.';
}

function describeOperation({ path, revision }: Change): string {
  const [, template = '', method] = keysOf(path);
  const methods = method === undefined ? Object.keys(valueOf(revision) ?? {}) : [method];
  return `New: ${methods.map((name) => `${name.toUpperCase()} ${template}`).join(', ')}`;
}

function describeModified({ property = '', base, revision }: Change): string {
  const [before, after] = [base?.value, revision?.value];
  if (Array.isArray(before) && Array.isArray(after)) return describeLists(property, listOf(base), listOf(revision));
  if (isRecord(before) || isRecord(after)) return `\`${property}\` changed.`;
  if (property === 'description' || property === 'summary') return `The ${property} reads differently.`;
  if (before === undefined) return `\`${property}\` is ${quote(after)} now.`;
  if (after === undefined) return `\`${property}\` was ${quote(before)} and is gone.`;
  return `\`${property}\` changed from ${quote(before)} to ${quote(after)}.`;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a `not` no longer forbids. */
function describeAllowed({ base, revision }: Change): string {
  const allowed = listOf(base).filter((value) => !listOf(revision).includes(value));
  return `Allowed now: ${allowed.map(quote).join(', ')}.`;
}

function describeLists(property: string, before: readonly string[], after: readonly string[]): string {
  const gained = after.filter((value) => !before.includes(value)).map(quote);
  const lost = before.filter((value) => !after.includes(value)).map(quote);
  const changes = [
    gained.length > 0 ? `gained ${gained.join(', ')}` : '',
    lost.length > 0 ? `lost ${lost.join(', ')}` : '',
  ].filter(Boolean);
  return `\`${property}\` ${changes.join(' and ') || 'is ordered differently'}.`;
}

function describeAlternative({ kind, base, revision }: Change): string {
  const alternative = Object.entries(valueOf(revision ?? base) ?? {});
  const names =
    alternative.map(([scheme, scopes]) => Object.values(scopes).map(String).join(' and ') || scheme).join(' and ') ||
    'no credentials at all';
  return kind === 'added' ? `Accepted too: ${names}.` : `No longer needed: ${names}.`;
}
