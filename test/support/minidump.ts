/** A writer of minidumps, for tests. Texts and contexts are written where the parts that refer to them need them. */

type Arch = 'x86' | 'x86_64' | 'arm' | 'arm64';

export interface DumpParts {
  readonly magic?: string;
  readonly time?: number;
  readonly platform?: number;
  readonly arch?: Arch;
  readonly version?: readonly [number, number, number];
  readonly description?: string;
  readonly exception?: {
    readonly threadId: number;
    readonly code: number;
    readonly flags?: number;
    readonly address?: bigint;
    readonly parameters?: readonly bigint[];
    readonly instruction?: bigint;
  } | null;
  readonly threads?: readonly { readonly id: number; readonly name?: string; readonly instruction?: bigint }[];
  readonly modules?: readonly {
    readonly name: string;
    readonly base: bigint;
    readonly size: number;
    readonly stamp?: number;
    readonly version?: readonly [number, number, number, number];
    readonly codeView?: Buffer;
  }[];
  readonly processId?: number;
  readonly crashpad?: {
    readonly reportId: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly modules?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  };
  readonly assertion?: { readonly expression: string; readonly place: string; readonly file: string; line: number };
  readonly requestingThread?: number;
  readonly release?: string;
}

const CPUS: Record<Arch, number> = { x86: 0, arm: 5, x86_64: 9, arm64: 12 };
/** Size of the context of an architecture, and the offset and size of its instruction pointer. */
const CONTEXTS: Record<Arch, readonly [size: number, at: number, bytes: 4 | 8]> = {
  x86: [716, 0xb8, 4],
  x86_64: [1232, 0xf8, 8],
  arm: [368, 0x40, 4],
  arm64: [912, 0x108, 8],
};

/** Returns the CodeView record of a Windows or a Crashpad module. @param guid 32 hexadecimal digits as in memory */
export function rsds(guid: string, age: number, file: string): Buffer {
  return Buffer.concat([Buffer.from('RSDS'), Buffer.from(guid, 'hex'), u32(age), Buffer.from(`${file}\0`)]);
}

/** Returns the CodeView record of a Breakpad module with a build id. */
export function buildId(id: string): Buffer {
  return Buffer.concat([Buffer.from('LEpB'), Buffer.from(id, 'hex')]);
}

/** Returns a dump of Linux on amd64 with two threads and two modules, of which the first one crashed. */
export function crashDump(parts: DumpParts = {}): Buffer {
  return writeMinidump({
    time: Math.floor(Date.now() / 1000) - 60,
    version: [0, 0, 0],
    description: 'Linux 6.1.0-18-amd64 #1 SMP x86_64',
    exception: { threadId: 11, code: 11, flags: 1, address: 0x10n, instruction: 0x5555_0000_1234n },
    threads: [
      { id: 11, name: 'main', instruction: 0x7f00_0000_2000n },
      { id: 12, name: 'worker', instruction: 0x7f00_0000_2345n },
    ],
    modules: [
      {
        name: '/opt/shop/bin/shop',
        base: 0x5555_0000_0000n,
        size: 0x8000,
        codeView: buildId('0123456789abcdef'.repeat(2) + 'cafe0001'),
      },
      {
        name: '/usr/lib/x86_64-linux-gnu/libc.so.6',
        base: 0x7f00_0000_0000n,
        size: 0x20_0000,
        codeView: buildId('ab'.repeat(20)),
      },
    ],
    processId: 4711,
    ...parts,
  });
}

export function writeMinidump(parts: DumpParts): Buffer {
  return new DumpWriter(parts).write();
}

class DumpWriter {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  readonly #streams: [type: number, bytes: Buffer][] = [];

  constructor(private readonly parts: DumpParts) {}

  write(): Buffer {
    const { magic = 'MDMP', time = 0 } = this.parts;
    this.#put(Buffer.alloc(32));
    this.#addStreams();
    const entries = this.#streams.map(([type, bytes]) => Buffer.concat([u32(type), this.#location(bytes)]));
    const directory = this.#put(Buffer.concat(entries));
    const dump = Buffer.concat(this.#chunks);
    dump.write(magic, 0, 'latin1');
    [0xa793, entries.length, directory, 0, time].forEach((value, at) => dump.writeUInt32LE(value, 4 + 4 * at));
    return dump;
  }

  #addStreams(): void {
    const { exception, threads, modules, crashpad, assertion, release, processId, requestingThread } = this.parts;
    this.#streams.push([7, this.#system()]);
    if (exception !== undefined && exception !== null) this.#streams.push([6, this.#exception(exception)]);
    if (threads !== undefined) this.#addThreads(threads);
    if (modules !== undefined) this.#streams.push([4, list(modules.map((one) => this.#module(one)))]);
    if (processId !== undefined)
      this.#streams.push([15, Buffer.concat([u32(24), u32(1), u32(processId), Buffer.alloc(12)])]);
    if (crashpad !== undefined) this.#streams.push([0x43500001, this.#crashpad(crashpad)]);
    if (requestingThread !== undefined)
      this.#streams.push([0x47670001, Buffer.concat([u32(2), u32(0), u32(requestingThread)])]);
    if (assertion !== undefined) this.#streams.push([0x47670002, assertionOf(assertion)]);
    if (release !== undefined) this.#streams.push([0x47670005, Buffer.from(release)]);
  }

  #put(bytes: Buffer): number {
    const at = this.#length;
    const padded = Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
    this.#chunks.push(padded);
    this.#length += padded.length;
    return at;
  }

  #location(bytes: Buffer): Buffer {
    return Buffer.concat([u32(bytes.length), u32(this.#put(bytes))]);
  }

  #wideText(text: string): number {
    const bytes = Buffer.from(text, 'utf16le');
    return this.#put(Buffer.concat([u32(bytes.length), bytes, Buffer.alloc(2)]));
  }

  #text(text: string): number {
    const bytes = Buffer.from(text);
    return this.#put(Buffer.concat([u32(bytes.length), bytes, Buffer.alloc(1)]));
  }

  get #arch(): Arch {
    return this.parts.arch ?? 'x86_64';
  }

  #system(): Buffer {
    const { platform = 0x8201, version: [major, minor, build] = [0, 0, 0], description = '' } = this.parts;
    const bytes = Buffer.alloc(56);
    bytes.writeUInt16LE(CPUS[this.#arch], 0);
    bytes.writeUInt8(8, 6);
    [major, minor, build, platform, this.#wideText(description)].forEach((value, at) =>
      bytes.writeUInt32LE(value, 8 + 4 * at),
    );
    return bytes;
  }

  #context(instruction: bigint): Buffer {
    const [size, at, width] = CONTEXTS[this.#arch];
    const bytes = Buffer.alloc(size);
    if (width === 8) bytes.writeBigUInt64LE(instruction, at);
    else bytes.writeUInt32LE(Number(instruction), at);
    return bytes;
  }

  #exception(exception: NonNullable<DumpParts['exception']>): Buffer {
    const { threadId, code, flags = 0, address = 0n, parameters = [], instruction } = exception;
    const bytes = Buffer.alloc(160);
    bytes.writeUInt32LE(threadId, 0);
    bytes.writeUInt32LE(code, 8);
    bytes.writeUInt32LE(flags, 12);
    bytes.writeBigUInt64LE(address, 24);
    bytes.writeUInt32LE(parameters.length, 32);
    parameters.forEach((parameter, at) => bytes.writeBigUInt64LE(parameter, 40 + 8 * at));
    const context = instruction === undefined ? Buffer.alloc(8) : this.#location(this.#context(instruction));
    return Buffer.concat([bytes, context]);
  }

  #addThreads(threads: NonNullable<DumpParts['threads']>): void {
    const entries = threads.map(({ id, instruction }) => {
      const context = instruction === undefined ? Buffer.alloc(8) : this.#location(this.#context(instruction));
      return Buffer.concat([u32(id), Buffer.alloc(36), context]);
    });
    this.#streams.push([3, list(entries)]);
    const named = threads.flatMap(({ id, name }) =>
      name === undefined ? [] : [Buffer.concat([u32(id), u64(BigInt(this.#wideText(name)))])],
    );
    if (named.length > 0) this.#streams.push([24, list(named)]);
  }

  #module(module: NonNullable<DumpParts['modules']>[number]): Buffer {
    const { name, base, size, stamp = 0, version, codeView = Buffer.alloc(0) } = module;
    const info = Buffer.alloc(52);
    if (version !== undefined) {
      info.writeUInt32LE(0xfeef04bd, 0);
      [10, 8, 14, 12].forEach((at, index) => info.writeUInt16LE(version[index] ?? 0, at));
    }
    const ids = codeView.length === 0 ? Buffer.alloc(8) : this.#location(codeView);
    return Buffer.concat([
      u64(base),
      u32(size),
      u32(0),
      u32(stamp),
      u32(this.#wideText(name)),
      info,
      ids,
      Buffer.alloc(24),
    ]);
  }

  #dictionary(texts: Readonly<Record<string, string>>): Buffer {
    return list(
      Object.entries(texts).map(([key, value]) => Buffer.concat([u32(this.#text(key)), u32(this.#text(value))])),
    );
  }

  #crashpad({ reportId, annotations = {}, modules = {} }: NonNullable<DumpParts['crashpad']>): Buffer {
    const links = Object.entries(modules).map(([index, texts]) => {
      const objects = Object.entries(texts).map(([name, value]) => {
        const type = Buffer.from([1, 0, 0, 0]);
        return Buffer.concat([u32(this.#text(name)), type, u32(this.#text(value))]);
      });
      const info = Buffer.concat([u32(1), Buffer.alloc(16), this.#location(list(objects))]);
      return Buffer.concat([u32(Number(index)), this.#location(info)]);
    });
    const ids = Buffer.concat([Buffer.from(reportId, 'hex'), Buffer.alloc(16)]);
    return Buffer.concat([u32(1), ids, this.#location(this.#dictionary(annotations)), this.#location(list(links))]);
  }
}

function assertionOf({ expression, place, file, line }: NonNullable<DumpParts['assertion']>): Buffer {
  const bytes = Buffer.alloc(776);
  [expression, place, file].forEach((text, at) => bytes.write(text, 256 * at, 'utf16le'));
  bytes.writeUInt32LE(line, 768);
  return bytes;
}

function list(entries: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(entries.length), ...entries]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
