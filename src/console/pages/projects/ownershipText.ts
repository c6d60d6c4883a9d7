import type { components } from '../../../client/createClient';

type SavedOwnership = components['schemas']['ProjectOwnership'];
type OwnershipChanges = components['schemas']['ProjectOwnershipUpdate'];

/** The ownership rules as their form has them. */
export interface OwnershipDraft {
  readonly raw: string;
  /** True if the rules assign new issues. */
  readonly assigns: boolean;
  readonly fallthrough: boolean;
}

/** The values of `autoAssignment` if the rules assign new issues, and if they do not. */
const [ASSIGNS, ASSIGNS_NOTHING] = ['Auto Assign to Issue Owner', 'Turn off Auto-Assignment'] as const;

/** Writes ownership rules as their form has them. */
export function ownershipDraftOf({ raw, autoAssignment, fallthrough }: SavedOwnership): OwnershipDraft {
  return { raw: raw ?? '', assigns: autoAssignment === ASSIGNS, fallthrough };
}

/** Returns the fields of a draft that differ from the saved ones. */
export function ownershipChanges(draft: OwnershipDraft, saved: SavedOwnership): OwnershipChanges {
  const { raw, assigns, fallthrough } = ownershipDraftOf(saved);
  return {
    ...(draft.raw !== raw && { raw: draft.raw }),
    ...(draft.assigns !== assigns && { autoAssignment: draft.assigns ? ASSIGNS : ASSIGNS_NOTHING }),
    ...(draft.fallthrough !== fallthrough && { fallthrough: draft.fallthrough }),
  };
}

/** An error of the service about ownership rules: its line in the text, from 1, or null if it is about all of them. */
export interface OwnershipProblem {
  readonly line: number | null;
  readonly text: string;
}

/** Reads the line that an error names: `Line 2: It has no owner.` */
export function ownershipProblem(message: string): OwnershipProblem {
  const [, line, text] = /^Line ([0-9]+): (.*)$/s.exec(message) ?? [];
  return line === undefined || text === undefined ? { line: null, text: message } : { line: Number(line), text };
}

/** Returns the offsets of the start and the end of a line in a text. */
export function rangeOfLine(text: string, line: number): readonly [number, number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((length, { length: more }) => length + more + 1, 0);
  return [start, start + (lines[line - 1] ?? '').length];
}

/** Returns the text with a rule as its last line: that is the one that decides. */
export function withRule(text: string, rule: string): string {
  return text === '' || text.endsWith('\n') ? `${text}${rule}\n` : `${text}\n${rule}\n`;
}
