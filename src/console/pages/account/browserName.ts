/** Browsers by the token of their version. Those that call themselves Chrome or Safari, too, come before these. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /^(?=.* Safari\/).*?\bVersion\/(\d+)/],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** The common name of a browser; the system is null if it is not known. */
export interface BrowserName {
  /** Such as `Chrome 140`. */
  readonly browser: string;
  readonly system: string | null;
}

/** Reads the name of a browser from its user agent. Null for other programs. */
export function browserNameOf(userAgent: string): BrowserName | null {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([, mark]) => mark.test(userAgent));
    return { browser: `${name} ${version}`, system: system?.[0] ?? null };
  }
  return null;
}
