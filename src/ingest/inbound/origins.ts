import { compileOnce } from '../compiled';

/** One entry of `allowedDomains`: absent parts may be anything. */
interface Rule {
  readonly scheme: string | undefined;
  /** `*` any, `*.example.com` that host and all below it. */
  readonly host: string;
  readonly port: string | undefined;
}

const ENTRY =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:*[\].]+(?:\.[^\s/?#@:*[\].]+)*\.?))(?::([0-9]{1,5}))?$/i;

/** The port that a scheme has where none is written. */
const PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Whether a page of that origin may send events. Programs that are no pages send none, and are let in (reference/ingest.md §1.8).
 * @param origin the header `Origin`, else `Referer`
 */
export function isAllowedOrigin(origin: string | null, allowed: readonly string[]): boolean {
  if (origin === null || allowed.includes('*')) return true;
  const rules = compileRules(allowed.join('\n'));
  const text = origin.trim().toLowerCase();
  if (text === 'null')
    return rules.some(({ scheme, host, port }) => host === 'null' && scheme === undefined && port === undefined);
  const sent = readOrigin(text);
  return sent !== null && rules.some((rule) => fits(rule, sent));
}

/** Whether an origin is named as one of the project's own; `*`, which is all of them, names none. */
export function isNamedOrigin(origin: string, allowed: readonly string[]): boolean {
  const sent = readOrigin(origin.toLowerCase());
  return sent !== null && compileRules(allowed.join('\n')).some((rule) => rule.host !== '*' && fits(rule, sent));
}

/** What keeps a text from being an entry of `allowedDomains`; null if it is one. */
export function originFault(text: string): string | null {
  if (/:\*$/.test(text)) return `"${text}" has a wildcard for its port; leave the port out to allow every one.`;
  if (/^[^?#]*[^/:?#]\/|[?#]/.test(text))
    return `"${text}" has a path or a query, which an origin has not; write the scheme, host and port alone.`;
  const rule = readRule(text);
  if (rule === null) return `"${text}" is no origin, such as example.com, *.example.com, https://example.com or *.`;
  return rule.port !== undefined && Number(rule.port) > 65535 ? `"${text}" has a port above 65535.` : null;
}

const compileRules = compileOnce((text: string): Rule[] => text.split('\n').flatMap((entry) => readRule(entry) ?? []));

function readRule(entry: string): Rule | null {
  const [, scheme, host, port] = ENTRY.exec(entry.trim()) ?? [];
  if (host === undefined) return null;
  const wild = host.startsWith('*.') ? '*.' : '';
  return { scheme: scheme?.toLowerCase(), host: wild + asciiHost(host.slice(wild.length)), port };
}

interface Sent {
  readonly scheme: string;
  readonly host: string;
  readonly port: string | undefined;
}

function readOrigin(text: string): Sent | null {
  const [, scheme = '', host = '', port] =
    /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::([0-9]+))?(?:[/?#]|$)/.exec(text) ?? [];
  return scheme === '' ? null : { scheme, host: asciiHost(host), port: port ?? PORTS[scheme] };
}

function fits({ scheme, host, port }: Rule, sent: Sent): boolean {
  if (scheme !== undefined && scheme !== sent.scheme) return false;
  if (port !== undefined && port !== sent.port) return false;
  if (host === '*') return true;
  return host.startsWith('*.') ? sent.host === host.slice(2) || sent.host.endsWith(host.slice(1)) : sent.host === host;
}

/** Browsers write hosts of other scripts in their ASCII form. */
function asciiHost(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '');
  return /^[\x21-\x7e]*$/.test(lower) || !URL.canParse(`http://${lower}/`)
    ? lower
    : new URL(`http://${lower}/`).hostname;
}
