/** An entry of `allowedDomains`. A part that is absent matches any. */
interface OriginRule {
  readonly scheme: string | undefined;
  /** `*` matches every host, `*.example.com` that host and its subdomains. */
  readonly host: string;
  readonly port: string | undefined;
}

const ORIGIN_RULE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:*[\].]+(?:\.[^\s/?#@:*[\].]+)*\.?))(?::([0-9]{1,5}))?$/i;

/** Default ports by scheme. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * True if a request with that origin may send events. Requests without an origin come from programs, not from pages,
 * and are accepted.
 * @param origin the header `Origin`, else `Referer`
 */
export function isAllowedOrigin(origin: string | null, allowed: readonly string[]): boolean {
  if (origin === null || allowed.includes('*')) return true;
  const text = origin.trim().toLowerCase();
  if (text === 'null') return allowed.some((entry) => entry.trim().toLowerCase() === 'null');
  const sent = parseOrigin(text);
  return sent !== null && allowed.some((entry) => matchesOrigin(parseOriginRule(entry), sent));
}

/** True if an origin is named as one of the project's own. `*`, which is every host, names none. */
export function isOwnOrigin(origin: string, allowed: readonly string[]): boolean {
  const sent = parseOrigin(origin.toLowerCase());
  if (sent === null) return false;
  return allowed.some((entry) => {
    const rule = parseOriginRule(entry);
    return rule?.host !== '*' && matchesOrigin(rule, sent);
  });
}

/** Returns the error in an entry of `allowedDomains`; null if it is valid. */
export function originError(text: string): string | null {
  if (/:\*$/.test(text)) return `"${text}" has a wildcard for its port; leave the port out to allow every one.`;
  if (/^[^?#]*[^/:?#]\/|[?#]/.test(text)) {
    return `"${text}" has a path or a query, which an origin has not; write the scheme, host and port alone.`;
  }
  const rule = parseOriginRule(text);
  if (rule === null) return `"${text}" is no origin, such as example.com, *.example.com, https://example.com or *.`;
  return rule.port !== undefined && Number(rule.port) > 65535 ? `"${text}" has a port above 65535.` : null;
}

function parseOriginRule(entry: string): OriginRule | null {
  const [, scheme, host, port] = ORIGIN_RULE.exec(entry.trim()) ?? [];
  if (host === undefined) return null;
  const wildcard = host.startsWith('*.') ? '*.' : '';
  return { scheme: scheme?.toLowerCase(), host: wildcard + asciiHost(host.slice(wildcard.length)), port };
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

function matchesOrigin(rule: OriginRule | null, sent: RequestOrigin): boolean {
  if (rule === null) return false;
  const { scheme, host, port } = rule;
  if (scheme !== undefined && scheme !== sent.scheme) return false;
  if (port !== undefined && port !== sent.port) return false;
  if (host === '*') return true;
  return host.startsWith('*.') ? sent.host === host.slice(2) || sent.host.endsWith(host.slice(1)) : sent.host === host;
}

/** Returns the host in the ASCII form in which browsers send it. */
function asciiHost(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '');
  return /^[\x21-\x7e]*$/.test(lower) || !URL.canParse(`http://${lower}/`)
    ? lower
    : new URL(`http://${lower}/`).hostname;
}
