/** Runs the commands of the guide in their order, on a database without an organization. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createProgram } from '../../src/cli/program';
import { makeMigratedPlace, type TemporaryPlace } from '../support/database';

const guide = readFileSync(path.resolve(__dirname, '../../openapi/guides/commands.md'), 'utf8');
const [, block = ''] = /^```sh\n([^]*?)^```$/m.exec(guide) ?? [];
const COMMANDS = block
  .replaceAll('\\\n', '')
  .trim()
  .split('\n')
  .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word));

let place: TemporaryPlace;
beforeAll(async () => {
  place = await makeMigratedPlace();
  process.env['DATABASE_URL'] = place.url;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(async () => {
  jest.restoreAllMocks();
  delete process.env['DATABASE_URL'];
  await place.dispose();
});

test('the commands of the first sample work one after the other', async () => {
  expect(COMMANDS.length).toBeGreaterThan(15);
  const failed: string[] = [];
  for (const [npx, culprit, ...words] of COMMANDS) {
    expect([npx, culprit]).toEqual(['npx', 'culprit']);
    const run = createProgram().parseAsync(['node', 'culprit', ...words]);
    await run.catch((error: unknown) => failed.push(`${words.join(' ')}: ${String(error)}`));
  }
  expect(failed).toEqual([]);
});
