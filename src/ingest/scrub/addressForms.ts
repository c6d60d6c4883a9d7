import { isIP } from 'node:net';
import type { Range } from './pattern';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** `Chrome/124.0.0.0` is a version. */
const IPV4 = `(?<![\\w.])(?<!(?<![\\w/.-])[A-Z]\\w{1,30}/)(?:${OCTET}\\.){3}${OCTET}(?![\\w]|\\.\\d)`;
const IPV6 = '(?<![\\w:.])(?=[\\da-fA-F]*:[\\da-fA-F]*:)[\\da-fA-F:]{1,44}[\\da-fA-F](?!\\w)';
const CANDIDATE = new RegExp(`${IPV4}|${IPV6}`, 'g');

/** Most texts have neither three points between numbers nor two colons. */
const MAY_HAVE = /\d\.\d{1,3}\.\d|:[\da-f]*:/i;

/** Where internet addresses stand in a text. `a::b` of a program is none: it has no digit. */
export function findAddresses(text: string): Range[] {
  if (!MAY_HAVE.test(text)) return [];
  return [...text.matchAll(CANDIDATE)]
    .filter(([match]) => match.includes('.') || (/\d/.test(match) && isIP(match) === 6))
    .map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}
