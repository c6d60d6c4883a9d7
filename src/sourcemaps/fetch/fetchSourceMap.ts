import { sha1Of } from '../../compression/content';
import type { FetchedMap } from '../../domain/fetchAttempt';
import { decodeUtf8 } from '../resolve/sourceText';
import { decodeInline, isInline, joinUrl, referenceInHeaders, referenceInText } from '../resolve/urls';
import { readEmbeddedDebugId } from '../upload/uploadedFile';
import { type FetchedFile, FetchError, type FetchFile, type FileRequest } from './fetchFile';

/** A source map with its bytes. */
export interface FetchedSourceMap {
  readonly map: FetchedMap;
  readonly bytes: Uint8Array;
}

/** Fetches a minified file and, by what its headers or its end say, its source map. @throws ScrapingError, or what the signal was aborted with */
export async function fetchSourceMap(
  fetchFile: FetchFile,
  wanted: FileRequest,
  signal: AbortSignal,
): Promise<FetchedSourceMap> {
  const file = await fetchFile(wanted, signal);
  const debugId = readEmbeddedDebugId('minified_source', file.bytes);
  const { url, bytes } = await followReference(file, fetchFile, wanted, signal);
  return { map: { url, sha1: sha1Of(bytes), size: bytes.length, debugId }, bytes };
}

async function followReference(
  file: FetchedFile,
  fetchFile: FetchFile,
  wanted: FileRequest,
  signal: AbortSignal,
): Promise<{ url: string; bytes: Uint8Array }> {
  const address = new URL(file.url);
  const reference = referenceInHeaders(file.headers) ?? referenceInText(decodeUtf8(file.bytes));
  if (reference === null) throw new FetchError('other', 'The file was fetched, and names no source map.', address);
  if (isInline(reference)) {
    const bytes = decodeInline(reference);
    if (bytes === null)
      throw new FetchError('other', 'The file was fetched, and the source map in it cannot be decoded.', address);
    return { url: file.url, bytes };
  }
  const url = joinUrl(file.url, reference);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || hasCredentials(new URL(url))) {
    throw new FetchError(
      'invalid_host',
      'The file was fetched, and names a source map that is not on the web.',
      address,
    );
  }
  const { href } = new URL(url);
  const { bytes } = await fetchFile({ ...wanted, url: href }, signal);
  return { url: href, bytes };
}

function hasCredentials({ username, password }: URL): boolean {
  return username + password !== '';
}
