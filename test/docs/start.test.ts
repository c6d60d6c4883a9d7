/** Runs the requests of the page that the documentation opens with, and compares their replies with the shown ones. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import * as client from '../../src/client/createClient';
import { type Service, startService } from '../support/service';

const guide = readFileSync(path.resolve(__dirname, '../../openapi/guides/start.md'), 'utf8');
const ORIGIN = 'http://127.0.0.1:4000';

let service: Service;
let token: string;
beforeEach(async () => {
  service = await startService();
  await service.fixtures.organization({ slug: 'acme' });
  const project = await service.fixtures.project({ organization: 'acme', slug: 'shop' });
  token = await service.fixtures.token('acme');
  await service.fixtures.event(project, { exception: { values: [{ type: 'Error', value: 'Hello, Culprit' }] } });
});
afterEach(() => service.close());

/** Returns the blocks of code of a language, with the address of the service and a token. */
function blocksOf(language: string): string[] {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))];
  expect(blocks).toHaveLength(3);
  return blocks.map(([, code = '']) => code.replaceAll(ORIGIN, service.fixtures.url));
}

/** Expects a text that begins with what stands before `…`. */
const shortened = (text: string): unknown =>
  text.endsWith('…') ? expect.stringMatching(new RegExp(`^${text.slice(0, -1)}\\w+$`)) : text;

test('the requests of curl have the replies that are shown', async () => {
  const replies = blocksOf('json');
  for (const [index, request] of blocksOf('sh').entries()) {
    const script = request.replace('culprit_…', token);
    const env = { ...process.env, CULPRIT_TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env });
    const shown: unknown = JSON.parse(replies[index] ?? '', (_, value: unknown) =>
      typeof value === 'string' ? shortened(value) : value,
    );
    expect(JSON.parse(stdout)).toMatchObject(shown as object);
  }
});

test('the program in TypeScript prints what its comments say', async () => {
  const source = blocksOf('ts')
    .join('')
    .replace(/^import .*$/m, '');
  const { outputText } = ts.transpileModule(`exports.done = (async () => {${source}})();`, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const printed: unknown[] = [];
  const exported: { done?: Promise<void> } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code of the guide
  const run = new Function('createClient', 'exports', 'process', 'console', outputText) as (
    ...parts: unknown[]
  ) => void;
  run(
    client.createClient,
    exported,
    { env: { CULPRIT_TOKEN: token } },
    {
      log: (...parts: unknown[]) => printed.push(parts.join(' ')),
    },
  );
  await exported.done;
  const comments = [...source.matchAll(/^\/\/ (.*)$/gm)].map(([, text = '']) => shortened(text));
  expect(comments).toHaveLength(3);
  expect(printed).toEqual(comments);
});
