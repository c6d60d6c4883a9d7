import fc from 'fast-check';
import { ServiceError } from '../../src/domain/errors';
import { type Envelope, parseEnvelope } from '../../src/ingest/envelope';
import { EnvelopeFilter } from '../../src/ingest/envelopeFilter';
import { ALL_ITEMS, ItemTable } from '../../src/ingest/items/index';
import type { ItemType } from '../../src/ingest/items/itemType';

const RUNS = Number(process.env['RUNS'] ?? 500);

type Texts = ReadonlyMap<number, string | null>;

interface Filtered {
  readonly kept: Buffer;
  readonly attachments: Texts;
  readonly oversized: ReadonlySet<number>;
}

/** Reads the bytes in pieces of these sizes, in turn. Returns what is kept, and the texts of attachments. */
async function filtered(bytes: Buffer, sizes: readonly number[], types = ALL_ITEMS): Promise<Filtered> {
  const filter = new EnvelopeFilter(() => Promise.resolve(), types);
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      await filter.write(bytes.subarray(at, at + size));
      at += size;
    }
    const kept = await filter.end();
    const attachments = new Map<number, string | null>();
    for (const [index, file] of filter.attachments) {
      const parts: Uint8Array[] = [];
      for await (const piece of file?.pieces() ?? []) parts.push(piece);
      attachments.set(index, file && Buffer.concat(parts).toString('latin1'));
    }
    return { kept, attachments, oversized: filter.oversized };
  } finally {
    filter.close();
  }
}

/**
 * Returns the stored parts of an envelope, or the error with which it is refused.
 * @param attachments the texts that are not in the envelope; null for one that is cut
 */
async function outcomeOf(read: () => Promise<{ envelope: Envelope; attachments?: Texts }>): Promise<unknown> {
  try {
    const { envelope: parsed, attachments } = await read();
    const textOf = ({ header, payload }: Envelope['items'][number], index: number) => {
      const isCut = Number(header['length'] ?? 0) > payload.length;
      return attachments?.has(index) === true ? attachments.get(index) : isCut ? null : payload.toString('latin1');
    };
    return {
      header: parsed.header,
      items: parsed.items.map((one, index) => {
        if (one.isSurplus === true) return [one.type, 'dropped'];
        return [one.type, ALL_ITEMS.isStored(one.type) ? textOf(one, index) : null];
      }),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.constructor.name, error.message];
  }
}

const type = fc.constantFrom('event', 'attachment', 'session', 'later');
const payload = fc
  .array(fc.constantFrom('{}', '\n', 'x', '{"type":"event"}', '"', 'é'), { maxLength: 6 })
  .map((parts) => Buffer.from(parts.join('')));
const byAny = fc.constantFrom<number | null>(0, 0, 0, 0, null, null, -1, 1, 5);
const byNone = fc.constantFrom(0, 0, null);
/** An item. @param by the difference between its length and the stated one; null if it states none */
const itemBy = (by: fc.Arbitrary<number | null>) =>
  fc
    .record({
      type,
      payload,
      by,
      blanks: fc.constantFrom('', '', '\n', ' \r\n\n'),
      /** The header has several lines, and may be too long for that. */
      indent: fc.constantFrom(0, 0, 2),
      filler: fc.constantFrom('', '', '{', 'x'.repeat(8150), 'x'.repeat(8200)),
    })
    .map(({ type: name, payload: bytes, by: difference, blanks, indent, filler }) => {
      const header = {
        type: name,
        ...(difference !== null && { length: Math.max(0, bytes.length + difference) }),
        ...(filler !== '' && { filler }),
      };
      return Buffer.concat([Buffer.from(`${blanks}${JSON.stringify(header, null, indent)}\n`), bytes]);
    });
const envelopeBy = (by: fc.Arbitrary<number | null>) =>
  fc
    .tuple(
      fc.constantFrom('{}', '{"event_id":"0123456789abcdef0123456789abcdef"}', 'no', '\n {\n}', '{{', '{"a":"'),
      fc.array(itemBy(by), { maxLength: 4 }),
    )
    .chain(([header, items]) =>
      fc.constantFrom('', '\n', '\n\n\n').map((end) => {
        const parts = items.flatMap((bytes) => [Buffer.from('\n'), bytes]);
        return Buffer.concat([Buffer.from(header), ...parts, Buffer.from(end)]);
      }),
    );

const pieceSizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });

test('an envelope that is read in pieces says the same as one that is read whole, errors included', async () => {
  await fc.assert(
    fc.asyncProperty(envelopeBy(byAny), pieceSizes, async (bytes, pieces) => {
      const whole = await outcomeOf(() => Promise.resolve({ envelope: parseEnvelope(bytes) }));
      const inPieces = await outcomeOf(async () => {
        const { kept, attachments } = await filtered(bytes, pieces);
        return { envelope: parseEnvelope(kept), attachments };
      });
      expect(inPieces).toEqual(whole);
    }),
    { numRuns: RUNS },
  );
});

/** Limits that short payloads exceed. */
class LowLimits extends ItemTable {
  override find(type: string): ItemType | undefined {
    const found = super.find(type);
    return found?.maxBytes === undefined ? found : { ...found, maxBytes: type === 'event' ? 16 : 4 };
  }
}

/** The length of a payload without a stated length is not known before its end. */
const withoutLength = (outcome: unknown) =>
  Array.isArray(outcome) ? outcome.map((text) => String(text).replace(/ is \d+ bytes/, ' is')) : outcome;

test('the same items of both are beyond their limits', async () => {
  const types = new LowLimits(new Set());
  await fc.assert(
    fc.asyncProperty(envelopeBy(byNone), pieceSizes, async (bytes, pieces) => {
      const whole = await outcomeOf(() => Promise.resolve({ envelope: parseEnvelope(bytes, { types }) }));
      const inPieces = await outcomeOf(async () => {
        const { kept, attachments, oversized } = await filtered(bytes, pieces, types);
        return { envelope: parseEnvelope(kept, { types, oversized }), attachments };
      });
      expect(withoutLength(inPieces)).toEqual(withoutLength(whole));
    }),
    { numRuns: RUNS },
  );
});

test.each(['{"type":"session"}', '{"type":"session","length":3000000}'])(
  'an item that is too large is not kept while it is read: %s',
  async (header) => {
    const filter = new EnvelopeFilter(() => Promise.resolve());
    await filter.write(Buffer.from(`{}\n${header}\n`));
    const kept: number[] = [];
    for (let sent = 0; sent < 3_000_000; sent += 100_000) {
      await filter.write(Buffer.alloc(100_000, 'x'));
      kept.push(filter.keptBytes);
    }
    await filter.write(Buffer.from('\n{"type":"event"}\n{}'));
    expect(Math.max(...kept)).toBeLessThan(1024 * 1024 + 100);
    expect(kept.at(-1)).toBeLessThan(100);
    expect((await filter.end()).toString()).toBe('{}\n{"type":"session","length":0}\n\n{"type":"event"}\n{}');
    expect([...filter.oversized]).toEqual([0]);
  },
);

test('what follows an event in an item that is too large need not be read', async () => {
  const filter = new EnvelopeFilter(() => Promise.resolve());
  await filter.write(Buffer.from('{}\n{"type":"event"}\n{}\n{"type":"check_in","length":102401}\n{'));
  expect(filter.hasAll).toBe(true);
  expect(parseEnvelope(await filter.end(true), { oversized: filter.oversized }).items).toMatchObject([
    { type: 'event' },
    { type: 'check_in', isSurplus: true },
  ]);
});

test('nothing of an item that is not stored is kept but its type and its number of entries', async () => {
  const bytes = Buffer.from(`{}\n{"type":"log","length":5,"item_count":7,"x":1}\n12345\n{"type":"event"}\n{}\n`);
  expect((await filtered(bytes, [3])).kept.toString()).toBe(
    '{}\n{"type":"log","length":0,"item_count":7}\n\n{"type":"event"}\n{}\n',
  );
});

test('of an attachment, the header is kept as far as it describes the file', async () => {
  const bytes = Buffer.from('{}\n{"type":"attachment","length":3,"filename":"a\\u00e9","x":"y"}\na\nb\n');
  const { kept, attachments } = await filtered(bytes, [4]);
  expect(kept.toString()).toBe('{}\n{"type":"attachment","length":0,"filename":"aé"}\n\n');
  expect([...attachments]).toEqual([[0, 'a\nb']]);
});

test('without space on the disk, attachments are left out', async () => {
  const filter = new EnvelopeFilter(
    () => Promise.resolve(),
    ALL_ITEMS,
    () => false,
  );
  await filter.write(Buffer.from('{}\n{"type":"attachment","length":3}\nabc\n{"type":"event"}\n{}'));
  expect(parseEnvelope(await filter.end()).items).toHaveLength(2);
  expect([...filter.attachments]).toEqual([[0, null]]);
});

test('the client is authorized by the first line, before the next one is read', async () => {
  const seen: unknown[] = [];
  const filter = new EnvelopeFilter((header) => {
    seen.push(header.dsn);
    return Promise.reject(new Error('refused'));
  });
  await filter.write(Buffer.from('{"dsn":"http://a@b'));
  expect(seen).toEqual([]);
  await expect(filter.write(Buffer.from('/1"}\nno header'))).rejects.toThrow('refused');
  expect(seen).toEqual(['http://a@b/1']);
});
