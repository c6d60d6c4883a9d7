import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withDeadline } from '../../src/net/privateNetworkGuard';

/** Never settles before its signal is aborted, and then with the signal's reason. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

describe('withDeadline', () => {
  const never = new AbortController().signal;

  it('returns what the work returns', async () => {
    expect(await withDeadline(never, 10_000, async (signal) => signal.aborted)).toBe(false);
  });

  it('rejects with the error of the work', async () => {
    await expect(withDeadline(never, 10_000, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });

  it('aborts work that hangs with a TimeoutError', async () => {
    await expect(withDeadline(never, 20, hang)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts work that hangs although the garbage collector runs', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const hanging = Array.from({ length: 8 }, () =>
      withDeadline(never, 300, hang).catch((error: unknown) => (error as Error).name),
    );
    const timer = setInterval(collect, 20);
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['TimeoutError']));
    clearInterval(timer);
  });

  it('aborts the work when the other signal is aborted, with its reason', async () => {
    const stopping = new AbortController();
    const outcome = withDeadline(stopping.signal, 10_000, hang);
    stopping.abort(new Error('stopped'));
    await expect(outcome).rejects.toThrow('stopped');
    await expect(
      withDeadline(stopping.signal, 10_000, async (signal) => signal.reason as Error),
    ).resolves.toMatchObject({
      message: 'stopped',
    });
  });
});
