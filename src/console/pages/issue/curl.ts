import { shellQuoted, shellWord } from '../../components/shellText';
import type { RequestPart } from './eventParts';
import { linkOf } from './stackRows';

/** Headers that have credentials, or that curl sets itself. */
const LEFT_OUT =
  /^(?:cookie|authorization|proxy-authorization|content-length|host|accept-encoding|connection|transfer-encoding)$/i;
/**
 * A method or the name of a header (RFC 9110, section 5.6.2). curl would read headers from the file that a name after
 * `@` names.
 */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Writes a request as a command, without cookies and credentials. The sender of the event chooses its parts: none of
 * them may be an option of curl, a pattern of addresses, or a file of the developer who runs the command. Returns null
 * unless the address is one of HTTP.
 */
export function curlOf({ method, url, query, headers, data }: RequestPart): string | null {
  const link = linkOf(url);
  if (link === null) return null;
  const search =
    link.includes('?') || query.length === 0
      ? ''
      : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`;
  const address = link.replace(/^([^/]*\/\/)[^/?#\\]*@/, '$1');
  const body = data === null ? null : typeof data === 'string' ? data : JSON.stringify(data);
  return [
    `curl --request ${shellWord(method !== null && TOKEN.test(method) ? method : 'GET')} --globoff`,
    ...headers
      .filter(([name, value]) => TOKEN.test(name) && !LEFT_OUT.test(name) && !/[\r\n]/.test(value))
      .map(([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
    `--url ${shellQuoted(`${address}${search}`)}`,
  ].join(' \\\n  ');
}
