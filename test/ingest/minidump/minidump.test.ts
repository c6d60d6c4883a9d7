import { fileOfBytes } from '../../../src/compression/spool';
import {
  isMinidump,
  type Minidump,
  MinidumpError,
  moduleAt,
  readMinidump,
} from '../../../src/ingest/minidump/minidump';
import { buildId, crashDump, type DumpParts, rsds, writeMinidump } from '../../support/minidump';

function read(bytes: Buffer): Promise<Minidump> {
  return readMinidump(fileOfBytes(bytes));
}

function readParts(parts: DumpParts): Promise<Minidump> {
  return read(writeMinidump(parts));
}

describe('readMinidump', () => {
  it('reads the system, the exception, threads and modules', async () => {
    const dump = await read(crashDump({ release: 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12"\n' }));
    expect(dump.system).toMatchObject({ name: 'Linux', arch: 'x86_64', version: null, processors: 8 });
    expect(dump.distribution).toBe('Debian GNU/Linux 12');
    expect(dump.exception).toMatchObject({
      name: 'SIGSEGV / SEGV_MAPERR',
      isCrash: true,
      threadId: 11,
      address: 0x10n,
    });
    expect(dump.exception?.registers?.values['rip']).toBe('0x555500001234');
    expect(dump.threads.map(({ id, name }) => [id, name])).toEqual([
      [11, 'main'],
      [12, 'worker'],
    ]);
    expect(dump.threads[1]?.registers?.instruction).toBe(0x7f00_0000_2345n);
    expect(dump.modules[0]).toEqual({
      ...{ name: '/opt/shop/bin/shop', base: 0x5555_0000_0000n, size: 0x8000, version: null, debugFile: null },
      codeId: `${'0123456789abcdef'.repeat(2)}cafe0001`,
      debugId: '67452301-ab89-efcd-0123-456789abcdef',
    });
    expect(dump).toMatchObject({
      processId: 4711,
      writer: 'breakpad',
      crashpad: null,
      assertion: null,
      threadCount: 2,
    });
  });

  it('reads modules of Windows with their versions and ids', async () => {
    const codeView = rsds('00112233445566778899aabbccddeeff', 2, 'C:\\build\\shop.pdb');
    const { modules, system } = await readParts({
      platform: 2,
      version: [10, 0, 19045],
      modules: [
        {
          name: 'C:\\shop\\shop.exe',
          base: 0x1_4000_0000n,
          size: 0x9000,
          stamp: 0x5f3a,
          version: [2, 4, 1, 7],
          codeView,
        },
      ],
    });
    expect(system).toMatchObject({ name: 'Windows', version: '10.0.19045', build: '19045' });
    expect(modules).toEqual([
      {
        ...{ name: 'C:\\shop\\shop.exe', base: 0x1_4000_0000n, size: 0x9000, version: '2.4.1.7' },
        ...{ codeId: '00005f3a9000', debugId: '33221100-5544-7766-8899-aabbccddeeff-2' },
        debugFile: 'C:\\build\\shop.pdb',
      },
    ]);
  });

  it.each([
    ['x86', 'eip', 0x40_1234n],
    ['x86_64', 'rip', 0x7ff6_0000_1234n],
    ['arm', 'pc', 0x8_1234n],
    ['arm64', 'pc', 0x1_0000_1234n],
  ] as const)('reads the registers of %s', async (arch, name, instruction) => {
    const { threads, exception } = await readParts({
      arch,
      exception: { threadId: 1, code: 11, instruction },
      threads: [{ id: 1, instruction }],
    });
    expect(threads[0]?.registers).toMatchObject({ instruction, values: { [name]: `0x${instruction.toString(16)}` } });
    expect(exception?.registers?.instruction).toBe(instruction);
  });

  it.each([
    [2, 0xc0000005, 0, [0n, 0x10n], 'EXCEPTION_ACCESS_VIOLATION_READ'],
    [2, 0xc0000005, 0, [1n, 0x10n], 'EXCEPTION_ACCESS_VIOLATION_WRITE'],
    [2, 0xc0000005, 0, [8n, 0x10n], 'EXCEPTION_ACCESS_VIOLATION_EXEC'],
    [2, 0xc0000006, 0, [0n, 0x10n, 0xc000009cn], 'EXCEPTION_IN_PAGE_ERROR_READ / 0xc000009c'],
    [2, 0xe06d7363, 1, [], 'Unhandled C++ exception'],
    [2, 0xc0dec0de, 0, [], 'exception 0xc0dec0de'],
    [0x8201, 6, 0xfffffffa, [], 'SIGABRT / SI_TKILL'],
    [0x8201, 8, 1, [], 'SIGFPE / FPE_INTDIV'],
    [0x8203, 4, 99, [], 'SIGILL'],
    [0x8203, 42, 0, [], 'signal 42 / SI_USER'],
    [0x8101, 1, 1, [], 'EXC_BAD_ACCESS / KERN_INVALID_ADDRESS'],
    [0x8102, 6, 2, [], 'EXC_BREAKPOINT / 0x00000002'],
    [0x8101, 10, 0, [], 'EXC_CRASH'],
    [0x9999, 3, 0, [], 'exception 0x00000003'],
  ] as const)('names the exception %#: system %d, code %d', async (platform, code, flags, parameters, name) => {
    const { exception } = await readParts({ platform, exception: { threadId: 1, code, flags, parameters } });
    expect(exception).toMatchObject({ name, isCrash: true });
  });

  it.each([0xffffffff, 0x0517a7ed])('takes code %d for a dump without a crash', async (code) => {
    expect((await readParts({ exception: { threadId: 1, code } })).exception).toMatchObject({ isCrash: false });
  });

  it('takes the requesting thread of a dump without an exception', async () => {
    const { exception } = await readParts({ threads: [{ id: 7, instruction: 0x99n }], requestingThread: 7 });
    expect(exception).toMatchObject({ threadId: 7, isCrash: false, registers: { instruction: 0x99n } });
  });

  it('reads what a program told Crashpad, and a failed assertion', async () => {
    const dump = await readParts({
      modules: [{ name: '/opt/shop/libpay.so', base: 0n, size: 1, codeView: buildId('aa') }],
      crashpad: {
        reportId: '00112233445566778899aabbccddeeff',
        annotations: { channel: 'beta', __proto__x: '1' },
        modules: { 0: { gpu: 'none' } },
      },
      assertion: { expression: 'total >= 0', place: 'pay()', file: 'pay.cc', line: 42 },
    });
    expect(dump.writer).toBe('crashpad');
    expect(dump.crashpad).toEqual({
      reportId: '33221100-5544-7766-8899-aabbccddeeff',
      annotations: { channel: 'beta', __proto__x: '1' },
      modules: new Map([['libpay.so', { gpu: 'none' }]]),
    });
    expect(dump.assertion).toBe('total >= 0 in pay() (pay.cc:42)');
  });

  it('keeps the thread that crashed among very many, and counts all', async () => {
    const threads = Array.from({ length: 400 }, (_, id) => ({ id }));
    const dump = await readParts({ threads, exception: { threadId: 399, code: 11 } });
    expect(dump.threads).toHaveLength(250);
    expect(dump.threads.at(-1)?.id).toBe(399);
    expect(dump.threadCount).toBe(400);
  });

  it('keeps a bounded number of modules', async () => {
    const modules = Array.from({ length: 1500 }, (_, at) => ({
      name: `m${at}`,
      base: BigInt(at) << 16n,
      size: 0x1000,
    }));
    const dump = await readParts({ modules });
    expect(dump.modules).toHaveLength(1000);
    expect(moduleAt(dump.modules, 0x5_0fffn)?.name).toBe('m5');
    expect(moduleAt(dump.modules, 0x5_1000n)).toBeNull();
    expect(moduleAt([], 0n)).toBeNull();
  });

  it.each([
    ['another file', Buffer.alloc(64, 'x')],
    ['nothing', Buffer.alloc(0)],
    ['a header alone', crashDump().subarray(0, 32)],
  ])('refuses %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toBeInstanceOf(MinidumpError);
  });

  it('recognizes the magic of both byte orders of text', () => {
    expect([crashDump(), crashDump({ magic: 'PMDM' }), Buffer.from('MDM')].map(isMinidump)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

/** A repeatable source of numbers below a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe('damaged dumps', () => {
  const whole = crashDump({
    crashpad: { reportId: '00'.repeat(16), annotations: { a: 'b' }, modules: { 0: { c: 'd' } } },
    release: 'DISTRIB_DESCRIPTION="x"\n',
    assertion: { expression: 'a', place: 'b', file: 'c', line: 1 },
  });

  async function outcomeOf(bytes: Buffer): Promise<string> {
    try {
      const { threads, modules } = await read(bytes);
      return `${threads.length <= 250 && modules.length <= 1000}`;
    } catch (error) {
      return error instanceof MinidumpError ? 'refused' : String(error);
    }
  }

  it('are read in part, or refused, wherever they are cut', async () => {
    const outcomes = new Set<string>();
    for (let length = 0; length < whole.length; length += 7) outcomes.add(await outcomeOf(whole.subarray(0, length)));
    // The directory is at the end of what the writer of this test writes.
    expect([...outcomes]).toEqual(['refused']);
    expect(await outcomeOf(whole)).toBe('true');
  });

  it('are read in part, or refused, whichever bits are wrong', async () => {
    const next = numbers(1);
    const outcomes = new Set<string>();
    for (let round = 0; round < 3000; round++) {
      const bytes = Buffer.from(whole);
      for (let flips = 1 + next(8); flips > 0; flips--) {
        const at = next(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << next(8));
      }
      outcomes.add(await outcomeOf(bytes));
    }
    expect([...outcomes].toSorted()).toEqual(['refused', 'true']);
  });

  it('are read in part if every offset and count is extreme', async () => {
    const outcomes = new Set<string>();
    for (const value of [0xffffffff, 0x7fffffff, whole.length - 1, 0])
      for (let at = 4; at + 4 <= whole.length; at += 4) {
        const bytes = Buffer.from(whole);
        bytes.writeUInt32LE(value, at);
        outcomes.add(await outcomeOf(bytes));
      }
    expect([...outcomes].toSorted()).toEqual(['refused', 'true']);
  });
});
