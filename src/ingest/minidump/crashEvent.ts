import { isObject, type JsonObject } from '../../domain/event';
import { type DumpModule, type DumpThread, fileNameOf, type Minidump, moduleAt, type Registers } from './minidump';

/** Characters of the images of an event. An event with more of them would be too large. */
const MAX_IMAGE_CHARACTERS = 300_000;
/** Characters of one text of a dump; normalization shortens most of them further. */
const MAX_TEXT = 1024;

/**
 * Returns the payload of the event of a dump. What the dump says about the crash replaces what the client sent about
 * it; everything else of the client stays.
 */
export function payloadOfDump(sent: JsonObject, dump: Minidump): JsonObject {
  const { exception, time } = dump;
  const address = exception === null ? null : crashAddress(dump);
  const place = address === null ? null : placeOf(dump, address);
  const isCrash = exception?.isCrash === true;
  const reason = exception?.name ?? 'Dump without an exception';
  const contexts = isObject(sent['contexts']) ? sent['contexts'] : {};
  const frames = address === null ? [] : [frameOf(dump, address)];
  const used = [
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
    debug_meta: { images: imagesOf(dump, used) },
    contexts: { ...contextsOf(dump), ...contexts },
  };
}

/** Returns the place of the code that crashed; the address of some signals is no code. */
function crashAddress({ exception, threads }: Minidump): bigint | null {
  if (exception === null) return null;
  const { registers, hasAddress, address, threadId } = exception;
  const found = registers ?? threads.find(({ id }) => id === threadId)?.registers ?? null;
  return found?.instruction ?? (hasAddress ? address : null);
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

/** Returns the images; of too many, those in which a thread is come first. */
function imagesOf({ modules, system }: Minidump, used: readonly bigint[]): JsonObject[] {
  const first = new Set(used.flatMap((address) => moduleAt(modules, address) ?? []));
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
