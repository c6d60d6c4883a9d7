/**
 * Tests the comment on a pull request: it is written if there are findings, and the program edits only its own comment.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARKER, NO_FINDINGS } from '../../../scripts/review/print';

const ROOT = join(__dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'culprit-comment-'));
const BOT = 'github-actions[bot]';

interface Comment {
  id: number;
  body: string;
  user: { login: string };
}

/** The comments of one pull request, as GitHub's API keeps them. */
let comments: Comment[];
let writes: string[];

const server: Server = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const id = Number(/^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(pathname)?.[1]);
    const isList = pathname === '/repos/acme/shop/issues/7/comments';
    const reply = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (headers.authorization !== 'Bearer secret') return void reply(401, {});
    if (method === 'GET' && isList) {
      const [page, size] = ['page', 'per_page'].map((name) => Number(searchParams.get(name))) as [number, number];
      return void reply(200, comments.slice((page - 1) * size, page * size));
    }
    const { body } = JSON.parse(Buffer.concat(parts).toString()) as { body: string };
    writes.push(method);
    const existing = comments.find((one) => one.id === id);
    if (method === 'PATCH' && existing !== undefined) return void reply(200, Object.assign(existing, { body }));
    if (method !== 'POST' || !isList) return void reply(404, {});
    comments.push({ id: comments.length + 1, body, user: { login: BOT } });
    return void reply(201, comments.at(-1));
  });
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  comments = [
    { id: 1, body: 'Looks good.', user: { login: BOT } },
    { id: 2, body: `${MARKER}\nquoted by a person`, user: { login: 'ann' } },
  ];
  writes = [];
});

/** Runs the program. Returns its output on standard error. */
function comment(body: string, token = 'secret'): Promise<string> {
  const file = join(folder, 'review.md');
  writeFileSync(file, body);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    ...process.env,
    GITHUB_API_URL: address,
    GITHUB_REPOSITORY: 'acme/shop',
    PULL_REQUEST: '7',
    GH_TOKEN: token,
  };
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsx, join(ROOT, 'scripts/review/comment.ts'), file],
      { env },
      (_error, _stdout, stderr) => resolve(stderr),
    );
  });
}

test('is created once, and edited after that', async () => {
  expect(await comment(`${MARKER}\nBreaks clients`)).toBe('');
  expect(await comment(`${MARKER}\nSafe changes`)).toBe('');
  expect(comments.map(({ body }) => body)).toEqual([
    'Looks good.',
    `${MARKER}\nquoted by a person`,
    `${MARKER}\nSafe changes`,
  ]);
  expect(writes).toEqual(['POST', 'PATCH']);
});

test('is not created without findings, but an earlier one is updated', async () => {
  const empty = `${MARKER}\n${NO_FINDINGS}\n`;
  await comment(empty);
  expect(writes).toEqual([]);
  comments.push({ id: 3, body: `${MARKER}\nBreaks clients`, user: { login: BOT } });
  await comment(empty);
  expect(comments[2]?.body).toBe(empty);
});

test('is found on a later page', async () => {
  const others = Array.from({ length: 150 }, (_, index) => ({ id: index + 10, body: 'Hm.', user: { login: 'ann' } }));
  comments.push(...others, { id: 999, body: `${MARKER}\nBreaks clients`, user: { login: BOT } });
  await comment(`${MARKER}\nSafe changes`);
  expect(comments.at(-1)?.body).toBe(`${MARKER}\nSafe changes`);
});

test('does not have the error message of a review that failed', async () => {
  await comment("There is no commit 'v9' to compare with.\n");
  expect(writes).toEqual([]);
});

test('a refused request is reported in a sentence', async () => {
  expect(await comment(`${MARKER}\nBreaks clients`, 'wrong')).toMatch(
    /^GET http:\/\/127\.0\.0\.1:\d+\/repos\/acme\/shop\/issues\/7\/comments\?per_page=100&page=1 was answered with 401\.\n$/,
  );
});
