import { sha1Of } from '../../compression/content';
import type { FetchedMap } from '../../domain/fetchAttempt';
import { decodeUtf8 } from '../resolve/sourceText';
import { decodeInline, isInline, joinUrl, referenceInHeaders, referenceInText } from '../resolve/urls';
import { readEmbeddedDebugId } from '../upload/uploadedFile';
import { type FetchedFile, FetchError, type FetchFile, type FileRequest } from './fetchFile';

/** A source map with its content. */
export interface FetchedSourceMap {
  readonly map: FetchedMap;
  readonly bytes: Uint8Array;
}

/** Fetches a minified file, and the source map that it refers to. @throws FetchError, or the reason of the signal */
export async function fetchSourceMap(
  fetchFile: FetchFile,
  request: FileRequest,
  signal: AbortSignal,
): Promise<FetchedSourceMap> {
  const file = await fetchFile(request, signal);
  const debugId = readEmbeddedDebugId('minified_source', file.bytes);
  const { url, bytes } = await followReference(file, fetchFile, request, signal);
  return { map: { url, sha1: sha1Of(bytes), size: bytes.length, debugId }, bytes };
}

async function followReference(
  file: FetchedFile,
  fetchFile: FetchFile,
  request: FileRequest,
  signal: AbortSignal,
): Promise<{ url: string; bytes: Uint8Array }> {
  const fileUrl = new URL(file.url);
  const reference = referenceInHeaders(file.headers) ?? referenceInText(decodeUtf8(file.bytes));
  if (reference === null) throw new FetchError('other', 'The fetched file has no reference to a source map.', fileUrl);
  if (isInline(reference)) {
    const bytes = decodeInline(reference);
    if (bytes === null) {
      throw new FetchError('other', 'The source map in the fetched file cannot be decoded.', fileUrl);
    }
    return { url: file.url, bytes };
  }
  const url = joinUrl(file.url, reference);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || hasCredentials(new URL(url))) {
    throw new FetchError(
      'invalid_host',
      'The fetched file refers to a source map that is not at an http or https URL.',
      fileUrl,
    );
  }
  const { href } = new URL(url);
  const { bytes } = await fetchFile({ ...request, url: href }, signal);
  return { url: href, bytes };
}

function hasCredentials({ username, password }: URL): boolean {
  return username + password !== '';
}
