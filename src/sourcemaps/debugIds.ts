import type { DebugImage, Frame, JsonObject } from '../domain/event';

/** SDKs whose bundles cannot carry debug ids (reference/endpoints.md §6.2). */
const INCAPABLE_SDKS = ['sentry.javascript.react-native', 'sentry.javascript.remix', 'sentry.javascript.nextjs'];
const FIRST_CAPABLE: readonly [number, number, number] = [7, 44, 0];

/** Which debug id belongs to which file: by the path exactly, else by the path written alike (reference/ingest.md §5 step 2). */
export class DebugIds {
  private readonly exact = new Map<string, string>();
  private readonly alike = new Map<string, string>();

  constructor(images: readonly DebugImage[]) {
    for (const { type, codeFile, debugId } of images.toReversed()) {
      if (type !== 'sourcemap' || codeFile === null || debugId === null) continue;
      this.exact.set(codeFile, debugId);
      this.alike.set(plainPath(codeFile), debugId);
    }
  }

  /** The debug id of the frame's file, if the event carries one. */
  of({ absPath, filename }: Pick<Frame, 'absPath' | 'filename'>): string | null {
    const paths = [absPath, filename].filter((path) => path !== null);
    const exact = paths.map((path) => this.exact.get(path)).find((id) => id !== undefined);
    return exact ?? paths.map((path) => this.alike.get(plainPath(path))).find((id) => id !== undefined) ?? null;
  }
}

/** A path with forward slashes and without `file://`: `file:///C:/app/a.js` and `C:\app\a.js` are the same file. */
function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^file:\/\/(?:localhost)?/i, '')
    .replace(/^\/(?=[a-z]:\/)/i, '');
}

/** Whether the SDK is new enough to send debug ids; one that does not say what it is, or whose version cannot be read, is not. */
export function canSendDebugIds(sdk: JsonObject | null): boolean {
  const { name, version } = sdk ?? {};
  if (typeof version !== 'string' || INCAPABLE_SDKS.includes(String(name))) return false;
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(.*)$/.exec(version.trim());
  if (match === null) return false;
  const [, major, minor, patch, suffix = ''] = match;
  const difference = compare([Number(major), Number(minor ?? 0), Number(patch ?? 0)], FIRST_CAPABLE);
  return difference > 0 || (difference === 0 && !isPrerelease(suffix));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function isPrerelease(suffix: string): boolean {
  return /^[-._]?(a|alpha|b|beta|c|rc|pre|preview|dev|next|canary)/i.test(suffix);
}
