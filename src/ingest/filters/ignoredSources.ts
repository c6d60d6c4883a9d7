/** Sources of violations that extensions and the browser itself cause, and local servers. The page cannot help them. */
const DEFAULTS = [
  'about',
  'localhost',
  ...[
    'chrome',
    'chrome-extension',
    'chromeinvokeimmediate',
    'chromenull',
    'jar',
    'mbinit',
    'moz-extension',
    'ms-browser-extension',
    'mxaddon-pkg',
    'resource',
    'safari-extension',
    'safari-web-extension',
    'symres',
    'tmtbff',
    'webviewprogressproxy',
  ].map((scheme) => `${scheme}://*`),
].join('\n');

const CHROME_ERROR_PAGE = 'data:text/html,chromewebdata';

/** The parts of an address, or of a pattern, in lower case; null where they are missing. */
interface Source {
  readonly scheme: string | null;
  readonly host: string | null;
  readonly port: string | null;
}

type MatchSource = (source: string) => boolean;

/** Compiles `[scheme://]host[:port]` patterns, one per line, to a test of an address. Invalid lines match nothing. */
export function compileSources(text: string): MatchSource {
  const patterns = linesOf(text).flatMap(({ line }) => parsePattern(line) ?? []);
  return (source) => {
    const parsed = parseSource(source);
    return patterns.some((pattern) => matches(pattern, parsed));
  };
}

/** Compiles the built-in patterns. */
export function compileDefaultSources(): MatchSource {
  const match = compileSources(DEFAULTS);
  return (source) => source.startsWith(CHROME_ERROR_PAGE) || match(source);
}

/** Returns the errors of patterns, one per line. */
export function checkSources(text: string): string[] {
  return linesOf(text).flatMap(({ line, number }) =>
    parsePattern(line) === null
      ? [
          `line ${number}: "${line}" is no source, such as example.com, *.example.com, https://cdn.example.com:8443 or chrome-extension://*.`,
        ]
      : [],
  );
}

function linesOf(text: string): { readonly line: string; readonly number: number }[] {
  const lines = text.split(/\r\n?|\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines.filter(({ line }) => line !== '');
}

const PATTERN = /^(?:(\*|[a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^\s*/:?#]+|\[[0-9a-f:]+\])(?::(\*|\d{1,5}))?\/?$/;

function parsePattern(line: string): Source | null {
  const [whole, scheme, host, port] = PATTERN.exec(line.toLowerCase()) ?? [];
  return whole === undefined ? null : { scheme: scheme ?? null, host: host ?? null, port: port ?? null };
}

const ADDRESS = /^([a-z][a-z0-9+.-]*):(?:\/\/(?:[^/?#@]*@)?(\[[0-9a-f:]+\]|[^/?#:]*)(?::(\d+))?)?/;

/** Browsers name extensions, and documents without a host, by a scheme or a word alone: these are both here. */
function parseSource(source: string): Source {
  const lower = source.toLowerCase();
  const [whole, scheme = '', host, port] = ADDRESS.exec(lower) ?? [];
  if (whole === undefined) return { scheme: lower, host: lower, port: null };
  return { scheme, host: host ?? scheme, port: port ?? DEFAULT_PORTS[scheme] ?? null };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443' };

function matches({ scheme, host, port }: Source, source: Source): boolean {
  if (scheme !== null && scheme !== '*' && scheme !== source.scheme) return false;
  if (port !== null && port !== '*' && port !== source.port) return false;
  if (host === null || host === '*') return true;
  if (!host.startsWith('*.')) return host === source.host;
  return source.host === host.slice(2) || source.host?.endsWith(host.slice(1)) === true;
}
