import type { Frame } from './event';
import { sanitizeText } from './text';

/** The variables of a pattern of source links. */
const LINK_VARIABLES = ['path', 'line', 'release', 'commit'] as const;

type LinkVariable = (typeof LINK_VARIABLES)[number];

/** Settings that link the frames of a project to their source. */
export interface SourceLinkSettings {
  /** An address with variables such as `{path}`; empty for no links. */
  readonly sourceLinkPattern: string;
  /** Prefix that is removed from the paths of frames. */
  readonly sourceLinkRoot: string;
}

/** The values of an event that source links contain. */
export interface LinkedVersion {
  readonly release: string | null;
  /** The last commit of the release, if it is known. */
  readonly commit: string | null;
}

const VARIABLE = /\{([^{}]*)\}/g;
/** Schemes that bundlers and SDKs put in front of the paths of sources. */
const SOURCE_SCHEME = /^(?:webpack|webpack-internal|app|file|rsc|turbopack|vite|ng):\/\/\/?/i;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** Returns the errors in a pattern. */
export function checkSourceLinkPattern(pattern: string): string[] {
  if (pattern === '') return [];
  const unknown = [...pattern.matchAll(VARIABLE)].find(([, name]) => !isVariable(name));
  if (unknown !== undefined)
    return [`The variable ${unknown[0]} is unknown: use {path}, {line}, {release} or {commit}.`];
  const [one, other] = ['a', 'b'].map((value) => parseAddress(pattern.replace(VARIABLE, value)));
  if (one === undefined || other === undefined)
    return [
      'Enter an address that begins with https:// or http://, such as https://git.example.com/shop/{path}#L{line}.',
    ];
  return one.origin === other.origin && one.username === '' && one.password === ''
    ? []
    : [
        'The host cannot depend on a variable or have a user name: use variables in the path, the query or the fragment.',
      ];
}

function isVariable(name: string | undefined): name is LinkVariable {
  return (LINK_VARIABLES as readonly (string | undefined)[]).includes(name);
}

function parseAddress(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** Returns true if the links of a project need the last commit of a release. */
export function linksCommit({ sourceLinkPattern }: SourceLinkSettings): boolean {
  return sourceLinkPattern.includes('{commit}');
}

/**
 * Returns the address of the source of a frame. Null if the project has no pattern, the frame is not of the
 * application, or a value of the pattern is unknown.
 */
export function sourceLinkOf(
  frame: Pick<Frame, 'filename' | 'absPath' | 'lineno' | 'inApp'>,
  { sourceLinkPattern: pattern, sourceLinkRoot: root }: SourceLinkSettings,
  { release, commit }: LinkedVersion,
): string | null {
  if (pattern === '' || !frame.inApp) return null;
  const path = sourcePath(frame, root);
  if (path === null) return null;
  const values: Readonly<Record<LinkVariable, string | null>> = {
    path: path.split('/').map(encode).join('/'),
    line: frame.lineno === null ? null : String(frame.lineno),
    release: release === null ? null : encode(release),
    commit: (commit ?? release) === null ? null : encode(commit ?? release ?? ''),
  };
  const isKnown = [...pattern.matchAll(VARIABLE)].every(([, name]) => isVariable(name) && values[name] !== null);
  return isKnown ? pattern.replace(VARIABLE, (_, name: LinkVariable) => values[name] ?? '') : null;
}

function encode(text: string): string {
  return encodeURIComponent(sanitizeText(text));
}

/**
 * Returns the path of a frame's source below the root, without scheme and leading dots; null if it cannot be linked.
 */
function sourcePath({ filename, absPath }: Pick<Frame, 'filename' | 'absPath'>, root: string): string | null {
  const below = root === '' ? undefined : [filename, absPath].find((path) => path?.startsWith(root));
  const path = below?.slice(root.length) ?? filename ?? absPath;
  if (path === null) return null;
  const [filePath = ''] = path.replaceAll('\\', '/').replace(SOURCE_SCHEME, '').split(/[?#]/, 1);
  if (OTHER_SCHEME.test(filePath) || filePath.startsWith('<')) return null;
  const segments = filePath.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.length === 0 || segments.includes('..') ? null : segments.join('/');
}
