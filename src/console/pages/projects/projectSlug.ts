/** The longest slug that the contract has. */
const MAX_LENGTH = 100;

/**
 * Proposes the slug of a project by its name: `Café & Shop` is `cafe-shop`. Empty if nothing of the name can be in one.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
  return /^[0-9]+$/.test(slug) ? `project-${slug}`.slice(0, MAX_LENGTH) : slug;
}
