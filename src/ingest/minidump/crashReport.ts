import type { FileBytes } from '../../compression/spool';
import { describeAttachment, EVENT_PART_TYPES, MINIDUMP_TYPE } from '../../domain/attachment';
import { isObject, type JsonObject } from '../../domain/event';
import type { IngestRequest } from '../authorizeDsn';
import type { SentFile } from '../storeAttachments';
import { mergeMissing, readBreadcrumbFiles, readEventFile } from './crashUpload';
import {
  type DumpModule,
  type DumpThread,
  fileNameOf,
  isMinidump,
  type Minidump,
  MinidumpError,
  moduleAt,
  readMinidump,
  type Registers,
} from './minidump';

/** Characters of the images of an event. An event with more of them would be too large. */
const MAX_IMAGE_CHARACTERS = 300_000;
/** Characters of one text of a dump; normalization shortens most of them further. */
const MAX_TEXT = 1024;

/**
 * Returns the payload of the event of a dump. The facts of the dump about the crash replace those of the client;
 * everything else that the client sent stays.
 */
function payloadOfDump(sent: JsonObject, dump: Minidump): JsonObject {
  const { exception, time } = dump;
  const address = exception === null ? null : crashAddress(dump);
  const place = address === null ? null : placeOf(dump, address);
  const isCrash = exception?.isCrash === true;
  const reason = exception?.name ?? 'Dump without an exception';
  const contexts = isObject(sent['contexts']) ? sent['contexts'] : {};
  const frames = address === null ? [] : [frameOf(dump, address)];
  const instructions = [
    ...(address === null ? [] : [address]),
    ...dump.threads.flatMap(({ registers }) => instructionOf(registers)),
  ];
  return {
    ...sent,
    platform: 'native',
    level: sent['level'] ?? (isCrash ? 'fatal' : 'info'),
    ...(time !== null && { timestamp: time }),
    sdk: sent['sdk'] ?? { name: `minidump.${dump.writer}`, version: '0.0.0' },
    exception: {
      values: [
        {
          type: reason,
          value: dump.assertion ?? describeCrash(dump, place),
          ...(exception !== null && { thread_id: exception.threadId }),
          mechanism: { type: 'minidump', handled: false, synthetic: true },
          ...(frames.length > 0 && { stacktrace: { frames, registers: exception?.registers?.values } }),
        },
      ],
    },
    threads: { values: dump.threads.map((thread) => threadOf(dump, thread)) },
    // Without symbols there is no function to group by.
    fingerprint: sent['fingerprint'] ?? ['minidump', reason, place ?? 'unknown'],
    debug_meta: { images: imagesOf(dump, instructions) },
    contexts: { ...contextsOf(dump), ...contexts },
  };
}

/** The note about a dump that cannot be read. */
const DAMAGED = { type: 'invalid_data', name: 'minidump' };

/**
 * Returns the payload of the event of a dump that is damaged. Of a client that says nothing about the error itself, all
 * these events are one issue: nothing is known by which to tell them apart.
 */
function payloadOfDamagedDump(sent: JsonObject): JsonObject {
  const errors = [...(Array.isArray(sent['errors']) ? (sent['errors'] as unknown[]) : []), DAMAGED];
  if (['exception', 'logentry', 'message'].some((name) => (sent[name] ?? null) !== null)) return { ...sent, errors };
  return {
    ...sent,
    errors,
    platform: 'native',
    level: sent['level'] ?? 'fatal',
    sdk: sent['sdk'] ?? { name: 'minidump.unknown', version: '0.0.0' },
    exception: {
      values: [
        {
          type: 'Minidump',
          value: 'The dump of the crash could not be read.',
          mechanism: { type: 'minidump', handled: false, synthetic: true },
        },
      ],
    },
    fingerprint: sent['fingerprint'] ?? ['minidump', 'damaged'],
  };
}

/** Returns the address of the instruction that crashed; null if it is unknown. */
function crashAddress({ exception, threads }: Minidump): bigint | null {
  if (exception === null) return null;
  const { registers, hasAddress, address, threadId } = exception;
  const crashRegisters = registers ?? threads.find(({ id }) => id === threadId)?.registers ?? null;
  return crashRegisters?.instruction ?? (hasAddress ? address : null);
}

function instructionOf(registers: Registers | null): bigint[] {
  return registers === null ? [] : [registers.instruction];
}

/** Returns the file and the offset of an address, as debuggers write it; the address if no file is there. */
function placeOf({ modules }: Minidump, address: bigint): string {
  const module = moduleAt(modules, address);
  return module === null ? hex(address) : `${fileNameOf(module.name)}+${hex(address - module.base)}`;
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

function describeCrash({ exception }: Minidump, place: string | null): string {
  const at = place === null ? '' : ` at ${place}`;
  if (exception === null) return 'The dump names no thread that crashed.';
  if (!exception.isCrash) return `The program was running${at}.`;
  return exception.hasAddress ? `Address ${hex(exception.address)}${at}` : `Crash${at}`;
}

function frameOf(dump: Minidump, address: bigint): JsonObject {
  const module = moduleAt(dump.modules, address);
  return {
    function: placeOf(dump, address),
    instruction_addr: hex(address),
    ...(module !== null && { package: module.name.slice(0, MAX_TEXT), image_addr: hex(module.base) }),
  };
}

function threadOf(dump: Minidump, { id, name, registers }: DumpThread): JsonObject {
  const { exception } = dump;
  const isCurrent = exception !== null && exception.threadId === id;
  return {
    id,
    ...(name !== null && { name: name.slice(0, MAX_TEXT) }),
    crashed: isCurrent && exception.isCrash,
    current: isCurrent,
    // The exception has the trace of the thread that crashed.
    ...(!isCurrent &&
      registers !== null && {
        stacktrace: { frames: [frameOf(dump, registers.instruction)], registers: registers.values },
      }),
  };
}

/** Returns the images up to the limit, first the ones in which a thread is. @param instructions addresses of threads */
function imagesOf({ modules, system }: Minidump, instructions: readonly bigint[]): JsonObject[] {
  const first = new Set(instructions.flatMap((address) => moduleAt(modules, address) ?? []));
  const images: JsonObject[] = [];
  let characters = 0;
  for (const module of [...first, ...modules.filter((one) => !first.has(one))]) {
    const image = imageOf(module, system.name);
    characters += JSON.stringify(image).length;
    if (characters > MAX_IMAGE_CHARACTERS) break;
    images.push(image);
  }
  return images;
}

const IMAGE_TYPES: Readonly<Record<string, string>> = { Windows: 'pe', macOS: 'macho', iOS: 'macho' };

function imageOf(
  { name, base, size, version, codeId, debugId, debugFile }: DumpModule,
  system: string | null,
): JsonObject {
  return {
    type: IMAGE_TYPES[system ?? ''] ?? 'elf',
    code_file: name.slice(0, MAX_TEXT),
    image_addr: hex(base),
    image_size: size,
    ...(version !== null && { version }),
    ...(codeId !== null && { code_id: codeId }),
    ...(debugId !== null && { debug_id: debugId }),
    ...(debugFile !== null && { debug_file: debugFile.slice(0, MAX_TEXT) }),
  };
}

function contextsOf({
  system,
  distribution,
  processId,
  processStarted,
  crashpad,
  threads,
  threadCount,
}: Minidump): JsonObject {
  const { name, version, build, description, arch } = system;
  const [, kernel] = /^Linux (\d[\w.+~-]{0,100})/.exec(description ?? '') ?? [];
  const raw = distribution ?? description;
  const os = {
    ...(name !== null && { name }),
    ...((version ?? kernel) !== undefined && { version: version ?? kernel }),
    ...(build !== null && { build }),
    ...(raw !== null && { raw_description: raw.slice(0, MAX_TEXT) }),
  };
  const process = {
    ...(processId !== null && { pid: processId }),
    ...(processStarted !== null && { started: new Date(1000 * processStarted).toISOString() }),
    ...(threadCount > threads.length && { threads: threadCount }),
  };
  const modules = [...(crashpad?.modules ?? [])];
  return {
    ...(Object.keys(os).length > 0 && { os }),
    ...(arch !== null && { device: { arch, ...(system.processors > 0 && { processor_count: system.processors }) } }),
    ...(Object.keys(process).length > 0 && { process }),
    ...Object.fromEntries(modules.map(([file, annotations]) => [file, { type: 'crashpad', ...annotations }])),
    ...(crashpad !== null &&
      Object.keys(crashpad.annotations).length > 0 && { crashpad: { type: 'crashpad', ...crashpad.annotations } }),
  };
}

/** A crash that the files of an envelope or of a form describe. */
export interface CrashReport {
  /** The id of the event if the client sends none: the same for the same dump, so that it is stored once. */
  readonly eventId: string | null;
  /** Number of files that became parts of the event, and are not stored. */
  readonly consumed: number;
  /** The files that are stored. */
  readonly files: readonly SentFile[];
  /** Returns the payload of the event: what the client sent, completed by the files. */
  complete(sent: JsonObject): JsonObject;
}

/**
 * Reads the dump among the files of an event, and the parts of the event among them. Returns null if there is neither,
 * or if minidumps are switched off.
 */
export async function readCrashReport(
  { ingest: { disabledItems } }: Pick<IngestRequest, 'ingest'>,
  files: readonly SentFile[],
): Promise<CrashReport | null> {
  if (disabledItems.has('minidumps')) return null;
  const typed = files.map((file) => ({ file, type: describeAttachment(file).type }));
  const bytesOf = (fileType: string) =>
    typed.flatMap(({ file, type }) => (type === fileType ? (file.bytes ?? []) : []));
  const events = bytesOf(EVENT_PART_TYPES.event);
  const breadcrumbs = bytesOf(EVENT_PART_TYPES.breadcrumbs);
  const [dumpFile] = bytesOf(MINIDUMP_TYPE);
  if (dumpFile === undefined && events.length + breadcrumbs.length === 0) return null;
  const [eventPart] = events;
  const event = eventPart === undefined ? null : readEventFile(await readWhole(eventPart));
  const crumbs = readBreadcrumbFiles(await Promise.all(breadcrumbs.slice(0, 2).map(readWhole)));
  const dump = dumpFile === undefined ? null : await readDump(dumpFile);
  // Files of other kinds say nothing about a crash: they stay files beside the event.
  if (dump === null && event === null && crumbs.length === 0) return null;
  const parts = new Set<string>(Object.values(EVENT_PART_TYPES));
  const stored = typed.flatMap(({ file, type }) => (parts.has(type) ? [] : [file]));
  return {
    eventId: dumpFile?.sha1.slice(0, 32) ?? null,
    consumed: files.length - stored.length,
    files: stored,
    complete: (sent) => {
      const payload = { ...sent };
      if (event !== null) mergeMissing(payload, event);
      if (crumbs.length > 0) mergeMissing(payload, { breadcrumbs: crumbs });
      if (dump === null) return payload;
      return dump === 'damaged' ? payloadOfDamagedDump(payload) : payloadOfDump(payload, dump);
    },
  };
}

/** Reads a dump. Returns null if the file is none. */
async function readDump(file: FileBytes): Promise<Minidump | 'damaged' | null> {
  if (!isMinidump(await file.read(0, Math.min(4, file.size)))) return null;
  try {
    return await readMinidump(file);
  } catch (error) {
    if (error instanceof MinidumpError) return 'damaged';
    throw error;
  }
}

/** Larger parts of an event are not read; the event would be refused. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

async function readWhole(file: FileBytes): Promise<Uint8Array> {
  return file.size > MAX_PART_BYTES ? new Uint8Array() : file.read(0, file.size);
}
