import type { Edition, Node } from './edition';
import type { Finding } from './findings';
import { operationsOf, usersOf } from './walk';

/** Schemas that are gone or named otherwise, which the comparison looks through. */
export function lostTypes(base: Edition, revision: Edition): Finding[] {
  const [before, after] = [componentsOf(base, 'schemas'), componentsOf(revision, 'schemas')];
  const remaining = new Set(operationsOf(revision.document).map(({ id }) => id));
  const isMissed = (name: string) =>
    usersOf(base.document, `#/components/schemas/${name}`).some((id) => remaining.has(id));
  return Object.keys(before)
    .filter((name) => !(name in after) && isMissed(name))
    .map((name) => ({
      kind: 'break',
      where: `schema ${name}`,
      what: 'The schema is gone or has another name.',
      why: 'Generated clients name a type by it.',
      place: `openapi/schemas/${name}.yaml (before)`,
    }));
}

/** Examples of bodies, which the comparison does not look at. Those of new operations come with them. */
export function changedExamples(base: Edition, revision: Edition): Finding[] {
  const [before, after] = [componentsOf(base, 'examples'), componentsOf(revision, 'examples')];
  const known = new Set(operationsOf(base.document).map(({ id }) => id));
  const isSeen = (name: string) =>
    name in before || usersOf(revision.document, `#/components/examples/${name}`).some((id) => known.has(id));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && isSeen(name))
    .map((name) => ({
      kind: 'documentation',
      where: `example ${name}`,
      what: before[name] === undefined ? 'New.' : after[name] === undefined ? 'Removed.' : 'Changed.',
      place: `openapi/examples/${name}.yaml`,
    }));
}

function componentsOf({ document }: Edition, kind: string): Node {
  return document['components']?.[kind] ?? {};
}
