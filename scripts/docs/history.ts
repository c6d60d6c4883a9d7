/** The versions of the contract in which an operation came and changed, read from openapi/CHANGELOG.md. */
interface OperationHistory {
  /** The first version whose entry names the operation. */
  readonly since: string;
  /** The entries of later versions about the operation, the newest first. */
  readonly changes: readonly { readonly version: string; readonly text: string }[];
}

/** A point of an entry of the changelog. */
interface Point {
  readonly version: string;
  readonly text: string;
}

/** Reads the points of all entries, the newest first. */
function readPoints(changelog: string): Point[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [version = '', ...lines] = section.split('\n');
      const points = lines
        .join('\n')
        .split(/^- /m)
        .slice(1)
        .map((point) => (point.split('\n\n')[0] ?? '').replace(/\s*\n\s*/g, ' ').trim());
      return points.map((text) => ({ version: version.trim(), text }));
    });
}

/** Returns the history of an operation or webhook; null if the changelog does not name it. */
export function historyOf(operationId: string, changelog: string): OperationHistory | null {
  const points = readPoints(changelog).filter(({ text }) => text.includes(`\`${operationId}\``));
  const since = points.at(-1)?.version;
  if (since === undefined) return null;
  const changes = points.filter(({ version }) => version !== since);
  return { since, changes: changes.map(({ version, text }) => ({ version, text: fromMention(text, operationId) })) };
}

/**
 * Returns the part of a change log point that is about the operation: the text after a list of operations that begins
 * the point, or else the sentences from the first one that names the operation. The sentences before it are about other
 * operations.
 */
function fromMention(text: string, operationId: string): string {
  const [, ids, rest] = /^((?:`\w+`(?:, | and )?)+): (.+)$/.exec(text) ?? [];
  if (ids?.includes(`\`${operationId}\``) === true && rest !== undefined)
    return rest.charAt(0).toUpperCase() + rest.slice(1);
  const sentences = text.split(/(?<=\.) (?=[`A-Z])/);
  return sentences.slice(sentences.findIndex((sentence) => sentence.includes(`\`${operationId}\``))).join(' ');
}

/**
 * The description of an operation with its operationId before it, which the search of the page finds, and its history.
 */
export function describeWithHistory(operationId: string, description: string, changelog: string): string {
  const history = historyOf(operationId, changelog);
  if (history === null) return `\`${operationId}\`\n\n${description}`;
  const { since, changes } = history;
  const versions = [...new Set(changes.map(({ version }) => version))];
  const changed = versions.length === 0 ? '' : `; changed in ${versions.join(', ')}`;
  const list = changes.map(({ version, text }) => `- ${version}: ${text}`);
  return [
    `\`${operationId}\`, since ${since}${changed}`,
    description,
    ...(list.length === 0 ? [] : ['<details><summary>Changes</summary>', list.join('\n'), '</details>']),
  ].join('\n\n');
}
