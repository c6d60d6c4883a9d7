/** One entry of `allowedDomains`: absent parts may be anything. */
export interface OriginRule {
  readonly scheme: string | undefined;
  /** `*` any, `*.example.com` that host and all below it. */
  readonly host: string;
  readonly port: string | undefined;
}

const ORIGIN_RULE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:*[\].]+(?:\.[^\s/?#@:*[\].]+)*\.?))(?::([0-9]{1,5}))?$/i;

/** The port that a scheme has where none is written. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Whether a page of that origin may send events. Programs that are no pages send none, and are let in (reference/ingest.md §1.8).
 * @param origin the header `Origin`, else `Referer`
 * @param parseRules a cached `parseOriginRules`, where many requests ask
 */
export function isAllowedOrigin(
  origin: string | null,
  allowed: readonly string[],
  parseRules: (entries: string) => readonly OriginRule[] = parseOriginRules,
): boolean {
  if (origin === null || allowed.includes('*')) return true;
  const rules = parseRules(allowed.join('\n'));
  const text = origin.trim().toLowerCase();
  if (text === 'null')
    return rules.some(({ scheme, host, port }) => host === 'null' && scheme === undefined && port === undefined);
  const sent = parseOrigin(text);
  return sent !== null && rules.some((rule) => matchesOrigin(rule, sent));
}

/** Whether an origin is named as one of the project's own; `*`, which is all of them, names none. */
export function isOwnOrigin(origin: string, allowed: readonly string[]): boolean {
  const sent = parseOrigin(origin.toLowerCase());
  return (
    sent !== null && parseOriginRules(allowed.join('\n')).some((rule) => rule.host !== '*' && matchesOrigin(rule, sent))
  );
}

/** What keeps a text from being an entry of `allowedDomains`; null if it is one. */
export function originError(text: string): string | null {
  if (/:\*$/.test(text)) return `"${text}" has a wildcard for its port; leave the port out to allow every one.`;
  if (/^[^?#]*[^/:?#]\/|[?#]/.test(text))
    return `"${text}" has a path or a query, which an origin has not; write the scheme, host and port alone.`;
  const rule = parseOriginRule(text);
  if (rule === null) return `"${text}" is no origin, such as example.com, *.example.com, https://example.com or *.`;
  return rule.port !== undefined && Number(rule.port) > 65535 ? `"${text}" has a port above 65535.` : null;
}

/** The rules that the entries of `allowedDomains` make, one a line; other lines make none. */
export function parseOriginRules(entries: string): OriginRule[] {
  return entries.split('\n').flatMap((entry) => parseOriginRule(entry) ?? []);
}

function parseOriginRule(entry: string): OriginRule | null {
  const [, scheme, host, port] = ORIGIN_RULE.exec(entry.trim()) ?? [];
  if (host === undefined) return null;
  const wild = host.startsWith('*.') ? '*.' : '';
  return { scheme: scheme?.toLowerCase(), host: wild + asciiHost(host.slice(wild.length)), port };
}

interface RequestOrigin {
  readonly scheme: string;
  readonly host: string;
  readonly port: string | undefined;
}

function parseOrigin(text: string): RequestOrigin | null {
  const [, scheme = '', host = '', port] =
    /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::([0-9]+))?(?:[/?#]|$)/.exec(text) ?? [];
  return scheme === '' ? null : { scheme, host: asciiHost(host), port: port ?? DEFAULT_PORTS[scheme] };
}

function matchesOrigin({ scheme, host, port }: OriginRule, sent: RequestOrigin): boolean {
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
