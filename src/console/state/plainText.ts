/* Texts of strangers: anybody can send the title of an issue, a tag or the name of a file. */

/** Marks that only say the direction of a character beside them; dates of some languages have them. */
const MARKS = /[\u061c\u200e\u200f]/g;
/** Characters that turn the direction of everything behind them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const ANY = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Makes a text harmless that could mirror what stands around it, as the command line does. */
export function plainText(text: string): string {
  return ANY.test(text) ? text.replace(MARKS, '').replace(TURNS, '\ufffd') : text;
}

/** The attributes that a browser shows or reads out. */
const SHOWN = ['title', 'aria-label', 'alt', 'placeholder', 'data-heading'] as const;

function plainChildren(children: unknown): unknown {
  if (typeof children === 'string') return plainText(children);
  return Array.isArray(children) && children.some((one) => plainChildren(one) !== one)
    ? children.map(plainChildren)
    : children;
}

/**
 * Makes the shown texts of an element harmless. What a form holds stays, because it is sent back. Runs for each element
 * of each page, so that it allocates nothing for texts that are harmless.
 */
export function plainProps<Props extends object>(props: Props): Props {
  const given = props as Readonly<Record<string, unknown>>;
  let changed: Record<string, unknown> | undefined;
  const children = plainChildren(given['children']);
  if (children !== given['children']) (changed ??= { ...given })['children'] = children;
  for (const name of SHOWN) {
    const value = given[name];
    if (typeof value === 'string' && ANY.test(value)) (changed ??= { ...given })[name] = plainText(value);
  }
  return (changed as Props | undefined) ?? props;
}
