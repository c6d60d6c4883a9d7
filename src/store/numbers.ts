import { nextNumbers } from './dialect';
import type { Session } from './sql';

/**
 * The next numbers of a sequence, ascending; one that was committed is never given again. Where transactions run side by side,
 * others may take numbers in between.
 */
export async function takeNumbers(session: Session, sequence: string, count: number): Promise<number[]> {
  const rows = await session.all<{ value: number }>(nextNumbers, [count, sequence]);
  if (rows.length === count) return rows.map(({ value }) => value);
  const last = rows[0]?.value ?? 0;
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}
