import { sanitizeText } from './text';

/** A file that a client sent with an event, or after it. Its bytes are stored once for all files that share them. */
export interface Attachment {
  readonly id: string;
  readonly projectId: string;
  readonly eventId: string;
  /** A file name without a path. */
  readonly name: string;
  /** The kind of file, as the protocol names it, such as `event.attachment` or `event.view_hierarchy`. */
  readonly type: string;
  /** The media type that the client named, or else the one of the extension; null if neither is known. */
  readonly contentType: string | null;
  /** Number of bytes. */
  readonly size: number;
  /** SHA-1 of the bytes, lower-case hexadecimal. */
  readonly sha1: string;
  readonly isScreenshot: boolean;
  /** True if rules of the project redacted it before it was stored. */
  readonly isScrubbed: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** Maximum number of files of one event. */
export const MAX_ATTACHMENTS = 200;
/** Minimum number of bytes that a file counts against the quota: many small files cost more than their bytes. */
const MIN_COUNTED_BYTES = 1024;

const MAX_NAME_LENGTH = 255;
const MAX_TYPE_LENGTH = 64;
const MAX_CONTENT_TYPE_LENGTH = 127;
const PLAIN_TYPE = 'event.attachment';
/** The type of a dump of a native program that crashed. */
export const MINIDUMP_TYPE = 'event.minidump';
/** The types of files that are parts of an event. They are of no use as files, and may contain secrets. */
export const EVENT_PART_TYPES = { event: 'event.payload', breadcrumbs: 'event.breadcrumbs' } as const;

/** Returns the bytes that a file counts against the quota of its organization. */
export function countedBytes({ size }: Pick<Attachment, 'size'>): number {
  return Math.max(size, MIN_COUNTED_BYTES);
}

/**
 * Returns the description of a file from what a client sent about it: the base name of any path, whose end is kept if
 * it is too long, and the media type without parameters, by the extension of the name if the client sent none.
 */
export function describeAttachment(sent: {
  readonly name: unknown;
  readonly type: unknown;
  readonly contentType: unknown;
}): Pick<Attachment, 'name' | 'type' | 'contentType' | 'isScreenshot'> {
  const base = textOf(sent.name).split(/[\\/]/).pop() ?? '';
  const name = [...base.replace(CONTROLS, ' ').trim()].slice(-MAX_NAME_LENGTH).join('').trim();
  const type = [...textOf(sent.type).replace(CONTROLS, '').trim()].slice(0, MAX_TYPE_LENGTH).join('');
  const [mediaType = ''] = textOf(sent.contentType).split(';', 1);
  const isMediaType = MEDIA_TYPE.test(mediaType.trim()) && mediaType.trim().length <= MAX_CONTENT_TYPE_LENGTH;
  return {
    name: name === '' || name === '.' || name === '..' ? 'unnamed' : name,
    type: type === '' ? PLAIN_TYPE : type,
    contentType: isMediaType ? mediaType.trim().toLowerCase() : typeOfExtension(name),
    isScreenshot: name.toLowerCase().includes('screenshot'),
  };
}

/** Returns true if a query of lists matches: `is:screenshot`, or a text in the name, in any case. */
export function matchesAttachmentQuery({ name, isScreenshot }: Attachment, query: string): boolean {
  const text = query.trim().toLowerCase();
  return text === 'is:screenshot' ? isScreenshot : name.toLowerCase().includes(text);
}

const CONTROLS = /[\x00-\x1f\x7f]+/g;
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/**
 * Media types by extension. They describe a file, and do not decide how it is served: as an image if its bytes are one,
 * otherwise as a download.
 */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['log', 'text/plain'],
  ['md', 'text/markdown'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['tar', 'application/x-tar'],
  ['txt', 'text/plain'],
  ['webm', 'video/webm'],
  ['webp', 'image/webp'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['zip', 'application/zip'],
]);

function typeOfExtension(name: string): string | null {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? null : (EXTENSIONS.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? sanitizeText(value) : '';
}

/** The media types of images that browsers show, and that contain no scripts. */
export type ImageType = 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp';

/** Number of first bytes by which an image is recognized. */
export const IMAGE_HEAD_BYTES = 12;

/** Recognizes an image by its first bytes, regardless of its name; returns null for anything else. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const text = Buffer.from(head.subarray(0, IMAGE_HEAD_BYTES)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  return /^RIFF[^]{4}WEBP/.test(text) ? 'image/webp' : null;
}
