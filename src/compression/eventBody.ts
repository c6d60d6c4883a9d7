import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type Event,
  type EventBody,
  FRAME_FIELD_LIST,
  type Frame,
  type Stacktrace,
  changeStacktraces,
} from '../domain/event';

/**
 * The compression dictionary of event bodies: the members of an event in their order, with frequent values. It must
 * never change, because bodies compressed with it can be inflated only with it.
 */
export const EVENT_DICTIONARY = Buffer.from(
  [
    '{"type":"debug","image":"","codeFile":"","debugId":"","rest":{}}],"fingerprint":null,"modules":{"express":"4.21.0","pg":"8.13.1"},"extra":{"arguments":[]},',
    '"errors":[{"type":"invalid_data","name":"","value":""}]}"contexts":{"trace":{"trace_id":"","span_id":"","parent_span_id":"","op":"http.server","status":"ok","type":"trace"},',
    '"runtime":{"name":"node","version":"v22.","type":"runtime"},"cloud_resource":{},"culture":{"locale":"en-US","timezone":"Europe/"},',
    '"app":{"app_start_time":"2026-","app_memory":,"free_memory":,"type":"app"},"os":{"name":"Linux","version":"","kernel_version":"","build":"","type":"os"},',
    '"browser":{"name":"Chrome","version":"","type":"browser"},"device":{"boot_time":"","arch":"x64","memory_size":,"family":"","model":"","processor_count":,"cpu_description":"","type":"device"}},',
    '"sdk":{"name":"sentry.javascript.browser","version":"","integrations":["InboundFilters","FunctionToString","LinkedErrors","Http","Console","OnUncaughtException"],"packages":[{"name":"npm:@sentry/node","version":""}]},"debugImages":[',
    '"request":{"url":"https://","method":"POST","fragment":null,"query":[],"headers":[["User-Agent","Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"],',
    '["Accept","application/json"],["Content-Type","application/json"],["Referer","https://"],["Host",""],["Cookie","[Filtered]"],["Authorization","[Filtered]"]],',
    '"cookies":[],"data":null,"env":null,"inferredContentType":null,"apiTarget":null},',
    '"tags":[{"key":"","value":""}],"user":{"id":"","username":null,"email":null,"ipAddress":"127.0.0.1","name":null,"geo":null,"data":null},',
    '"breadcrumbs":[{"timestamp":,"type":"default","category":"console","level":"warning","message":"","data":{"logger":"console","arguments":[""]},"eventId":null},',
    '{"timestamp":17,"type":"http","category":"fetch","level":"info","message":null,"data":{"url":"https://","http.method":"GET","method":"GET","status_code":200},"eventId":null},',
    '{"timestamp":17,"type":"http","category":"http","level":"info","message":null,"data":{"url":"https://","http.method":"GET","status_code":404},"eventId":null}],',
    '"framesOmitted":null,"registers":null},"rawStacktrace":null}],"threads":[],"stacktrace":null,',
    '{"event":{"eventId":"","type":"default","timestamp":17,"received":17,"platform":"javascript","level":"error","logger":null,"transaction":null,"serverName":null,"release":null,"dist":null,"environment":"production","logentry":null,',
    '"exceptions":[{"type":"TypeError","value":"Cannot read properties of undefined (reading \'","module":null,"threadId":null,"mechanism":{"type":"generic","handled":false,"synthetic":null,"source":null,"description":null,"helpLink":null,',
    '"isExceptionGroup":null,"exceptionId":null,"parentId":null,"data":null,"meta":null},"stacktrace":{"frames":[{"filename":"node:internal/process/task_queues","absPath":"/app/node_modules/","function":"processTicksAndRejections",',
    '"rawFunction":null,"module":null,"package":null,"platform":null,"lineno":1,"colno":1,"preContext":["      return ","    }","  const "],"contextLine":"    throw new Error(","postContext":["    });","  }","}",""],"inApp":false,"vars":null,"data":null,',
    '"instructionAddr":null,"symbolAddr":null,"addrMode":null,"lock":null},{"filename":"","absPath":"","function":"","rawFunction":null,"module":null,"package":null,"platform":null,"lineno":,"colno":,"preContext":[],"contextLine":null,"postContext":[],"inApp":true,"vars":null,"data":null,',
    '"instructionAddr":null,"symbolAddr":null,"addrMode":null,"lock":null},{"filename":"',
  ].join(''),
);

/** Level 6 takes 1.2 to 1.8 times the processor time for 5 to 9 % fewer bytes (src/DECISIONS.md, "Event bodies"). */
const DEFLATE_OPTIONS = { level: 3, dictionary: EVENT_DICTIONARY };
/**
 * Options for JSON that fits with the dictionary into a window of 2^14 bytes, if it is ASCII: it compresses to the same
 * bytes, and zlib allocates and clears less memory for each body.
 */
const SMALL_DEFLATE_OPTIONS = { ...DEFLATE_OPTIONS, windowBits: 14 };
const SMALL_LENGTH = 10 * 1024;

/**
 * Bodies whose JSON has at least this many characters are compressed with brotli, which takes half of the time for
 * them.
 */
export const BROTLI_MIN_LENGTH = 24 * 1024;
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/**
 * Precedes brotli data. No raw deflate data begins with this byte: it has a type of block that does not exist (RFC
 * 1951, 3.2.3).
 */
const BROTLI_MARK = 0x06;
const BROTLI_HEAD = Uint8Array.of(BROTLI_MARK);

/** Compresses the JSON of an event body. */
export function compressEventBody({ event, grouping, via }: EventBody): Uint8Array {
  const text = JSON.stringify({ event: withFrames(event, withoutEmptyMembers), grouping, via });
  if (text.length < BROTLI_MIN_LENGTH)
    return deflateRawSync(text, text.length <= SMALL_LENGTH ? SMALL_DEFLATE_OPTIONS : DEFLATE_OPTIONS);
  return Buffer.concat([BROTLI_HEAD, brotliCompressSync(text, BROTLI_OPTIONS)]);
}

/**
 * Restores an event body, also one compressed without the dictionary, or stored with the empty members of its frames.
 * `size` is the length of its JSON in bytes.
 */
export function decompressEventBody(bytes: Uint8Array): { body: EventBody; size: number } {
  const json = inflateEventBody(bytes);
  return { body: parseEventBody(json), size: json.length };
}

/** Returns the JSON of an event body, for `parseEventBody`. */
export function inflateEventBody(bytes: Uint8Array): Buffer {
  return bytes[0] === BROTLI_MARK
    ? brotliDecompressSync(bytes.subarray(1))
    : inflateRawSync(bytes, { dictionary: EVENT_DICTIONARY });
}

/** Restores an event body from its JSON. */
export function parseEventBody(json: Buffer): EventBody {
  const body = JSON.parse(json.toString('utf8')) as EventBody;
  return { ...body, event: withFrames(body.event, withAllMembers) };
}

/** A frame as it is stored. Most of its members are empty, and a stack trace has many frames. */
type StoredFrame = { readonly [Name in keyof Frame]: Frame[Name] | undefined };

/** Has each member, so that all frames are objects of one shape, which is faster than adding only the set members. */
function withoutEmptyMembers(frame: Frame): StoredFrame {
  return {
    filename: frame.filename ?? undefined,
    absPath: frame.absPath ?? undefined,
    function: frame.function ?? undefined,
    rawFunction: frame.rawFunction ?? undefined,
    module: frame.module ?? undefined,
    package: frame.package ?? undefined,
    platform: frame.platform ?? undefined,
    lineno: frame.lineno ?? undefined,
    colno: frame.colno ?? undefined,
    preContext: frame.preContext.length === 0 ? undefined : frame.preContext,
    contextLine: frame.contextLine ?? undefined,
    postContext: frame.postContext.length === 0 ? undefined : frame.postContext,
    inApp: frame.inApp,
    vars: frame.vars ?? undefined,
    data: frame.data ?? undefined,
    instructionAddr: frame.instructionAddr ?? undefined,
    symbolAddr: frame.symbolAddr ?? undefined,
    addrMode: frame.addrMode ?? undefined,
    lock: frame.lock ?? undefined,
  };
}

/** The members in their order, so that restored frames are objects of one shape. */
const EMPTY_FRAME = Object.fromEntries(FRAME_FIELD_LIST.map(({ name }) => [name, null])) as unknown as Frame;

function withAllMembers(stored: Partial<Frame>): Frame {
  return { ...EMPTY_FRAME, preContext: [], postContext: [], ...stored };
}

/** Returns the event with other frames in each of its stack traces. */
function withFrames(event: Event, change: (frame: Frame) => StoredFrame): Event {
  const changeTrace = (trace: Stacktrace) => ({ ...trace, frames: trace.frames.map(change) }) as Stacktrace;
  return changeStacktraces(event, changeTrace, changeTrace);
}

/** Uncompressed size of a slice: it bounds the parameters of one SQL statement, however large a file is. */
export const SLICE_BYTES = 1024 * 1024;
/** Slices up to this size are compressed on this thread: handing them to another thread takes longer. */
const SYNC_LIMIT_BYTES = 32 * 1024;
const SLICE_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const brotliCompressAsync = promisify(brotliCompress);
const brotliDecompressAsync = promisify(brotliDecompress);

/**
 * The SHA-1 of bytes in lower-case hexadecimal digits. Stored files are identified by it, as the upload protocol
 * requires.
 */
export function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** True if `text` is a SHA-1 in lower-case hexadecimal digits. */
export function isSha1(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** A file in its stored form. */
export interface CompressedContent {
  readonly sha1: string;
  readonly slices: readonly Uint8Array[];
}

/** Compresses a file or a chunk in slices, so that each slice can be written and read separately. */
export async function compressContent(bytes: Uint8Array): Promise<Uint8Array[]> {
  const slices: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const slice = bytes.subarray(start, start + SLICE_BYTES);
    slices.push(
      slice.length <= SYNC_LIMIT_BYTES
        ? brotliCompressSync(slice, SLICE_OPTIONS)
        : await brotliCompressAsync(slice, SLICE_OPTIONS),
    );
  }
  return slices;
}

/** Restores the bytes of compressed slices. */
export async function decompressContent(slices: readonly Uint8Array[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const slice of slices) parts.push(await brotliDecompressAsync(slice, { maxOutputLength: SLICE_BYTES }));
  return Buffer.concat(parts);
}

/** Decompresses content on this thread, for a thread that has nothing else to do. @param size of the bytes */
export function decompressContentSync(slices: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (const slice of slices) end += brotliDecompressSync(slice, { maxOutputLength: SLICE_BYTES }).copy(bytes, end);
  return bytes.subarray(0, end);
}
