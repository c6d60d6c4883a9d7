/** Crockford's digits: those that are not mistaken for one another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHORT_ID = /^([a-z0-9_-]+)-([0-9a-hjkmnp-tv-z]{1,10})$/;

/** What people call an issue: the slug of its project in capitals, and its number, as in `SHOP-1A`. */
export function shortIdOf(projectSlug: string, number: number): string {
  let digits = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) digits = (DIGITS[rest % 32] ?? '') + digits;
  return `${projectSlug.toUpperCase()}-${digits}`;
}

/** The project and the number that a short id names, in either case and with letters for the digits they look like; null for other texts. */
export function readShortId(text: string): { projectSlug: string; number: number } | null {
  const dash = text.lastIndexOf('-');
  const digits = text
    .slice(dash + 1)
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  const [, projectSlug, number] = SHORT_ID.exec(`${text.slice(0, Math.max(dash, 0)).toLowerCase()}-${digits}`) ?? [];
  if (projectSlug === undefined || number === undefined) return null;
  return { projectSlug, number: [...number.toUpperCase()].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0) };
}
