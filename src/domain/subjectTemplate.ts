/** What the variables of a subject template stand for. */
export interface SubjectValues {
  readonly title: string;
  readonly shortID: string;
  /** Slugs of the project and its organization. */
  readonly projectID: string;
  readonly orgID: string;
  /** Name of the project. */
  readonly project: string;
  /** Of the event that the alert is about. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

const VARIABLE = /\$(?:(title|shortID|projectID|orgID|project)(?![A-Za-z0-9_])|\{tag:([A-Za-z0-9_.:-]+)\})/g;

/** Puts values in place of the variables (decisions.md D10); of a tag that the event does not have, nothing is left. */
export function renderSubject(template: string, values: SubjectValues): string {
  return template.replace(VARIABLE, (_, name: Exclude<keyof SubjectValues, 'tags'> | undefined, key: string) =>
    name === undefined ? (values.tags.find((tag) => tag.key === key)?.value ?? '') : values[name],
  );
}
