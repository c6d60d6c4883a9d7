/** What is wrong with an uploaded archive, as one sentence for the person who uploads it. */
export class BundleFault extends Error {}

const SHOWN_LENGTH = 200;

/** A member's name for such a sentence: it can be as long as its maker likes. */
export function shown(name: string): string {
  return name.length > SHOWN_LENGTH ? `${name.slice(0, SHOWN_LENGTH)}…` : name;
}
