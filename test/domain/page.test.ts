import fc from 'fast-check';
import {
  type Cursor,
  decodeCursor,
  DEFAULT_PAGE_SIZE,
  encodeCursor,
  type Page,
  readPage,
  type ReadRows,
  truncatePage,
  withoutMark,
} from '../../src/domain/page';

/** Returns a function that reads pages of numbers, from small to large, as a store does. */
function listOf(rows: readonly number[]): ReadRows<number> {
  const sorted = [...rows].sort((a, b) => a - b);
  return async (cursor, limit) => {
    if (cursor === null) return sorted.slice(0, limit);
    const key = Number(cursor.key[0]);
    const isIn = (row: number) => (cursor.backwards ? row < key : row > key) || (cursor.inclusive && row === key);
    const matching = sorted.filter(isIn);
    return (cursor.backwards ? matching.reverse() : matching).slice(0, limit);
  };
}

function read(rows: readonly number[], size: number, cursor: string | null = null): Promise<Page<number>> {
  return readPage({ cursor: cursor === null ? null : decodeCursor(cursor), size }, listOf(rows), (row) => [
    String(row),
  ]);
}

const rowsAndSize = [fc.uniqueArray(fc.nat(1000), { maxLength: 30 }), fc.integer({ min: 1, max: 8 })] as const;

describe('pages', () => {
  test('contain every row once in order, and none with a link to it is empty', async () => {
    await fc.assert(
      fc.asyncProperty(...rowsAndSize, async (rows, size) => {
        const seen: number[] = [];
        let page = await read(rows, size);
        for (seen.push(...page.rows); page.next.exists; seen.push(...page.rows)) {
          page = await read(rows, size, page.next.cursor);
          expect(page.rows.length).toBeGreaterThan(0);
          expect(page.previous.exists).toBe(true);
        }
        expect(seen).toEqual([...rows].sort((a, b) => a - b));
      }),
    );
  });

  test('lead back through the same pages', async () => {
    await fc.assert(
      fc.asyncProperty(...rowsAndSize, async (rows, size) => {
        let page = await read(rows, size);
        while (page.next.exists) {
          const next = await read(rows, size, page.next.cursor);
          const back = await read(rows, size, next.previous.cursor);
          expect(back.rows).toEqual(page.rows);
          expect(back.next.exists).toBe(true);
          page = next;
        }
      }),
    );
  });

  test('that are truncated contain every row once, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(...rowsAndSize, fc.integer({ min: 1, max: 8 }), async (rows, size, count) => {
        const cut = async (cursor: string | null) => {
          const request = { cursor: cursor === null ? null : decodeCursor(cursor), size };
          return truncatePage(await read(rows, size, cursor), count, request, (row) => [String(row)]);
        };
        const there: number[] = [];
        const back: number[] = [];
        let page = await cut(null);
        for (there.push(...page.rows); page.next.exists; there.push(...page.rows)) page = await cut(page.next.cursor);
        for (back.unshift(...page.rows); page.previous.exists; back.unshift(...page.rows)) {
          page = await cut(page.previous.cursor);
          expect(page.rows.length).toBeLessThanOrEqual(count);
        }
        const sorted = [...rows].sort((a, b) => a - b);
        expect([there, back]).toEqual([sorted, sorted]);
      }),
    );
  });

  test('keep their position while rows are inserted and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(...rowsAndSize, fc.uniqueArray(fc.nat(1000), { maxLength: 30 }), async (before, size, after) => {
        const first = await read(before, size);
        const last = first.rows.at(-1);
        if (last === undefined) return;
        const next = await read(after, size, first.next.cursor);
        expect(next.rows).toEqual(
          after
            .filter((row) => row > last)
            .sort((a, b) => a - b)
            .slice(0, size),
        );
        expect(next.previous.exists).toBe(after.some((row) => row < (next.rows[0] ?? last + 1)));
        const previous = await read(after, size, first.previous.cursor);
        expect(previous.rows).toEqual(
          after
            .filter((row) => row < (first.rows[0] ?? 0))
            .sort((a, b) => a - b)
            .slice(-size),
        );
      }),
    );
  });

  test('return only cursors that they accept, however the list has changed', async () => {
    await fc.assert(
      fc.asyncProperty(...rowsAndSize, fc.uniqueArray(fc.nat(1000), { maxLength: 5 }), async (before, size, after) => {
        let { previous, next } = await read(before, size);
        for (const rows of [before, after, [], before]) {
          const pages = [await read(rows, size, previous.cursor), await read(rows, size, next.cursor)];
          for (const page of pages) expect(page.rows.length).toBeLessThanOrEqual(size);
          ({ previous, next } = pages[rows.length % 2] as Page<number>);
        }
      }),
    );
  });

  test('have a hundred rows by default', () => {
    expect(DEFAULT_PAGE_SIZE).toBe(100);
  });
});

describe('a cursor', () => {
  const cursor: fc.Arbitrary<Cursor> = fc.record({
    key: fc.array(fc.stringMatching(/^[a-z0-9_-]{1,8}$/), { minLength: 1, maxLength: 3 }),
    backwards: fc.boolean(),
    inclusive: fc.boolean(),
  });

  test('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(cursor, (place) => {
        expect(decodeCursor(encodeCursor(place))).toEqual(place);
      }),
    );
  });

  test('means the first page if it is absent', () => {
    expect([decodeCursor(undefined), decodeCursor('')]).toEqual([null, null]);
  });

  test.each([
    ['i12', ['12', '7']],
    ['-12', ['-12', '7']],
    ['12', ['12', '7']],
  ])('with the first part %s loses its mark', (first, key) => {
    const cursor = { key: [first, '7'], backwards: true, inclusive: false };
    expect([withoutMark(cursor), withoutMark(null)]).toEqual([{ ...cursor, key }, null]);
  });
});
