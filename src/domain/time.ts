/**
 * Reads ISO 8601 with a zone, to the millisecond: finer fractions are cut.
 * @returns milliseconds since 1970, UTC, or null where the text names no moment, such as February 30
 */
export function readTime(text: string): number | null {
  const time = Date.parse(text);
  const day = text.slice(0, 10);
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return exists && Number.isFinite(time) ? time : null;
}
