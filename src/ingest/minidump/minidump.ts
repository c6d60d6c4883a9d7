import { setImmediate } from 'node:timers/promises';
import type { FileBytes } from '../../compression/spool';
import { addressOfReason, type CrashReason, type RawException, reasonOf, systemOf } from './crashReason';

/*
 * Minidumps, as Breakpad, Crashpad and Windows write them: a directory of streams, whose structures refer to each other
 * by offsets. Only the parts that say what crashed and where are read; stacks are not. A part that is damaged is left
 * out, because dumps are cut where a disk was full.
 */

/** The error of bytes that are not a minidump. */
export class MinidumpError extends Error {}

/** A file of code that was loaded. */
export interface DumpModule {
  readonly name: string;
  readonly base: bigint;
  readonly size: number;
  readonly version: string | null;
  /** The id of the file itself: the build id of ELF, time and size of Windows. */
  readonly codeId: string | null;
  readonly debugId: string | null;
  readonly debugFile: string | null;
}

export interface DumpThread {
  readonly id: number;
  readonly name: string | null;
  readonly registers: Registers | null;
}

/** The registers of a thread, as hexadecimal numbers. */
export interface Registers {
  readonly instruction: bigint;
  readonly values: Readonly<Record<string, string>>;
}

export interface Minidump {
  /** Seconds since 1970; null if the dump does not say when it was written. */
  readonly time: number | null;
  readonly system: DumpSystem;
  /** The name of a distribution of Linux. */
  readonly distribution: string | null;
  readonly exception: DumpException | null;
  readonly threads: readonly DumpThread[];
  /** Number of threads, of which some may be left out. */
  readonly threadCount: number;
  /** By their address. */
  readonly modules: readonly DumpModule[];
  readonly processId: number | null;
  /** Seconds since 1970. */
  readonly processStarted: number | null;
  /** The annotations that the program gave to Crashpad, by name; null for a dump of another writer. */
  readonly crashpad: CrashpadInfo | null;
  readonly writer: 'breakpad' | 'crashpad' | 'unknown';
  /** The text of an assertion that failed. */
  readonly assertion: string | null;
}

interface DumpSystem {
  readonly name: string | null;
  readonly version: string | null;
  readonly build: string | null;
  /** The system's description of itself, such as the version of a kernel. */
  readonly description: string | null;
  readonly arch: Arch | null;
  readonly processors: number;
}

interface DumpException extends CrashReason, Pick<RawException, 'code' | 'address'> {
  readonly threadId: number;
  /** The registers at the crash. The thread may have the registers of the handler instead. */
  readonly registers: Registers | null;
}

interface CrashpadInfo {
  readonly reportId: string | null;
  readonly annotations: Readonly<Record<string, string>>;
  /** Annotations of modules, by the name of their file. */
  readonly modules: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

type Arch = 'x86' | 'x86_64' | 'arm' | 'arm64';

const ARCHS: ReadonlyMap<number, Arch> = new Map([
  [0, 'x86'],
  [5, 'arm'],
  [9, 'x86_64'],
  [10, 'x86'],
  [12, 'arm64'],
  [0x8003, 'arm64'],
]);

const MAX_STREAMS = 512;
/** Threads and modules that are kept. Those of a real program are fewer. */
const MAX_THREADS = 250;
const MAX_MODULES = 1000;
/** Entries of a list beyond which its count is taken for damage. */
const MAX_ENTRIES = 16_384;
const MAX_ANNOTATIONS = 200;
const MAX_TEXT_BYTES = 4096;
/** Calls and bytes of reading in one dump: parts may refer to the same large range over and over. */
const MAX_READS = 20_000;
const MAX_READ_BYTES = 16 * 1024 * 1024;
/** Modules and threads that are read in one turn of the event loop, which takes less than a millisecond. */
const TURN_ENTRIES = 100;

const STREAM = {
  threads: 3,
  modules: 4,
  exception: 6,
  system: 7,
  misc: 15,
  threadNames: 24,
  crashpad: 0x43500001,
  breakpad: 0x47670001,
  assertion: 0x47670002,
  linuxRelease: 0x47670005,
} as const;

/** Returns true if bytes begin as minidumps do. */
export function isMinidump(head: Uint8Array): boolean {
  const magic = Buffer.from(head.buffer, head.byteOffset, Math.min(4, head.byteLength)).toString('latin1');
  return magic === 'MDMP' || magic === 'PMDM';
}

/** Reads a minidump. @throws MinidumpError if it is none, or has no directory */
export async function readMinidump(file: Pick<FileBytes, 'size' | 'read'>): Promise<Minidump> {
  const dump = new DumpFile(file);
  const header = await dump.bytes(0, 32);
  if (!isMinidump(header)) throw new MinidumpError('it does not begin with MDMP');
  const streams = await readDirectory(dump, header);
  const streamOf = async <T>(type: number, read: (range: Range) => Promise<T>, missing: T): Promise<T> => {
    const range = streams.get(type);
    return range === undefined ? missing : orElse(() => read(range), missing);
  };

  const system = await streamOf(STREAM.system, (range) => readSystem(dump, range), UNKNOWN_SYSTEM);
  const distribution = await streamOf(STREAM.linuxRelease, (range) => readDistribution(dump, range), null);
  const requested = await streamOf(STREAM.breakpad, (range) => readRequestingThread(dump, range), null);
  const exception = await streamOf(STREAM.exception, (range) => readException(dump, range, system), null);
  const crashed = exception?.threadId ?? requested;
  const names = await streamOf(STREAM.threadNames, (range) => readThreadNames(dump, range), new Map<number, string>());
  const threads = await streamOf(
    STREAM.threads,
    (range) => readThreads(dump, range, { arch: system.arch, names, crashed }),
    { threads: [], count: 0 },
  );
  const modules = await streamOf(STREAM.modules, (range) => readModules(dump, range, system), []);
  const crashpad = await streamOf(STREAM.crashpad, (range) => readCrashpad(dump, range, modules), null);
  const process = await streamOf(STREAM.misc, (range) => readProcess(dump, range), NO_PROCESS);
  const assertion = await streamOf(STREAM.assertion, (range) => readAssertion(dump, range), null);

  const time = header.readUInt32LE(20);
  return {
    time: time === 0 ? null : time,
    system,
    distribution,
    exception: exception ?? requestedDump(requested, threads.threads),
    threads: threads.threads,
    threadCount: threads.count,
    modules: modules.toSorted((a, b) => (a.base < b.base ? -1 : a.base > b.base ? 1 : 0)),
    ...process,
    crashpad,
    writer: writerOf(streams),
    assertion,
  };
}

function writerOf(streams: ReadonlyMap<number, Range>): Minidump['writer'] {
  if (streams.has(STREAM.crashpad)) return 'crashpad';
  return [...streams.keys()].some((type) => type >>> 16 === STREAM.breakpad >>> 16) ? 'breakpad' : 'unknown';
}

/** Returns the exception of a dump that a running program requested: Breakpad writes none. */
function requestedDump(threadId: number | null, threads: readonly DumpThread[]): DumpException | null {
  if (threadId === null) return null;
  const registers = threads.find(({ id }) => id === threadId)?.registers ?? null;
  return { threadId, registers, code: 0, address: 0n, name: 'Dump requested', isCrash: false, hasAddress: false };
}

/** Finds the module of an address, in modules that are ordered by address. */
export function moduleAt(modules: readonly DumpModule[], address: bigint): DumpModule | null {
  let [low, high] = [0, modules.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((modules[middle]?.base ?? 0n) <= address) low = middle + 1;
    else high = middle;
  }
  const module = modules[low - 1];
  return module !== undefined && address < module.base + BigInt(module.size) ? module : null;
}

/** A part of the dump. */
interface Range {
  readonly start: number;
  readonly length: number;
}

const PAGE_BYTES = 64 * 1024;
const MAX_PAGES = 16;

/** Reads parts of a dump, each within its bounds, and remembers the pages that were read last. */
class DumpFile {
  readonly #pages = new Map<number, Buffer>();
  #reads = 0;
  #readBytes = 0;

  constructor(private readonly file: Pick<FileBytes, 'size' | 'read'>) {}

  /** @throws MinidumpError if they are not in the dump, or too much was read */
  async bytes(start: number, length: number): Promise<Buffer> {
    this.#reads += 1;
    this.#readBytes += length;
    if (start + length > this.file.size) throw new MinidumpError(`it ends before ${start + length} bytes`);
    if (this.#reads > MAX_READS || this.#readBytes > MAX_READ_BYTES)
      throw new MinidumpError('its parts refer to too many others');
    const parts: Buffer[] = [];
    for (let at = start; at < start + length;) {
      const page = await this.#page(Math.floor(at / PAGE_BYTES));
      const part = page.subarray(at % PAGE_BYTES, (at % PAGE_BYTES) + start + length - at);
      parts.push(part);
      at += part.length;
    }
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
  }

  async #page(number: number): Promise<Buffer> {
    const cached = this.#pages.get(number);
    if (cached !== undefined) return cached;
    const start = number * PAGE_BYTES;
    const read = await this.file.read(start, Math.min(PAGE_BYTES, this.file.size - start));
    const page = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size === MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(number, page);
    return page;
  }

  /** Reads a list: a count, and entries of one size. Only the first `limit` entries are read. */
  async list(range: Range, entryBytes: number, limit: number): Promise<{ entries: Buffer[]; count: number }> {
    const count = (await this.bytes(range.start, 4)).readUInt32LE(0);
    if (count > MAX_ENTRIES) throw new MinidumpError(`a list has ${count} entries`);
    // Some writers align the entries at eight bytes.
    const start = range.start + (range.length === 8 + count * entryBytes ? 8 : 4);
    const present = Math.floor((this.file.size - start) / entryBytes);
    const length = Math.max(0, Math.min(count, limit, present));
    const bytes = await this.bytes(start, length * entryBytes);
    const entries = Array.from({ length }, (_, at) => bytes.subarray(at * entryBytes, (at + 1) * entryBytes));
    return { entries, count };
  }

  /** Reads a text of UTF-16 behind its length in bytes; the end of a long one is left out. */
  async wideText(start: number): Promise<string> {
    return this.#text(start, 'utf16le');
  }

  async text(start: number): Promise<string> {
    return this.#text(start, 'utf8');
  }

  async #text(start: number, encoding: 'utf16le' | 'utf8'): Promise<string> {
    const length = (await this.bytes(start, 4)).readUInt32LE(0);
    const bytes = await this.bytes(start + 4, Math.min(length, MAX_TEXT_BYTES));
    return bytes.toString(encoding).replace(/\0.*$/s, '');
  }
}

/** Reads a part of the dump; returns `missing` if the part is damaged. */
async function orElse<T>(read: () => Promise<T>, missing: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof MinidumpError)) throw error;
    return missing;
  }
}

async function readDirectory(dump: DumpFile, header: Buffer): Promise<Map<number, Range>> {
  const count = header.readUInt32LE(8);
  if (count > MAX_STREAMS) throw new MinidumpError(`it has ${count} streams`);
  const bytes = await dump.bytes(header.readUInt32LE(12), count * 12);
  const streams = new Map<number, Range>();
  for (let at = 0; at < bytes.length; at += 12) {
    const type = bytes.readUInt32LE(at);
    if (type !== 0 && !streams.has(type))
      streams.set(type, { start: bytes.readUInt32LE(at + 8), length: bytes.readUInt32LE(at + 4) });
  }
  return streams;
}

const UNKNOWN_SYSTEM: DumpSystem = {
  name: null,
  version: null,
  build: null,
  description: null,
  arch: null,
  processors: 0,
};

async function readSystem(dump: DumpFile, { start }: Range): Promise<DumpSystem> {
  const bytes = await dump.bytes(start, 32);
  const [major, minor, build] = [bytes.readUInt32LE(8), bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  const description = await orElse(() => dump.wideText(bytes.readUInt32LE(24)), '');
  const name = systemOf(bytes.readUInt32LE(20));
  const isApple = name === 'macOS' || name === 'iOS';
  return {
    name,
    // Breakpad writes no version on Linux, which is in the description.
    version: major + minor + build === 0 ? null : [major, minor, build].join('.'),
    // Apple's builds have names such as 20G630.
    build: isApple && description !== '' ? description : build === 0 || isApple ? null : String(build),
    description: description === '' ? null : description,
    arch: ARCHS.get(bytes.readUInt16LE(0)) ?? null,
    processors: bytes.readUInt8(6),
  };
}

/** Returns the name of a distribution of Linux, from the text of a file such as `/etc/lsb-release`. */
async function readDistribution(dump: DumpFile, { start, length }: Range): Promise<string | null> {
  const text = (await dump.bytes(start, Math.min(length, MAX_TEXT_BYTES))).toString('utf8');
  const [, name] = /^(?:DISTRIB_DESCRIPTION|PRETTY_NAME)="?([^"\n]{1,200})/m.exec(text) ?? [];
  return name ?? null;
}

async function readRequestingThread(dump: DumpFile, { start }: Range): Promise<number | null> {
  const bytes = await dump.bytes(start, 12);
  return (bytes.readUInt32LE(0) & 2) === 0 ? null : bytes.readUInt32LE(8);
}

async function readException(dump: DumpFile, { start }: Range, system: DumpSystem): Promise<DumpException> {
  const bytes = await dump.bytes(start, 168);
  const count = Math.min(bytes.readUInt32LE(32), 15);
  const code = bytes.readUInt32LE(8);
  const exception = {
    code,
    flags: bytes.readUInt32LE(12),
    address: bytes.readBigUInt64LE(24),
    parameters: Array.from({ length: count }, (_, at) => bytes.readBigUInt64LE(40 + 8 * at)),
  };
  const context = { length: bytes.readUInt32LE(160), start: bytes.readUInt32LE(164) };
  return {
    code,
    address: addressOf(addressOfReason(system.name, exception), system),
    threadId: bytes.readUInt32LE(0),
    ...reasonOf(system.name, exception),
    registers: await orElse(() => readRegisters(dump, context, system.arch), null),
  };
}

/** Returns an address without the extended sign that some writers give addresses of 32 bits. */
function addressOf(address: bigint, { arch }: Pick<DumpSystem, 'arch'>): bigint {
  return arch === 'x86' || arch === 'arm' ? address & 0xffffffffn : address;
}

/** The registers in the context of an architecture: bytes of each, the first offset of each group, and their names. */
const REGISTERS: Record<Arch, readonly { readonly bytes: 4 | 8; readonly at: number; readonly names: string }[]> = {
  x86: [
    { bytes: 4, at: 0x9c, names: 'edi esi ebx edx ecx eax ebp eip' },
    { bytes: 4, at: 0xc0, names: 'eflags esp' },
  ],
  x86_64: [
    { bytes: 4, at: 0x44, names: 'eflags' },
    { bytes: 8, at: 0x78, names: 'rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15 rip' },
  ],
  arm: [{ bytes: 4, at: 4, names: 'r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 fp r12 sp lr pc cpsr' }],
  arm64: [{ bytes: 8, at: 8, names: `${numbered('x', 29)} fp lr sp pc` }],
};

function numbered(name: string, count: number): string {
  return Array.from({ length: count }, (_, number) => `${name}${number}`).join(' ');
}

const CONTEXT_BYTES: Record<Arch, number> = { x86: 0xc8, x86_64: 0x100, arm: 0x48, arm64: 0x110 };
const INSTRUCTION_POINTERS: ReadonlySet<string> = new Set(['eip', 'rip', 'pc']);

async function readRegisters(dump: DumpFile, context: Range, arch: Arch | null): Promise<Registers | null> {
  if (arch === null || context.length < CONTEXT_BYTES[arch]) return null;
  const bytes = await dump.bytes(context.start, CONTEXT_BYTES[arch]);
  const values: Record<string, string> = {};
  let instruction = 0n;
  for (const { bytes: size, at, names } of REGISTERS[arch])
    names.split(' ').forEach((name, index) => {
      const offset = at + index * size;
      const value = size === 8 ? bytes.readBigUInt64LE(offset) : BigInt(bytes.readUInt32LE(offset));
      values[name] = `0x${value.toString(16)}`;
      if (INSTRUCTION_POINTERS.has(name)) instruction = value;
    });
  return { instruction, values };
}

async function readThreadNames(dump: DumpFile, range: Range): Promise<Map<number, string>> {
  const { entries } = await dump.list(range, 12, MAX_ENTRIES);
  const names = new Map<number, string>();
  for (const entry of entries.slice(0, 4 * MAX_THREADS)) {
    const start = entry.readBigUInt64LE(4);
    const name = start > BigInt(Number.MAX_SAFE_INTEGER) ? '' : await orElse(() => dump.wideText(Number(start)), '');
    if (name !== '') names.set(entry.readUInt32LE(0), name);
  }
  return names;
}

/** Reads the threads; of too many, the first ones and the one that crashed. */
async function readThreads(
  dump: DumpFile,
  range: Range,
  { arch, names, crashed }: { arch: Arch | null; names: ReadonlyMap<number, string>; crashed: number | null },
): Promise<{ threads: DumpThread[]; count: number }> {
  const { entries, count } = await dump.list(range, 48, MAX_ENTRIES);
  const at = entries.findIndex((entry) => entry.readUInt32LE(0) === crashed);
  const kept = entries.slice(0, MAX_THREADS);
  const beyond = at >= MAX_THREADS ? entries[at] : undefined;
  if (beyond !== undefined) kept[MAX_THREADS - 1] = beyond;
  const threads: DumpThread[] = [];
  for (const [number, entry] of kept.entries()) {
    if (number % TURN_ENTRIES === TURN_ENTRIES - 1) await setImmediate();
    const id = entry.readUInt32LE(0);
    const context = { length: entry.readUInt32LE(40), start: entry.readUInt32LE(44) };
    const registers = await orElse(() => readRegisters(dump, context, arch), null);
    threads.push({ id, name: names.get(id) ?? null, registers });
  }
  return { threads, count };
}

async function readModules(dump: DumpFile, range: Range, system: DumpSystem): Promise<DumpModule[]> {
  const { entries } = await dump.list(range, 108, MAX_MODULES);
  const modules: DumpModule[] = [];
  for (const [number, entry] of entries.entries()) {
    if (number % TURN_ENTRIES === TURN_ENTRIES - 1) await setImmediate();
    const name = await orElse(() => dump.wideText(entry.readUInt32LE(20)), '');
    const size = entry.readUInt32LE(8);
    const codeView = { length: entry.readUInt32LE(76), start: entry.readUInt32LE(80) };
    const ids = await orElse(() => readCodeView(dump, codeView), NO_IDS);
    const stamp = entry.readUInt32LE(16).toString(16).padStart(8, '0');
    const isWindows = system.name === 'Windows';
    modules.push({
      ...ids,
      name,
      size,
      base: addressOf(entry.readBigUInt64LE(0), system),
      version: versionOf(entry.subarray(24, 76)),
      codeId: isWindows ? stamp + size.toString(16) : ids.codeId,
    });
  }
  return modules;
}

type ModuleIds = Pick<DumpModule, 'codeId' | 'debugId' | 'debugFile'>;

const NO_IDS: ModuleIds = { codeId: null, debugId: null, debugFile: null };

async function readCodeView(dump: DumpFile, { start, length }: Range): Promise<ModuleIds> {
  if (length < 8) return NO_IDS;
  const bytes = await dump.bytes(start, Math.min(length, MAX_TEXT_BYTES));
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === 'RSDS' && bytes.length >= 24) {
    const age = bytes.readUInt32LE(20);
    const debugFile = bytes.toString('utf8', 24).replace(/\0.*$/s, '');
    const guid = guidOf(bytes.subarray(4, 20));
    return {
      codeId: null,
      debugId: age === 0 ? guid : `${guid}-${age.toString(16)}`,
      debugFile: debugFile === '' ? null : debugFile,
    };
  }
  if (signature !== 'LEpB') return NO_IDS;
  const buildId = bytes.subarray(4, 4 + 64);
  const padded = Buffer.concat([buildId, Buffer.alloc(16)]).subarray(0, 16);
  return { codeId: buildId.toString('hex'), debugId: guidOf(padded), debugFile: null };
}

/** Returns a GUID, whose first three groups are little-endian, as text. */
function guidOf(bytes: Buffer): string {
  const part = (start: number, end: number) => bytes.toString('hex', start, end);
  const first = bytes.readUInt32LE(0).toString(16).padStart(8, '0');
  const middle = [4, 6].map((at) => bytes.readUInt16LE(at).toString(16).padStart(4, '0'));
  return [first, ...middle, part(8, 10), part(10, 16)].join('-');
}

/** Returns the version of a file from its fixed version information; null if it has none. */
function versionOf(info: Buffer): string | null {
  if (info.readUInt32LE(0) !== 0xfeef04bd) return null;
  return [10, 8, 14, 12].map((at) => info.readUInt16LE(at)).join('.');
}

const NO_PROCESS: Pick<Minidump, 'processId' | 'processStarted'> = { processId: null, processStarted: null };

async function readProcess(dump: DumpFile, { start }: Range): Promise<typeof NO_PROCESS> {
  const bytes = await dump.bytes(start, 24);
  const flags = bytes.readUInt32LE(4);
  return {
    processId: (flags & 1) === 0 ? null : bytes.readUInt32LE(8),
    processStarted: (flags & 2) === 0 ? null : bytes.readUInt32LE(12),
  };
}

async function readAssertion(dump: DumpFile, { start }: Range): Promise<string | null> {
  const bytes = await dump.bytes(start, 776);
  const text = (at: number) => bytes.toString('utf16le', at, at + 256).replace(/\0.*$/s, '');
  const [expression, place, file, line] = [text(0), text(256), text(512), bytes.readUInt32LE(768)];
  if (expression === '') return null;
  return `${expression}${place === '' ? '' : ` in ${place}`}${file === '' ? '' : ` (${file}:${line})`}`;
}

async function readCrashpad(dump: DumpFile, { start }: Range, modules: readonly DumpModule[]): Promise<CrashpadInfo> {
  const bytes = await dump.bytes(start, 52);
  const reportId = guidOf(bytes.subarray(4, 20));
  const rangeAt = (at: number): Range => ({ length: bytes.readUInt32LE(at), start: bytes.readUInt32LE(at + 4) });
  const budget = { left: MAX_ANNOTATIONS };
  return {
    reportId: /^[0-]*$/.test(reportId) ? null : reportId,
    annotations: await orElse(() => readDictionary(dump, rangeAt(36), budget), {}),
    modules: await orElse(() => readModuleAnnotations(dump, rangeAt(44), modules, budget), new Map()),
  };
}

/** Number of annotations that may still be read. */
interface AnnotationBudget {
  left: number;
}

async function readDictionary(
  dump: DumpFile,
  range: Range,
  budget: AnnotationBudget,
): Promise<Readonly<Record<string, string>>> {
  if (range.length === 0) return {};
  const { entries } = await dump.list({ ...range, length: 0 }, 8, budget.left);
  const annotations: [string, string][] = [];
  for (const entry of entries) {
    budget.left -= 1;
    const key = await dump.text(entry.readUInt32LE(0));
    annotations.push([key, await dump.text(entry.readUInt32LE(4))]);
  }
  return Object.fromEntries(annotations);
}

/** Annotation objects of the type text. */
const TEXT_ANNOTATION = 1;

async function readModuleAnnotations(
  dump: DumpFile,
  range: Range,
  modules: readonly DumpModule[],
  budget: AnnotationBudget,
): Promise<CrashpadInfo['modules']> {
  const byModule = new Map<string, Readonly<Record<string, string>>>();
  if (range.length === 0) return byModule;
  const { entries } = await dump.list({ ...range, length: 0 }, 12, MAX_ANNOTATIONS);
  for (const entry of entries) {
    const name = fileNameOf(modules[entry.readUInt32LE(0)]?.name ?? '');
    const info = await dump.bytes(entry.readUInt32LE(8), 28);
    const rangeAt = (at: number): Range => ({ length: info.readUInt32LE(at), start: info.readUInt32LE(at + 4) });
    const simple = await orElse(() => readDictionary(dump, rangeAt(12), budget), {});
    const objects = await orElse(() => readAnnotationObjects(dump, rangeAt(20), budget), {});
    const all = { ...simple, ...objects };
    if (name !== '' && Object.keys(all).length > 0) byModule.set(name, all);
  }
  return byModule;
}

async function readAnnotationObjects(
  dump: DumpFile,
  range: Range,
  budget: AnnotationBudget,
): Promise<Readonly<Record<string, string>>> {
  if (range.length === 0) return {};
  const { entries } = await dump.list({ ...range, length: 0 }, 12, budget.left);
  const annotations: [string, string][] = [];
  for (const entry of entries) {
    budget.left -= 1;
    if (entry.readUInt16LE(4) !== TEXT_ANNOTATION) continue;
    const key = await dump.text(entry.readUInt32LE(0));
    annotations.push([key, await dump.text(entry.readUInt32LE(8))]);
  }
  return Object.fromEntries(annotations);
}

/** Returns the name of a file without its folders. */
export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).pop() ?? '';
}
