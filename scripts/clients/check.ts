/**
 * The checks of every generated client. The program of each generator serves the five operations: it reads a request
 * from a line of JSON and writes the reply as another, so that the expected results stand here only.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { type Command, firstLines, TIMEOUT_MS } from './generator';
import { environmentOf, PER_PAGE, type SeededService } from './service';

type Json = Readonly<Record<string, unknown>>;

interface Reply {
  /** What the operation returned, as the types of the client encode it. */
  readonly data?: unknown;
  /** Of a list: what identifies the records, as the types of the client have it; and the header `Link`. */
  readonly ids?: readonly string[] | null;
  readonly link?: string | null;
  /** The status of a reply that is an error; `data` is its typed body. */
  readonly status?: number;
  /** Why there is no reply: the client refused the request, or failed. */
  readonly error?: string;
}

type Call = (operation: string, input: Json) => Promise<Reply>;

const SETTINGS = { isBookmarked: true, subjectPrefix: '[shop]', safeFields: ['order'], defaultEnvironment: 'staging' };
const UPDATE = { name: 'Web shop', defaultEnvironment: null };

/** What only some programs do. */
interface Abilities {
  /** It returns the body of a 400. */
  readonly readsInvalid?: boolean;
  /** An empty list of issues to remove is refused, by the program or the service. */
  readonly refusesEmptyList?: boolean;
}

/** Runs the program of a client and checks what it replies. @throws Error with the failed check */
export async function checkClient(command: Command, service: SeededService, abilities: Abilities = {}): Promise<void> {
  const { program, args, folder } = command;
  const env = { ...process.env, ...command.environment, ...environmentOf(service) };
  const child = spawn(program, args, { cwd: folder, env, signal: AbortSignal.timeout(TIMEOUT_MS) });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.on('error', () => undefined);
  const exit = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const call: Call = async (operation, input) => {
    child.stdin.write(`${JSON.stringify({ operation, ...input })}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error(`the program ended\n${firstLines(errors)}`);
    return JSON.parse(line.value) as Reply;
  };
  try {
    await checkOperations(call, service);
    if (abilities.readsInvalid) await checkInvalid(call, service);
    if (abilities.refusesEmptyList) await checkEmptyList(call, service);
    await checkRemoval(call, service);
    child.stdin.end();
    assert.deepEqual(await exit, [0, null], firstLines(errors));
  } catch (error) {
    throw new Error(`${command.step} failed\n${firstLines((error as Error).message)}`);
  } finally {
    child.kill();
  }
}

async function checkOperations(call: Call, service: SeededService): Promise<void> {
  done(await call('updateProject', { body: SETTINGS }));
  const project = done(await call('updateProject', { body: UPDATE })) as Json;
  // Fields that the second request did not have are unchanged; null was sent, and the reply has an empty text for it.
  for (const [name, value] of Object.entries({ ...SETTINGS, ...UPDATE }))
    assert.deepEqual(project[name] || null, value);

  const projects = await readPages((cursor) => call('listTeamProjects', cursor));
  assert.deepEqual(projects.ids, service.teamProjects);

  for (const full of [false, true]) {
    const { ids, rows } = await readEvents(call, service, full);
    assert.deepEqual(ids, service.events);
    const bodies = rows.map(({ entries }) => JSON.stringify(entries ?? []));
    assert.ok(
      bodies.every((text) => (full ? text.includes('"pay.js"') : text === '[]')),
      `full=${full}: ${bodies[0]}`,
    );
  }

  const position = { event: service.unmappedEvent, frame: -1, exception: 0 };
  const [reason] = done(await call('getSourceMapDebug', position)) as readonly Json[];
  assert.equal(reason?.['type'], service.unmappedReason);
  assert.match(String(reason['message']), /\w/);

  const missing = await call('listProjectEvents', { project: 'no-such-project', full: false });
  assert.equal(missing.status, 404, missing.error);
  assert.match(String((missing.data as Json)['detail']), /\w/);
}

async function checkInvalid(call: Call, { teamProjects: [slug] }: SeededService): Promise<void> {
  const invalid = await call('updateProject', { body: { slug } });
  assert.equal(invalid.status, 400, invalid.error);
  assert.match(String((invalid.data as Json)['slug']), /already used/);
}

async function checkEmptyList(call: Call, service: SeededService): Promise<void> {
  const { status, error } = await call('removeIssues', { ids: [] });
  assert.ok(status === 400 || error !== undefined, 'an empty list is accepted');
  assert.deepEqual((await readEvents(call, service)).ids, service.events);
}

async function checkRemoval(call: Call, service: SeededService): Promise<void> {
  assert.equal(done(await call('removeIssues', { ids: service.removedIssues.map(Number) })), 'Success.');
  assert.deepEqual((await readEvents(call, service)).ids, service.keptEvents);
}

/** Returns what an operation returned. @throws Error if it failed */
function done({ data, status, error }: Reply): unknown {
  if (status !== undefined || error !== undefined) throw new Error(`${status ?? ''} ${error ?? JSON.stringify(data)}`);
  return data;
}

function readEvents(call: Call, { project }: SeededService, full = false): ReturnType<typeof readPages> {
  return readPages((cursor) => call('listProjectEvents', { project, full, ...cursor }));
}

/** Reads a list to its end by the cursors of its `Link` headers. */
async function readPages(
  readPage: (cursor: { cursor?: string }) => Promise<Reply>,
): Promise<{ ids: string[]; rows: Json[] }> {
  const [ids, rows]: [string[], Json[]] = [[], []];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor === undefined ? {} : { cursor });
    rows.push(...((done(page) ?? []) as Json[]));
    assert.ok((page.ids ?? []).length <= PER_PAGE, 'a page has too many records');
    ids.push(...(page.ids ?? []));
    cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(page.link ?? '')?.[1];
  } while (cursor !== undefined);
  return { ids, rows };
}
