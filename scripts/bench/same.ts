import type { Sides } from './bench';
import { call, type World } from './world';

/** Both sides must do the same work, or a ratio says nothing. @throws Error unless they answer a request with the same bytes */
export async function requireSame(world: World, sides: Sides, path: string, init: RequestInit = {}): Promise<void> {
  const answers = [];
  for (const { port } of [sides.ours, sides.theirs]) {
    const response = await call(world, port, path, init);
    answers.push(
      `${response.headers.get('link')} ${await response.text()}`.replaceAll(`127.0.0.1:${port}`, '127.0.0.1'),
    );
  }
  const [ours = '', theirs = ''] = answers;
  if (ours === theirs) return;
  const place = [...ours].findIndex((letter, index) => letter !== theirs[index]);
  const near = (text: string) => text.slice(Math.max(0, place - 60), place + 60);
  throw new Error(`${path} is answered differently: …${near(ours)}… and …${near(theirs)}…`);
}
