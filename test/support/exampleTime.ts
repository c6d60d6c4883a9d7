const NOW = Date.parse('2026-11-21T10:30:02Z');
/** Everything that jest can fake except the date: the timers of the service stay real. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Stops the date, until `jest.useRealTimers`. */
export function stopDate(now: number): void {
  jest.useFakeTimers({ now, doNotFake: [...REAL] });
}

/** Sets the time of all tests in a file to the time of the examples. */
export function useExampleTime(): void {
  beforeAll(() => stopDate(NOW));
  afterAll(() => jest.useRealTimers());
}
