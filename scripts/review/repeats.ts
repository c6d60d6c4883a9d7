import { type Change, listOf } from './changes';
import type { Edition } from './edition';
import { subjectOf } from './where';

interface Context {
  readonly base: Edition;
  readonly revision: Edition;
  readonly changes: readonly Change[];
}

/** Whether another finding says this already: the version is judged with the intent, a new or lost field tells of its duty itself. */
export function isToldElsewhere(change: Change, context: Context): boolean {
  const { typeName, property, verdicts } = change;
  if (typeName === 'Info' && property === 'version') return true;
  // A parameter in the path got another name, which that parameter tells.
  if (typeName === 'PathItem' && property === 'key' && verdicts.length === 0) return true;
  // Of examples of bodies it sees only some; `unseen` tells of all.
  if (change.path.includes('/examples/')) return true;
  if (isListOfRequired(change)) return isOfFieldsAlone(change, context);
  return change.kind === 'added' && isNewDuty(change, context);
}

function isListOfRequired({ typeName, property }: Change): boolean {
  return typeName === 'Schema' && property === 'required';
}

/** The list of required fields differs only by fields that were removed, or that are new in an answer. */
function isOfFieldsAlone(change: Change, { base, revision, changes }: Context): boolean {
  const [before, after] = [listOf(change.base), listOf(change.revision)];
  const differing = [
    ...before.filter((name) => !after.includes(name)),
    ...after.filter((name) => !before.includes(name)),
  ];
  const isAnswer = subjectOf(change, base, revision).direction === 'response';
  const isTold = (name: string) =>
    changes.some(
      ({ path, kind }) => path === pathOfField(change, name) && (kind === 'removed' || (kind === 'added' && isAnswer)),
    );
  return differing.length > 0 && differing.every(isTold);
}

/** A new field of a request that must be sent: the list of required fields tells. */
function isNewDuty(change: Change, { base, revision, changes }: Context): boolean {
  if (subjectOf(change, base, revision).direction !== 'request') return false;
  const isIn = (list: Change) => listOf(list.revision).some((name) => change.path === pathOfField(list, name));
  return changes.filter(isListOfRequired).some(isIn);
}

function pathOfField(schema: Change, name: string): string {
  return `${schema.path}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
