import path from 'node:path';
import { redocly } from '../contract/redocly';
import { type Edition, type Node, REVIEW_CONFIG } from './edition';

/** Where one side of a change is written, and what stands there. */
export interface Side {
  readonly file: string;
  readonly line: number;
  readonly value?: unknown;
}

/** One difference that Redocly finds, with its verdicts; those it is not sure to break a client have none. */
export interface Change {
  /** JSON pointer from the root, through references. */
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly property?: string;
  readonly verdicts: readonly { readonly ruleId: string; readonly impact: string; readonly message: string }[];
  readonly base?: Side;
  readonly revision?: Side;
}

/** Every difference between two contracts. Parts that nothing refers to are left out: no client sees them. */
export async function findChanges(base: Edition, revision: Edition): Promise<Change[]> {
  const args = ['diff', base.entry, revision.entry, '--config', REVIEW_CONFIG, '--format', 'json', '--fail-on', 'none'];
  const { stdout, stderr } = await redocly(args, revision.folder);
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const { changes } = JSON.parse(stdout) as { changes: Change[] };
  return changes.filter((change) => !/^#\/components\/(?!securitySchemes)/.test(change.path));
}

/** `file:line` of a change as a person finds it. */
export function placeOf(change: Change, base: Edition, revision: Edition): string {
  const [side, edition, note] = change.revision ? [change.revision, revision, ''] : [change.base, base, ' (before)'];
  if (side === undefined) return '';
  return `${path.relative(edition.folder, path.resolve(revision.folder, side.file))}:${side.line}${note}`;
}

/** A value of a change, as something in a contract. */
export function valueOf(side: Side | undefined): Node | undefined {
  return side?.value as Node | undefined;
}

/** The values of a list in a contract. */
export function listOf(side: Side | undefined): readonly string[] {
  return (side?.value ?? []) as readonly string[];
}
