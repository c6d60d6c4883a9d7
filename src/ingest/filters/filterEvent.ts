import { BlockList, isIP } from 'node:net';
import type { Event } from '../../domain/event';
import type { DropReason } from '../../domain/outcome';
import type { ProjectSettings } from '../../domain/project';
import { compileOnce } from '../compileOnce';
import { compileGlobList, newFilterBudget } from './globPatterns';

/** A line of a setting's text that says something, trimmed; the first line of the text has the number 1. */
export interface SettingLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text that are not blank. */
export function nonBlankLines(text: string): SettingLine[] {
  const lines = text.split(/\r\n?|\n/).map((line, index) => ({ number: index + 1, text: line.trim() }));
  return lines.filter(({ text }) => text !== '');
}

/** What is wrong with the lines of a text, one sentence each with the line's number. */
export function lineErrors(text: string, faultOf: (line: string) => string | null): string[] {
  return nonBlankLines(text).flatMap((line) => {
    const fault = faultOf(line.text);
    return fault === null ? [] : [`line ${line.number}: ${fault}`];
  });
}

interface IpNetwork {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** How many of its first bits count. */
  readonly prefix: number;
}

/** Whether an IP address is in one of the networks of `text`, one a line; lines that are none hold no address. */
export const compileIpNetworks: (text: string) => (address: string) => boolean = compileOnce((text) => {
  const list = new BlockList();
  for (const line of nonBlankLines(text)) {
    const network = parseIpNetwork(line.text);
    if (typeof network !== 'string') list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, ipFamilyOf(address));
});

/** What is wrong with addresses and networks, one a line; each sentence begins with the number of its line. */
export function checkIpNetworks(text: string): string[] {
  return lineErrors(text, (line) => {
    const network = parseIpNetwork(line);
    return typeof network === 'string' ? network : null;
  });
}

/** An address alone is the network of itself; a fault is told in a sentence. */
function parseIpNetwork(line: string): IpNetwork | string {
  const [address = '', prefix, ...rest] = line.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0)
    return `"${line}" is no IPv4 or IPv6 address or network, such as 192.0.2.1 or 192.0.2.0/24.`;
  const bits = isIP(address) === 4 ? 32 : 128;
  if (prefix === undefined) return { address, family: ipFamilyOf(address), prefix: bits };
  if (!/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > bits)
    return `"${line}" is out of range: the part behind the slash is a number from 0 to ${bits}.`;
  return { address, family: ipFamilyOf(address), prefix: Number(prefix) };
}

function ipFamilyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** The settings of a project that decide which events it does without. */
export type FilterSettings = Pick<
  ProjectSettings,
  | 'filterBlacklistedIps'
  | 'filterReleases'
  | 'filterErrorMessages'
  | 'filterReactHydrationErrors'
  | 'filterChunkLoadError'
>;

/** Whether events from that address are dropped, whatever is in them. */
export function isFilteredAddress(address: string | null, { filterBlacklistedIps }: FilterSettings): boolean {
  return address !== null && filterBlacklistedIps !== '' && compileIpNetworks(filterBlacklistedIps)(address);
}

/** Why the project does without this event, which is normalised but not scrubbed; null if it is to be kept. */
export function filterEvent(event: Event, settings: FilterSettings): DropReason | null {
  if (isFilteredAddress(event.user?.ipAddress ?? null, settings)) return 'ip-address';
  if (isFilteredRelease(event, settings)) return 'release-version';
  const messages = messagesOf(event);
  if (settings.filterErrorMessages !== '' && isFilteredMessage(messages, settings.filterErrorMessages))
    return 'error-message';
  if (settings.filterChunkLoadError && event.exceptions.some(({ type }) => type === CHUNK_LOAD_ERROR))
    return 'chunk-load-error';
  if (settings.filterChunkLoadError && messages.some((message) => CHUNK_LOAD_MESSAGE.test(message)))
    return 'chunk-load-error';
  if (settings.filterReactHydrationErrors && messages.some((message) => HYDRATION_MESSAGE.test(message)))
    return 'react-hydration-errors';
  return null;
}

const CHUNK_LOAD_ERROR = 'ChunkLoadError';
/** What bundlers' loaders say, also where another error wraps it. */
const CHUNK_LOAD_MESSAGE = /ChunkLoadError: Loading (?:CSS )?chunk /;
/** Production builds of React have numbers for their messages, and say where to read them. */
const HYDRATION_MESSAGE =
  /(?:reactjs\.org\/docs\/error-decoder(?:\.html)?\/?\?invariant=|react\.dev\/errors\/)(?:418|419|422|423|425)(?![0-9])/;

function isFilteredRelease({ release }: Event, { filterReleases }: FilterSettings): boolean {
  return release !== null && filterReleases !== '' && compileGlobList(filterReleases)(release);
}

function isFilteredMessage(messages: readonly string[], patterns: string): boolean {
  const [fits, work] = [compileGlobList(patterns), newFilterBudget()];
  return messages.some((message) => fits(message, work));
}

/** What the event says: its message, and the value of each exception, with the type before it and without. */
function messagesOf({ logentry, exceptions }: Event): string[] {
  const message = logentry?.formatted ?? logentry?.message;
  const values = exceptions.flatMap(({ type, value }) =>
    type && value ? [`${type}: ${value}`, value] : [type || value],
  );
  return [message, ...values].filter((text) => typeof text === 'string' && text !== '') as string[];
}
