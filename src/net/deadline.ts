/**
 * Runs work with a signal that is aborted after `ms` milliseconds, or when `stopping` is, whichever comes first. The
 * reason is then a `TimeoutError`, or the reason of `stopping`.
 *
 * `AbortSignal.any([stopping, AbortSignal.timeout(ms)])` is not used: Node.js may collect the timeout as garbage before
 * it fires, and work that hangs then never ends.
 */
export async function withDeadline<T>(
  stopping: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(stopping.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms).unref();
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}
