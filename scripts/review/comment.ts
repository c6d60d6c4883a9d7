/**
 * Writes a review into one comment on a pull request: `tsx scripts/review/comment.ts review.md`.
 *
 * An earlier comment of this program is updated; it is recognized by its first line and its author. If there is none, a
 * comment is created, unless the review has no findings. GitHub's address, the repository and the token come from the
 * workflow's environment.
 */
import { readFileSync } from 'node:fs';
import { MARKER, NO_FINDINGS } from './print';

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string };
}

const AUTHOR = 'github-actions[bot]';
const PER_PAGE = 100;

async function comment(file: string): Promise<void> {
  const body = readFileSync(file, 'utf8');
  // An error message, which the summary of the workflow has.
  if (!body.startsWith(MARKER)) return;
  const { GITHUB_API_URL: url = '', GITHUB_REPOSITORY: repository = '', PULL_REQUEST: number = '' } = process.env;
  const issues = `${url}/repos/${repository}/issues`;
  const own = await findOwn(`${issues}/${number}/comments`);
  if (own !== undefined) await call('PATCH', `${issues}/comments/${own.id}`, { body });
  else if (!body.includes(NO_FINDINGS)) await call('POST', `${issues}/${number}/comments`, { body });
}

async function findOwn(address: string): Promise<Comment | undefined> {
  for (let page = 1; ; page += 1) {
    const comments = (await call('GET', `${address}?per_page=${PER_PAGE}&page=${page}`)) as Comment[];
    const own = comments.find(({ body, user }) => user.login === AUTHOR && body.startsWith(MARKER));
    if (own !== undefined || comments.length < PER_PAGE) return own;
  }
}

async function call(method: string, address: string, body?: object): Promise<unknown> {
  const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${process.env['GH_TOKEN']}` };
  const response = await fetch(address, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${address} was answered with ${response.status}.`);
  return response.json();
}

comment(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
