import type { DebugImage, Event, Frame, JsonObject } from '../domain/event';

/** SDKs whose bundles cannot carry debug ids (reference/endpoints.md §6.2). */
const INCAPABLE_SDKS = ['sentry.javascript.react-native', 'sentry.javascript.remix', 'sentry.javascript.nextjs'];
const FIRST_CAPABLE: readonly [number, number, number] = [7, 44, 0];

/** The debug-id image of the frame's file, if the event carries one. */
export function imageOf(event: Pick<Event, 'debugImages'>, frame: Frame): DebugImage | undefined {
  return event.debugImages.find(
    ({ type, codeFile, debugId }) =>
      type === 'sourcemap' && debugId !== null && codeFile !== null && [frame.absPath, frame.filename].includes(codeFile),
  );
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
